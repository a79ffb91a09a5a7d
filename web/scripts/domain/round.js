/**
 * A round is one puzzle being played; a snapshot is a state of its game. Undo moves back one snapshot at a
 * time, also into earlier rounds, and restores their title and elapsed time.
 *
 *   past     ┌──── first puzzle ────┐ ┌── second puzzle ──
 *            snapshot      snapshot   snapshot  ◀─undo─ present
 */

/** @typedef {import('./game.js').Game} Game */

/**
 * @typedef {object} Round
 * @property {string} id               tells the rounds of different tabs apart
 * @property {string} title
 * @property {boolean} own             whether the player is entering the givens
 * @property {string | null} practice  the technique to practise in its first snapshot
 * @property {number} elapsed          milliseconds played when the round was left
 */

/** @typedef {{game: Game, round: Round}} Snapshot */
/** @typedef {import('./history.js').History<Snapshot>} GameHistory */

/** @param {string} title @param {Partial<Round>} [about] @returns {Round} */
export const newRound = (title, about = {}) => ({
  id: '',
  title,
  own: false,
  practice: null,
  elapsed: 0,
  ...about,
});

/**
 * Stores the elapsed time in the current round of a history.
 * @param {GameHistory} history
 * @param {number} elapsed
 * @returns {GameHistory}
 */
export function withElapsed({ past, present, future }, elapsed) {
  const round = { ...present.round, elapsed };
  /** @param {Snapshot} snapshot */
  const updated = (snapshot) => (snapshot.round === present.round ? { ...snapshot, round } : snapshot);
  return { past: past.map(updated), present: updated(present), future: future.map(updated) };
}

/** Reports whether the present snapshot is the first of its round. @param {GameHistory} history */
export const isFirstSnapshot = ({ past, present }) => past[past.length - 1]?.round !== present.round;
