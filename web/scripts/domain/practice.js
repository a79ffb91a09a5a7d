/**
 * Practice of techniques: the learner's progress, the answer given on the board, and the verdict on it.
 */
import { ALL_DIGITS, PEERS, cellName, digitsOf, maskOf } from './cells.js';
import { candidates, ruleCandidates } from './game.js';
import { parseCandidate } from './step.js';

/** @typedef {import('./game.js').Game} Game */

/**
 * The solved positions of each technique: the numbers of the stored ones, and how many generated ones.
 * @typedef {Record<string, {solved: number[], generated: number}>} Progress
 */

/**
 * An answer, named as the conclusion of a step: r1c1=5 is placed, r1c1<>5 is eliminated.
 * @typedef {{placements: string[], eliminations: string[]}} Answer
 */

/**
 * What the page says about an answer:
 *
 *   right     a step of the technique proves it; `missing` counts the conclusions that the answer lacks
 *   other     only another technique proves it; `simplest` is the simplest step of the position
 *   wrong     some candidates contradict the solution
 *   unproved  it is true, but no single step proves it
 *
 * @typedef {{kind: 'right', step: any, missing: number} | {kind: 'other', step: any, simplest: any} |
 *   {kind: 'wrong', names: string[]} | {kind: 'unproved'}} Verdict
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
  // A cell whose notes were all removed counts as well, so these are not the candidates for hints.
  const left = now.automatic
    ? candidates(now)
    : ruleCandidates(now.values).map((set, cell) => set & now.centre[cell]);
  const placements = now.values.flatMap((digit, cell) =>
    digit && digit !== start.values[cell] ? [placement(cell, digit)] : [],
  );
  const eliminations = candidates(start).flatMap((set, cell) =>
    now.values[cell] ? [] : digitsOf(set & ~left[cell]).map((digit) => elimination(cell, digit)),
  );
  const implied = impliedBy(placements);
  return { placements, eliminations: eliminations.filter((name) => !implied.includes(name)) };
}

/** @param {number} cell @param {number} digit */
const placement = (cell, digit) => `${cellName(cell)}=${digit}`;
/** @param {number} cell @param {number} digit */
const elimination = (cell, digit) => `${cellName(cell)}<>${digit}`;

/** Returns the eliminations that placed digits imply. @param {readonly string[]} placements */
const impliedBy = (placements) =>
  placements.map(parseCandidate).flatMap(({ cell, digit }) => [
    ...digitsOf(ALL_DIGITS & ~maskOf(digit)).map((other) => elimination(cell, other)),
    ...PEERS[cell].map((peer) => elimination(peer, digit)),
  ]);

/** @param {Answer} answer */
const namesIn = ({ placements, eliminations }) => [...placements, ...eliminations];

/**
 * Returns what follows from a step: its conclusion, what its digits rule out, and digits that it leaves as
 * the last candidate of their cell.
 * @param {Answer} step
 * @param {Game} start
 */
function consequences(step, start) {
  const left = candidates(start);
  const eliminated = step.eliminations.map(parseCandidate);
  for (const { cell, digit } of eliminated) left[cell] &= ~maskOf(digit);
  const singles = eliminated
    .filter(({ cell }) => digitsOf(left[cell]).length === 1)
    .map(({ cell }) => placement(cell, digitsOf(left[cell])[0]));
  return new Set([...namesIn(step), ...impliedBy(step.placements), ...singles]);
}

/**
 * Returns the candidates of an answer that contradict the solution.
 * @param {Answer} answer
 * @param {readonly number[]} solution
 */
export function wrongIn({ placements, eliminations }, solution) {
  /** @param {string} name */
  const isSolution = (name) => {
    const { cell, digit } = parseCandidate(name);
    return solution[cell] === digit;
  };
  return [...placements.filter((name) => !isSolution(name)), ...eliminations.filter(isSolution)];
}

/**
 * Judges a true answer by the steps of the position, the simplest first.
 * @param {Answer} answer
 * @param {readonly any[]} steps
 * @param {string} technique to practise
 * @param {Game} start
 * @returns {Verdict}
 */
export function judge(answer, steps, technique, start) {
  const proofs = steps.filter((step) => {
    const known = consequences(step, start);
    return namesIn(answer).every((name) => known.has(name));
  });
  const step = proofs.find((proof) => proof.technique === technique);
  if (step) {
    const known = [...namesIn(answer), ...impliedBy(answer.placements)];
    const missing = namesIn(step).filter((name) => !known.includes(name)).length;
    return { kind: 'right', step, missing };
  }
  return proofs.length ? { kind: 'other', step: proofs[0], simplest: steps[0] } : { kind: 'unproved' };
}
