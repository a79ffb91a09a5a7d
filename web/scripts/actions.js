/**
 * What a player can do. Each action is one change of the game, and so one undo.
 */
import { cellName, has } from './domain/cells.js';
import * as games from './domain/game.js';
import { act, begin, redo, undo } from './domain/history.js';
import { forEngine, fromEngine } from './domain/forms.js';
import { gameOfText, lineOf } from './domain/link.js';
import { puzzleWithin, readable } from './domain/pasted.js';
import { left, newRound } from './domain/round.js';
import { anyPuzzle, puzzleOf } from './puzzles.js';
import { EngineError } from './engine/engine.js';
import { sentence, titled, written } from './words.js';

/** @typedef {import('./store.js').Store} Store */
/** @typedef {import('./engine/engine.js').Engine} Engine */
/** @typedef {import('./domain/game.js').Game} Game */
/** @typedef {import('./domain/game.js').Mode} Mode */
/** @typedef {import('./domain/round.js').Turns} Turns */

/** What a new position makes old. */
const SETTLED = { mistakes: [], pointer: null, lesson: null };

export class Actions {
  /**
   * @param {Store} store
   * @param {Engine} engine
   * @param {import('./tasks.js').Tasks} tasks
   */
  constructor(store, engine, tasks) {
    this.store = store;
    this.engine = engine;
    this.tasks = tasks;
  }

  /** @param {string} text @param {'plain' | 'good' | 'bad'} [tone] */
  say(text, tone = 'plain') {
    this.store.update({ message: { text, tone } });
  }

  /** @param {unknown} error */
  sayError(error) {
    this.say(error instanceof EngineError ? sentence(error.message) : `Something went wrong: ${error}`, 'bad');
  }

  /** Stops what takes its time, and says whether there was something. */
  cancel() {
    const stopped = this.tasks.cancel();
    if (stopped) this.say('Stopped.');
    return stopped;
  }

  /** One action of the player. @param {Game} next */
  play(next) {
    const { state, round } = this.store;
    if (next === this.store.game || state.paused) return;
    this.settle({ history: act(state.history, { game: next, round }) });
  }

  /**
   * Another position is on the board: what was said of the one before is old.
   * @param {Partial<import('./store.js').State> & {history: Turns}} change
   */
  settle(change) {
    const { game, round } = change.history.present;
    const won = games.isComplete(game) && !round.own;
    this.tasks.stop('check', 'lesson', 'judge');
    this.store.update({ ...SETTLED, ...change, won, message: this.verdictOf(game, won) });
    if (round.own) void this.judge();
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
    const { state, game, round } = this.store;
    if (state.lesson) return;
    if (round.own) this.play(games.setGivens(game, state.selection, digit));
    else this.play(games.enter(game, state.selection, digit, mode ?? state.mode));
  }

  erase() {
    const { state, game, round } = this.store;
    if (state.lesson) return;
    if (round.own) this.play(games.setGivens(game, state.selection.filter((cell) => game.givens[cell]), 0));
    else this.play(games.clear(game, state.selection));
  }

  undo() {
    this.travel(undo);
  }

  redo() {
    this.travel(redo);
  }

  /** Goes to another turn; one of another round brings its own time. @param {(turns: Turns) => Turns} move */
  travel(move) {
    const { history, elapsed, paused } = this.store.state;
    if (move(history) === history || paused) return;
    if (move(history).present.round === history.present.round) return void this.settle({ history: move(history) });
    this.tasks.stop('game');
    const moved = move(left(history, elapsed));
    this.settle({ history: moved, elapsed: moved.present.round.elapsed });
  }

  automatic() {
    this.play(games.toggleAutomatic(this.store.game));
  }

  /** The same puzzle from its start; while givens are typed in, an empty board. */
  restart() {
    const { state, game, round } = this.store;
    if (state.paused) return;
    if (round.own) this.play(games.setGivens(game, game.givens.flatMap((given, cell) => (given ? [cell] : [])), 0));
    else if (!games.isUntouched(game) || state.elapsed) this.start(games.restarted(game), { ...round, elapsed: 0, practice: null });
  }

  /**
   * Begins another round; the one before can be had back with undo. Whatever game was asked for before comes too late.
   * @param {Game} game
   * @param {string | import('./domain/round.js').Round} about
   */
  start(game, about) {
    this.tasks.stop('game');
    const { history, elapsed } = this.store.state;
    const round = typeof about === 'string' ? newRound(about) : { ...about };
    const empty = !history.past.length && history.present.game.values.every((value) => !value);
    const turn = { game, round };
    this.settle({ history: empty ? begin(turn) : act(left(history, elapsed), turn), elapsed: round.elapsed, paused: false });
  }

  /**
   * A new puzzle of a level: of a seed, or of any where it is empty.
   * @param {string} level
   * @param {string} seed
   */
  async fresh(level, seed) {
    const { engine } = this;
    const words = `Making ${/^[aeiou]/.test(level) ? 'an' : 'a'} ${level} puzzle`;
    this.say('');
    try {
      const made = await this.tasks.run('game', words, async (signal, tell) => {
        if (!seed) return anyPuzzle(engine, level, signal, (attempts) => tell(`${words}: ${written(attempts)} were not hard enough`));
        return { ...(await puzzleOf(engine, level, seed, signal)), seed };
      });
      if (!made) return;
      if (!made.puzzle) return void this.say(`No ${level} puzzle was found for the seed “${seed}”. Take another word, or none.`, 'bad');
      const rating = made.er ? ` · ER ${made.er.toFixed(1)}` : '';
      this.start(games.newGame(games.digitsOfLine(made.puzzle)), `${titled(level)}${rating} · ${made.seed}`);
    } catch (error) {
      this.sayError(error);
    }
  }

  /** Switches between typing givens and playing. */
  own() {
    const { game, round } = this.store;
    if (round.own) return void this.start(games.newGame(game.givens), 'My own');
    const givens = game.values.some((value) => !value) ? game.givens : new Array(81).fill(0);
    this.start(games.newGame(givens), newRound('My own', { own: true }));
  }

  /** Says whether the givens have no, one or many solutions. */
  async judge() {
    const line = lineOf(this.store.game.givens);
    if (!/[1-9]/.test(line)) return void this.say('Type the givens of your puzzle.');
    try {
      const report = await this.tasks.run('judge', 'Looking for solutions', (signal) => this.engine.ask('check', { puzzle: line, from: 'line' }, signal));
      if (report) this.say(...verdict(report));
    } catch (error) {
      this.sayError(error);
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
      const report = await this.tasks.run('check', 'Checking', (signal) => this.engine.ask('solve', { puzzle: lineOf(game.givens), from: 'line' }, signal));
      if (!report) return;
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
   * Opens a text in any form. Gives the rows where it holds many puzzles, true where it is one and on the board, null where
   * something else was begun meanwhile.
   * @param {string} text
   * @returns {Promise<any | true | null>}
   */
  async open(text) {
    const own = gameOfText(text);
    if (own) {
      this.start(own, 'Opened');
      return true;
    }
    const found = await this.tasks.run('game', 'Reading', (signal) => this.read(readable(text), signal));
    if (!found || found.results) return found;
    this.start(found.game, found.check.status === 'unique' ? `Opened · ${found.check.clues} clues` : 'Opened');
    if (found.check.status !== 'unique') this.say(...verdict(found.check));
    return true;
  }

  /**
   * What a text holds: many puzzles, or a game and what there is to say of it.
   * @param {string} text
   * @param {AbortSignal} signal
   * @returns {Promise<any>}
   */
  async read(text, signal) {
    const found = await this.engine.ask('solve-many', { text }, signal);
    if (!found.results.some((/** @type {any} */ row) => row.puzzle)) {
      const within = puzzleWithin(text);
      if (within && within !== text) return this.read(within, signal);
      throw new EngineError({ error: found.results[0]?.error ?? 'there is no puzzle in it' });
    }
    if (found.results.length > 1) return found;
    const report = await this.engine.ask('convert', { puzzle: text, options: { to: 'hodoku' } }, signal);
    const game = fromEngine(report.text);
    if (!game) throw new EngineError({ error: 'this puzzle cannot be put on the board' });
    const check = await this.engine.ask('check', { puzzle: lineOf(game.givens), from: 'line' }, signal);
    return { game, check };
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
 * A check in one line.
 * @param {{status: string, reason: string | null, clues: number, minimal: boolean | null}} report
 * @returns {[string, 'good' | 'bad' | 'plain']}
 */
function verdict(report) {
  if (report.status !== 'unique') return [sentence(report.reason ?? report.status), 'bad'];
  const minimal = report.minimal ? ' No clue can be spared.' : '';
  return [`One solution, ${report.clues} clues.${minimal}`, 'good'];
}
