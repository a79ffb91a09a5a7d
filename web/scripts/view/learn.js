/** The Learn panel: hints, lists of steps, difficulty, practice, and the lessons of techniques. */
import { isChain } from '../domain/proof.js';
import { earlyText, language } from '../messages/language.js';
import { byId, element, loadStyles, onClick } from './element.js';
import { ProofView } from './proof.js';
import { mountRating } from './rating.js';

/**
 * @param {import('../store.js').Store} store
 * @param {import('../lessons.js').Lessons} lessons
 * @param {import('../engine/engine.js').Engine} engine
 */
export function mountLearn(store, lessons, engine) {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const hintLevels = document.querySelectorAll('[data-hint-level]');
  for (const button of hintLevels) {
    button.addEventListener('click', () => void lessons.hint(/** @type {any} */ (button.dataset.hintLevel)));
  }
  onClick('learn-path', () => lessons.path());
  onClick('learn-steps', () => lessons.steps());
  onClick('lesson-previous', () => lessons.show((store.state.lesson?.at ?? 0) - 1));
  onClick('lesson-next', () => lessons.show((store.state.lesson?.at ?? 0) + 1));
  onClick('lesson-apply', () => lessons.apply());
  /** Whether the next step is on the way. The buttons stay until then, so that they keep the focus. */
  let isAdvancing = false;
  onClick('lesson-apply-next', async () => {
    if (isAdvancing) return;
    isAdvancing = true;
    try {
      await lessons.applyAndNext();
    } finally {
      isAdvancing = false;
      renderActions(store.state);
    }
  });
  onClick('lesson-close', () => lessons.close());
  mountRating(store, lessons, engine);
  onClick('show-practice', async () => (await loadPractice())?.open());

  const proof = new ProofView(store);
  const card = byId('lesson');
  card.after(proof.root);
  const introduction = [...card.childNodes];
  /** The lesson of a technique, while the board shows one of its examples. @type {HTMLElement | null} */
  let page = null;
  store.subscribe((state, before) => {
    if (state.lesson === before.lesson && state.hintCard === before.hintCard) return;
    if (state.lesson?.kind !== 'example') page?.remove();
    const isSameStep = state.lesson && stepOf(state) === stepOf(before);
    if (isSameStep && state.hintCard === before.hintCard) return;
    card.replaceChildren(...(cardContent(state) ?? introduction));
    card.classList.toggle('introduction', !state.lesson && !state.hintCard);
    if (state.lesson && state.lesson.kind !== 'example') card.append(lessonButton(stepOf(state).technique));
    renderActions(state);
    renderList(state, before);
    if (state.view !== 'learn') return;
    // The buttons of the examples, and of practice, stay visible above the card.
    if (practice && state.history.present.round.practice) scrollBelowBoard(practice.panel);
    else if (state.lesson?.kind === 'example') card.scrollIntoView({ block: 'nearest' });
    else scrollBelowBoard(card);
  });

  /** Practice, once it is loaded. @type {import('./practice.js').PracticeView | null} */
  let practice = null;
  let hasFailed = false;
  store.subscribe(({ view, history }) => {
    if (view === 'learn' && history.present.round.practice && !practice && !hasFailed) void loadPractice();
  });
  return { practice: () => practice };

  /** Loads practice when it is used for the first time. Returns null if that fails. */
  async function loadPractice() {
    try {
      const [{ PracticeView }] = await Promise.all([
        import('./practice.js'),
        loadStyles('styles/practice.css'),
      ]);
      practice ??= new PracticeView(store, lessons, openLesson);
    } catch {
      hasFailed = true;
      lessons.actions.showMessage(earlyText('practiceFailed'), 'bad', language());
    }
    return practice;
  }

  /** Opens the lesson of a technique. @param {string} technique */
  async function openLesson(technique) {
    try {
      const { showLesson } = await import('./technique-lesson.js');
      const practise = async (/** @type {string} */ chosen) => (await loadPractice())?.start(chosen);
      const opened = await showLesson(technique, store, lessons, practise);
      if (!opened) return;
      page?.remove();
      page = opened;
      card.before(page);
      page.focus({ preventScroll: true });
      page.firstElementChild?.scrollIntoView({ block: 'nearest' });
      scrollBelowBoard(page);
    } catch {
      lessons.actions.showMessage(earlyText('lessonFailed'), 'bad', language());
    }
  }

  /** @param {string} technique */
  function lessonButton(technique) {
    const button = element('button', { type: 'button', class: 'quiet' }, 'About this technique');
    button.addEventListener('click', () => openLesson(technique));
    return button;
  }

  /** @param {import('../store.js').State} state */
  function renderActions({ lesson, hintCard, history }) {
    const isPractice = history.present.round.practice !== null;
    const row = byId('lesson-actions');
    const hasFocus = row.contains(document.activeElement);
    row.hidden = !lesson && !hintCard && !isAdvancing;
    if (row.hidden && hasFocus) hintLevels[hintLevels.length - 1].focus({ preventScroll: true });
    row.classList.toggle('example', lesson?.kind === 'example' || isPractice);
    // Buttons that cannot be used are disabled rather than hidden, so that all stay in their places.
    const [at, count] = [lesson?.at ?? 0, lesson?.steps.length ?? 0];
    disable('lesson-previous', at === 0);
    disable('lesson-next', at + 1 >= count);
    for (const id of ['lesson-apply', 'lesson-apply-next']) disable(id, !lesson && !isAdvancing);
    byId('lesson-apply').textContent = lesson?.kind === 'path' && at > 0 ? 'Apply up to here' : 'Apply';
  }

  /**
   * @param {import('../store.js').State} state
   * @param {import('../store.js').State} before
   */
  function renderList({ lesson }, before) {
    const place = byId('learn-list');
    if (!hasList(lesson)) {
      if (hasList(before.lesson)) place.replaceChildren();
      return;
    }
    if (before.lesson?.steps !== lesson.steps) {
      const buttons = lesson.steps.map((step, index) => {
        const button = element(
          'button',
          { type: 'button' },
          element('span', { class: 'number' }, String(index + 1)),
          element('span', {}, step.technique),
          element('span', { class: 'place' }, conclusionText(step)),
        );
        button.addEventListener('click', () => lessons.show(index));
        return element('li', {}, button);
      });
      const list =
        lesson.kind === 'steps'
          ? groups(lesson, buttons)
          : element('ol', { class: 'steps', 'aria-label': lesson.title }, ...buttons);
      place.replaceChildren(element('h2', {}, lesson.title), list);
    }
    place.querySelectorAll('button').forEach((button, index) => {
      if (index === lesson.at) {
        button.setAttribute('aria-current', 'step');
        const group = button.closest('details');
        if (group) group.open = true;
        const list = /** @type {HTMLElement | null} */ (button.closest('.steps'));
        // Scroll only the list, not the page.
        if (list) list.scrollTop = button.offsetTop - list.offsetTop - list.clientHeight / 2;
      } else button.removeAttribute('aria-current');
    });
  }
}

/**
 * Reports whether the steps of a lesson are listed.
 * @param {import('../store.js').Lesson | null} lesson
 * @returns {lesson is import('../store.js').Lesson}
 */
const hasList = (lesson) => lesson?.kind === 'path' || lesson?.kind === 'steps';

/** Returns the step shown. @param {import('../store.js').State} state */
const stepOf = ({ lesson }) => lesson?.steps[lesson.at];

/** @param {string} id @param {boolean} disabled */
function disable(id, disabled) {
  /** @type {HTMLButtonElement} */ (byId(id)).disabled = disabled;
}

/** On phones, where the board stays at the top, scrolls to an element below it. @param {Element} shown */
function scrollBelowBoard(shown) {
  const board = byId('board-area');
  const { position, top } = getComputedStyle(board);
  const { width, height, left } = board.getBoundingClientRect();
  const box = shown.getBoundingClientRect();
  // The background of the board covers a strip below it.
  const end = height + parseFloat(top) + 8;
  if (position === 'sticky' && box.left < left + width) scrollBy(0, box.top - end);
}

/**
 * Groups consecutive steps with the same technique under its name.
 * @param {import('../store.js').Lesson} lesson
 * @param {HTMLElement[]} items
 */
function groups({ steps, title }, items) {
  const list = element('div', { class: 'steps', role: 'group', 'aria-label': title });
  for (let first = 0; first < items.length;) {
    const { technique } = steps[first];
    let end = first;
    while (end < items.length && steps[end].technique === technique) end += 1;
    const count = element('span', { class: 'number' }, String(end - first));
    list.append(
      element(
        'details',
        {},
        element('summary', {}, technique, ' ', count),
        element('ol', {}, ...items.slice(first, end)),
      ),
    );
    first = end;
  }
  return list;
}

/**
 * Returns the placements and eliminations of a step as text.
 * @param {{placements: string[], eliminations: string[]}} step
 */
const conclusionText = (step) => [...step.placements, ...step.eliminations].join(', ');

/**
 * Returns the content of the lesson card, or null for the introduction.
 * @param {import('../store.js').State} state
 * @returns {Node[] | null}
 */
function cardContent({ lesson, hintCard }) {
  if (hintCard) {
    const parts = [element('h2', {}, hintCard.title), element('p', {}, hintCard.text)];
    if (hintCard.note) parts.push(element('p', { class: 'aside' }, hintCard.note));
    return parts;
  }
  if (!lesson) return null;
  const { about } = lesson;
  const lang = about?.language ?? 'en';
  const paragraphs = (about?.paragraphs ?? []).map((text) => element('p', { lang }, text));
  if (about?.title) return [element('h2', { lang }, about.title), ...paragraphs];
  const step = lesson.steps[lesson.at];
  const { text, because } = step.proof.at(-1);
  const conclusion = element('p', {}, element('strong', {}, text));
  const parts = [element('h2', {}, step.technique), ...paragraphs, conclusion];
  // Chains and nets are explained line by line below the card.
  if (!isChain(step.proof)) parts.push(element('p', {}, because));
  if (step.note) parts.push(element('p', { class: 'aside' }, step.note));
  if (step.chain) parts.push(element('p', { class: 'chain' }, step.chain));
  return parts;
}
