/**
 * Practice of techniques: the learner's progress, and the answer given on the board.
 */
import { cellName, digitsOf } from './cells.js';
import { candidates, centreNotes, ruleCandidates } from './game.js';

/** @typedef {import('./game.js').Game} Game */

/**
 * The solved positions of each technique: the numbers of the stored ones, and how many generated ones.
 * @typedef {Record<string, {solved: number[], generated: number}>} Progress
 */

/**
 * An answer, as the engine names it: r1c1=5 is placed, r1c1<>5 is eliminated.
 * @typedef {{place: string[], eliminate: string[]}} Answer
 */

/** Returns the valid part of saved progress. @param {any} saved @returns {Progress} */
export function parseProgress(saved) {
  if (typeof saved !== 'object' || !saved) return {};
  return Object.fromEntries(
    Object.entries(saved).map(([technique, entry]) => [
      technique,
      {
        solved: (Array.isArray(entry?.solved) ? entry.solved : []).filter(Number.isInteger),
        generated: Number(entry?.generated) || 0,
      },
    ]),
  );
}

/** @param {Progress} progress @param {string} technique */
const entryOf = (progress, technique) => progress[technique] ?? { solved: [], generated: 0 };

/**
 * Returns how many of the stored positions, and how many generated ones, are solved.
 * @param {Progress} progress
 * @param {string} technique
 * @param {number} count of the stored positions
 */
export function solvedOf(progress, technique, count) {
  const { solved, generated } = entryOf(progress, technique);
  return { solved: solved.filter((number) => number < count).length, generated };
}

/**
 * Adds a solved position.
 * @param {Progress} progress
 * @param {string} technique
 * @param {number | null} number of the stored position, or null for a generated one
 * @returns {Progress}
 */
export function withSolved(progress, technique, number) {
  const { solved, generated } = entryOf(progress, technique);
  const entry =
    number === null
      ? { solved, generated: generated + 1 }
      : { solved: [...new Set([...solved, number])], generated };
  return { ...progress, [technique]: entry };
}

/**
 * Returns the number of the next unsolved position after the current one, or null if all are solved.
 * @param {Progress} progress
 * @param {string} technique
 * @param {number} count of the stored positions
 * @param {number} [current]
 */
export function nextNumber(progress, technique, count, current = -1) {
  const { solved } = entryOf(progress, technique);
  const numbers = Array.from({ length: count }, (_, step) => (current + 1 + step) % count);
  return numbers.find((number) => !solved.includes(number)) ?? null;
}

/**
 * Returns the answer: the digits placed since the start of the practice, and the candidates eliminated that
 * these digits do not rule out.
 * @param {Game} start
 * @param {Game} now
 * @returns {Answer}
 */
export function answerOf(start, now) {
  const possible = ruleCandidates(now.values);
  // A cell whose notes were all removed counts as well, so these are not the candidates for hints.
  const left = centreNotes(now);
  const place = now.values.flatMap((digit, cell) =>
    digit && digit !== start.values[cell] ? [`${cellName(cell)}=${digit}`] : [],
  );
  const eliminate = candidates(start).flatMap((set, cell) =>
    digitsOf(set & possible[cell] & ~left[cell]).map((digit) => `${cellName(cell)}<>${digit}`),
  );
  return { place, eliminate };
}
