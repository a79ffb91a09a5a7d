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
/** @typedef {import('./domain/round.js').Turn} Turn */

const KEY = 'veridoku';
const TIME = `${KEY}-time`;
const VERSION = 1;
/** Milliseconds of playing that a crash may cost. */
const TIME_STEP = 10_000;
/** What is saved of a state, but for the time. */
const FIELDS = /** @type {const} */ (['history', 'settings']);

/** Games as text: a game never changes, so it is written once. @type {WeakMap<import('./domain/game.js').Game, string>} */
const written = new WeakMap();

/** @param {import('./domain/game.js').Game} game */
function packed(game) {
  const text = written.get(game) ?? pack(game);
  written.set(game, text);
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
export function kept(state) {
  const { present } = state.history;
  const past = state.history.past.slice(-DEPTH);
  const future = state.history.future.slice(0, DEPTH);
  const rounds = [...new Set([...past, present, ...future].map(({ round }) => round))];
  const games = (/** @type {readonly Turn[]} */ turns) => turns.map(({ game }) => packed(game));
  const places = (/** @type {readonly Turn[]} */ turns) => turns.map(({ round }) => rounds.indexOf(round));
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
  return saveTime(state) && write(KEY, JSON.stringify(kept(state)));
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
 * What was saved, as a change of the initial state. What cannot be understood is set aside, never written over.
 * @param {State} initial
 * @returns {Partial<State>}
 */
export function load(initial) {
  const text = read(KEY);
  if (text === null) return {};
  const found = parsed(text);
  const change = understood(found, initial, Number(read(TIME) ?? found?.elapsed));
  if (change) return change;
  const known = Number.isInteger(found?.version) && found.version !== VERSION;
  write(known ? `${KEY}-version-${found.version}` : `${KEY}-unread`, text);
  return understood(parsed(read(`${KEY}-version-${VERSION}`)), initial, 0) ?? {};
}

/**
 * The change that a saved text means, or null.
 * @param {any} saved
 * @param {State} initial
 * @param {number} elapsed
 * @returns {Partial<State> | null}
 */
export function understood(saved, initial, elapsed) {
  const game = saved?.version === VERSION ? unpack(String(saved.present)) : null;
  if (!game) return null;
  const rounds = (Array.isArray(saved.rounds) ? saved.rounds : []).map((/** @type {any} */ round) =>
    newRound(String(round?.title ?? ''), {
      own: round?.own === true,
      practice: typeof round?.practice === 'string' ? round.practice : null,
      elapsed: Number(round?.elapsed) || 0,
    }));
  const only = newRound(String(saved.title ?? ''), { own: saved.own === true });
  /** @param {unknown} list @param {unknown} places @returns {Turn[]} */
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
export function mountSaving(store, actions) {
  /** What the storage held when this tab last wrote or read it. */
  let known = read(KEY);
  let taking = false;
  let told = false;
  let timed = store.state.elapsed;

  store.listen((state, before) => {
    if (taking) return;
    if (FIELDS.some((field) => state[field] !== before[field])) {
      const saved = save(state);
      known = read(KEY);
      timed = state.elapsed;
      if (!saved && !told) {
        told = true;
        actions.say('This browser has no room for the game: it is lost when the page is closed. A link keeps it.', 'bad');
      }
    } else if (Math.abs(state.elapsed - timed) >= TIME_STEP) {
      timed = state.elapsed;
      saveTime(state);
    }
  });

  const takeOver = () => {
    const text = read(KEY);
    if (text === known || text === null) return;
    known = text;
    const change = load(store.state);
    if (!change.history) return;
    taking = true;
    store.update({ ...change, paused: false, mistakes: [], lesson: null, pointer: null, message: { text: '', tone: 'plain' } });
    taking = false;
  };
  window.addEventListener('storage', takeOver);
  // A tab that slept has heard of nothing.
  window.addEventListener('pageshow', takeOver);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) saveTime(store.state);
    else takeOver();
  });
  window.addEventListener('pagehide', () => saveTime(store.state));
}
