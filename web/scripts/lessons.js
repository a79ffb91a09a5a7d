/**
 * Hints, solution paths and lists of steps. The engine's reports are shown as lessons on the board.
 */
import { applyStep, candidates } from './domain/game.js';
import { fromHodoku } from './domain/formats.js';
import { lineOf } from './domain/link.js';
import { conclusion, placeOf, positionsAlong } from './domain/step.js';
import { asSentence, plural } from './text.js';
import { show as showView } from './view/views.js';

/** @typedef {import('./domain/step.js').Position} Position */

export class Lessons {
  /**
   * @param {import('./store.js').Store} store
   * @param {import('./engine/engine.js').Engine} engine
   * @param {import('./actions.js').Actions} actions
   * @param {import('./tasks.js').Tasks} tasks
   */
  constructor(store, engine, actions, tasks) {
    this.store = store;
    this.engine = engine;
    this.actions = actions;
    this.tasks = tasks;
  }

  /** Returns the position of a game, by default of the current one. @returns {Position} */
  position(game = this.store.game) {
    return { givens: game.givens, values: [...game.values], candidates: candidates(game) };
  }

  /**
   * Sends the game, or another position, to the engine. Returns nothing if the game is paused, or if the task
   * was superseded or failed.
   * @param {string} operation
   * @param {string} label shown while the task is busy
   * @param {object} [options]
   * @param {string} [puzzle] in HoDoKu's format
   * @param {import('./messages/language.js').Language} [tag] the language of the label
   */
  async request(operation, label, options = {}, puzzle = this.actions.engineText(), tag = 'en') {
    if (this.store.state.paused) return void this.actions.showMessage('The game is paused.');
    const params = { puzzle, from: 'hodoku', options };
    try {
      const work = (/** @type {AbortSignal} */ signal) => this.engine.request(operation, params, signal);
      return await this.tasks.run('lesson', label, work, tag);
    } catch (error) {
      this.actions.showError(error);
      return null;
    }
  }

  /** Returns the technique options of the player's own order. */
  techniques() {
    return { order: this.store.state.settings.techniques };
  }

  /**
   * Shows a hint with more help than the last one. Only the full step needs the Learn view.
   * @param {'full'} [level]
   */
  async nextHint(level) {
    const { lesson, hintCard } = this.store.state;
    const shown = lesson ? 'what' : hintCard?.level;
    const next = level ?? (shown === 'what' ? 'full' : shown === 'where' ? 'what' : 'where');
    if (next === 'full') showView(this.store, 'learn');
    await this.hint(next);
  }

  /** Shows a hint. @param {'where' | 'what' | 'full'} level */
  async hint(level) {
    // In Play, a practice position is an ordinary game.
    const practice = this.store.state.view === 'learn' ? this.store.round.practice : null;
    const techniques = practice ? { only: [practice.technique] } : this.techniques();
    const options = { level, techniques };
    const report = await this.request('hint', 'Looking for a hint', options, practice?.position);
    if (!report) return;
    this.actions.countHint();
    const place = placeOf(report.place);
    const note = noteOf(report);
    if (report.outcome !== 'step') {
      const title = OUTCOME_TITLES[report.outcome] ?? 'No step found';
      const text = asSentence(report.text);
      this.showCard({ title, text, note, level: 'none', place });
      if (report.outcome === 'mistakes') this.store.update({ mistakes: place.cells });
      return;
    }
    if (level === 'full') return this.showStep({ ...report, note });
    const title = level === 'where' ? 'Where to look' : report.technique;
    this.showCard({ title, text: report.text, note, level, place });
  }

  /**
   * Shows a step of the game, or of the practice position.
   * @param {any} step
   * @param {import('./store.js').Message} [message] below the board
   */
  showStep(step, message = { text: '', tone: 'plain' }) {
    const { practice } = this.store.round;
    if (practice?.state === 'open') this.actions.changeRound({ practice: { ...practice, state: 'shown' } });
    const game = practice && fromHodoku(practice.position);
    this.store.update({
      hintCard: null,
      message,
      lesson: {
        kind: game ? 'example' : 'hint',
        title: step.technique,
        steps: [step],
        positions: [this.position(game ?? undefined)],
        at: 0,
        line: null,
      },
    });
  }

  /**
   * Shows a hint in Learn; Play shows its text below the board.
   * @param {import('./store.js').HintCard} hintCard
   */
  showCard(hintCard) {
    this.store.update({ lesson: null, hintCard });
    if (this.store.state.view === 'play') this.actions.showMessage(hintCard.text);
  }

  /** Shows all steps from the current position to the solution. */
  async path() {
    const report = await this.request('path', 'Solving step by step', {
      techniques: this.techniques(),
    });
    if (!report) return;
    if (!report.steps.length)
      return void this.actions.showMessage(asSentence(report.reason ?? 'there is nothing left to do'));
    this.actions.countHint();
    const positions = positionsAlong(this.position(), report.steps.map(conclusion)).slice(0, -1);
    this.store.update({
      hintCard: null,
      lesson: {
        kind: 'path',
        title: `${plural(report.steps.length, 'step')}${report.solved ? '' : ', not fully solved'}`,
        steps: report.steps,
        positions,
        at: 0,
        line: null,
      },
    });
  }

  /** Shows every step that is possible in the current position. */
  async steps() {
    const report = await this.request('steps', 'Finding all steps', { techniques: this.techniques() });
    if (!report) return;
    if (!report.steps.length)
      return void this.actions.showMessage(asSentence(report.reason ?? 'no technique applies here'));
    this.actions.countHint();
    const here = this.position();
    const positions = report.steps.map(() => here);
    this.store.update({
      hintCard: null,
      lesson: {
        kind: 'steps',
        title: `${plural(report.steps.length, 'step')} from here`,
        steps: report.steps,
        positions,
        at: 0,
        line: null,
      },
    });
  }

  /** Rates the puzzle from its givens. */
  async rate() {
    const params = { puzzle: lineOf(this.store.game.givens), from: 'line' };
    try {
      return await this.tasks.run('lesson', 'Rating', (signal) =>
        this.engine.request('rate', params, signal),
      );
    } catch (error) {
      this.actions.showError(error);
      return null;
    }
  }

  /** Shows another step of the lesson. @param {number} at */
  show(at) {
    const { lesson } = this.store.state;
    if (!lesson) return;
    const index = Math.max(0, Math.min(at, lesson.steps.length - 1));
    this.store.update({ lesson: { ...lesson, at: index, line: null } });
  }

  /** Applies the step shown; in a solution path, also all steps before it. */
  apply() {
    const { lesson } = this.store.state;
    if (!lesson || lesson.kind === 'example') return;
    const first = lesson.kind === 'path' ? 0 : lesson.at;
    const steps = lesson.steps.slice(first, lesson.at + 1).map(conclusion);
    this.actions.play(steps.reduce(applyStep, this.store.game));
  }

  /** Applies the step shown and shows the next one: of the solution path, or the next hint. */
  async applyAndNext() {
    const { lesson } = this.store.state;
    if (!lesson || lesson.kind === 'example' || this.store.state.paused) return;
    const next = lesson.at + 1;
    this.apply();
    if (lesson.kind !== 'path') await this.hint('full');
    else if (next < lesson.steps.length)
      this.store.update({
        lesson: {
          ...lesson,
          steps: lesson.steps.slice(next),
          positions: lesson.positions.slice(next),
          at: 0,
          line: null,
        },
      });
  }

  close() {
    this.tasks.stop('lesson');
    const { lesson, message } = this.store.state;
    this.store.update({
      lesson: null,
      hintCard: null,
      message: lesson ? { text: '', tone: 'plain' } : message,
    });
  }
}

/**
 * Returns the note of a hint, extended if a search was cut short.
 * @param {{note: string | null, stopped: string[]}} report
 */
function noteOf({ note, stopped }) {
  if (!stopped.length) return note;
  const cut = `The search for ${stopped.join(', ')} was cut short; there may be a simpler step.`;
  return note ? `${note} ${cut}` : cut;
}

/** The titles of hints that contain no step. @type {Record<string, string>} */
const OUTCOME_TITLES = {
  mistakes: 'Mistake found',
  solved: 'Solved',
  unsolvable: 'No solution',
  nothing: 'No step found',
};
