/**
 * New puzzles, made by the engine: the same level and seed give the same puzzle on every machine.
 */
import { EngineError } from './engine/engine.js';

/** @typedef {{puzzle: string, er: number | null}} Fresh */

/** What a visitor finds on the board, before any engine has been loaded: a puzzle of our own, rated 1.5. */
export const WELCOME = '1....52.......8..6...2..1.4.391...4..6.5.7.9..1...473.3.2..1...6..3.......84....9';

/** A seed nobody chose. */
export const anySeed = () => Math.floor(Math.random() * 1e9).toString(36);

/** The seed of a day. @param {Date} day */
export const dailySeed = (day) =>
  `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`;

/** The place of a day's level among the levels: Monday is the easiest, Sunday the hardest day. @param {Date} day */
export const dailyLevel = (day) => [4, 0, 0, 1, 1, 2, 3][day.getDay()];

/**
 * @param {import('./engine/engine.js').Engine} engine
 * @param {string} level
 * @param {string} seed
 * @returns {Promise<Fresh>}
 */
export async function puzzleOf(engine, level, seed) {
  const made = await engine.ask('generate', { options: { level, seed, symmetry: 'rotate180' } });
  const [first] = made.puzzles;
  if (!first) throw new EngineError({ error: `no puzzle for this seed: ${made.reason}; try another one` });
  return first;
}
