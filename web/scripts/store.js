/**
 * The state of the page: one immutable object, replaced at every change, and its subscribers.
 */
import { newHistory } from './domain/history.js';
import { newGame } from './domain/game.js';
import { newRound } from './domain/round.js';

/** @typedef {import('./domain/game.js').Game} Game */
/** @typedef {import('./domain/game.js').Mode} Mode */
/** @typedef {import('./domain/round.js').Round} Round */
/** @typedef {import('./domain/step.js').Position} Position */

/**
 * A lesson on the board: a list of steps, the position before each, and the index of the step shown.
 * @typedef {object} Lesson
 * @property {string} title
 * @property {any[]} steps          step reports from the engine
 * @property {Position[]} positions  the position before each step
 * @property {number} at
 * @property {number | null} line   the line of the proof that the board shows, or null for the whole step
 * @property {'hint' | 'path' | 'steps' | 'example'} kind
 * @property {About} [about]        what the lesson of a technique says about its example
 */

/**
 * A text of the lesson of a technique. Without a title, the text belongs to the step shown.
 * @typedef {{title?: string, paragraphs: string[],
 *   language: import('./messages/language.js').Language}} About
 */

/**
 * A hint without a full step: where to look, which technique to use, or why there is no step.
 * @typedef {{title: string, text: string, note: string | null, level: 'where' | 'what' | 'none',
 *   place: import('./domain/step.js').Place}} HintCard
 */

/**
 * @typedef {object} Settings
 * @property {'auto' | 'light' | 'dark' | 'contrast'} theme
 * @property {'auto' | import('./messages/language.js').Language} language of the laboratory and the lessons
 * @property {boolean} timer
 * @property {boolean} peers
 * @property {boolean} same
 * @property {boolean} conflicts
 * @property {boolean} checking   whether digits are compared with the solution while typing
 * @property {'grid' | 'line'} notes  how centre notes are drawn
 * @property {boolean} letters    whether single-letter shortcuts are enabled
 * @property {boolean} possible   whether a puzzle that is being entered shows the digits of its solutions
 * @property {string} symmetry    of a puzzle that is being entered
 * @property {string[]} techniques  of hints and paths, in their order; empty for the usual ones
 * @property {string} level       the level last chosen for a new puzzle
 */

/**
 * The message below the board, in English unless it has a language.
 * @typedef {{text: string, tone: 'plain' | 'good' | 'bad',
 *   language?: import('./messages/language.js').Language}} Message
 */

/**
 * A solved puzzle, with the statistics of its level before it, if there were any.
 * @typedef {{round: Round, before: import('./domain/statistics.js').LevelStatistics | null}} Finish
 */

/**
 * What the player highlights on the board: a digit among values and notes, or the cells with two notes.
 * @typedef {number | 'pairs' | null} Highlight
 */

/**
 * @typedef {object} State
 * @property {'play' | 'learn' | 'laboratory'} view
 * @property {import('./domain/round.js').GameHistory} history
 * @property {readonly number[]} selection
 * @property {number} cursor
 * @property {Mode} mode
 * @property {Highlight} highlight
 * @property {boolean} paused
 * @property {number} elapsed     milliseconds played in the current round
 * @property {boolean} won
 * @property {Finish | null} finish  the result to show after the player has solved a puzzle
 * @property {readonly number[]} mistakes
 * @property {import('./domain/setter.js').SetterReport | null} setter  about the givens being entered
 * @property {Message} message
 * @property {Pick<import('./tasks.js').Task, 'kind' | 'label' | 'language'> | null} busy  the slow task shown
 *   to the player
 * @property {Lesson | null} lesson
 * @property {HintCard | null} hintCard
 * @property {Settings} settings
 */

/** @returns {State} */
export function initialState() {
  return {
    view: 'play',
    history: newHistory({ game: newGame(new Array(81).fill(0)), round: newRound('') }),
    selection: [40],
    cursor: 40,
    mode: 'digit',
    highlight: null,
    paused: false,
    elapsed: 0,
    won: false,
    finish: null,
    mistakes: [],
    setter: null,
    message: { text: '', tone: 'plain' },
    busy: null,
    lesson: null,
    hintCard: null,
    settings: {
      theme: 'auto',
      language: 'auto',
      timer: true,
      peers: true,
      same: true,
      conflicts: true,
      checking: false,
      notes: 'grid',
      letters: true,
      possible: false,
      symmetry: 'none',
      techniques: [],
      level: 'medium',
    },
  };
}

/**
 * Returns the lesson that the board shows: only the Learn view shows it, the others show the game.
 * @param {State} state
 */
export const lessonOnBoard = ({ view, lesson }) => (view === 'learn' ? lesson : null);

export class Store {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    /** @type {((state: State, before: State) => void)[]} */
    this.listeners = [];
  }

  /** @returns {Game} */
  get game() {
    return this.state.history.present.game;
  }

  /** @returns {Round} */
  get round() {
    return this.state.history.present.round;
  }

  /** @param {(state: State, before: State) => void} listener */
  subscribe(listener) {
    this.listeners.push(listener);
  }

  /** @param {Partial<State>} change */
  update(change) {
    const before = this.state;
    this.state = { ...before, ...change };
    for (const listener of this.listeners) listener(this.state, before);
  }
}
