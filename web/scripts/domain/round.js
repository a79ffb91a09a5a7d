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
 * @property {Practice | null} practice  what the learner practises
 * @property {number} elapsed          milliseconds played when the round was left
 * @property {string | null} level     the level of a generated puzzle
 * @property {number} hints            hints that the player asked for
 * @property {number} mistakes         mistakes that a check has found
 * @property {boolean} counted         whether the statistics contain the round
 */

/**
 * @typedef {object} Practice
 * @property {string} technique
 * @property {number | null} number  of the stored position; null if it was generated for the learner
 * @property {string} position       in HoDoKu's format
 * @property {'open' | 'shown' | 'solved'} state  whether the learner has seen or found the step
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
  level: null,
  hints: 0,
  mistakes: 0,
  counted: false,
  ...about,
});

/** Returns a saved round with all its fields. @param {any} saved @returns {Round} */
export const parseRound = (saved) =>
  newRound(String(saved?.title ?? ''), {
    id: String(saved?.id ?? ''),
    own: saved?.own === true,
    practice: parsePractice(saved?.practice),
    elapsed: Number(saved?.elapsed) || 0,
    level: typeof saved?.level === 'string' ? saved.level : null,
    hints: Number(saved?.hints) || 0,
    mistakes: Number(saved?.mistakes) || 0,
    counted: saved?.counted === true,
  });

/** Older versions saved only the name of the technique. @param {any} saved @returns {Practice | null} */
function parsePractice(saved) {
  if (typeof saved?.technique !== 'string' || typeof saved.position !== 'string') return null;
  const { technique, position } = saved;
  return {
    technique,
    number: Number.isInteger(saved.number) ? saved.number : null,
    position,
    state: ['shown', 'solved'].includes(saved.state) ? saved.state : 'open',
  };
}

/**
 * Changes the current round of a history.
 * @param {GameHistory} history
 * @param {Partial<Round>} change
 * @returns {GameHistory}
 */
export function withRound({ past, present, future }, change) {
  const round = { ...present.round, ...change };
  /** @param {Snapshot} snapshot */
  const updated = (snapshot) => (snapshot.round === present.round ? { ...snapshot, round } : snapshot);
  return { past: past.map(updated), present: updated(present), future: future.map(updated) };
}

/** Reports whether the present snapshot is the first of its round. @param {GameHistory} history */
export const isFirstSnapshot = ({ past, present }) => past[past.length - 1]?.round !== present.round;
