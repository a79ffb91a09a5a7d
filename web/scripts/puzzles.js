/**
 * New puzzles from the engine. The same level and seed give the same puzzle on every machine.
 */

/** @typedef {{puzzle: string, er: number | null}} GeneratedPuzzle */
/** @typedef {import('./engine/engine.js').Engine} Engine */

/** The puzzle shown on a first visit, before the engine is loaded: our own puzzle, rated ER 1.5. */
export const WELCOME = '1....52.......8..6...2..1.4.391...4..6.5.7.9..1...473.3.2..1...6..3.......84....9';

/** Attempts per random seed before another seed is tried: a few tenths of a second. */
const ATTEMPTS_PER_SEED = 200;

/** Returns a random seed. */
const randomSeed = () => Math.floor(Math.random() * 1e9).toString(36);

/** Returns the seed of the daily puzzle: the date. @param {Date} day */
export function dailySeed(day) {
  const twoDigits = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`;
}

/**
 * Returns the index of the level for a day. Monday and Tuesday are the easiest days, Sunday is the hardest.
 * @param {Date} day
 */
export const dailyLevel = (day) => [4, 0, 0, 1, 1, 2, 3][day.getDay()];

/**
 * Returns the options for the generator. Nightmare puzzles are rare, and much rarer with symmetric clues.
 * @param {string} level
 * @param {string} seed
 */
const generateOptions = (level, seed) => ({
  level,
  seed,
  symmetry: level === 'nightmare' ? 'none' : 'rotate180',
});

/**
 * Generates the puzzle of a seed, or returns null if the engine found none.
 * @param {Engine} engine
 * @param {string} level
 * @param {string} seed
 * @param {AbortSignal} signal
 * @returns {Promise<GeneratedPuzzle | null>}
 */
export async function puzzleFromSeed(engine, level, seed, signal) {
  const { puzzles } = await engine.request('generate', { options: generateOptions(level, seed) }, signal);
  return puzzles[0] ?? null;
}

/**
 * Tries random seeds until one gives a puzzle or the task is cancelled. The seed returned reproduces the
 * puzzle, because a higher attempt limit does not change which attempt succeeds first.
 * @param {Engine} engine
 * @param {string} level
 * @param {AbortSignal} signal
 * @param {(attempts: number) => void} onProgress
 * @returns {Promise<GeneratedPuzzle & {seed: string}>}
 */
export async function randomPuzzle(engine, level, signal, onProgress) {
  for (let attempts = 0; ; onProgress(attempts)) {
    const seed = randomSeed();
    const report = await engine.request(
      'generate',
      { options: { ...generateOptions(level, seed), attempts: ATTEMPTS_PER_SEED } },
      signal,
    );
    if (report.puzzles[0]) return { ...report.puzzles[0], seed };
    attempts += report.attempts;
  }
}
