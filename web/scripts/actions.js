/**
 * What a player can do. Each action is one change of the game, and so one undo.
 */
import { cellName, has } from './domain/cells.js';
import * as games from './domain/game.js';
import { act, begin, redo, undo } from './domain/history.js';
import { forEngine, fromEngine } from './domain/forms.js';
import { gameOfText, lineOf } from './domain/link.js';
import { puzzleOf } from './puzzles.js';
import { EngineError } from './engine/engine.js';

/** @typedef {import('./store.js').Store} Store */
/** @typedef {import('./engine/engine.js').Engine} Engine */
/** @typedef {import('./domain/game.js').Game} Game */
/** @typedef {import('./domain/game.js').Mode} Mode */

export class Actions {
  /**
   * @param {Store} store
   * @param {Engine} engine
   */
  constructor(store, engine) {
    this.store = store;
    this.engine = engine;
    /** Which of several questions about validity is the newest. */
    this.asked = 0;
    /** How many games were asked for, and which of them is on the board: one asked for earlier comes too late. */
    this.wanted = 0;
    this.begun = 0;
  }

  /** @param {string} text @param {'plain' | 'good' | 'bad'} [tone] */
  say(text, tone = 'plain') {
    this.store.update({ message: { text, tone } });
  }

  /** @param {unknown} error */
  sayError(error) {
    this.say(error instanceof EngineError ? sentence(error.message) : `Something went wrong: ${error}`, 'bad');
  }

  /**
   * One action of the player, and what changes with it.
   * @param {Game} next
   * @param {Partial<import('./store.js').State>} [beside]
   */
  play(next, beside = {}) {
    const { state } = this.store;
    if (next === this.store.game || state.paused) return;
    const won = games.isComplete(next) && !state.own;
    this.store.update({
      ...beside,
      history: act(state.history, next),
      mistakes: [],
      pointer: null,
      lesson: null,
      won,
      message: this.verdictOf(next, won),
    });
    if (state.own) void this.judge();
  }

  /**
   * What the line below the board says by itself.
   * @param {Game} game
   * @param {boolean} won
   * @returns {import('./store.js').Message}
   */
  verdictOf(game, won) {
    if (won) return { text: 'Solved. Well done!', tone: 'good' };
    const found = this.store.state.settings.conflicts ? games.conflicts(game.values) : [];
    if (found.length) return { text: `${games.conflictReason(found[0])}.`, tone: 'bad' };
    return { text: '', tone: 'plain' };
  }

  /** @param {number} digit @param {Mode} [mode] */
  enter(digit, mode) {
    const { state, game } = this.store;
    if (state.lesson) return;
    if (state.own) this.play(games.setGivens(game, state.selection, digit));
    else this.play(games.enter(game, state.selection, digit, mode ?? state.mode));
  }

  erase() {
    const { state, game } = this.store;
    if (state.lesson) return;
    if (state.own) this.play(games.setGivens(game, state.selection.filter((cell) => game.givens[cell]), 0));
    else this.play(games.clear(game, state.selection));
  }

  undo() {
    this.travel(undo(this.store.state.history));
  }

  redo() {
    this.travel(redo(this.store.state.history));
  }

  /** @param {import('./domain/history.js').History<Game>} history */
  travel(history) {
    if (history === this.store.state.history || this.store.state.paused) return;
    const won = games.isComplete(history.present) && !this.store.state.own;
    this.store.update({ history, mistakes: [], pointer: null, lesson: null, won, message: this.verdictOf(history.present, won) });
    if (this.store.state.own) void this.judge();
  }

  automatic() {
    this.play(games.toggleAutomatic(this.store.game));
  }

  restart() {
    this.play(games.restarted(this.store.game), { elapsed: 0 });
  }

  /**
   * The number of a game that is asked for, for `start`.
   */
  want() {
    this.wanted += 1;
    return this.wanted;
  }

  /**
   * Begins another game; the one before can be had back with undo. Says whether it came in time.
   * @param {Game} game
   * @param {string} title
   * @param {number} [number] when it was asked for: now, if not said
   */
  start(game, title, number = this.want()) {
    if (number < this.begun) return false;
    this.begun = number;
    const { history } = this.store.state;
    const empty = !history.past.length && history.present.values.every((value) => !value);
    this.store.update({
      history: empty ? begin(game) : act(history, game),
      title,
      own: false,
      elapsed: 0,
      paused: false,
      mistakes: [],
      lesson: null,
      pointer: null,
      won: false,
      message: { text: '', tone: 'plain' },
    });
    return true;
  }

  /** @param {string} level @param {string} seed */
  async fresh(level, seed) {
    const number = this.want();
    this.say('Making a puzzle…');
    try {
      const { puzzle, er } = await puzzleOf(this.engine, level, seed);
      const rating = er ? ` · ER ${er.toFixed(1)}` : '';
      this.start(games.newGame(games.digitsOfLine(puzzle)), `${titled(level)}${rating} · ${seed}`, number);
    } catch (error) {
      if (number > this.begun) this.sayError(error);
    }
  }

  /** Switches between typing givens and playing. */
  own() {
    const { state, game } = this.store;
    if (state.own) {
      this.store.update({ own: false, elapsed: 0, message: { text: '', tone: 'plain' } });
      return;
    }
    this.start(games.newGame(game.values.some((value) => !value) ? game.givens : new Array(81).fill(0)), 'My own');
    this.store.update({ own: true });
    void this.judge();
  }

  /** Says whether the givens have no, one or many solutions. */
  async judge() {
    this.asked += 1;
    const asked = this.asked;
    const line = lineOf(this.store.game.givens);
    if (!/[1-9]/.test(line)) {
      this.say('Type the givens of your puzzle.');
      return;
    }
    try {
      const report = await this.engine.ask('check', { puzzle: line, from: 'line' });
      if (asked !== this.asked || !this.store.state.own) return;
      this.say(...verdict(report));
    } catch (error) {
      if (asked === this.asked) this.sayError(error);
    }
  }

  /** Marks what contradicts the solution. */
  async check() {
    const { state, game } = this.store;
    if (state.paused) return;
    const repeated = games.conflicts(game.values);
    if (repeated.length) {
      this.store.update({ mistakes: repeated.flatMap((conflict) => conflict.cells) });
      this.say(repeated.map(games.conflictReason).join('; ') + '.', 'bad');
      return;
    }
    try {
      const report = await this.engine.ask('solve', { puzzle: lineOf(game.givens), from: 'line' });
      if (game !== this.store.game) return;
      if (report.status !== 'unique') {
        this.say(sentence(report.reason ?? 'the puzzle has no single solution'), 'bad');
        return;
      }
      const solution = games.digitsOfLine(report.solution);
      const wrong = solution.flatMap((digit, cell) => (game.values[cell] && game.values[cell] !== digit ? [cell] : []));
      const notes = games.centreNotes(game);
      const noted = (/** @type {number} */ cell) => !game.values[cell] && (game.automatic || notes[cell]);
      const lost = solution.flatMap((digit, cell) => (noted(cell) && !has(notes[cell], digit) ? [cell] : []));
      this.store.update({ mistakes: [...wrong, ...lost] });
      if (wrong.length) this.say(`Not right: ${wrong.map(cellName).join(', ')}.`, 'bad');
      else if (lost.length) this.say(`The digits are right, but the notes lack the solution in ${lost.map(cellName).join(', ')}.`, 'bad');
      else this.say('No mistakes so far.', 'good');
    } catch (error) {
      this.sayError(error);
    }
  }

  /**
   * Opens a text in any form. Gives the rows where it holds many puzzles, null where it is one.
   * @param {string} text
   * @returns {Promise<any | null>}
   */
  async open(text) {
    const number = this.want();
    const own = gameOfText(text);
    if (own) {
      this.start(own, 'Opened', number);
      return null;
    }
    const found = await this.engine.ask('solve-many', { text });
    if (!found.results.some((/** @type {any} */ row) => row.puzzle)) {
      throw new EngineError({ error: found.results[0]?.error ?? 'there is no puzzle in it' });
    }
    if (found.results.length > 1) return found;
    const report = await this.engine.ask('convert', { puzzle: text, options: { to: 'hodoku' } });
    const game = fromEngine(report.text);
    if (!game) throw new EngineError({ error: 'this puzzle cannot be put on the board' });
    if (!this.start(game, 'Opened', number)) return null;
    const check = await this.engine.ask('check', { puzzle: lineOf(game.givens), from: 'line' });
    if (number !== this.begun) return null;
    if (check.status !== 'unique') this.say(...verdict(check));
    else this.store.update({ title: `Opened · ${check.clues} clues` });
    return null;
  }

  togglePause() {
    const { state } = this.store;
    this.store.update({ paused: !state.paused && state.settings.timer });
  }

  /** The game for the engine. */
  question() {
    return forEngine(this.store.game);
  }
}

/**
 * A reason as a sentence.
 * @param {string} reason
 */
export const sentence = (reason) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${/[.!?]$/.test(reason) ? '' : '.'}`;

/** A word with a capital letter. @param {string} word */
export const titled = (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/**
 * A check in one line.
 * @param {{status: string, reason: string | null, clues: number, minimal: boolean | null}} report
 * @returns {[string, 'good' | 'bad' | 'plain']}
 */
function verdict(report) {
  if (report.status !== 'unique') return [sentence(report.reason ?? report.status), 'bad'];
  const minimal = report.minimal ? ' No clue can be spared.' : '';
  return [`One solution, ${report.clues} clues.${minimal}`, 'good'];
}
