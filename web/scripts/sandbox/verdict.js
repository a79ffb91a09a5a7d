/** Judges what a solver in the sandbox answered, and converts its recording for the replay. */
import { CELLS, cellName } from '../domain/cells.js';
import { COUNTS, KINDS } from './solver-worker.js';

/** @typedef {import('./solver-worker.js').Answer} Answer */
/** @typedef {import('../messages/messages.js').Key} Key */
/**
 * A sentence about a run: its key, the values of its placeholders, and the result in one word.
 * @typedef {{key: Key, values: Record<string, string | number>,
 *   result: 'solved' | 'wrong' | 'stopped' | 'error'}} Verdict
 */

/**
 * Returns the line of the solver that an exception came from, or 0. The text of the solver starts on the
 * third line of a function that the engine calls `<anonymous>` (Chromium, Safari) or `Function` (Firefox).
 * @param {string} stack
 */
export const lineOfError = (stack) => Number(/(?:, <anonymous>|> Function):(\d+)/.exec(stack)?.[1] ?? 2) - 2;

/**
 * Returns the recorded events as rows of a trace.
 * @param {Answer} answer
 * @returns {import('../domain/trace.js').Row[]}
 */
export function rowsOf(answer) {
  return Array.from({ length: answer.length }, (_, index) => {
    const [cell, digit] = [answer.cell[index], answer.digit[index]];
    const counts = Object.fromEntries(COUNTS.map((name) => [name, answer.counts[name][index]]));
    return {
      event: KINDS[answer.kind[index]] ?? 'read',
      cell: cell < CELLS ? cellName(cell) : null,
      digit: digit > 0 && digit < 10 ? digit : null,
      depth: answer.depth[index],
      line: answer.line_of[index],
      counts: /** @type {import('../domain/trace.js').Counts} */ (counts),
    };
  });
}

/** Returns the number of events that were left out because calls were collapsed. @param {Answer} answer */
export const foldedEvents = ({ totals, length, dropped }) => Math.max(0, totals.events - length - dropped);

/**
 * Returns the first cell that repeats a digit of its row, column or box, and the cell with the same digit, or
 * null.
 * @param {string} board 81 characters, with `.` for empty cells
 */
export function findConflict(board) {
  const box = (/** @type {number} */ cell) => 3 * Math.floor(cell / 27) + Math.floor((cell % 9) / 3);
  for (let cell = 0; cell < CELLS; cell += 1)
    for (let other = 0; other < cell; other += 1) {
      const sees =
        cell % 9 === other % 9 || Math.floor(cell / 9) === Math.floor(other / 9) || box(cell) === box(other);
      if (sees && board[cell] !== '.' && board[cell] === board[other]) return { cell, other };
    }
  return null;
}

/**
 * Judges an answer. If it is wrong, the first wrong cell is named.
 * @param {Answer} answer
 * @param {string} source of the solver
 * @param {string} puzzle
 * @param {{status: string, solution: string | null}} truth the engine's solution
 * @returns {Verdict}
 */
export function judge(answer, source, puzzle, truth) {
  const { board, message } = answer;
  /** @param {Key} key @param {Verdict['values']} [values] @returns {Verdict} */
  const error = (key, values = {}) => ({ key, values, result: 'error' });
  /** @param {Key} key @param {Verdict['values']} [values] @returns {Verdict} */
  const wrong = (key, values = {}) => ({ key, values, result: 'wrong' });
  const lines = source.split('\n').length;
  const line = Math.min(answer.outcome === 'syntax' ? answer.line : lineOfError(answer.stack), lines);
  switch (answer.outcome) {
    case 'syntax':
      return line > 0 ? error('ownSyntaxAt', { line, message }) : error('ownSyntax', { message });
    case 'thrown':
      return line > 0 ? error('ownThrownAt', { line, message }) : error('ownThrown', { message });
    case 'missing':
      return error('ownMissing');
    case 'promise':
      return error('ownPromise');
    case 'late':
      return { key: 'ownLate', values: { seconds: Math.round(answer.time / 1000) }, result: 'stopped' };
    default:
  }
  if (board === puzzle && board.includes('.')) return wrong('ownUnchanged');
  for (let cell = 0; cell < CELLS; cell += 1) {
    const name = cellName(cell);
    const digit = 'abcdefghi'.indexOf(board[cell]) + 1;
    if (digit) return wrong('ownNumber', { cell: name, digit: String(digit) });
    if (puzzle[cell] !== '.' && board[cell] !== puzzle[cell])
      return wrong('ownGiven', { cell: name, digit: puzzle[cell] });
    if (board[cell] === '?') return wrong('ownOdd', { cell: name });
  }
  const empty = board.indexOf('.');
  if (empty >= 0 && truth.status === 'none') return wrong('ownNoSolution');
  if (truth.status === 'unique' && truth.solution) {
    const { solution } = truth;
    const cell = [...board].findIndex((digit, index) => digit !== '.' && digit !== solution[index]);
    if (cell >= 0)
      return wrong('ownWrong', { cell: cellName(cell), found: board[cell], expected: solution[cell] });
  }
  const conflict = findConflict(board);
  if (conflict)
    return wrong('ownConflict', {
      cell: cellName(conflict.cell),
      digit: board[conflict.cell],
      other: cellName(conflict.other),
    });
  if (empty >= 0) return wrong('ownEmpty', { count: board.split('.').length - 1, cell: cellName(empty) });
  const { calls, placements, undos, reads } = answer.totals;
  const time = Math.max(1, Math.round(answer.time));
  return {
    key: truth.status === 'unique' ? 'ownSolved' : 'ownSolvedOne',
    values: { calls, placements, undos, reads, time },
    result: 'solved',
  };
}
