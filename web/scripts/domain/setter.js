/**
 * Help for players who enter their own puzzle: what the engine says about the givens, and the symmetry of their
 * places.
 */
import { CELLS, columnOf, rowOf } from './cells.js';

/**
 * What is known about the givens.
 * @typedef {object} SetterReport
 * @property {number} clues
 * @property {number} solutions   counted up to `MAX_SOLUTIONS`
 * @property {readonly number[]} redundant  the clues that can each be removed
 * @property {readonly import('./cells.js').DigitSet[] | null} candidates  the digits that occur in a solution
 * @property {{er: number, level: string} | null} rating
 */

/** Solutions are counted up to this number. */
export const MAX_SOLUTIONS = 1000;

/**
 * The symmetries: each moves a cell, given by row and column.
 * @type {Record<string, (row: number, column: number) => [number, number]>}
 */
const MOVES = {
  none: (row, column) => [row, column],
  rotate180: (row, column) => [8 - row, 8 - column],
  rotate90: (row, column) => [column, 8 - row],
  horizontal: (row, column) => [row, 8 - column],
  vertical: (row, column) => [8 - row, column],
  diagonal: (row, column) => [column, row],
};

/**
 * Returns the cells that belong together with a cell, including itself.
 * @param {number} cell
 * @param {string} symmetry
 */
export function partners(cell, symmetry) {
  const move = MOVES[symmetry] ?? MOVES.none;
  const found = [cell];
  for (let next = cell; ;) {
    const [row, column] = move(rowOf(next), columnOf(next));
    next = 9 * row + column;
    if (next === cell) return found;
    found.push(next);
  }
}

/**
 * Returns the empty cells that need a given, because others that belong together with them have one.
 * @param {readonly number[]} givens
 * @param {string} symmetry
 */
export const wantedCells = (givens, symmetry) =>
  Array.from({ length: CELLS }, (_, cell) => cell).filter(
    (cell) => !givens[cell] && partners(cell, symmetry).some((other) => givens[other]),
  );
