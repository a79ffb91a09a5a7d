/**
 * The user's own solver: an editor, and a run in the sandbox that is replayed like those of the textbook
 * solvers. The code is kept in local storage.
 */
import { cellName } from '../../domain/cells.js';
import { localized } from '../../messages/algorithms.js';
import { text } from '../../messages/messages.js';
import { readItem, writeItem } from '../../persistence.js';
import { MAX_SOURCE, TIME_LIMIT, programFor, runProgram } from '../../sandbox/sandbox.js';
import { findConflict, foldedEvents, judge, rowsOf } from '../../sandbox/verdict.js';
import { byId, element, onClick } from '../element.js';
import { program } from './programs.js';
import { RunView } from './run.js';

const KEY = 'veridoku-solver';

/** LeetCode's signature. */
const EMPTY = `/**
 * Fills in the empty cells ('.') of the board in place.
 * @param {character[][]} board
 * @return {void}
 */
var solveSudoku = function(board) {
  
};
`;

/** A plain backtracking solver to start with. */
const SIMPLE = `/**
 * Fills in the empty cells ('.') of the board in place.
 * @param {character[][]} board
 * @return {void}
 */
var solveSudoku = function(board) {
  const fits = (row, column, digit) => {
    const [top, left] = [row - row % 3, column - column % 3];
    for (let i = 0; i < 9; i++) {
      if (board[row][i] === digit) return false;
      if (board[i][column] === digit) return false;
      if (board[top + Math.floor(i / 3)][left + i % 3] === digit) return false;
    }
    return true;
  };

  const solve = (cell) => {
    if (cell === 81) return true;
    const [row, column] = [Math.floor(cell / 9), cell % 9];
    if (board[row][column] !== '.') return solve(cell + 1);
    for (const digit of '123456789') {
      if (!fits(row, column, digit)) continue;
      board[row][column] = digit;
      if (solve(cell + 1)) return true;
      board[row][column] = '.';
    }
    return false;
  };

  solve(0);
};
`;

export class OwnSolver {
  /**
   * @param {import('../../engine/engine.js').Engine} engine
   * @param {() => string} puzzle returns the puzzle to solve
   * @param {() => void} onRun    is called when there is a new run
   */
  constructor(engine, puzzle, onRun) {
    this.engine = engine;
    this.puzzle = puzzle;
    this.onRun = onRun;
    /** The latest run. @type {RunView | null} */
    this.run = null;
    /** The code of the latest run. */
    this.source = '';
    /** Creates the view of the latest run, in the current language. @type {() => RunView | null} */
    this.createRun = () => null;
    /** Returns the message below the editor, in the current language. */
    this.message = () => '';
    /** @type {AbortController | null} */
    this.stop = null;
    this.editor = /** @type {HTMLTextAreaElement} */ (byId('own-code'));
    this.start = /** @type {HTMLSelectElement} */ (byId('own-start'));
    this.reads = /** @type {HTMLInputElement} */ (byId('own-reads'));
    this.editor.value = readItem(KEY) ?? SIMPLE;
    this.editor.addEventListener('input', () => writeItem(KEY, this.editor.value));
    mountEditorKeys(this.editor, () => void this.execute());
    onClick('own-run', () => this.execute());
    onClick('own-stop', () => this.stop?.abort());
    onClick('own-reset', () => this.replace());
    byId('own-solver').addEventListener('toggle', () => void this.listStarts());
  }

  /** Shows everything in the current language. */
  changeLanguage() {
    const chosen = this.start.value;
    this.start.replaceChildren();
    if (chosen) void this.listStarts().then(() => (this.start.value = chosen));
    byId('own-status').textContent = this.message();
    this.run = this.createRun();
  }

  /** Lists the solvers to start from. */
  async listStarts() {
    if (this.start.options.length) return;
    this.start.append(
      element('option', { value: 'simple', 'data-text': 'ownStartSimple' }, text('ownStartSimple')),
      element('option', { value: 'empty', 'data-text': 'ownStartEmpty' }, text('ownStartEmpty')),
    );
    const { algorithms } = await this.engine.catalogue();
    for (const { algorithm, title } of algorithms.map(localized))
      if (algorithm !== 'fast') this.start.append(element('option', { value: algorithm }, title));
  }

  /** Replaces the code by the solver to start from. */
  async replace() {
    const algorithm = this.start.value;
    let source = algorithm === 'empty' ? EMPTY : SIMPLE;
    if (!['empty', 'simple'].includes(algorithm)) {
      try {
        ({ source } = await program(algorithm, 'javascript'));
      } catch (error) {
        this.showError(error);
        return;
      }
    }
    this.editor.focus();
    this.editor.select();
    insertText(this.editor, source);
    this.editor.setSelectionRange(0, 0);
    this.editor.scrollTop = 0;
    this.show(() => text('ownReplaced'));
  }

  /**
   * Shows a message below the editor.
   * @param {() => string} message
   * @param {string} [result]
   */
  show(message, result = '') {
    this.message = message;
    const status = byId('own-status');
    status.textContent = message();
    status.dataset.result = result;
  }

  /** @param {unknown} error */
  showError(error) {
    this.show(() => (error instanceof Error ? error.message : String(error)), 'error');
  }

  /** Runs the code on the puzzle of the laboratory. */
  async execute() {
    if (this.stop) return;
    const source = this.editor.value;
    const puzzle = this.puzzle();
    if (source.length > MAX_SOURCE) {
      this.show(() => text('ownTooLong', { limit: MAX_SOURCE }), 'error');
      return;
    }
    const conflict = findConflict(puzzle);
    if (conflict) {
      const [cell, other] = [cellName(conflict.cell), cellName(conflict.other)];
      this.show(() => text('ownInvalid', { cell, other, digit: puzzle[conflict.cell] }), 'error');
      return;
    }
    this.stop = new AbortController();
    this.setRunning(true);
    this.show(() => text('ownRunning', { seconds: TIME_LIMIT / 1000 }));
    byId('own-log').hidden = true;
    try {
      const [answer, truth] = await Promise.all([
        runProgram(programFor(source, puzzle, { reads: this.reads.checked }), this.stop.signal),
        this.engine.request('solve', { puzzle, from: 'line' }),
      ]);
      if (answer === 'hung') this.show(() => text('ownHung', { seconds: TIME_LIMIT / 1000 }), 'stopped');
      else if (answer === 'stopped') this.show(() => text('ownStopped'), 'stopped');
      else if (answer === 'unavailable') this.show(() => text('ownUnavailable'), 'error');
      else this.finish(answer, source, puzzle, truth);
    } catch (error) {
      this.showError(error);
    } finally {
      this.stop = null;
      this.setRunning(false);
    }
  }

  /**
   * Shows the result and the recording of a run.
   * @param {import('../../sandbox/solver-worker.js').Answer} answer
   * @param {string} source
   * @param {string} puzzle
   * @param {{status: string, solution: string | null}} truth
   */
  finish(answer, source, puzzle, truth) {
    const { key, values, result } = judge(answer, source, puzzle, truth);
    this.show(() => {
      const sentences = [text(key, values)];
      if (answer.dropped)
        sentences.push(text('ownDropped', { shown: answer.length, events: answer.totals.events }));
      if (!answer.traced) sentences.push(text('ownUntraced'));
      return sentences.join(' ');
    }, result);
    const log = byId('own-log');
    log.textContent = answer.log;
    log.hidden = !answer.log;
    if (!answer.length) return;
    this.source = source;
    const report = { events: rowsOf(answer), ending: result, folded: foldedEvents(answer) };
    this.createRun = () => new RunView('own', text('ownRunTitle'), puzzle, report);
    this.run = this.createRun();
    this.onRun();
  }

  /** @param {boolean} running */
  setRunning(running) {
    /** @type {HTMLButtonElement} */ (byId('own-run')).disabled = running;
    /** @type {HTMLButtonElement} */ (byId('own-stop')).disabled = !running;
    byId('own-solver').setAttribute('aria-busy', String(running));
  }
}

/**
 * Replaces the selected text. The browser can undo this.
 * @param {HTMLTextAreaElement} editor
 * @param {string} replacement
 */
function insertText(editor, replacement) {
  // The only way to edit a text area that keeps its undo history.
  if (document.execCommand('insertText', false, replacement)) return;
  editor.setRangeText(replacement, editor.selectionStart, editor.selectionEnd, 'end');
  editor.dispatchEvent(new Event('input'));
}

/**
 * Handles keys in the editor: Tab indents, Enter keeps the indentation, and Ctrl+Enter runs the code. After
 * Escape, Tab moves the focus as usual.
 * @param {HTMLTextAreaElement} editor
 * @param {() => void} onRun
 */
function mountEditorKeys(editor, onRun) {
  let tabLeaves = false;
  editor.addEventListener('blur', () => (tabLeaves = false));
  editor.addEventListener('keydown', (event) => {
    if (event.isComposing || event.altKey) return;
    const { key } = event;
    if (key === 'Tab' && tabLeaves) return;
    if (key !== 'Shift') tabLeaves = key === 'Escape';
    const start = editor.value.lastIndexOf('\n', editor.selectionStart - 1) + 1;
    const indentation = /^[ \t]*/.exec(editor.value.slice(start, editor.selectionStart))?.[0] ?? '';
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) onRun();
    else if (event.ctrlKey || event.metaKey) return;
    else if (key === 'Enter' && !event.shiftKey) insertText(editor, `\n${indentation}`);
    else if (key === 'Tab') indent(editor, start, event.shiftKey);
    else return;
    event.preventDefault();
  });
}

/**
 * Indents the selected lines, or moves them back. Without a selection, inserts spaces.
 * @param {HTMLTextAreaElement} editor
 * @param {number} start of the first line
 * @param {boolean} back
 */
function indent(editor, start, back) {
  const { selectionStart, selectionEnd, value } = editor;
  if (selectionStart === selectionEnd && !back) {
    insertText(editor, '  ');
    return;
  }
  const lines = value.slice(start, selectionEnd).split('\n');
  const moved = lines.map((line) => (back ? line.replace(/^ {1,2}|^\t/, '') : `  ${line}`)).join('\n');
  editor.setSelectionRange(start, selectionEnd);
  insertText(editor, moved);
  if (lines.length > 1) editor.setSelectionRange(start, start + moved.length);
}
