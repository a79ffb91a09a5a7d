/**
 * Practice: puts positions on the board in which a technique is the next step, and judges the answers.
 *
 * An answer is judged when the learner asks for it, not after each candidate: many steps eliminate several
 * candidates, and judging each of them would let learners find the step by trial and error.
 */
import { fromHodoku } from './domain/formats.js';
import { candidates } from './domain/game.js';
import { answerOf, nextNumber, parseProgress, solvedOf, withSolved } from './domain/practice.js';
import { isFirstSnapshot, newRound } from './domain/round.js';
import { language } from './messages/language.js';
import { text } from './messages/messages.js';
import { readJson, writeItem } from './persistence.js';

const KEY = 'veridoku-practice';

/**
 * A technique of the catalogue.
 * @typedef {{technique: string, code: string, level: string, ladder: string, summary: string}} TechniqueRow
 */
/** @typedef {TechniqueRow & {count: number, solved: number, generated: number}} Card */

export class Practice {
  /**
   * @param {import('./store.js').Store} store
   * @param {import('./lessons.js').Lessons} lessons
   */
  constructor(store, lessons) {
    this.store = store;
    this.lessons = lessons;
    this.actions = lessons.actions;
  }

  /** Returns the position being practised, if there is one. */
  get current() {
    return this.store.round.practice;
  }

  /** Whether the board shows the step of the position. */
  get isAnswered() {
    return this.current?.state !== 'open' && this.store.state.lesson !== null;
  }

  progress() {
    return parseProgress(readJson(KEY));
  }

  /** @param {import('./domain/practice.js').Progress} progress */
  save(progress) {
    writeItem(KEY, JSON.stringify(progress));
  }

  /** Returns the number of stored positions of each technique. @returns {Promise<Record<string, number>>} */
  counts() {
    return loadFile('index');
  }

  /** Returns the techniques with their progress, except those that the player has switched off. */
  async cards() {
    const [counts, rows] = await Promise.all([this.counts(), this.rows()]);
    const own = this.store.state.settings.techniques;
    const progress = this.progress();
    return rows
      .filter(({ technique, ladder }) => !own.length || ladder === 'all' || own.includes(technique))
      .filter(({ technique }) => counts[technique])
      .map((row) => {
        const count = counts[row.technique];
        return { ...row, count, ...solvedOf(progress, row.technique, count) };
      });
  }

  /** Returns all techniques, the simplest first. @returns {Promise<TechniqueRow[]>} */
  async rows() {
    return (await this.lessons.engine.catalogue()).techniques;
  }

  /**
   * Puts the next unsolved position of a technique on the board, or a new one if all are solved.
   * @param {string} technique
   * @param {number} [after] the position before it
   */
  async start(technique, after = -1) {
    const work = async (/** @type {AbortSignal} */ signal) => {
      const stored = await this.stored(technique);
      const number = nextNumber(this.progress(), technique, stored.length, after);
      const position = number === null ? await this.generate(technique, stored, signal) : stored[number];
      const options = { level: 'full', techniques: { only: [technique] } };
      const params = { puzzle: position, from: 'hodoku', options };
      const step = await this.lessons.engine.request('hint', params, signal);
      return { number, position, isPlacement: step.placements.length > 0 };
    };
    const found = await this.lessons.tasks.run('game', text('practiceLoading'), work, language());
    const game = found && fromHodoku(found.position);
    if (!game) return;
    const { number, position, isPlacement } = found;
    this.actions.start(
      { ...game, centre: candidates(game) },
      newRound(`Practice · ${technique}`, { practice: { technique, number, position, state: 'open' } }),
    );
    this.store.update({ mode: isPlacement ? 'digit' : 'centre' });
    this.say(text(isPlacement ? 'practiceFindDigit' : 'practiceFind', { technique }));
  }

  /** Returns the stored positions of a technique. @param {string} technique @returns {Promise<string[]>} */
  async stored(technique) {
    const row = (await this.rows()).find((other) => other.technique === technique);
    return loadFile(row?.code ?? technique);
  }

  /**
   * Returns a new position of a technique, or a stored one if none is found.
   * @param {string} technique
   * @param {readonly string[]} stored
   * @param {AbortSignal} signal
   * @returns {Promise<string>}
   */
  async generate(technique, stored, signal) {
    const near = someOf(stored);
    const options = { technique, seed: Math.floor(Math.random() * 2 ** 32), near };
    const { positions } = await this.lessons.engine.request('practice', { options }, signal);
    return positions[0] ?? near[0];
  }

  /** Puts the next position of the technique on the board. */
  async next() {
    const { current } = this;
    if (current) await this.start(current.technique, current.number ?? undefined);
  }

  /** Judges the answer; once the step is shown, goes to the next position. */
  async check() {
    const { current, store } = this;
    const start = current && fromHodoku(current.position);
    if (!current || !start) return;
    if (this.isAnswered) return this.next();
    const answer = answerOf({ ...start, centre: candidates(start) }, store.game);
    if (!answer.place.length && !answer.eliminate.length) return this.say(text('practiceNone'), 'bad');
    const { technique, position } = current;
    const options = { ...answer, technique, techniques: this.lessons.techniques() };
    const label = text('practiceChecking');
    const report = await this.lessons.request('grade-step', label, options, position, language());
    if (report) this.show(report, technique);
  }

  /** Shows the verdict on an answer. @param {any} report @param {string} technique that is practised */
  show({ wrong, step, missing, simplest }, technique) {
    if (wrong.length) return this.say(text('practiceWrong', { candidates: describe(wrong) }), 'bad');
    if (!step) return this.say(text('practiceUnproved'), 'bad');
    if (step.technique === technique) return this.showRight(step, missing.length);
    const key = simplest.technique === step.technique ? 'practiceOther' : 'practiceSimpler';
    this.say(text(key, { used: step.technique, technique, simpler: simplest.technique }), 'bad');
  }

  /** @param {any} step @param {number} missing */
  showRight(step, missing) {
    const { current } = this;
    if (!current) return;
    if (current.state === 'open') {
      this.save(withSolved(this.progress(), current.technique, current.number));
      this.actions.changeRound({ practice: { ...current, state: 'solved' } });
    }
    const values = { step: nameOf(step), count: missing };
    if (missing) return this.say(text('practiceMore', values), 'good');
    this.lessons.showStep(step, { text: text('practiceRight', values), tone: 'good', language: language() });
  }

  /** Undoes a move, but does not leave the position. */
  undo() {
    if (!isFirstSnapshot(this.store.state.history)) this.actions.undo();
  }

  /** Turns the position into an ordinary game. */
  leave() {
    this.lessons.close();
    this.actions.changeRound({ practice: null });
    this.say('');
  }

  /** Shows a message in the language of practice. @param {string} message @param {'good' | 'bad'} [tone] */
  say(message, tone) {
    this.actions.showMessage(message, tone, language());
  }
}

/** Returns a few positions to search near, in random order. @param {readonly string[]} positions */
const someOf = (positions) =>
  positions
    .map((position) => ({ position, order: Math.random() }))
    .sort((one, other) => one.order - other.order)
    .slice(0, 5)
    .map(({ position }) => position);

/** The files that were requested; a failed request is repeated. @type {Map<string, Promise<any>>} */
const files = new Map();

/** Loads a file of the practice positions. @param {string} name @returns {Promise<any>} */
function loadFile(name) {
  const loaded =
    files.get(name) ??
    fetchFile(name).catch((error) => {
      files.delete(name);
      throw error;
    });
  files.set(name, loaded);
  return loaded;
}

/** @param {string} name */
async function fetchFile(name) {
  const response = await fetch(`data/practice/${name}.json`);
  if (!response.ok) throw new Error('the practice positions could not be loaded');
  return response.json();
}

/** Names a step with its digit and houses, such as “X-Wing on 2 in column 3 and column 9”. @param {any} step */
function nameOf({ technique, evidence }) {
  const { digits, houses } = evidence;
  if (digits.length !== 1 || !houses.length) return technique;
  const places = houses.map((/** @type {string} */ house) => {
    const [kind, number] = house.split(' ');
    return text(HOUSE_KEYS[kind], { number });
  });
  const list = new Intl.ListFormat(language()).format(places);
  return text('practiceStep', { technique, digit: String(digits[0]), houses: list });
}

/** @type {Record<string, import('./messages/messages.js').Key>} */
const HOUSE_KEYS = { row: 'practiceRow', column: 'practiceColumn', box: 'practiceBox' };

/** Describes candidates of an answer. @param {string[]} names */
const describe = (names) =>
  names
    .map((name) => {
      const [cell, digit] = name.split(/=|<>/);
      return text(name.includes('<>') ? 'practiceEliminated' : 'practicePlaced', { cell, digit });
    })
    .join(text('labList'));
