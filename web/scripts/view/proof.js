/**
 * The proof of a step below the lesson card: numbered lines, which the board can show one by one, and tabs for
 * the cases of forcing chains and nets.
 */
import { caseAt, casesOf, isChain, isLong, linesOf } from '../domain/proof.js';
import { element } from './element.js';

/** Time between two lines while a proof is played. */
const LINE_TIME = 1500;

export class ProofView {
  /** @param {import('../store.js').Store} store */
  constructor(store) {
    this.store = store;
    this.root = element('div', { class: 'proof' });
    /** @type {import('../domain/proof.js').ProofLine[]} */
    this.proof = [];
    /** @type {number | null} */
    this.shownCase = null;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.player = undefined;
    this.root.addEventListener('keydown', (event) => this.onKey(event));
    // The mouse shows the line that it moves to, but not one that is scrolled below it.
    this.root.addEventListener('pointermove', (event) => {
      const line = lineAt(event.target);
      const moves = event.movementX || event.movementY;
      if (event.pointerType === 'mouse' && moves && line !== null) this.show(line);
    });
    store.subscribe((state, before) => {
      if (state.lesson !== before.lesson) this.render(state.lesson);
    });
  }

  /** @param {import('../store.js').Lesson | null} lesson */
  render(lesson) {
    const proof = lesson?.steps[lesson.at]?.proof ?? [];
    const line = lesson?.line ?? null;
    if (!lesson || line === null) this.stop();
    // Lines that hold in all cases leave the tab as it is.
    const isOpen = proof === this.proof && (line === null || proof[line].case === null);
    const shownCase = isOpen ? this.shownCase : caseAt(proof, line);
    if (proof !== this.proof || shownCase !== this.shownCase) {
      const hadFocus = this.root.contains(document.activeElement);
      const wasTab = document.activeElement?.getAttribute('role') === 'tab';
      [this.proof, this.shownCase] = [proof, shownCase];
      this.root.replaceChildren(...(isLong(proof) ? this.content() : []));
      if (hadFocus) this.focus(wasTab ? '[role=tab][aria-selected=true]' : `[data-line="${line ?? 0}"]`);
    }
    for (const button of this.lines()) {
      const index = Number(button.dataset.line);
      button.classList.toggle('later', line !== null && index > line);
      if (index === line) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
    }
  }

  content() {
    const { proof, shownCase } = this;
    const list = element(
      'ol',
      {},
      ...linesOf(proof, shownCase).map((index) => element('li', {}, this.lineButton(index))),
    );
    const play = element('button', { type: 'button', class: 'play' }, 'Play proof');
    play.addEventListener('click', () => (this.player ? this.stop() : this.play()));
    const all = element('button', { type: 'button' }, 'Show all');
    all.addEventListener('click', () => this.show(null));
    const controls = element('div', { class: 'row' }, play, all);
    // The legend is about chains: in a pattern, green candidates are not all true.
    return [...this.tabs(), list, controls, ...(isChain(proof) ? [legend()] : [])];
  }

  tabs() {
    const cases = casesOf(this.proof);
    if (!cases.length) return [];
    const tabs = cases.map((number) => {
      const isShown = number === this.shownCase;
      const tab = element(
        'button',
        {
          type: 'button',
          role: 'tab',
          class: `case-${number}`,
          'aria-selected': String(isShown),
          tabindex: isShown ? 0 : -1,
        },
        `Case ${number}`,
      );
      tab.addEventListener('click', () => this.showCase(number));
      return tab;
    });
    return [element('div', { class: 'row', role: 'tablist', 'aria-label': 'Cases' }, ...tabs)];
  }

  /** @param {number} index */
  lineButton(index) {
    const { kind, from, text, because } = this.proof[index];
    const isFromLast = from.length === 1 && from[0] === index;
    const sources = kind !== 'consequence' || isFromLast ? '' : `; from ${from.join(', ')}`;
    // The card explains patterns.
    const reason = kind === 'conclusion' && !isChain(this.proof) ? '' : because + sources;
    const button = element(
      'button',
      { type: 'button', class: kind, 'data-line': index },
      element('span', { class: 'number' }, String(index + 1)),
      element('span', {}, kind === 'assumption' ? `Suppose ${text}.` : text),
      ...(reason ? [element('span', { class: 'because' }, reason)] : []),
    );
    button.addEventListener('click', () => {
      this.show(index);
      button.focus();
    });
    return button;
  }

  lines() {
    return /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll('[data-line]'));
  }

  /** Shows the board at a line of the proof, or the whole step. @param {number | null} line */
  show(line) {
    const { lesson } = this.store.state;
    if (lesson && lesson.line !== line) this.store.update({ lesson: { ...lesson, line } });
  }

  /** Shows a case from its assumption. @param {number} number */
  showCase(number) {
    this.show(this.proof.findIndex((line) => line.case === number));
  }

  /** Moves to the line before or after the current one. Returns whether there is one. @param {1 | -1} step */
  move(step) {
    const line = this.store.state.lesson?.line ?? null;
    const next = line === null ? (step > 0 ? 0 : this.proof.length - 1) : line + step;
    if (next < 0 || next >= this.proof.length) return false;
    this.show(next);
    this.root.querySelector(`[data-line="${next}"]`)?.scrollIntoView({ block: 'nearest' });
    return true;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const side = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const isTab = document.activeElement?.getAttribute('role') === 'tab';
    if (step && !isTab && this.move(/** @type {1 | -1} */ (step))) {
      this.focus(`[data-line="${this.store.state.lesson?.line}"]`);
    } else if (side && isTab) {
      const cases = casesOf(this.proof);
      const next = cases[cases.indexOf(this.shownCase ?? 0) + side];
      if (next) this.showCase(next);
    } else if (!step && !(side && isTab)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} selector */
  focus(selector) {
    /** @type {HTMLElement | null} */ (this.root.querySelector(selector))?.focus();
  }

  /** Shows all lines one after another, from the current one. */
  play() {
    if (this.store.state.lesson?.line === this.proof.length - 1) this.show(null);
    this.move(1);
    this.player = setInterval(() => this.move(1) || this.stop(), LINE_TIME);
    this.renderPlayer();
  }

  stop() {
    clearInterval(this.player);
    this.player = undefined;
    this.renderPlayer();
  }

  renderPlayer() {
    const button = this.root.querySelector('.play');
    if (button) button.textContent = this.player ? 'Pause' : 'Play proof';
  }
}

/** Returns the line that contains an element. @param {EventTarget | null} target */
function lineAt(target) {
  const line = target instanceof Element ? target.closest('[data-line]') : null;
  return line ? Number(line.getAttribute('data-line')) : null;
}

/** Explains the marks on the board. */
const legend = () =>
  element(
    'p',
    { class: 'legend aside' },
    element('span', { class: 'pattern' }, 'true'),
    element('span', { class: 'second' }, 'false'),
    element('span', { class: 'strong' }, 'so it is true (strong link)'),
    element('span', { class: 'weak' }, 'so it is false (weak link)'),
  );
