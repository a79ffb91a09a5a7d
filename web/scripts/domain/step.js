/**
 * A step of the teacher, as the engine reports it, and positions along a path of them.
 */
import { parseCell, maskOf } from './cells.js';
import { ruleCandidates } from './game.js';

/** @typedef {{cell: number, digit: number}} Candidate */
/** @typedef {{placements: Candidate[], eliminations: Candidate[]}} Conclusion */

/**
 * What a board shows in a lesson.
 * @typedef {object} Position
 * @property {readonly number[]} givens
 * @property {number[]} values
 * @property {number[]} candidates
 */

/**
 * The candidate of a name such as r1c1=5 or r1c1<>5.
 * @param {string} name
 * @returns {Candidate}
 */
export function parseCandidate(name) {
  const [cell, digit] = name.split(/=|<>/);
  return { cell: parseCell(cell), digit: Number(digit) };
}

/**
 * @param {{placements: string[], eliminations: string[]}} report
 * @returns {Conclusion}
 */
export function conclusion(report) {
  return { placements: report.placements.map(parseCandidate), eliminations: report.eliminations.map(parseCandidate) };
}

/**
 * The position after a step.
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
 * The positions before each step, and the one after the last.
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
 * Where a hint says to look.
 * @typedef {{cells: number[], houses: string[], digit: number | null}} Place
 */

/**
 * @param {{cells: string[], houses: string[], digit: number | null}} report
 * @returns {Place}
 */
export const placeOf = (report) => ({ ...report, cells: report.cells.map(parseCell) });
