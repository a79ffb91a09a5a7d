/**
 * Practice in Learn: a dialog with a card for each technique, and the panel beside a practice position.
 * Loaded when practice is used for the first time.
 */
import { solvedOf } from '../domain/practice.js';
import { language } from '../messages/language.js';
import { text } from '../messages/messages.js';
import { Practice } from '../practice.js';
import { byId, element } from './element.js';

/** @typedef {import('../practice.js').Card} Card */
/** @typedef {import('../messages/messages.js').Key} Key */

export class PracticeView {
  /**
   * @param {import('../store.js').Store} store
   * @param {import('../lessons.js').Lessons} lessons
   * @param {(technique: string) => unknown} openLesson
   */
  constructor(store, lessons, openLesson) {
    this.store = store;
    this.lessons = lessons;
    this.openLesson = openLesson;
    this.practice = new Practice(store, lessons);
    this.dialog = element('dialog', { id: 'dialog-practice', 'aria-labelledby': 'practice-title' });
    document.body.append(this.dialog);
    this.panel = element('section', { class: 'practice', id: 'practice' });
    byId('panel-learn').prepend(this.panel);
    store.subscribe((state, before) => {
      const { view, lesson, settings, history } = before;
      const isSame = state.view === view && state.lesson === lesson && state.settings === settings;
      if (!isSame || state.history.present.round !== history.present.round) this.render();
    });
    this.render();
  }

  /** Runs an action that may fail. @param {() => Promise<unknown>} action */
  async run(action) {
    try {
      await action();
    } catch (error) {
      this.lessons.actions.showError(error);
    }
  }

  /** Opens the dialog with all techniques. */
  open() {
    return this.run(async () => {
      this.renderCards(await this.practice.cards());
      if (!this.dialog.open) this.dialog.showModal();
    });
  }

  /** @param {string} technique */
  async start(technique) {
    await this.run(() => this.practice.start(technique));
    // The dialog returned the focus to the button that opened it, which may be hidden now.
    const { activeElement, body } = document;
    const cursor = /** @type {HTMLElement | null} */ (byId('board').querySelector('[tabindex="0"]'));
    if (activeElement === body || !activeElement?.checkVisibility()) cursor?.focus({ preventScroll: true });
  }

  /** Judges the answer, or goes on if the step is shown. Returns false if nothing is practised. */
  check() {
    if (!this.practice.current || this.store.state.view !== 'learn') return false;
    void this.run(() => this.practice.check());
    return true;
  }

  /** @param {readonly Card[]} cards */
  renderCards(cards) {
    this.dialog.lang = language();
    const levels = [...new Set(cards.map((card) => card.level))];
    const current = cards.find((card) => card.technique === this.practice.current?.technique);
    const shown = current?.level ?? levels[0];
    const isOwn = this.store.state.settings.techniques.length > 0;
    this.dialog.replaceChildren(
      element('h2', { id: 'practice-title' }, text('practiceTitle')),
      element('p', { class: 'aside' }, text('practiceAbout'), isOwn ? ` ${text('practiceOwn')}` : ''),
      ...levels.map((level) => {
        const ofLevel = cards.filter((card) => card.level === level);
        return this.level(level, ofLevel, level === shown);
      }),
      this.dialogButtons(),
    );
  }

  /**
   * Returns the cards of a level.
   * @param {string} level
   * @param {readonly Card[]} cards
   * @param {boolean} open
   */
  level(level, cards, open) {
    const [solved, count] = [sum(cards, 'solved'), sum(cards, 'count')];
    return element(
      'details',
      { open },
      element(
        'summary',
        {},
        element('strong', {}, text(/** @type {Key} */ (`practice${level}`))),
        element('span', { class: 'aside' }, text('practiceLevelProgress', { solved, count })),
      ),
      element('ul', {}, ...cards.map((card) => this.card(card))),
    );
  }

  /** @param {Card} card */
  card({ technique, summary, solved, count, generated }) {
    const start = button('', () => {
      this.dialog.close();
      void this.start(technique);
    });
    start.className = 'card-start';
    start.title = summary;
    start.dataset.technique = technique;
    const progress = text('practiceProgress', { solved, count }) + (generated ? ` + ${generated}` : '');
    start.append(
      element('span', { lang: 'en' }, technique),
      element('span', { class: 'aside' }, progress),
      element('progress', { value: solved, max: count, 'aria-hidden': 'true' }),
    );
    const lesson = button(text('practiceLesson'), () => {
      this.dialog.close();
      void this.openLesson(technique);
    });
    lesson.className = 'quiet';
    lesson.setAttribute('aria-label', text('practiceLessonOf', { technique }));
    return element('li', {}, start, lesson);
  }

  dialogButtons() {
    const status = element('span', { role: 'status', class: 'aside' });
    const before = this.practice.progress();
    const reset = button(text('practiceReset'), async () => {
      this.practice.save({});
      await this.open();
      const row = this.dialog.querySelector('.row');
      row?.querySelector('[role=status]')?.append(text('practiceResetDone'));
      const undo = button(text('practiceUndo'), () => {
        this.practice.save(before);
        void this.open();
      });
      row?.prepend(undo);
      undo.focus();
    });
    reset.disabled = !Object.keys(before).length;
    const close = button(text('practiceClose'), () => this.dialog.close());
    close.className = 'primary';
    return element('div', { class: 'row end' }, status, reset, close);
  }

  /** Shows the panel while a position is practised, with the keypad of Play. */
  render() {
    const { current } = this.practice;
    const isShown = current !== null && this.store.state.view === 'learn';
    byId('panel-learn').classList.toggle('practising', current !== null);
    this.panel.hidden = !isShown;
    const entry = byId('entry');
    if (!isShown || !current) {
      entry.hidden = false;
      if (!byId('panel-play').contains(entry)) byId('panel-play').prepend(entry);
      return;
    }
    if (!this.panel.firstChild || this.panel.lang !== language()) this.renderButtons();
    if (!this.panel.contains(entry)) this.panel.querySelector('.answer')?.before(entry);
    void this.run(() => this.renderHead(current));
    const { isAnswered } = this.practice;
    byId('practice-check').textContent = text(isAnswered ? 'practiceNext' : 'practiceCheck');
    byId('practice-skip').textContent = text(current.state === 'solved' ? 'practiceNext' : 'practiceSkip');
    // The other buttons make room for the step on phones.
    const others = ['undo', 'hint', 'show', 'skip'].map((name) => byId(`practice-${name}`));
    const hasFocus = others.some((other) => other === document.activeElement);
    if (isAnswered && hasFocus) byId('practice-check').focus();
    for (const other of others) other.hidden = isAnswered;
    entry.hidden = this.store.state.lesson !== null;
  }

  renderButtons() {
    const { practice, lessons, panel } = this;
    panel.lang = language();
    panel.setAttribute('aria-label', text('practiceTitle'));
    const check = button('', () => void this.check(), 'practice-check');
    check.className = 'primary';
    panel.replaceChildren(
      element('p', { id: 'practice-head' }),
      element(
        'div',
        { class: 'row answer', role: 'group', 'aria-label': text('practiceActions') },
        check,
        button(text('practiceUndo'), () => practice.undo(), 'practice-undo'),
        button(text('practiceHint'), () => lessons.hint('where'), 'practice-hint'),
        button(text('practiceShow'), () => lessons.hint('full'), 'practice-show'),
        button('', () => this.run(() => practice.next()), 'practice-skip'),
      ),
      element(
        'div',
        { class: 'row' },
        button(text('practiceLesson'), () => practice.current && this.openLesson(practice.current.technique)),
        button(text('practiceAll'), () => this.open(), 'practice-all'),
        button(text('practiceLeave'), () => practice.leave(), 'practice-leave'),
      ),
    );
  }

  /** @param {import('../domain/round.js').Practice} current */
  async renderHead({ technique, number }) {
    const count = (await this.practice.counts())[technique] ?? 0;
    const { solved } = solvedOf(this.practice.progress(), technique, count);
    const place = number === null ? 'practiceGenerated' : 'practiceNumber';
    byId('practice-head').replaceChildren(
      element('strong', { lang: 'en' }, technique),
      element('span', { class: 'aside' }, text(place, { number: (number ?? 0) + 1, solved, count })),
    );
  }
}

/** @param {readonly Card[]} cards @param {'solved' | 'count'} field */
const sum = (cards, field) => cards.reduce((total, card) => total + card[field], 0);

/** @param {string} label @param {() => unknown} action @param {string} [id] */
function button(label, action, id) {
  const node = element('button', { type: 'button', id: id ?? false }, label);
  node.addEventListener('click', () => void action());
  return node;
}
