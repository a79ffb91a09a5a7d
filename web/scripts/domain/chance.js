/**
 * Chance from a seed: the same seed gives the same puzzle on every machine.
 *
 * A puzzle of the collection becomes another one by what changes nothing about it: other digits, rows and
 * columns exchanged within their bands and stacks, bands and stacks exchanged, the whole turned over.
 */
import { CELLS } from './cells.js';

/**
 * A generator of numbers below 1: Marsaglia's xorshift, begun from a hash (Fowler, Noll, Vo) of the seed.
 * @param {string} seed
 * @returns {() => number}
 */
export function chance(seed) {
  let state = 2166136261;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
  // Zero would stay zero.
  state = state || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
  // Seeds that differ in one letter begin alike; after some rounds they do not.
  for (let round = 0; round < 16; round += 1) next();
  return next;
}

/**
 * @template T
 * @param {readonly T[]} list
 * @param {() => number} random
 * @returns {T[]}
 */
export function shuffled(list, random) {
  const copy = [...list];
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [copy[last], copy[other]] = [copy[other], copy[last]];
  }
  return copy;
}

/**
 * The puzzle in other clothes.
 * @param {string} line
 * @param {() => number} random
 */
export function disguised(line, random) {
  const digits = shuffled([1, 2, 3, 4, 5, 6, 7, 8, 9], random);
  const lines = () => shuffled([0, 1, 2], random).flatMap((band) => shuffled([0, 1, 2], random).map((row) => 3 * band + row));
  const rows = lines();
  const columns = lines();
  const turned = random() < 0.5;
  return Array.from({ length: CELLS }, (_, cell) => {
    const row = rows[Math.floor(cell / 9)];
    const column = columns[cell % 9];
    const symbol = line[turned ? 9 * column + row : 9 * row + column];
    return symbol >= '1' && symbol <= '9' ? digits[Number(symbol) - 1] : '.';
  }).join('');
}
