/**
 * Saves the game with its undo history, the elapsed time and the settings in the browser's local storage.
 * They are written after every change, so nothing is lost if the page is closed or the server stops.
 *
 *   veridoku            the game and the settings
 *   veridoku-time       the elapsed time, written far more often
 *   veridoku-games      the games that were begun and not finished
 *   veridoku-statistics solved puzzles by level
 *   veridoku-practice   solved practice positions, written by practice
 *   veridoku-solver     the user's own solver, written by the laboratory
 *   veridoku-version-2  data of another version of this page, kept for that version
 *   veridoku-unread     data that could not be parsed, kept for manual recovery
 *
 * Tabs that show the same round share its game: each loads what another has saved. A tab with another round
 * keeps its own. It finds it again after a reload, because everything is also written to its session storage.
 */
import { isComplete } from './domain/game.js';
import { DEPTH } from './domain/history.js';
import { pack, unpack } from './domain/link.js';
import { newRound, parseRound } from './domain/round.js';
import { parseGames, withMove } from './domain/saved-games.js';
import { parseStatistics } from './domain/statistics.js';

/** @typedef {import('./store.js').State} State */
/** @typedef {import('./domain/round.js').Snapshot} Snapshot */

const KEY = 'veridoku';
const TIME = `${KEY}-time`;
const GAMES = `${KEY}-games`;
const STATISTICS = `${KEY}-statistics`;
const VERSION = 1;
/** Interval between saves of the elapsed time, in milliseconds: the most that a crash can lose. */
const TIME_STEP = 10_000;
/** The fields of the state that are saved together. The elapsed time is saved separately. */
const SAVED_FIELDS = /** @type {const} */ (['history', 'settings']);

/**
 * Packed games. A game is immutable, so each one is packed only once.
 * @type {WeakMap<import('./domain/game.js').Game, string>}
 */
const packedGames = new WeakMap();

/** @param {import('./domain/game.js').Game} game */
function packed(game) {
  const text = packedGames.get(game) ?? pack(game);
  packedGames.set(game, text);
  return text;
}

/** @typedef {'localStorage' | 'sessionStorage'} StorageName */

/**
 * Writes to local storage and reports whether that succeeded; storage may be disabled or full.
 * @param {string} key
 * @param {string} text
 * @param {StorageName} [storage]
 */
export function writeItem(key, text, storage = 'localStorage') {
  try {
    globalThis[storage].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Reads from local storage. @param {string} key @param {StorageName} [storage] */
export function readItem(key, storage = 'localStorage') {
  try {
    return globalThis[storage].getItem(key);
  } catch {
    return null;
  }
}

/**
 * Writes to both storages, and reports whether the local one succeeded.
 * @param {string} key
 * @param {string} text
 */
function writeBoth(key, text) {
  writeItem(key, text, 'sessionStorage');
  return writeItem(key, text);
}

/** @param {State} state */
export const saveTime = (state) => writeBoth(TIME, String(state.elapsed));

/**
 * Returns the object to be saved. Rounds are stored in a list, and each snapshot refers to its round by
 * index.
 * @param {State} state
 */
export function serialize(state) {
  const { present } = state.history;
  const past = state.history.past.slice(-DEPTH);
  const future = state.history.future.slice(0, DEPTH);
  const rounds = [...new Set([...past, present, ...future].map(({ round }) => round))];
  const games = (/** @type {readonly Snapshot[]} */ snapshots) => snapshots.map(({ game }) => packed(game));
  const places = (/** @type {readonly Snapshot[]} */ snapshots) =>
    snapshots.map(({ round }) => rounds.indexOf(round));
  return {
    version: VERSION,
    past: games(past),
    present: packed(present.game),
    future: games(future),
    rounds,
    places: { past: places(past), present: rounds.indexOf(present.round), future: places(future) },
    // For older versions of the page, which had a single round.
    title: present.round.title,
    own: present.round.own,
    settings: state.settings,
  };
}

/** Reads JSON from local storage; null if it is missing or not valid. @param {string} key */
export const readJson = (key) => parsed(readItem(key));

/** Returns the games that were begun and not finished. */
export const readGames = () => parseGames(readJson(GAMES));

/** @param {readonly import('./domain/saved-games.js').SavedGame[]} games */
export const writeGames = (games) => writeItem(GAMES, JSON.stringify(games));

/** Returns the statistics of solved puzzles. */
export const readStatistics = () => parseStatistics(readJson(STATISTICS));

/** @param {import('./domain/statistics.js').Statistics} statistics */
export const writeStatistics = (statistics) => writeItem(STATISTICS, JSON.stringify(statistics));

/** Saves a state and reports whether that succeeded. @param {State} state */
export function save(state) {
  // The time goes first: other tabs load both as soon as the game changes.
  return saveTime(state) && writeBoth(KEY, JSON.stringify(serialize(state)));
}

/** @param {string | null} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** Returns the id of the round that saved data contains. @param {any} saved @returns {unknown} */
const roundId = (saved) => saved?.rounds?.[saved.places?.present]?.id;

/** Returns the storage with the game of this tab: its own if another tab has saved another round since. */
function storageOfTab() {
  const shared = roundId(parsed(readItem(KEY)));
  const own = roundId(parsed(readItem(KEY, 'sessionStorage')));
  return own && shared && own !== shared ? 'sessionStorage' : 'localStorage';
}

/**
 * Loads the saved data as a change to the initial state. Data that cannot be parsed is copied to another
 * key, so that saving does not destroy it.
 * @param {State} initial
 * @returns {Partial<State>}
 */
export function load(initial) {
  const storage = storageOfTab();
  const text = readItem(KEY, storage);
  if (text === null) return {};
  const found = parsed(text);
  const change = deserialize(found, initial, Number(readItem(TIME, storage) ?? found?.elapsed));
  if (change) return change;
  const otherVersion = Number.isInteger(found?.version) && found.version !== VERSION;
  writeItem(otherVersion ? `${KEY}-version-${found.version}` : `${KEY}-unread`, text);
  return deserialize(parsed(readItem(`${KEY}-version-${VERSION}`)), initial, 0) ?? {};
}

/**
 * Converts saved data to a change of the state, or returns null if it is not valid.
 * @param {any} saved
 * @param {State} initial
 * @param {number} elapsed
 * @returns {Partial<State> | null}
 */
export function deserialize(saved, initial, elapsed) {
  const game = saved?.version === VERSION ? unpack(String(saved.present)) : null;
  if (!game) return null;
  const rounds = (Array.isArray(saved.rounds) ? saved.rounds : []).map(parseRound);
  const singleRound = newRound(String(saved.title ?? ''), { own: saved.own === true });
  /** @param {unknown} list @param {unknown} places @returns {Snapshot[]} */
  const snapshots = (list, places) =>
    (Array.isArray(list) ? list : []).flatMap((text, index) => {
      const found = unpack(String(text));
      return found
        ? [{ game: found, round: rounds[Array.isArray(places) ? places[index] : -1] ?? singleRound }]
        : [];
    });
  const present = { game, round: rounds[saved.places?.present] ?? singleRound };
  return {
    history: {
      past: snapshots(saved.past, saved.places?.past),
      present,
      future: snapshots(saved.future, saved.places?.future),
    },
    won: isComplete(game) && !present.round.own,
    elapsed: elapsed || 0,
    settings: { ...initial.settings, ...saved.settings },
  };
}

/**
 * Saves every change from now on, and loads what other tabs save.
 * @param {import('./store.js').Store} store
 * @param {import('./actions.js').Actions} actions
 */
export function mountPersistence(store, actions) {
  /** The stored text when this tab last wrote or read it. */
  let lastSeen = readItem(KEY);
  let syncing = false;
  let warned = false;
  let savedTime = store.state.elapsed;

  store.subscribe((state, before) => {
    if (syncing) return;
    if (SAVED_FIELDS.some((field) => state[field] !== before[field])) {
      const saved = save(state);
      if (state.history.present !== before.history.present)
        writeGames(withMove(readGames(), state.history.present, state.elapsed, Date.now()));
      lastSeen = readItem(KEY);
      savedTime = state.elapsed;
      if (!saved && !warned) {
        warned = true;
        actions.showMessage(
          'This browser cannot save your game, so it will be lost when you close the page. ' +
            'To keep it, copy the link in “Share or export”.',
          'bad',
        );
      }
    } else if (Math.abs(state.elapsed - savedTime) >= TIME_STEP) {
      savedTime = state.elapsed;
      saveTime(state);
    }
  });

  const syncFromStorage = () => {
    const text = readItem(KEY);
    if (text === lastSeen || text === null) return;
    lastSeen = text;
    const change = deserialize(parsed(text), store.state, Number(readItem(TIME)));
    if (!change) return;
    syncing = true;
    if (change.history?.present.round.id === store.round.id)
      store.update({
        ...change,
        paused: false,
        mistakes: [],
        lesson: null,
        hintCard: null,
        message: { text: '', tone: 'plain' },
      });
    else store.update({ settings: change.settings });
    syncing = false;
  };
  window.addEventListener('storage', syncFromStorage);
  // A suspended tab receives no storage events.
  window.addEventListener('pageshow', syncFromStorage);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) saveTime(store.state);
    else syncFromStorage();
  });
  window.addEventListener('pagehide', () => saveTime(store.state));
}
