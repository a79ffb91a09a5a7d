/**
 * One search on its board: the digits placed and undone, a sentence about the current event, the tree strip, the
 * counters, what the solver keeps in mind, and the call tree.
 */
import { CELLS, HOUSES, cellName } from '../../domain/cells.js';
import { digitsOfLine } from '../../domain/game.js';
import { Search } from '../../domain/search.js';
import { describeState } from '../../domain/sentences.js';
import { say, text } from '../../messages/messages.js';
import { formatNumber } from '../../text.js';
import { edges } from '../board.js';
import { element } from '../element.js';
import { CallTree } from './call-tree.js';
import { LiveState } from './live-state.js';
import { prefer, preferences } from './preferences.js';
import { Strip } from './strip.js';

/** @typedef {import('../../domain/search.js').Range} Range */
/** @typedef {import('../../domain/search.js').TraceReport} TraceReport */
/** @typedef {import('../../domain/trace.js').SearchState} SearchState */
/** @typedef {'dead end' | 'backtrack' | 'up'} Jump */
/**
 * What a run needs from the laboratory.
 * @typedef {object} Host
 * @property {(run: RunView) => void} showCode
 * @property {(moment: number) => void} seek
 * @property {(run: RunView, jump: Jump) => void} jump
 * @property {(run: RunView, call: number) => void} seekCall
 * @property {(run: RunView, range: Range) => Promise<void>} load
 */

/**
 * The counters: their labels and their fields in the search state.
 * @type {[import('../../messages/messages.js').Key, 'calls' | 'tries' | 'placements' | 'undos' | 'depth' | 'deepest'][]}
 */
const COUNTERS = [
  ['countCalls', 'calls'],
  ['countTries', 'tries'],
  ['countPlaced', 'placements'],
  ['countUndone', 'undos'],
  ['countDepth', 'depth'],
  ['countDeepest', 'deepest'],
];

/**
 * The endings of searches, and those of the user's own solver.
 * @type {Record<string, import('../../messages/messages.js').Key>}
 */
const ENDINGS = {
  solved: 'runSolved',
  'no solution': 'runNoSolution',
  'out of budget': 'runOutOfBudget',
  wrong: 'ownEndWrong',
  stopped: 'ownEndStopped',
  error: 'ownEndError',
};

/** Number of recent placements shown: what fits in two lines on a phone. */
const STACK_SHOWN = 8;
/** Milliseconds between updates of the call tree during playback. */
const TREE_INTERVAL = 250;

export class RunView {
  /**
   * @param {string} algorithm
   * @param {string} title
   * @param {string} puzzle
   * @param {TraceReport} report
   */
  constructor(algorithm, title, puzzle, report) {
    this.algorithm = algorithm;
    this.title = title;
    this.puzzle = puzzle;
    this.report = report;
    this.search = new Search(report);
    this.givens = digitsOfLine(puzzle);
    /** @type {Host | null} */
    this.host = null;
    this.moment = 0;
    /** The state shown. @type {SearchState} */
    this.state = this.search.stateAt(0);
    this.treeTime = 0;
    /** The current content of each square. @type {string[]} */
    this.shown = new Array(CELLS).fill('?');
    this.squares = this.givens.map(() => element('div'));
    this.digits = this.squares.map((square) => square.appendChild(element('span')));
    this.notes = this.squares.map((square) => square.appendChild(element('small')));
    this.counters = new Map(COUNTERS.map(([, field]) => [field, element('dd', {}, '0')]));
    this.stack = element('p', { class: 'stack', 'aria-label': text('runStack') });
    this.sentence = element('p', { class: 'sentence' });
    this.codeButton = element('button', { type: 'button', 'aria-pressed': 'false' }, text('runCode'));
    this.codeButton.addEventListener('click', () => this.host?.showCode(this));
    this.ending = element('p', { class: 'ending' });
    this.strip = new Strip(this.search, title, (moment) => this.host?.seek(moment));
    this.live = new LiveState(algorithm, this.givens, this.search);
    this.tree = new CallTree(
      this.search,
      title,
      (call) => this.host?.seekCall(this, call),
      async (range) => this.host?.load(this, range),
    );
    this.livePanel = this.panel('live', text('liveTitle'), this.live.root);
    this.livePanel.hidden = !this.live.kind;
    this.treePanel = this.panel('tree', text('treeTitle'), this.tree.root);
    /** A note that is always shown below a shortened recording. */
    this.shortened = report.folded
      ? text('runShortened', {
          shown: this.search.overview.length,
          events: this.search.overview.length + report.folded,
        })
      : '';
    this.root = element(
      'article',
      { class: 'run', 'data-algorithm': algorithm },
      element('h2', {}, title, this.codeButton),
      element(
        'div',
        { class: 'mini', role: 'img', 'aria-label': text('runBoard', { title }) },
        element('div', { class: 'squares' }, ...this.squares),
      ),
      this.sentence,
      this.strip.root,
      this.jumpButtons(),
      element(
        'dl',
        { class: 'counters' },
        ...COUNTERS.map(([name, field]) =>
          element('div', {}, element('dt', {}, text(name)), /** @type {HTMLElement} */ (this.counters.get(field))),
        ),
      ),
      this.stack,
      this.ending,
      this.livePanel,
      this.treePanel,
    );
  }

  /** The recording shown now. */
  get recording() {
    return this.search.locate(this.moment).recording;
  }

  get endingText() {
    const key = ENDINGS[this.report.ending];
    return key ? text(key, { calls: this.search.calls }) : this.report.ending;
  }

  /** The sentence about the current event. */
  get sentenceText() {
    return this.sentence.textContent ?? '';
  }

  jumpButtons() {
    const buttons = /** @type {const} */ ([
      ['dead end', 'nextDeadEnd'],
      ['backtrack', 'nextBacktrack'],
      ['up', 'upOneLevel'],
    ]).map(([jump, key]) => {
      const button = element('button', { type: 'button', 'data-jump': jump }, text(key));
      button.addEventListener('click', () => this.host?.jump(this, jump));
      return button;
    });
    const label = text('jumpsLabel', { title: this.title });
    return element('div', { class: 'jumps', role: 'group', 'aria-label': label }, ...buttons);
  }

  /**
   * Creates a panel that can be closed; all runs open and close it together on the next visit.
   * @param {'live' | 'tree'} name
   * @param {string} title
   * @param {HTMLElement} content
   */
  panel(name, title, content) {
    const panel = element('details', { class: `lab-panel ${name}-panel` }, element('summary', {}, title), content);
    panel.open = preferences()[name];
    panel.addEventListener('toggle', () => {
      if (preferences()[name] !== panel.open) prefer({ [name]: panel.open });
      if (panel.isConnected) this.render(this.moment);
    });
    return panel;
  }

  /** @param {boolean} shown */
  setCodeShown(shown) {
    this.codeButton.setAttribute('aria-pressed', String(shown));
  }

  /** Shows the search at a moment in time. @param {number} moment @param {boolean} [playing] */
  render(moment, playing = false) {
    this.moment = moment;
    const { search } = this;
    const { recording, at } = search.locate(moment);
    const state = recording.seek(at);
    this.state = state;
    const isAtEnd = moment >= search.end;
    const result = isAtEnd ? text('runResult', { ending: this.endingText }) : '';
    setText(this.ending, [result, this.shortened].filter(Boolean).join(' '));
    this.renderBoard(recording, state);
    setText(
      this.sentence,
      search.isExact(moment) ? say(describeState(recording, state, this.algorithm)) : text('sayInGap'),
    );
    for (const [field, place] of this.counters) setText(place, formatNumber(state[field]));
    this.strip.render(moment, state.depth, playing);
    const path = state.stack
      .slice(-STACK_SHOWN)
      .map((cell) => `${cellName(cell)}=${state.values[cell]}`)
      .join(' › ');
    setText(this.stack, state.stack.length > STACK_SHOWN ? `… › ${path}` : path || text('runNothing'));
    if (this.livePanel.open) this.live.render(recording, state);
    if (this.treePanel.open && (!playing || performance.now() - this.treeTime > TREE_INTERVAL)) {
      this.treeTime = performance.now();
      this.tree.render(moment);
    }
  }

  /** @param {import('../../domain/trace.js').Recording} recording @param {SearchState} state */
  renderBoard(recording, state) {
    const newest = state.stack[state.stack.length - 1];
    const { last } = state;
    const { notes, marks } = this.livePanel.open ? this.live.overlay(recording, state) : {};
    const tried = last && (last.kind === 'try' || (last.kind === 'conflict' && last.digit)) ? last : null;
    const inHouse = last && last.house >= 0 ? HOUSES[last.house].cells : [];
    for (let cell = 0; cell < CELLS; cell += 1) {
      const given = this.givens[cell];
      const isTried = tried?.cell === cell && !state.values[cell];
      const digit = given || state.values[cell] || (isTried ? tried.digit : state.undone[cell]);
      let look = '';
      if (given) look = 'given';
      else if (state.values[cell]) look = cell === newest ? 'placed newest' : 'placed';
      else if (isTried) look = tried.kind === 'try' ? 'trying' : 'rejected';
      else if (state.undone[cell]) look = 'undone';
      if (last?.cell === cell && ['choose', 'read', 'eliminate', 'conflict'].includes(last.kind)) look += ' looked';
      if (last?.with === cell) look += ' clash';
      if (inHouse.includes(cell)) look += ' in-house';
      this.renderSquare(cell, digit, marks?.[cell] ? `${look} ${marks[cell]}` : look, notes?.[cell] ?? '');
    }
  }

  /**
   * @param {number} cell
   * @param {number} digit
   * @param {string} look
   * @param {string} note
   */
  renderSquare(cell, digit, look, note) {
    const fingerprint = `${digit}${look}/${note}`;
    if (this.shown[cell] === fingerprint) return;
    this.shown[cell] = fingerprint;
    this.squares[cell].className = ['square', ...edges(cell), look, note.length > 1 ? 'marks' : ''].join(' ');
    // An undone digit would hide the notes.
    const hidden = note && look.startsWith('undone');
    this.digits[cell].textContent = digit && !hidden ? String(digit) : '';
    this.notes[cell].textContent = digit && !hidden ? '' : note;
  }

  /** Makes a moment exact, if the engine can. @param {number} moment @param {(range: Range) => Promise<TraceReport>} request */
  async ensure(moment, request) {
    for (let round = 0; round < 6 && this.algorithm !== 'own' && !this.search.isExact(moment); round += 1)
      this.search.add(await request(this.search.rangeAt(moment)));
  }

  /**
   * Returns the moment to which a jump leads, or null.
   * @param {Jump} jump
   * @param {(range: Range) => Promise<TraceReport>} request
   */
  async target(jump, request) {
    const { search, moment } = this;
    if (jump === 'up') {
      const found = search.returnFrom(moment);
      if (found !== null || this.algorithm === 'own' || !search.folded) return found;
      search.add(await request({ skip: Math.max(0, this.state.calls - 1), budget: search.calls, fold: true }));
      return search.returnFrom(moment);
    }
    const matches = (/** @type {import('../../domain/trace.js').Recording} */ recording, /** @type {number} */ index) =>
      jump === 'backtrack'
        ? recording.kindAt(index) === 'undo'
        : recording.deadEnds[index] > (index ? recording.deadEnds[index - 1] : 0);
    let from = moment;
    for (let round = 0; round < 30; round += 1) {
      const { found, known } = search.find(from, matches);
      if (found !== null || known >= search.end || this.algorithm === 'own') return found;
      await this.ensure(known + 1, request);
      from = known;
    }
    return null;
  }
}

/** Changes the text of an element, if it is different. @param {HTMLElement} place @param {string} content */
function setText(place, content) {
  if (place.textContent !== content) place.textContent = content;
}
