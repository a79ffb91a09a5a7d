/**
 * The laboratory: up to four recorded searches on one clock of steps.
 *
 *   speed ──▶ clock (events) ──▶ every run seeks to the same step ──▶ boards, counters, stack, code line
 */
import { Recording } from '../../domain/trace.js';
import { lineOf } from '../../domain/link.js';
import { sentence } from '../../actions.js';
import { byId, element, onClick } from '../element.js';
import { Chart } from './chart.js';
import { CodePane } from './code.js';
import { RunView } from './run.js';

/** Events in a second, by the place of the slider. */
export const SPEEDS = [1, 2, 5, 10, 30, 60, 200, 1000, 5000, 20000];
const MOST_RUNS = 4;
/** A search with more events is told from afar, with what lies deep folded away. */
const EVENTS = 30_000;

export class Laboratory {
  /**
   * @param {import('../../store.js').Store} store
   * @param {import('../../engine/engine.js').Engine} engine
   */
  constructor(store, engine) {
    this.store = store;
    this.engine = engine;
    /** @type {RunView[]} */
    this.runs = [];
    this.chosen = ['tables', 'mrv'];
    /** The puzzle whose runs are shown. */
    this.puzzle = '';
    /** Which of several choices of solvers is the newest. */
    this.asked = 0;
    /** Whether there was no answer; whoever comes back asks again. */
    this.failed = false;
    this.at = 0;
    this.playing = false;
    this.code = new CodePane();
    this.chart = new Chart(byId('chart'));
    this.scrub = /** @type {HTMLInputElement} */ (byId('lab-scrub'));
    this.speed = /** @type {HTMLInputElement} */ (byId('lab-speed'));

    onClick('lab-play', () => this.toggle());
    onClick('lab-back', () => this.step(-1));
    onClick('lab-forward', () => this.step(1));
    onClick('lab-start', () => this.seek(0));
    onClick('lab-end', () => this.seek(Infinity));
    this.scrub.addEventListener('input', () => {
      this.pause();
      this.seek(Number(this.scrub.value));
    });
    this.speed.addEventListener('input', () => this.showSpeed());
    this.showSpeed();
    store.listen((state, before) => {
      if (state.view !== before.view && state.view !== 'laboratory') this.pause();
      if (state.view === 'laboratory' && state.view !== before.view) void this.open();
    });
  }

  get length() {
    return Math.max(0, ...this.runs.map((run) => run.recording.length));
  }

  /** Events in a second. */
  get pace() {
    return SPEEDS[Number(this.speed.value)];
  }

  showSpeed() {
    byId('lab-speed-text').textContent = `${this.pace.toLocaleString('en')}/s`;
  }

  /** Shows the puzzle of the board. */
  async open() {
    try {
      await this.listAlgorithms();
    } catch (error) {
      this.fail(error);
      return;
    }
    const puzzle = lineOf(this.store.game.givens);
    if (puzzle === this.puzzle && !this.failed) return;
    this.puzzle = puzzle;
    await Promise.all([this.record(), this.compare()]);
  }

  /** Says in place of the boards why there are none. @param {unknown} error */
  fail(error) {
    this.failed = true;
    byId('lab-boards').replaceChildren(element('p', { class: 'error' }, sentence(error instanceof Error ? error.message : String(error))));
  }

  async listAlgorithms() {
    const place = byId('lab-algorithms');
    if (place.querySelector('input')) return;
    const { algorithms } = await this.engine.catalogue();
    this.code.algorithms = algorithms;
    for (const { algorithm, title, description } of algorithms) {
      const box = element('input', { type: 'checkbox', value: algorithm });
      box.checked = this.chosen.includes(algorithm);
      box.addEventListener('change', () => {
        this.chosen = box.checked ? [...this.chosen, algorithm].slice(-MOST_RUNS) : this.chosen.filter((name) => name !== algorithm);
        for (const other of place.querySelectorAll('input')) other.checked = this.chosen.includes(other.value);
        void this.record();
      });
      place.append(element('label', { title: description }, box, element('span', {}, title)));
    }
  }

  /** Asks for the traces of the chosen solvers. */
  async record() {
    this.pause();
    this.asked += 1;
    const { puzzle, asked: turn } = this;
    const titles = new Map(this.code.algorithms.map((row) => [row.algorithm, row.title]));
    const asked = this.chosen.map(async (algorithm) => {
      const known = this.runs.find((run) => run.algorithm === algorithm && run.puzzle === puzzle);
      if (known) return known;
      const report = await this.engine.ask('trace', { puzzle, from: 'line', options: { algorithm, limit: EVENTS, fold: true } });
      return new RunView(algorithm, titles.get(algorithm) ?? algorithm, puzzle, new Recording(report.events), report);
    });
    try {
      const runs = await Promise.all(asked);
      if (turn !== this.asked) return;
      this.runs = runs;
      this.failed = false;
    } catch (error) {
      if (turn !== this.asked) return;
      this.fail(error);
      return;
    }
    const boards = byId('lab-boards');
    boards.dataset.count = String(this.runs.length);
    boards.replaceChildren(...this.runs.map((run) => run.root));
    for (const run of this.runs) run.onCode = () => this.showCode(run);
    this.scrub.max = String(this.length);
    this.seek(Math.min(this.at, this.length));
    this.showCode(this.runs.find((run) => run.algorithm === this.code.algorithm) ?? this.runs[0]);
  }

  async compare() {
    const { puzzle } = this;
    this.chart.wait();
    try {
      const report = await this.engine.ask('compare', { puzzle, from: 'line', options: { budget: 200_000 } });
      if (puzzle === this.puzzle) this.chart.show(report.results);
    } catch (error) {
      this.chart.fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {RunView | undefined} run */
  showCode(run) {
    if (!run) return;
    this.code.show(run.algorithm);
    this.code.mark(run.recording.scene.last);
    for (const other of this.runs) other.setCodeShown(other === run);
  }

  /** @param {number} at */
  seek(at) {
    this.at = Math.max(0, Math.min(at, this.length));
    const step = Math.floor(this.at);
    this.scrub.value = String(step);
    byId('lab-step').textContent = step.toLocaleString('en');
    for (const run of this.runs) {
      run.render(step);
      if (run.algorithm === this.code.algorithm) this.code.mark(run.recording.scene.last);
    }
  }

  /** @param {number} by */
  step(by) {
    this.pause();
    this.seek(Math.floor(this.at) + by);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (!this.runs.length) return;
    if (this.at >= this.length) this.seek(0);
    this.playing = true;
    this.showPlaying();
    let last = performance.now();
    /** @param {number} now */
    const frame = (now) => {
      if (!this.playing) return;
      // A frame that comes late moves no further than a fifth of a second.
      const passed = Math.min(now - last, 200);
      last = now;
      this.seek(this.at + (passed / 1000) * this.pace);
      if (this.at >= this.length) this.pause();
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  pause() {
    this.playing = false;
    this.showPlaying();
  }

  showPlaying() {
    byId('lab-play').textContent = this.playing ? 'Pause' : 'Play';
  }
}
