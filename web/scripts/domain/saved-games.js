/**
 * The list of games that the player has begun and not finished, newest first.
 *
 * @typedef {object} SavedGame
 * @property {string} game  packed as in a link
 * @property {import('./round.js').Round} round  with the time played so far
 * @property {number} when  milliseconds since 1970 of the last move
 */
import { isComplete, isUntouched } from './game.js';
import { pack, unpack } from './link.js';
import { parseRound } from './round.js';

/** The number of games that are kept. */
export const MAX_GAMES = 50;

/**
 * Updates the list after a move: adds or replaces the game of the round, or removes it if it is solved.
 * @param {readonly SavedGame[]} list
 * @param {import('./round.js').Snapshot} snapshot
 * @param {number} elapsed
 * @param {number} when
 * @returns {readonly SavedGame[]}
 */
export function withMove(list, { game, round }, elapsed, when) {
  const others = withoutGame(list, round.id);
  if (isComplete(game)) return others;
  if (round.own || isUntouched(game)) return list;
  return [{ game: pack(game), round: { ...round, elapsed }, when }, ...others].slice(0, MAX_GAMES);
}

/** Removes a game. @param {readonly SavedGame[]} list @param {string} id */
export const withoutGame = (list, id) => list.filter(({ round }) => round.id !== id);

/** Parses a saved list; games that are not valid are left out. @param {any} saved @returns {SavedGame[]} */
export const parseGames = (saved) =>
  (Array.isArray(saved) ? saved : [])
    .filter((entry) => unpack(String(entry?.game)))
    .map((entry) => ({
      game: String(entry.game),
      round: parseRound(entry.round),
      when: Number(entry.when) || 0,
    }));
