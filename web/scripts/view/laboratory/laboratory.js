/**
 * The laboratory: up to four recorded searches, replayed in sync. A step is one event of a search, recorded
 * or not.
 *
 *   speed ──▶ clock (events) ──▶ every run seeks to the same step ──▶ boards, counters, stack, code line
 */
import { figuresOf } from '../../domain/figures.js';
import { lineOf } from '../../domain/link.js';
import { localized } from '../../messages/algorithms.js';
import { text, translate } from '../../messages/messages.js';
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
/** An overview of a search, in which deep subtrees are collapsed. The engine may have a lower limit of calls. */
const OVERVIEW = { budget: 10_000_000, limit: 20_000, fold: true };
/** A search with at most this many events is recorded completely. */
const WHOLE = { budget: 10_000_000, limit: 100_000 };
/** The number of events in a window of a long search. */
const WINDOW_EVENTS = 40_000;
/** Calls after which a search gives up in the chart: at most a second for all solvers. */
const MAX_CALLS = 200_000;
/** Milliseconds after a jump until the exact events are requested; short, but longer than between two jumps. */
const SETTLE_TIME = 120;
/** The highest speed at which collapsed parts are played event by event. */
const EXACT_SPEED = 1000;

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
    /** The number of selections that were recorded. */
    this.recordings = 0;
    /** Whether the selected solvers are still running. */
    this.isRecording = false;
    this.playing = false;
    /** The animation frame that was requested last. */
    this.nextFrame = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.settleTimer = undefined;
    /** Whether the exact events of the current moment are on the way. */
    this.settling = false;
    this.code = new CodePane();
    this.code.onLanguage = () => this.changed();
    this.chart = new Chart(byId('chart'));
    this.own = new OwnSolver(
      engine,
      () => this.puzzle,
      () => this.showOwn(),
    );
    this.scrub = /** @type {HTMLInputElement} */ (byId('lab-scrub'));
    this.speed = /** @type {HTMLInputElement} */ (byId('lab-speed'));

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
      if (state.view === 'laboratory' && state.view !== before.view) this.enter();
      if (state.settings.language !== before.settings.language) this.changeLanguage();
    });
  }

  /** The number of steps of the longest search. */
  get length() {
    return Math.max(0, ...this.runs.map((run) => run.search.end));
  }

  /** The playback speed. */
  get eventsPerSecond() {
    return SPEEDS[Number(this.speed.value)];
  }

  showSpeed() {
    byId('lab-speed-text').textContent = text('labPerSecond', { speed: this.eventsPerSecond });
  }

  /** Shows what the URL says. */
  enter() {
    void this.address.follow();
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
    translate(byId('laboratory'));
    for (const label of byId('lab-algorithms').querySelectorAll('label')) label.remove();
    this.runs = [];
    this.puzzle = '';
    this.code.shown = null;
    this.showSpeed();
    this.showPlaying();
    this.quiz.stop();
    this.stories.render();
    this.own.changeLanguage();
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
    else if (!this.isRecording) this.seek(at);
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
    this.clear();
    this.chart.showPending();
    await this.record();
    // Not earlier: recording would slow the solvers down while they are timed.
    if (puzzle === this.puzzle) void this.compare();
    return true;
  }

  /** Hides the boards of another puzzle until the new ones are recorded. */
  clear() {
    this.runs = [];
    byId('lab-boards').classList.add('stale');
    byId('lab-step').textContent = '…';
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
    const { algorithms: known } = await this.engine.catalogue();
    if (byId('lab-algorithms').querySelector('input')) return;
    const algorithms = known.map(localized);
    this.code.algorithms = algorithms;
    this.titles = new Map(
      algorithms.map((/** @type {import('./code.js').Algorithm} */ row) => [row.algorithm, row.title]),
    );
    this.chosen = this.chosen.filter((name) => name === 'own' || this.titles.has(name));
    for (const { algorithm, title, description } of algorithms) this.addChip(algorithm, title, description);
    if (this.own.run) this.listOwn();
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

  /** Adds the user's own solver, with the code of its latest run, to the others. */
  listOwn() {
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
  }

  /** Shows the latest run of the user's own solver beside the others. */
  showOwn() {
    this.listOwn();
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
    this.recordings += 1;
    this.isRecording = true;
    const { puzzle, runs, recordings } = this;
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
            const report = await this.trace(algorithm, puzzle, signal);
            this.figures.set(`${puzzle} ${algorithm}`, figuresOf(algorithm, report));
            return new RunView(algorithm, this.titles.get(algorithm) ?? algorithm, puzzle, report);
          }),
        ),
      );
      // Superseded by a newer selection, or cancelled.
      if (!runs) {
        if (recordings === this.recordings && !this.runs.length) this.showError(text('labCancelled'));
        return;
      }
      this.runs = runs;
      this.failed = false;
    } catch (error) {
      this.showError(error);
      return;
    } finally {
      if (recording && byId('lab-note').textContent === recording) byId('lab-note').textContent = note;
      if (recordings === this.recordings) {
        this.isRecording = false;
        boards.setAttribute('aria-busy', 'false');
        boards.classList.remove('stale');
      }
    }
    boards.dataset.count = String(this.runs.length);
    boards.replaceChildren(...this.runs.map((run) => run.root));
    if (!this.runs.length) byId('lab-note').textContent = text('labChoose');
    for (const run of this.runs) run.host = this.host;
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

  /**
   * Records a search, completely or as an overview.
   * @param {string} algorithm
   * @param {string} puzzle
   * @param {AbortSignal} signal
   */
  async trace(algorithm, puzzle, signal) {
    const request = (/** @type {object} */ options) =>
      this.engine.request('trace', { puzzle, from: 'line', options: { algorithm, ...options } }, signal);
    const overview = await request(OVERVIEW);
    const isShort = overview.events.length + overview.folded + overview.dropped <= WHOLE.limit;
    return overview.folded && isShort ? request(WHOLE) : overview;
  }

  /** What the runs can ask for. @returns {import('./run.js').Host} */
  get host() {
    return {
      showCode: (run) => this.showCode(run),
      seek: (moment) => {
        this.pause();
        this.seek(moment);
      },
      jump: (run, jump) => void this.jump(jump, run),
      seekCall: (run, call) => void this.seekCall(run, call),
      load: async (run, range) => void (await this.load(async (request) => run.search.add(await request(run)(range)))),
    };
  }

  /**
   * Requests parts of recorded searches. A newer request cancels an older one.
   * @template T
   * @param {(request: (run: RunView) => (range: import('../../domain/search.js').Range) =>
   *   Promise<import('../../domain/search.js').TraceReport>) => Promise<T>} work
   */
  load(work) {
    return this.tasks.run('window', text('searching'), (signal) =>
      work((run) => ({ skip, budget, fold }) => {
        const options = { algorithm: run.algorithm, skip, budget, fold, limit: WINDOW_EVENTS };
        return this.engine.request('trace', { puzzle: run.puzzle, from: 'line', options }, signal);
      }),
    );
  }

  /** Moves to the next dead end or backtrack, or to the return of the current call. @param {import('./run.js').Jump} jump */
  async jump(jump, run = this.runs.find(({ algorithm }) => algorithm === this.code.algorithm)) {
    if (!run) return;
    this.pause();
    const missing = /** @type {const} */ ({ 'dead end': 'noDeadEnd', backtrack: 'noBacktrack', up: 'noLevelUp' });
    const found = await this.load(async (request) => ({ moment: await run.target(jump, request(run)) }));
    if (!found) return;
    byId('lab-note').textContent = found.moment === null ? text(missing[jump]) : '';
    if (found.moment === null) return;
    this.showCode(run);
    this.seek(found.moment);
    await this.settle(true);
  }

  /** Moves to a call of a search. @param {RunView} run @param {number} call */
  async seekCall(run, call) {
    this.pause();
    if (run.search.momentOfCall(call) === null)
      await this.load(async (request) => run.search.add(await request(run)({ skip: call - 1, budget: call + 1000, fold: false })));
    const moment = run.search.momentOfCall(call);
    if (moment === null) return;
    this.seek(moment);
    await this.settle(true);
  }

  /** Requests the exact events of the current moment, if they were left out. @param {boolean} [announce] */
  async settle(announce = false) {
    clearTimeout(this.settleTimer);
    const now = Math.floor(this.at);
    const missing = this.runs.filter((run) => run.algorithm !== 'own' && !run.search.isExact(now));
    if (missing.length) {
      this.settling = true;
      try {
        await this.load((request) => Promise.all(missing.map((run) => run.ensure(now, request(run)))));
      } catch (error) {
        byId('lab-note').textContent = asSentence(error instanceof Error ? error.message : String(error));
      } finally {
        this.settling = false;
      }
      if (Math.floor(this.at) === now) this.render();
    }
    const run = this.runs.find(({ algorithm }) => algorithm === this.code.algorithm);
    if (announce && run) byId('lab-live').textContent = run.sentenceText;
  }

  async compare() {
    const { puzzle } = this;
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
    this.code.mark(run.state.last);
    for (const other of this.runs) other.setCodeShown(other === run);
  }

  /** Moves to a moment. @param {number} at */
  seek(at) {
    if (this.isRecording && !this.runs.length) return;
    this.at = Math.max(0, Math.min(at, this.length));
    this.render();
    if (this.playing) {
      if (this.eventsPerSecond <= EXACT_SPEED && !this.settling) void this.settle();
      return;
    }
    clearTimeout(this.settleTimer);
    this.settleTimer = setTimeout(() => void this.settle(), SETTLE_TIME);
  }

  /** Shows the current moment. */
  render() {
    const step = Math.floor(this.at);
    this.scrub.value = String(step);
    byId('lab-step').textContent = formatNumber(step);
    for (const run of this.runs) {
      run.render(step, this.playing);
      if (run.algorithm === this.code.algorithm) this.code.mark(run.state.last);
    }
    this.changed();
  }

  /** Moves by one event. @param {1 | -1} by */
  step(by) {
    this.pause();
    this.seek(Math.floor(this.at) + by);
    void this.settle(true);
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
      // After a late frame, advance by at most 0.2 seconds.
      const passed = Math.min(now - last, 200);
      last = now;
      this.seek(this.at + (passed / 1000) * this.eventsPerSecond);
      if (this.at >= this.length) this.pause();
      else this.nextFrame = requestAnimationFrame(frame);
    };
    this.nextFrame = requestAnimationFrame(frame);
  }

  pause() {
    this.playing = false;
    cancelAnimationFrame(this.nextFrame);
    this.showPlaying();
  }

  showPlaying() {
    byId('lab-play').textContent = text(this.playing ? 'pause' : 'play');
  }
}
