/** One search on its board: the digits placed and undone, the current cell, and the counters. */
import { CELLS, cellName } from '../../domain/cells.js';
import { digitsOfLine } from '../../domain/game.js';
import { formatNumber } from '../../text.js';
import { edges } from '../board.js';
import { element } from '../element.js';

/**
 * The counters: their labels and their fields in the search state.
 * @type {[string, 'calls' | 'tries' | 'placements' | 'undos' | 'depth' | 'deepest'][]}
 */
const COUNTERS = [
  ['calls', 'calls'],
  ['tries', 'tries'],
  ['placed', 'placements'],
  ['undone', 'undos'],
  ['depth', 'depth'],
  ['max depth', 'deepest'],
];

/** Number of recent placements shown: what fits in two lines on a phone. */
const STACK_SHOWN = 8;

export class RunView {
  /**
   * @param {string} algorithm
   * @param {string} title
   * @param {string} puzzle
   * @param {import('../../domain/trace.js').Recording} recording
   * @param {{ending: string, folded: number}} report
   */
  constructor(algorithm, title, puzzle, recording, report) {
    this.algorithm = algorithm;
    this.puzzle = puzzle;
    this.recording = recording;
    this.givens = digitsOfLine(puzzle);
    /** @type {() => void} */
    this.onCode = () => {};
    /** The current content of each square. @type {string[]} */
    this.shown = new Array(CELLS).fill('?');
    this.squares = this.givens.map(() => element('div'));
    this.digits = this.squares.map((square) => square.appendChild(element('span')));
    this.counters = new Map(COUNTERS.map(([name, field]) => [field, element('dd', {}, '0')]));
    this.stack = element('p', { class: 'stack', 'aria-label': 'Call stack' });
    this.bar = element('span');
    this.codeButton = element('button', { type: 'button', 'aria-pressed': 'false' }, 'Code');
    this.codeButton.addEventListener('click', () => this.onCode());
    this.ending = element('p', { class: 'ending' });
    this.report = report;
    /** A note that is always shown below a shortened recording. */
    this.shortened = report.folded
      ? `Shortened: ${formatNumber(recording.length)} of ${formatNumber(recording.length + report.folded)} ` +
        'events shown; deep subtrees are collapsed.'
      : '';
    this.root = element(
      'article',
      { class: 'run', 'data-algorithm': algorithm },
      element('h2', {}, title, this.codeButton),
      element(
        'div',
        { class: 'mini', role: 'img', 'aria-label': `Board of ${title}` },
        element('div', { class: 'squares' }, ...this.squares),
      ),
      element('div', { class: 'depth', 'aria-hidden': 'true' }, this.bar),
      element(
        'dl',
        { class: 'counters' },
        ...COUNTERS.map(([name, field]) =>
          element('div', {}, element('dt', {}, name), /** @type {HTMLElement} */ (this.counters.get(field))),
        ),
      ),
      this.stack,
      this.ending,
    );
  }

  /** @param {boolean} shown */
  setCodeShown(shown) {
    this.codeButton.setAttribute('aria-pressed', String(shown));
  }

  /** Shows the search at a moment in time. @param {number} moment */
  render(moment) {
    const search = this.recording.seek(this.recording.eventsAt(moment));
    const result = search.at === this.recording.length ? `Result: ${this.report.ending}. ` : '';
    const ending = `${result}${this.shortened}`;
    if (this.ending.textContent !== ending) this.ending.textContent = ending;
    const newest = search.stack[search.stack.length - 1];
    const { last } = search;
    for (let cell = 0; cell < CELLS; cell += 1) {
      const given = this.givens[cell];
      const tried = last?.kind === 'try' && last.cell === cell;
      const digit = given || search.values[cell] || (tried ? last.digit : search.undone[cell]);
      let state = '';
      if (given) state = 'given';
      else if (search.values[cell]) state = cell === newest ? 'placed newest' : 'placed';
      else if (tried) state = this.isPlacedNext(search.at) ? 'placed' : 'rejected';
      else if (search.undone[cell]) state = 'undone';
      this.renderSquare(cell, digit, state);
    }
    for (const [field, place] of this.counters) {
      const text = formatNumber(search[field]);
      if (place.textContent !== text) place.textContent = text;
    }
    this.bar.style.transform = `scaleX(${Math.min(1, search.stack.length / 64)})`;
    const path = search.stack
      .slice(-STACK_SHOWN)
      .map((cell) => `${cellName(cell)}=${search.values[cell]}`)
      .join(' › ');
    this.stack.textContent = search.stack.length > STACK_SHOWN ? `… › ${path}` : path || 'nothing placed';
  }

  /** Reports whether the digit tried last is placed by the next event. @param {number} at */
  isPlacedNext(at) {
    return this.recording.events[at]?.kind === 'place';
  }

  /**
   * @param {number} cell
   * @param {number} digit
   * @param {string} state
   */
  renderSquare(cell, digit, state) {
    const fingerprint = `${digit}${state}`;
    if (this.shown[cell] === fingerprint) return;
    this.shown[cell] = fingerprint;
    this.squares[cell].className = ['square', ...edges(cell), state].join(' ');
    this.digits[cell].textContent = digit ? String(digit) : '';
  }
}
