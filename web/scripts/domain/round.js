/**
 * A round is one puzzle being played; a turn is a game of it. Undo goes from turn to turn, and from round to round: each
 * brings its title and its time back.
 *
 *   past     ┌ first puzzle ┐┌ second ─
 *            turn  turn  turn  turn  ◀─undo─ present
 */

/** @typedef {import('./game.js').Game} Game */

/**
 * @typedef {object} Round
 * @property {string} title
 * @property {boolean} own             whether its givens are typed in
 * @property {string | null} practice  the technique that is practised on its first turn
 * @property {number} elapsed          milliseconds, when it was left
 */

/** @typedef {{game: Game, round: Round}} Snapshot */
/** @typedef {import('./history.js').History<Snapshot>} GameHistory */

/** @param {string} title @param {Partial<Round>} [about] @returns {Round} */
export const newRound = (title, about = {}) => ({ title, own: false, practice: null, elapsed: 0, ...about });

/**
 * The same turns, with the time at which the present round is left.
 * @param {GameHistory} turns
 * @param {number} elapsed
 * @returns {GameHistory}
 */
export function withElapsed({ past, present, future }, elapsed) {
  const round = { ...present.round, elapsed };
  /** @param {Snapshot} turn */
  const updated = (turn) => (turn.round === present.round ? { ...turn, round } : turn);
  return { past: past.map(updated), present: updated(present), future: future.map(updated) };
}

/** Whether the present turn is the first of its round. @param {GameHistory} turns */
export const isFirstSnapshot = ({ past, present }) => past[past.length - 1]?.round !== present.round;
