/**
 * A solving step as reported by the engine, and the positions along a solution path.
 */
import { parseCell, maskOf } from './cells.js';
import { ruleCandidates } from './game.js';

/** @typedef {{cell: number, digit: number}} Candidate */
/** @typedef {{placements: Candidate[], eliminations: Candidate[]}} Conclusion */

/**
 * The position shown on the board in a lesson.
 * @typedef {object} Position
 * @property {readonly number[]} givens
 * @property {number[]} values
 * @property {number[]} candidates
 */

/**
 * Parses a candidate such as r1c1=5 or r1c1<>5.
 * @param {string} name
 * @returns {Candidate}
 */
export function parseCandidate(name) {
  const [cell, digit] = name.split(/=|<>/);
  return { cell: parseCell(cell), digit: Number(digit) };
}

/**
 * Parses the conclusion of a step.
 * @param {{placements: string[], eliminations: string[]}} report
 * @returns {Conclusion}
 */
export function conclusion(report) {
  return {
    placements: report.placements.map(parseCandidate),
    eliminations: report.eliminations.map(parseCandidate),
  };
}

/**
 * Returns the position after a step.
 * @param {Position} position
 * @param {Conclusion} step
 * @returns {Position}
 */
export function afterStep(position, step) {
  const values = [...position.values];
  for (const { cell, digit } of step.placements) values[cell] = digit;
  const left = ruleCandidates(values);
  const candidates = position.candidates.map((set, cell) => set & left[cell]);
  for (const { cell, digit } of step.eliminations) candidates[cell] &= ~maskOf(digit);
  return { givens: position.givens, values, candidates };
}

/**
 * Returns the position before each step, and the one after the last.
 * @param {Position} start
 * @param {readonly Conclusion[]} steps
 * @returns {Position[]}
 */
export function positionsAlong(start, steps) {
  const positions = [start];
  for (const step of steps) positions.push(afterStep(positions[positions.length - 1], step));
  return positions;
}

/**
 * The place that a hint points to.
 * @typedef {{cells: number[], houses: string[], digit: number | null}} Place
 */

/**
 * Parses the place of a hint.
 * @param {{cells: string[], houses: string[], digit: number | null}} report
 * @returns {Place}
 */
export const placeOf = (report) => ({ ...report, cells: report.cells.map(parseCell) });
