/**
 * The laboratory: up to four recorded searches, replayed in sync. A step is one event of a search, recorded
 * or not.
 *
 *   speed ──▶ clock (events) ──▶ every run seeks to the same step ──▶ boards, counters, stack, code line
 */
import { figuresOf } from '../../domain/figures.js';
import { Recording } from '../../domain/trace.js';
import { lineOf } from '../../domain/link.js';
import { localized } from '../../messages/algorithms.js';
import { selectLanguage, setLanguage, text, translate } from '../../messages/messages.js';
import { asSentence, formatNumber } from '../../text.js';
import { byId, element, onClick } from '../element.js';
import { AddressBar } from './address.js';
import { Chart } from './chart.js';
import { CodePane } from './code.js';
import { mountExport } from './export.js';
import { OwnSolver } from './own-solver.js';
import { Quiz } from './quiz.js';
import { RunView } from './run.js';
import { StoryPanel } from './stories.js';

/** Events per second for each position of the speed slider. */
export const SPEEDS = [1, 2, 5, 10, 30, 60, 200, 1000, 10_000, 100_000];
const MAX_RUNS = 4;
/** Maximum number of events in a recording. In longer searches, deep subtrees are collapsed. */
const MAX_EVENTS = 30_000;
/**
 * Calls after which a search gives up, on the boards and in the chart: at most a second with the slowest
 * engine.
 */
const MAX_CALLS = 200_000;

export class Laboratory {
  /**
   * @param {import('../../store.js').Store} store
   * @param {import('../../engine/engine.js').Engine} engine
   * @param {import('../../tasks.js').Tasks} tasks
   */
  constructor(store, engine, tasks) {
    this.store = store;
    this.engine = engine;
    this.tasks = tasks;
    /** @type {RunView[]} */
    this.runs = [];
    this.chosen = ['tables', 'mrv'];
    /** The puzzle whose runs are shown. */
    this.puzzle = '';
    /** The puzzle of a link or a story, which is shown instead of the game. @type {string | null} */
    this.preset = null;
    /** The figures of whole searches by puzzle and solver. @type {Map<string, import('../../domain/figures.js').Figures>} */
    this.figures = new Map();
    /** Called after every change of what is shown. @type {(() => void)[]} */
    this.listeners = [];
    /** The display names of the algorithms. @type {Map<string, string>} */
    this.titles = new Map();
    /** Whether the last request failed; it is retried when the view is opened again. */
    this.failed = false;
    this.at = 0;
    this.playing = false;
    this.code = new CodePane();
    this.chart = new Chart(byId('chart'));
    this.own = new OwnSolver(
      engine,
      () => this.puzzle,
      () => this.showOwn(),
    );
    this.scrub = /** @type {HTMLInputElement} */ (byId('lab-scrub'));
    this.speed = /** @type {HTMLInputElement} */ (byId('lab-speed'));

    setLanguage(selectLanguage(store.state.settings.language, navigator.languages));
    translate(byId('laboratory'));
    this.quiz = new Quiz(this);
    this.stories = new StoryPanel(this);
    this.address = new AddressBar(this, this.stories);
    mountExport(this);
    onClick('lab-own-puzzle', () => this.show({ puzzle: null }));
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
    store.subscribe((state, before) => {
      if (state.view !== before.view && state.view !== 'laboratory') this.leave();
      if (state.view === 'laboratory' && state.view !== before.view) this.address.follow();
      if (state.settings.language !== before.settings.language) this.changeLanguage();
    });
  }

  /** The number of steps of the longest search. */
  get length() {
    return Math.max(0, ...this.runs.map((run) => run.recording.end));
  }

  /** The playback speed. */
  get eventsPerSecond() {
    return SPEEDS[Number(this.speed.value)];
  }

  showSpeed() {
    byId('lab-speed-text').textContent = text('labPerSecond', { speed: this.eventsPerSecond });
  }

  /** Stops what is going on when another view is opened. */
  leave() {
    this.pause();
    this.quiz.stop();
    this.stories.leave();
    this.preset = null;
  }

  /** Ends the quiz or leaves the story, and reports whether there was one. */
  escape() {
    if (this.store.state.view !== 'laboratory') return false;
    if (this.quiz.isActive) this.quiz.stop();
    else if (this.stories.current) this.stories.goTo(null);
    else return false;
    return true;
  }

  /** Shows everything in the language of the settings. */
  changeLanguage() {
    setLanguage(selectLanguage(this.store.state.settings.language, navigator.languages));
    translate(byId('laboratory'));
    for (const label of byId('lab-algorithms').querySelectorAll('label')) label.remove();
    this.runs = [];
    this.puzzle = '';
    this.code.shown = null;
    this.showSpeed();
    this.showPlaying();
    this.quiz.stop();
    this.stories.render();
    if (this.store.state.view === 'laboratory') void this.open();
  }

  /**
   * Shows a puzzle, some solvers or a moment; what is not given stays as it is.
   * @param {{puzzle?: string | null, solvers?: string[], at?: number}} view with puzzle null for the game
   */
  async show({ puzzle = this.preset, solvers = this.chosen, at = this.at }) {
    this.pause();
    const isOther = solvers.join() !== this.chosen.join();
    this.preset = puzzle === lineOf(this.store.game.givens) ? null : puzzle;
    this.chosen = solvers;
    this.at = at;
    const opened = await this.open();
    if (opened) return;
    if (isOther) await this.record();
    else this.seek(at);
  }

  /** Runs the solvers on the current puzzle, and returns false if they have run already. */
  async open() {
    try {
      await this.listAlgorithms();
    } catch (error) {
      this.showError(error);
      return true;
    }
    const puzzle = this.preset ?? lineOf(this.store.game.givens);
    byId('lab-preset').hidden = !this.preset;
    if (puzzle === this.puzzle && !this.failed) return false;
    this.puzzle = puzzle;
    await Promise.all([this.record(), this.compare()]);
    return true;
  }

  /** Shows an error in place of the boards. @param {unknown} error */
  showError(error) {
    this.failed = true;
    this.runs = [];
    byId('lab-boards').replaceChildren(
      element('p', { class: 'error' }, asSentence(error instanceof Error ? error.message : String(error))),
    );
  }

  async listAlgorithms() {
    const place = byId('lab-algorithms');
    if (place.querySelector('input')) return;
    const { algorithms: known } = await this.engine.catalogue();
    const algorithms = known.map(localized);
    this.code.algorithms = algorithms;
    this.chosen = this.chosen.filter((name) => known.some((/** @type {any} */ row) => row.algorithm === name));
    this.titles = new Map(
      algorithms.map((/** @type {import('./code.js').Algorithm} */ row) => [row.algorithm, row.title]),
    );
    for (const { algorithm, title, description } of algorithms) this.addChip(algorithm, title, description);
  }

  /**
   * Adds the checkbox of a solver.
   * @param {string} algorithm
   * @param {string} title
   * @param {string} description
   */
  addChip(algorithm, title, description) {
    const box = element('input', { type: 'checkbox', value: algorithm });
    box.checked = this.chosen.includes(algorithm);
    box.addEventListener('change', () => this.choose(algorithm, box.checked));
    byId('lab-algorithms').append(element('label', { title: description }, box, element('span', {}, title)));
  }

  /** Shows the latest run of the user's own solver beside the others. */
  showOwn() {
    const [title, description] = [text('ownRunTitle'), text('ownRunIdea')];
    if (!this.titles.has('own')) this.addChip('own', title, description);
    this.titles.set('own', title);
    const row = {
      algorithm: 'own',
      title,
      origin: '',
      description,
      cost: '',
      weakness: '',
      source: this.own.source,
    };
    this.code.algorithms = [...this.code.algorithms.filter(({ algorithm }) => algorithm !== 'own'), row];
    this.code.algorithm = 'own';
    this.at = 0;
    this.chosen = this.chosen.filter((name) => name !== 'own');
    this.choose('own', true);
  }

  /** Checks the boxes of the selected solvers. */
  showChosen() {
    for (const box of byId('lab-algorithms').querySelectorAll('input'))
      box.checked = this.chosen.includes(box.value);
  }

  /**
   * Adds an algorithm to the selection or removes it. If there are too many, the oldest ones are removed.
   * @param {string} algorithm
   * @param {boolean} checked
   */
  choose(algorithm, checked) {
    const selected = checked ? [...this.chosen, algorithm] : this.chosen.filter((name) => name !== algorithm);
    this.chosen = selected.slice(-MAX_RUNS);
    const removed = selected.slice(0, -MAX_RUNS).map((name) => this.titles.get(name) ?? name);
    void this.record(removed.length ? text('labTooMany', { names: removed.join(text('labList')) }) : '');
  }

  /** Requests the traces of the selected solvers. @param {string} [note] shown when they have arrived */
  async record(note = '') {
    this.pause();
    const { puzzle, runs } = this;
    const known = this.own.run ? [this.own.run, ...runs] : runs;
    const isKnown = (/** @type {string} */ name) =>
      known.find((run) => run.algorithm === name && run.puzzle === puzzle);
    // The user's own solver runs only on demand.
    if (!isKnown('own')) this.chosen = this.chosen.filter((name) => name !== 'own');
    this.showChosen();
    const missing = this.chosen.filter((name) => !isKnown(name)).map((name) => this.titles.get(name) ?? name);
    const boards = byId('lab-boards');
    boards.setAttribute('aria-busy', String(missing.length > 0));
    const recording = missing.length ? text('labRecording', { names: missing.join(text('labList')) }) : '';
    byId('lab-note').textContent = recording || note;
    try {
      const runs = await this.tasks.run('record', text('labRecordingTask'), (signal) =>
        Promise.all(
          this.chosen.map(async (algorithm) => {
            const run = isKnown(algorithm);
            if (run) return run;
            const options = { algorithm, limit: MAX_EVENTS, fold: true, budget: MAX_CALLS };
            const report = await this.engine.request('trace', { puzzle, from: 'line', options }, signal);
            this.figures.set(`${puzzle} ${algorithm}`, figuresOf(algorithm, report));
            return new RunView(
              algorithm,
              this.titles.get(algorithm) ?? algorithm,
              puzzle,
              new Recording(report.events),
              report,
            );
          }),
        ),
      );
      // Superseded by a newer selection, or cancelled.
      if (!runs) return;
      this.runs = runs;
      this.failed = false;
    } catch (error) {
      this.showError(error);
      return;
    } finally {
      if (recording && byId('lab-note').textContent === recording) byId('lab-note').textContent = note;
      boards.setAttribute('aria-busy', 'false');
    }
    boards.dataset.count = String(this.runs.length);
    boards.replaceChildren(...this.runs.map((run) => run.root));
    if (!this.runs.length) byId('lab-note').textContent = text('labChoose');
    for (const run of this.runs) run.onCode = () => this.showCode(run);
    this.scrub.max = String(this.length);
    this.seek(Math.min(this.at, this.length));
    byId('code-pane').hidden = !this.runs.length;
    for (const control of document.querySelectorAll('.transport :is(button, input)'))
      /** @type {HTMLButtonElement} */ (control).disabled = !this.runs.length;
    this.showCode(this.runs.find((run) => run.algorithm === this.code.algorithm) ?? this.runs[0]);
    this.changed();
  }

  changed() {
    for (const listener of this.listeners) listener();
  }

  async compare() {
    const { puzzle } = this;
    this.chart.showPending();
    try {
      const params = { puzzle, from: 'line', options: { budget: MAX_CALLS } };
      const report = await this.tasks.run('compare', text('labComparingTask'), (signal) =>
        this.engine.request('compare', params, signal),
      );
      if (report) this.chart.show(report.results, this.titles);
      else if (puzzle === this.puzzle) this.chart.showError(text('labCancelled'));
    } catch (error) {
      this.chart.showError(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {RunView | undefined} run */
  showCode(run) {
    if (!run) return;
    this.code.show(run.algorithm);
    this.code.mark(run.recording.state.last);
    for (const other of this.runs) other.setCodeShown(other === run);
  }

  /** @param {number} at */
  seek(at) {
    this.at = Math.max(0, Math.min(at, this.length));
    const step = Math.floor(this.at);
    this.scrub.value = String(step);
    byId('lab-step').textContent = formatNumber(step);
    for (const run of this.runs) {
      run.render(step);
      if (run.algorithm === this.code.algorithm) this.code.mark(run.recording.state.last);
    }
    this.changed();
  }

  /** Moves to the next or the previous recorded event of any search. @param {1 | -1} by */
  step(by) {
    this.pause();
    const now = Math.floor(this.at);
    const recordings = this.runs.map((run) => run.recording);
    if (by > 0) this.seek(Math.min(...recordings.map((recording) => recording.nextMoment(now))));
    else this.seek(Math.max(0, ...recordings.map((recording) => recording.previousMoment(now))));
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
      // After a late frame, advance by at most 0.2 seconds.
      const passed = Math.min(now - last, 200);
      last = now;
      this.seek(this.at + (passed / 1000) * this.eventsPerSecond);
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
    byId('lab-play').textContent = text(this.playing ? 'pause' : 'play');
  }
}
