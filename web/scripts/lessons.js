/**
 * Hints, solution paths, lists of steps and practice. The engine's reports are shown as lessons on the board.
 */
import { applyStep, candidates } from './domain/game.js';
import { fromHodoku } from './domain/formats.js';
import { lineOf } from './domain/link.js';
import { isFirstSnapshot, newRound } from './domain/round.js';
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
    /** @type {Promise<Record<string, string[]>> | null} */
    this.practicePromise = null;
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
   */
  async request(operation, label, options = {}, puzzle = this.actions.engineText()) {
    if (this.store.state.paused) return void this.actions.showMessage('The game is paused.');
    const params = { puzzle, from: 'hodoku', options };
    try {
      return await this.tasks.run('lesson', label, (signal) =>
        this.engine.request(operation, params, signal),
      );
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
    const { practice } = this.store.round;
    const isPractice = practice && isFirstSnapshot(this.store.state.history);
    const techniques = isPractice ? { only: [practice] } : this.techniques();
    const report = await this.request('hint', 'Looking for a hint', { level, techniques });
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
    if (level === 'full') {
      this.store.update({
        hintCard: null,
        message: { text: '', tone: 'plain' },
        lesson: {
          kind: 'hint',
          title: report.technique,
          steps: [{ ...report, note }],
          positions: [this.position()],
          at: 0,
          line: null,
        },
      });
      return;
    }
    const title = level === 'where' ? 'Where to look' : report.technique;
    this.showCard({ title, text: report.text, note, level, place });
  }

  /** Shows a hint in Learn; Play shows its text below the board. @param {import('./store.js').HintCard} hintCard */
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

  /**
   * Returns the practice positions by technique. They are loaded once; a failed load is retried on the next
   * call.
   */
  practicePositions() {
    this.practicePromise ??= fetchPractice().catch((error) => {
      this.practicePromise = null;
      throw error;
    });
    return this.practicePromise;
  }

  /** Puts a random practice position for a technique on the board. @param {string} technique */
  async startPractice(technique) {
    const practice = await this.tasks.run('game', 'Loading practice positions', () =>
      this.practicePositions(),
    );
    const positions = practice?.[technique] ?? [];
    const game = fromHodoku(positions[Math.floor(Math.random() * positions.length)] ?? '');
    if (!game) return;
    this.actions.start(
      { ...game, centre: candidates(game) },
      newRound(`Practice · ${technique}`, { practice: technique }),
    );
    this.actions.showMessage(`Technique to practise: ${technique}. Find the step, or press “Show me”.`);
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

/** @returns {Promise<Record<string, string[]>>} */
async function fetchPractice() {
  const response = await fetch(new URL('../data/practice.json', import.meta.url));
  if (!response.ok) throw new Error('the practice positions could not be loaded');
  return response.json();
}

/** The titles of hints that contain no step. @type {Record<string, string>} */
const OUTCOME_TITLES = {
  mistakes: 'Mistake found',
  solved: 'Solved',
  unsolvable: 'No solution',
  nothing: 'No step found',
};
