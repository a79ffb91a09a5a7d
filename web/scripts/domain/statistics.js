/**
 * Statistics of solved puzzles by level.
 *
 * @typedef {object} LevelStatistics
 * @property {number} solved
 * @property {number} time      milliseconds, for all solved puzzles together
 * @property {number} best      the shortest time
 * @property {number} hints
 * @property {number} mistakes
 */

/** @typedef {Record<string, LevelStatistics>} Statistics */

/** The level of puzzles that were not generated. */
export const OTHER = 'other';

/** The figures of one level. @type {(keyof LevelStatistics)[]} */
const FIGURES = ['solved', 'time', 'best', 'hints', 'mistakes'];

/**
 * Adds a solved puzzle.
 * @param {Statistics} statistics
 * @param {import('./round.js').Round} round
 * @returns {Statistics}
 */
export function withSolved(statistics, { level, elapsed, hints, mistakes }) {
  const key = level ?? OTHER;
  const before = statistics[key] ?? { solved: 0, time: 0, best: Infinity, hints: 0, mistakes: 0 };
  return {
    ...statistics,
    [key]: {
      solved: before.solved + 1,
      time: before.time + elapsed,
      best: Math.min(before.best, elapsed),
      hints: before.hints + hints,
      mistakes: before.mistakes + mistakes,
    },
  };
}

/** Parses saved statistics; levels that are not valid are left out. @param {any} saved @returns {Statistics} */
export const parseStatistics = (saved) =>
  Object.fromEntries(
    Object.entries(typeof saved === 'object' && saved ? saved : {}).filter(([, found]) =>
      FIGURES.every((name) => Number.isFinite(found?.[name]) && found[name] >= 0),
    ),
  );
