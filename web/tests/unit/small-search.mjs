// A small backtracking search that reports its events like the engine: the whole trace, an overview, and windows.
import { PEERS, cellName } from '../../scripts/domain/cells.js';
import { digitsOfLine } from '../../scripts/domain/game.js';

/** @typedef {import('../../scripts/domain/trace.js').Row} Row */
/** @typedef {Row & {counts: import('../../scripts/domain/trace.js').Counts, level: number}} CountedRow */

/** A puzzle that takes plain backtracking 4,209 calls. */
export const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

/** Solves a puzzle cell by cell, and returns the events with their counts. @param {string} puzzle */
export function searchRows(puzzle) {
  const digits = digitsOfLine(puzzle);
  const empty = digits.flatMap((digit, cell) => (digit ? [] : [cell]));
  const counts = { events: 0, calls: 0, tries: 0, placements: 0, undos: 0, dead_ends: 0, max_depth: 0 };
  let level = 0;
  /** @type {CountedRow[]} */
  const rows = [];
  /** @param {Row['event']} event @param {number} depth @param {number} cell @param {number} digit @param {Partial<Row>} more */
  const report = (event, depth, cell = -1, digit = 0, more = {}) => {
    counts.events += 1;
    counts.max_depth = Math.max(counts.max_depth, depth);
    const name = cell < 0 ? null : cellName(cell);
    rows.push({ event, cell: name, digit: digit || null, depth, ...more, counts: { ...counts }, level });
  };
  /** @param {number} depth @returns {boolean} */
  const fill = (depth) => {
    counts.calls += 1;
    report('call', depth);
    const { calls } = counts;
    const cell = empty[depth];
    if (cell === undefined) {
      report('solved', depth);
      return true;
    }
    report('choose', depth, cell);
    for (let digit = 1; digit <= 9; digit += 1) {
      counts.tries += 1;
      report('try', depth, cell, digit);
      const clash = [...PEERS[cell]].sort((a, b) => a - b).find((peer) => digits[peer] === digit);
      if (clash !== undefined) {
        report('conflict', depth, cell, digit, { with: cellName(clash) });
        continue;
      }
      counts.placements += 1;
      digits[cell] = digit;
      report('place', depth, cell, digit);
      level += 1;
      if (fill(depth + 1)) return true;
      level -= 1;
      counts.undos += 1;
      digits[cell] = 0;
      report('undo', depth, cell, digit);
    }
    if (counts.calls === calls) counts.dead_ends += 1;
    report('return', depth);
    return false;
  };
  fill(0);
  return rows;
}

/** Leaves out the events above a level, except those at the end. @param {CountedRow[]} rows @param {number} level */
export function overviewReport(rows, level) {
  const path = new Set(pathOf(rows, rows.length));
  const events = rows.filter((row, index) => row.level <= level || path.has(row) || index === rows.length - 1);
  return { events, folded: rows.length - events.length, ending: 'solved' };
}

/**
 * Records a range of calls.
 * @param {CountedRow[]} rows
 * @param {import('../../scripts/domain/search.js').Range} range
 */
export function windowReport(rows, { skip, budget }) {
  const from = rows.findIndex((row) => row.counts.calls === skip + 1);
  const end = rows.findIndex((row) => row.counts.calls === budget + 1);
  const events = rows.slice(from, end < 0 ? rows.length : end).map(({ counts, level, ...row }) => row);
  const start = skip ? { path: pathOf(rows, from), counts: rows[from - 1].counts } : undefined;
  return { events, start, dropped: 0, folded: 0, ending: end < 0 ? 'solved' : 'out of budget' };
}

/** Returns the events that have not been taken back. @param {CountedRow[]} rows @param {number} end */
function pathOf(rows, end) {
  /** @type {CountedRow[]} */
  const path = [];
  for (const row of rows.slice(0, end)) {
    if (['call', 'choose', 'place'].includes(row.event)) path.push(row);
    if (row.event === 'undo') path.splice(path.findLastIndex(({ event }) => event === 'place'));
    if (row.event === 'return') path.splice(path.findLastIndex(({ event }) => event === 'call'));
  }
  return path;
}

