/**
 * New puzzles, made by the engine: the same level and seed give the same puzzle on every machine.
 */

/** @typedef {{puzzle: string, er: number | null}} GeneratedPuzzle */
/** @typedef {import('./engine/engine.js').Engine} Engine */

/** What a visitor finds on the board, before any engine has been loaded: a puzzle of our own, rated 1.5. */
export const WELCOME = '1....52.......8..6...2..1.4.391...4..6.5.7.9..1...473.3.2..1...6..3.......84....9';

/** Attempts with one seed that nobody chose, before another is taken: a few tenths of a second. */
const ATTEMPTS_PER_SEED = 200;

/** A seed nobody chose. */
const randomSeed = () => Math.floor(Math.random() * 1e9).toString(36);

/** The seed of a day. @param {Date} day */
export const dailySeed = (day) =>
  `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`;

/** The place of a day's level among the levels: Monday is the easiest, Sunday the hardest day. @param {Date} day */
export const dailyLevel = (day) => [4, 0, 0, 1, 1, 2, 3][day.getDay()];

/**
 * What is asked of the engine. The hardest puzzles are rare, and among symmetric ones much rarer.
 * @param {string} level
 * @param {string} seed
 */
const generateOptions = (level, seed) => ({ level, seed, symmetry: level === 'nightmare' ? 'none' : 'rotate180' });

/**
 * The puzzle of a seed, or null where the engine found none.
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
 * A puzzle of any seed: one seed after the other, until there is one or nobody wants it any more. Whoever asks for the seed
 * again gets the same puzzle: with more patience the same attempt comes first.
 * @param {Engine} engine
 * @param {string} level
 * @param {AbortSignal} signal
 * @param {(attempts: number) => void} onProgress
 * @returns {Promise<GeneratedPuzzle & {seed: string}>}
 */
export async function randomPuzzle(engine, level, signal, onProgress) {
  for (let attempts = 0; ; onProgress(attempts)) {
    const seed = randomSeed();
    const made = await engine.request('generate', { options: { ...generateOptions(level, seed), attempts: ATTEMPTS_PER_SEED } }, signal);
    if (made.puzzles[0]) return { ...made.puzzles[0], seed };
    attempts += made.attempts;
  }
}
