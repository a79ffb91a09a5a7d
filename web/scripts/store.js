/**
 * The state of the page: one object, replaced at every change, and who listens to it.
 */
import { begin } from './domain/history.js';
import { newGame } from './domain/game.js';

/** @typedef {import('./domain/game.js').Game} Game */
/** @typedef {import('./domain/game.js').Mode} Mode */
/** @typedef {import('./domain/step.js').Position} Position */

/**
 * A lesson on the board: a position, a step from it, and the other steps beside it.
 * @typedef {object} Lesson
 * @property {string} title
 * @property {any[]} steps        reports of the engine
 * @property {Position[]} positions  the position of each step
 * @property {number} at
 * @property {'hint' | 'path' | 'steps'} kind
 */

/**
 * A hint that does not tell the step: where to look, or also for what.
 * @typedef {{title: string, text: string, note: string | null, strength: 'where' | 'what' | 'none', place: import('./domain/step.js').Place}} Pointer
 */

/**
 * @typedef {object} Settings
 * @property {'auto' | 'light' | 'dark' | 'contrast'} theme
 * @property {boolean} timer
 * @property {boolean} peers
 * @property {boolean} same
 * @property {boolean} conflicts
 */

/**
 * What the line below the board says.
 * @typedef {{text: string, tone: 'plain' | 'good' | 'bad'}} Message
 */

/**
 * @typedef {object} State
 * @property {'play' | 'learn' | 'laboratory'} view
 * @property {import('./domain/history.js').History<Game>} history
 * @property {string} title
 * @property {readonly number[]} selection
 * @property {number} cursor
 * @property {Mode} mode
 * @property {boolean} own        whether givens are typed in
 * @property {boolean} paused
 * @property {number} elapsed     milliseconds
 * @property {boolean} won
 * @property {readonly number[]} mistakes
 * @property {Message} message
 * @property {Lesson | null} lesson
 * @property {Pointer | null} pointer
 * @property {Settings} settings
 */

/** @returns {State} */
export function initialState() {
  return {
    view: 'play',
    history: begin(newGame(new Array(81).fill(0))),
    title: '',
    selection: [40],
    cursor: 40,
    mode: 'digit',
    own: false,
    paused: false,
    elapsed: 0,
    won: false,
    mistakes: [],
    message: { text: '', tone: 'plain' },
    lesson: null,
    pointer: null,
    settings: { theme: 'auto', timer: true, peers: true, same: true, conflicts: true },
  };
}

export class Store {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    /** @type {((state: State, before: State) => void)[]} */
    this.listeners = [];
  }

  /** @returns {Game} */
  get game() {
    return this.state.history.present;
  }

  /** @param {(state: State, before: State) => void} listener */
  listen(listener) {
    this.listeners.push(listener);
  }

  /** @param {Partial<State>} change */
  update(change) {
    const before = this.state;
    this.state = { ...before, ...change };
    for (const listener of this.listeners) listener(this.state, before);
  }
}
