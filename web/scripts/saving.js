/**
 * Everything that outlives the page, in the storage of the browser: the game with its undo list, the time,
 * the settings. Written at every change, so that nothing is lost when the page or the server dies.
 */
import { pack, unpack } from './domain/link.js';

/** @typedef {import('./store.js').State} State */

const KEY = 'veridoku';
/** So many undo steps are kept. */
const KEPT = 200;

/** Games as text: a game never changes, so it is written once. @type {WeakMap<import('./domain/game.js').Game, string>} */
const written = new WeakMap();

/** @param {import('./domain/game.js').Game} game */
function packed(game) {
  const text = written.get(game) ?? pack(game);
  written.set(game, text);
  return text;
}

/** @param {State} state */
export function save(state) {
  const { past, present, future } = state.history;
  const kept = {
    version: 1,
    past: past.slice(-KEPT).map(packed),
    present: packed(present),
    future: future.slice(0, KEPT).map(packed),
    title: state.title,
    own: state.own,
    elapsed: state.elapsed,
    settings: state.settings,
  };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // No storage, or none left: the game goes on without.
  }
}

/**
 * What was saved, as a change of the initial state.
 * @param {State} initial
 * @returns {Partial<State>}
 */
export function load(initial) {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    const present = kept?.version === 1 ? unpack(kept.present) : null;
    if (!present) return {};
    /** @param {string[]} list */
    const games = (list) => list.map(unpack).filter((game) => game !== null);
    return {
      history: { past: games(kept.past), present, future: games(kept.future) },
      title: String(kept.title),
      own: kept.own === true,
      elapsed: Number(kept.elapsed) || 0,
      settings: { ...initial.settings, ...kept.settings },
    };
  } catch {
    return {};
  }
}
