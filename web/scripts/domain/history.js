/**
 * Undo and redo: the current entry, with the entries before and after it.
 *
 *   past  ◀─undo─  present  ─redo▶  future
 *
 * @template T
 * @typedef {{past: readonly T[], present: T, future: readonly T[]}} History
 */

/** The number of actions that can be undone. */
export const DEPTH = 500;

/**
 * Returns a history with a single entry.
 * @template T
 * @param {T} present
 * @returns {History<T>}
 */
export const newHistory = (present) => ({ past: [], present, future: [] });

/**
 * Adds an entry after the present one. Does nothing if it is the same object.
 * @template T
 * @param {History<T>} history
 * @param {T} next
 * @returns {History<T>}
 */
export function push(history, next) {
  if (next === history.present) return history;
  return { past: [...history.past, history.present].slice(-DEPTH), present: next, future: [] };
}

/**
 * @template T
 * @param {History<T>} history
 * @returns {History<T>}
 */
export function undo(history) {
  if (!history.past.length) return history;
  return {
    past: history.past.slice(0, -1),
    present: history.past[history.past.length - 1],
    future: [history.present, ...history.future],
  };
}

/**
 * @template T
 * @param {History<T>} history
 * @returns {History<T>}
 */
export function redo(history) {
  if (!history.future.length) return history;
  const [present, ...future] = history.future;
  return { past: [...history.past, history.present], present, future };
}
