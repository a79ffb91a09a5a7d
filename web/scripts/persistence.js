/**
 * Everything that outlives the page, in the storage of the browser: the game with its undo list, the time,
 * the settings. Written at every change, so that nothing is lost when the page or the server dies.
 *
 *   veridoku            the game and the settings
 *   veridoku-time       the time, written far more often
 *   veridoku-version-2  what another edition of this page wrote, set aside for it
 *   veridoku-unread     what nobody could read, set aside for a person
 *
 * All tabs play one game: what one writes, the others take over.
 */
import { isComplete } from './domain/game.js';
import { DEPTH } from './domain/history.js';
import { pack, unpack } from './domain/link.js';
import { newRound } from './domain/round.js';

/** @typedef {import('./store.js').State} State */
/** @typedef {import('./domain/round.js').Snapshot} Snapshot */

const KEY = 'veridoku';
const TIME = `${KEY}-time`;
const VERSION = 1;
/** Milliseconds of playing that a crash may cost. */
const TIME_STEP = 10_000;
/** What is saved of a state, but for the time. */
const SAVED_FIELDS = /** @type {const} */ (['history', 'settings']);

/** Games as text: a game never changes, so it is written once. @type {WeakMap<import('./domain/game.js').Game, string>} */
const packedGames = new WeakMap();

/** @param {import('./domain/game.js').Game} game */
function packed(game) {
  const text = packedGames.get(game) ?? pack(game);
  packedGames.set(game, text);
  return text;
}

/** Writes, and says whether that could be done: there may be no storage, or none left. @param {string} key @param {string} text */
function write(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} key */
function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {State} state */
export const saveTime = (state) => write(TIME, String(state.elapsed));

/**
 * What is written of a state. The rounds stand in a list of their own, and each turn says the place of its round there.
 * @param {State} state
 */
export function serialize(state) {
  const { present } = state.history;
  const past = state.history.past.slice(-DEPTH);
  const future = state.history.future.slice(0, DEPTH);
  const rounds = [...new Set([...past, present, ...future].map(({ round }) => round))];
  const games = (/** @type {readonly Snapshot[]} */ turns) => turns.map(({ game }) => packed(game));
  const places = (/** @type {readonly Snapshot[]} */ turns) => turns.map(({ round }) => rounds.indexOf(round));
  return {
    version: VERSION,
    past: games(past),
    present: packed(present.game),
    future: games(future),
    rounds,
    places: { past: places(past), present: rounds.indexOf(present.round), future: places(future) },
    // For editions that knew one round only.
    title: present.round.title,
    own: present.round.own,
    settings: state.settings,
  };
}

/** Saves, and says whether that could be done. @param {State} state */
export function save(state) {
  // The time first: the other tabs look when the game comes.
  return saveTime(state) && write(KEY, JSON.stringify(serialize(state)));
}

/** @param {string | null} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/**
 * What was saved, as a change of the initial state. What cannot be deserialize is set aside, never written over.
 * @param {State} initial
 * @returns {Partial<State>}
 */
export function load(initial) {
  const text = read(KEY);
  if (text === null) return {};
  const found = parsed(text);
  const change = deserialize(found, initial, Number(read(TIME) ?? found?.elapsed));
  if (change) return change;
  const otherVersion = Number.isInteger(found?.version) && found.version !== VERSION;
  write(otherVersion ? `${KEY}-version-${found.version}` : `${KEY}-unread`, text);
  return deserialize(parsed(read(`${KEY}-version-${VERSION}`)), initial, 0) ?? {};
}

/**
 * The change that a saved text means, or null.
 * @param {any} saved
 * @param {State} initial
 * @param {number} elapsed
 * @returns {Partial<State> | null}
 */
export function deserialize(saved, initial, elapsed) {
  const game = saved?.version === VERSION ? unpack(String(saved.present)) : null;
  if (!game) return null;
  const rounds = (Array.isArray(saved.rounds) ? saved.rounds : []).map((/** @type {any} */ round) =>
    newRound(String(round?.title ?? ''), {
      own: round?.own === true,
      practice: typeof round?.practice === 'string' ? round.practice : null,
      elapsed: Number(round?.elapsed) || 0,
    }));
  const only = newRound(String(saved.title ?? ''), { own: saved.own === true });
  /** @param {unknown} list @param {unknown} places @returns {Snapshot[]} */
  const turns = (list, places) =>
    (Array.isArray(list) ? list : []).flatMap((text, index) => {
      const found = unpack(String(text));
      return found ? [{ game: found, round: rounds[Array.isArray(places) ? places[index] : -1] ?? only }] : [];
    });
  const present = { game, round: rounds[saved.places?.present] ?? only };
  return {
    history: { past: turns(saved.past, saved.places?.past), present, future: turns(saved.future, saved.places?.future) },
    won: isComplete(game) && !present.round.own,
    elapsed: elapsed || 0,
    settings: { ...initial.settings, ...saved.settings },
  };
}

/**
 * Saves whatever changes from now on, and takes over what another tab saved.
 * @param {import('./store.js').Store} store
 * @param {import('./actions.js').Actions} actions
 */
export function mountPersistence(store, actions) {
  /** What the storage held when this tab last wrote or read it. */
  let lastSeen = read(KEY);
  let syncing = false;
  let warned = false;
  let savedTime = store.state.elapsed;

  store.subscribe((state, before) => {
    if (syncing) return;
    if (SAVED_FIELDS.some((field) => state[field] !== before[field])) {
      const saved = save(state);
      lastSeen = read(KEY);
      savedTime = state.elapsed;
      if (!saved && !warned) {
        warned = true;
        actions.showMessage('This browser has no room for the game: it is lost when the page is closed. A link keeps it.', 'bad');
      }
    } else if (Math.abs(state.elapsed - savedTime) >= TIME_STEP) {
      savedTime = state.elapsed;
      saveTime(state);
    }
  });

  const syncFromStorage = () => {
    const text = read(KEY);
    if (text === lastSeen || text === null) return;
    lastSeen = text;
    const change = load(store.state);
    if (!change.history) return;
    syncing = true;
    store.update({ ...change, paused: false, mistakes: [], lesson: null, hintCard: null, message: { text: '', tone: 'plain' } });
    syncing = false;
  };
  window.addEventListener('storage', syncFromStorage);
  // A tab that slept has heard of nothing.
  window.addEventListener('pageshow', syncFromStorage);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) saveTime(store.state);
    else syncFromStorage();
  });
  window.addEventListener('pagehide', () => saveTime(store.state));
}
