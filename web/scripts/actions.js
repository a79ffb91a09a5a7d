/**
 * The actions of a player. Each action changes the game once and can be undone in one step.
 */
import { cellName, has } from './domain/cells.js';
import * as games from './domain/game.js';
import { push, newHistory, redo, undo } from './domain/history.js';
import { toHodoku, fromHodoku } from './domain/formats.js';
import { parseGame, lineOf } from './domain/link.js';
import { findPuzzle, normalizePaste, onlyPuzzle } from './domain/paste.js';
import { isFirstSnapshot, newRound, withRound } from './domain/round.js';
import { partners } from './domain/setter.js';
import { OTHER, withSolved } from './domain/statistics.js';
import { readSudokuCoach } from './domain/sudoku-coach.js';
import { randomPuzzle, puzzleFromSeed } from './puzzles.js';
import { EngineError } from './engine/engine.js';
import { readStatistics, writeStatistics } from './persistence.js';
import { describeProblem, reportGivens } from './setter.js';
import { lessonOnBoard } from './store.js';
import { asSentence, capitalize, formatNumber } from './text.js';

/** @typedef {import('./store.js').Store} Store */
/** @typedef {import('./engine/engine.js').Engine} Engine */
/** @typedef {import('./domain/game.js').Game} Game */
/** @typedef {import('./domain/game.js').Mode} Mode */
/** @typedef {import('./domain/round.js').GameHistory} GameHistory */

/** Returns a new id for a round. */
const randomId = () => Math.random().toString(36).slice(2);

/** State that is cleared whenever the position changes. */
const RESET = { mistakes: [], setter: null, hintCard: null, lesson: null };

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

  /**
   * Shows a message below the board.
   * @param {string} text
   * @param {'plain' | 'good' | 'bad'} [tone]
   * @param {import('./messages/language.js').Language} [language] of the text
   */
  showMessage(text, tone = 'plain', language = 'en') {
    this.store.update({ message: { text, tone, language } });
  }

  /** Shows an error below the board. @param {unknown} error */
  showError(error) {
    this.showMessage(
      error instanceof EngineError ? asSentence(error.message) : `Something went wrong: ${error}`,
      'bad',
    );
  }

  /** Cancels the task shown as busy, and reports whether there was one. */
  cancel() {
    const cancelled = this.tasks.cancel();
    if (cancelled) this.showMessage('Cancelled.');
    return cancelled;
  }

  /** Makes one move: the game becomes `next`. @param {Game} next */
  play(next) {
    const { state, round } = this.store;
    if (next === this.store.game || state.paused) return;
    this.changePosition({ history: push(state.history, { game: next, round }) });
  }

  /**
   * Puts another position on the board and clears everything that referred to the previous one.
   * @param {Partial<import('./store.js').State> & {history: GameHistory}} change
   */
  changePosition(change) {
    const { game, round } = change.history.present;
    const won = games.isComplete(game) && !round.own;
    const isNew = won && !this.store.state.won && !isFirstSnapshot(change.history);
    this.tasks.stop('check', 'lesson', 'givens');
    this.store.update({ ...RESET, ...change, won, message: this.statusOf(game, won) });
    if (round.own) void reportGivens(this);
    if (isNew && !round.counted) this.countSolved();
  }

  /** Changes the round that is being played. @param {Partial<import('./domain/round.js').Round>} change */
  changeRound(change) {
    this.store.update({ history: withRound(this.store.state.history, change) });
  }

  /** Adds the solved puzzle to the statistics, and shows the result. */
  countSolved() {
    this.changeRound({ counted: true, elapsed: this.store.state.elapsed });
    const { round } = this.store;
    const statistics = readStatistics();
    writeStatistics(withSolved(statistics, round));
    this.store.update({ finish: { round, before: statistics[round.level ?? OTHER] ?? null } });
  }

  /** Counts a hint in the statistics of the round. */
  countHint() {
    this.changeRound({ hints: this.store.round.hints + 1 });
  }

  /**
   * Returns the message shown below the board after a move.
   * @param {Game} game
   * @param {boolean} won
   * @returns {import('./store.js').Message}
   */
  statusOf(game, won) {
    if (won) return { text: 'Solved. Well done!', tone: 'good' };
    const found = this.store.state.settings.conflicts ? games.conflicts(game.values) : [];
    if (found.length) return { text: `${games.conflictReason(found[0])}.`, tone: 'bad' };
    return { text: '', tone: 'plain' };
  }

  /** Reports whether the board shows a lesson instead of the game, and if so, tells the player. */
  isLessonShown() {
    const isShown = lessonOnBoard(this.store.state) !== null;
    if (isShown) this.showMessage('The board shows a step. Press “Back to my game” before you enter digits.');
    return isShown;
  }

  /** Enters a digit, note or colour in the selected cells. @param {number} digit @param {Mode} [mode] */
  enter(digit, mode) {
    const { state, game, round } = this.store;
    if (this.isLessonShown()) return;
    const { highlight } = state;
    if (round.own) this.play(games.setGivens(game, state.selection, digit));
    else if ((mode ?? state.mode) === 'colour' && typeof highlight === 'number') {
      const noted = games.centreNotes(game);
      const cells = state.selection.filter((cell) => has(noted[cell], highlight));
      this.play(games.paintCandidate(game, cells, highlight, digit));
    } else this.play(games.enter(game, state.selection, digit, mode ?? state.mode));
    const typed = (mode ?? state.mode) === 'digit' && !round.own && this.store.game !== game;
    if (typed && state.settings.checking && !this.store.state.won) void this.checkTyped();
  }

  erase() {
    const { state, game, round } = this.store;
    if (this.isLessonShown()) return;
    if (round.own) {
      const cells = state.selection.flatMap((cell) => partners(cell, state.settings.symmetry));
      this.play(
        games.setGivens(
          game,
          cells.filter((cell) => game.givens[cell]),
          0,
        ),
      );
    } else this.play(games.clear(game, state.selection));
  }

  undo() {
    this.moveInHistory(undo);
  }

  redo() {
    this.moveInHistory(redo);
  }

  /**
   * Undoes or redoes one move. Crossing into another round also restores that round's elapsed time.
   * @param {(history: GameHistory) => GameHistory} move
   */
  moveInHistory(move) {
    const { history, elapsed, paused } = this.store.state;
    if (move(history) === history || paused) return;
    if (move(history).present.round === history.present.round)
      return void this.changePosition({ history: move(history) });
    this.tasks.stop('game');
    const moved = move(withRound(history, { elapsed }));
    this.changePosition({ history: moved, elapsed: moved.present.round.elapsed });
  }

  toggleAutomaticNotes() {
    this.play(games.toggleAutomatic(this.store.game));
  }

  /** Replaces the notes of the empty cells. @param {readonly import('./domain/cells.js').DigitSet[]} sets */
  setNotes(sets) {
    this.play(games.setNotes(this.store.game, sets));
  }

  /** Restarts the puzzle; while the givens are being entered, clears the board instead. */
  restart() {
    const { state, game, round } = this.store;
    if (state.paused) return;
    if (round.own)
      this.play(
        games.setGivens(
          game,
          game.givens.flatMap((given, cell) => (given ? [cell] : [])),
          0,
        ),
      );
    else if (!games.isUntouched(game) || state.elapsed)
      this.start(games.restarted(game), newRound(round.title, { id: round.id, level: round.level }));
  }

  /**
   * Starts another round; undo returns to the previous one. A puzzle that is still being loaded is discarded.
   * @param {Game} game
   * @param {string | import('./domain/round.js').Round} about
   */
  start(game, about) {
    this.tasks.stop('game');
    const { history, elapsed } = this.store.state;
    const chosen = typeof about === 'string' ? newRound(about) : about;
    const round = { ...chosen, id: chosen.id || randomId() };
    const empty = !history.past.length && history.present.game.values.every((value) => !value);
    const snapshot = { game, round };
    this.changePosition({
      history: empty ? newHistory(snapshot) : push(withRound(history, { elapsed }), snapshot),
      elapsed: round.elapsed,
      paused: false,
    });
  }

  /**
   * Generates a new puzzle of the given level from `seed`, or from a random seed if `seed` is empty.
   * @param {string} level
   * @param {string} seed
   */
  async newPuzzle(level, seed) {
    const { engine } = this;
    const label = `Generating ${/^[aeiou]/.test(level) ? 'an' : 'a'} ${level} puzzle`;
    this.showMessage('');
    try {
      const generated = await this.tasks.run('game', label, async (signal, setLabel) => {
        if (!seed)
          return randomPuzzle(engine, level, signal, (attempts) =>
            setLabel(`${label}: ${formatNumber(attempts)} tried so far`),
          );
        return { ...(await puzzleFromSeed(engine, level, seed, signal)), seed };
      });
      if (!generated) return;
      if (!generated.puzzle)
        return void this.showMessage(
          `No ${level} puzzle was found for the seed “${seed}”. Try another seed, or leave it empty.`,
          'bad',
        );
      const rating = generated.er ? ` · ER ${generated.er.toFixed(1)}` : '';
      this.start(
        games.newGame(games.digitsOfLine(generated.puzzle)),
        newRound(`${capitalize(level)}${rating} · ${generated.seed}`, { level }),
      );
    } catch (error) {
      this.showError(error);
    }
  }

  /** Switches between entering the givens and playing. */
  toggleEditing() {
    const { game, round } = this.store;
    if (round.own) return void this.start(games.newGame(game.givens), 'My puzzle');
    const givens = game.values.some((value) => !value) ? game.givens : new Array(81).fill(0);
    this.start(games.newGame(givens), newRound('My puzzle', { own: true }));
  }

  /** Marks digits and notes that contradict the solution. */
  async check() {
    const { state, game } = this.store;
    if (state.paused) return;
    const repeated = games.conflicts(game.values);
    if (repeated.length) {
      this.store.update({ mistakes: repeated.flatMap((conflict) => conflict.cells) });
      this.showMessage(repeated.map(games.conflictReason).join('; ') + '.', 'bad');
      return;
    }
    try {
      const solution = await this.solution();
      if (!solution) return;
      const wrong = wrongCells(game, solution);
      const notes = games.centreNotes(game);
      // Incomplete notes may lack the right digit.
      const missing = solution.flatMap((digit, cell) =>
        games.areNotesComplete(game) && !game.values[cell] && !has(notes[cell], digit) ? [cell] : [],
      );
      const known = this.store.state.mistakes;
      this.showMistakes(
        [...wrong, ...missing],
        wrong.filter((cell) => !known.includes(cell)),
      );
      if (wrong.length) this.showMessage(`Incorrect: ${wrong.map(cellName).join(', ')}.`, 'bad');
      else if (missing.length)
        this.showMessage(
          'The digits are right, but the correct digit is missing from the notes in ' +
            `${missing.map(cellName).join(', ')}.`,
          'bad',
        );
      else this.showMessage('No mistakes so far.', 'good');
    } catch (error) {
      this.showError(error);
    }
  }

  /** Marks wrong digits after one was entered. Errors of the engine are left to an explicit check. */
  async checkTyped() {
    const { state, game } = this.store;
    const solution = await this.solution().catch(() => null);
    const wrong = solution ? wrongCells(game, solution) : [];
    if (!wrong.length) return;
    this.showMistakes(
      wrong,
      wrong.filter((cell) => state.selection.includes(cell)),
    );
    this.showMessage(`Incorrect: ${wrong.map(cellName).join(', ')}.`, 'bad');
  }

  /** Marks cells, and counts some as new mistakes. @param {number[]} cells @param {number[]} added */
  showMistakes(cells, added) {
    if (added.length) this.changeRound({ mistakes: this.store.round.mistakes + added.length });
    this.store.update({ mistakes: cells });
  }

  /**
   * Returns the solution of the puzzle. Returns null if there is not exactly one, which is reported, or if the task
   * was superseded.
   */
  async solution() {
    const report = await this.tasks.run('check', 'Checking', (signal) =>
      this.engine.request('solve', { puzzle: lineOf(this.store.game.givens), from: 'line' }, signal),
    );
    if (!report) return null;
    if (report.status === 'unique') return games.digitsOfLine(report.solution);
    this.showMessage(asSentence(report.reason ?? 'the puzzle does not have exactly one solution'), 'bad');
    return null;
  }

  /**
   * Opens input in any format. Returns the engine's report if it contains several puzzles, true if it was a
   * single puzzle, now on the board, and null if the task was superseded.
   * @param {string} text
   * @returns {Promise<any | true | null>}
   */
  async openText(text) {
    const game = parseGame(text) ?? (await readSudokuCoach(text));
    if (game) {
      this.start(game, 'Imported');
      return true;
    }
    const found = await this.tasks.run('game', 'Reading the puzzle', (signal) =>
      this.readText(normalizePaste(text), signal),
    );
    if (!found || found.results) return found;
    this.start(
      found.game,
      found.check.status === 'unique' ? `Imported · ${found.check.clues} clues` : 'Imported',
    );
    if (found.check.status !== 'unique') this.showMessage(...describeProblem(found.check));
    return true;
  }

  /**
   * Parses the input: returns the engine's report of several puzzles, or one game with the result of checking it.
   * @param {string} text
   * @param {AbortSignal} signal
   * @returns {Promise<any>}
   */
  async readText(text, signal) {
    const found = await this.engine.request('solve-many', { text }, signal);
    if (!found.results.some((/** @type {any} */ row) => row.puzzle)) {
      const puzzle = findPuzzle(text);
      if (puzzle && puzzle !== text) return this.readText(puzzle, signal);
      throw new EngineError({ error: found.results[0]?.error ?? 'no puzzle found in this text' });
    }
    if (found.results.length > 1) {
      const puzzle = onlyPuzzle(found.results);
      return puzzle ? this.readText(puzzle, signal) : found;
    }
    const report = await this.engine.request('convert', { puzzle: text, options: { to: 'hodoku' } }, signal);
    const game = fromHodoku(report.text);
    if (!game) throw new EngineError({ error: 'this puzzle cannot be shown on the board' });
    const check = await this.engine.request('check', { puzzle: lineOf(game.givens), from: 'line' }, signal);
    return { game, check };
  }

  togglePause() {
    const { state } = this.store;
    this.store.update({ paused: !state.paused && state.settings.timer });
  }

  /** Returns the game as text for the engine. */
  engineText() {
    return toHodoku(this.store.game);
  }
}

/**
 * Returns the cells whose digits differ from the solution.
 * @param {Game} game
 * @param {readonly number[]} solution
 */
const wrongCells = (game, solution) =>
  solution.flatMap((digit, cell) => (game.values[cell] && game.values[cell] !== digit ? [cell] : []));
