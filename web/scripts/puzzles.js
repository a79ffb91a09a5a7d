/**
 * New puzzles: from the engine where it can make them, else from our own collection in a disguise that
 * the seed decides. Either way the same level and seed give the same puzzle.
 */
import { chance, disguised } from './domain/chance.js';

/** @typedef {{puzzle: string, er: number | null}} Fresh */

/** The levels with what they ask of a player. */
export const LEVELS = [
  { level: 'Easy', what: 'singles' },
  { level: 'Medium', what: 'pairs, locked digits' },
  { level: 'Hard', what: 'fish, wings, chains' },
  { level: 'Unfair', what: 'long chains' },
  { level: 'Extreme', what: 'everything' },
];

/** A seed nobody chose. */
export const anySeed = () => Math.floor(Math.random() * 1e9).toString(36);

/** The seed of a day. @param {Date} day */
export const dailySeed = (day) =>
  `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`;

/** A number for the engine's generator. @param {string} seed */
const seedNumber = (seed) => Math.floor(chance(seed)() * 2 ** 32);

/** @type {Promise<Record<string, {puzzle: string, er: number}[]>> | null} */
let collection = null;

/**
 * @param {import('./engine/engine.js').Engine} engine
 * @param {string} level
 * @param {string} seed
 * @returns {Promise<Fresh>}
 */
export async function puzzleOf(engine, level, seed) {
  const { operations } = await engine.catalogue().catch(() => ({ operations: [] }));
  if (operations.includes('generate')) {
    try {
      const made = await engine.ask('generate', { options: { level: level.toLowerCase(), seed: seedNumber(seed), count: 1 } });
      const first = made.puzzles?.[0] ?? made.results?.[0] ?? made;
      if (typeof first.puzzle === 'string') return { puzzle: first.puzzle, er: first.er ?? null };
    } catch {
      // The collection has one too.
    }
  }
  collection ??= fetch(new URL('../data/collection.json', import.meta.url)).then((response) => response.json());
  const puzzles = (await collection)[level];
  const random = chance(`${level} ${seed}`);
  const chosen = puzzles[Math.floor(random() * puzzles.length)];
  return { puzzle: disguised(chosen.puzzle, random), er: chosen.er };
}
