/**
 * "Predict the next step": pauses before an event of one solver, asks what happens, and explains the answer.
 * It asks about the solver whose code is shown, unless that is the user's own.
 */
import { nextQuestion } from '../../domain/quiz.js';
import { text } from '../../messages/messages.js';
import { byId, element, onClick } from '../element.js';

/** @typedef {import('../../domain/quiz.js').Question} Question */
/** @typedef {import('../../domain/quiz.js').QuizText} QuizText */

/** The number of events that questions are made from. */
const EVENTS = 20_000;

/** @type {Record<string, import('../../messages/messages.js').Key>} */
const HOUSE_NAMES = { row: 'houseRow', column: 'houseColumn', box: 'houseBox' };

export class Quiz {
  /** @param {import('./laboratory.js').Laboratory} laboratory */
  constructor(laboratory) {
    this.laboratory = laboratory;
    /** @type {readonly import('../../domain/trace.js').Row[]} */
    this.rows = [];
    this.solver = '';
    this.puzzle = '';
    /** @type {Question | null} */
    this.question = null;
    this.asked = 0;
    this.right = 0;
    this.about = element('p', { class: 'aside' });
    this.ask = element('h2', { id: 'quiz-title' });
    this.options = element('div', { class: 'quiz-options', role: 'group', 'aria-labelledby': 'quiz-title' });
    this.result = element('p', { class: 'quiz-result', role: 'status' });
    this.score = element('span', { class: 'quiz-score' });
    this.next = element('button', { type: 'button', class: 'primary' });
    this.next.addEventListener('click', () => this.showNext());
    this.end = element('button', { type: 'button' });
    this.end.addEventListener('click', () => this.stop());
    byId('quiz').append(
      this.about,
      this.ask,
      this.options,
      this.result,
      element('div', { class: 'row' }, this.next, this.end, this.score),
    );
    onClick('quiz-start', () => (this.isActive ? this.stop() : this.start()));
    laboratory.listeners.push(() => this.check());
  }

  get isActive() {
    return !byId('quiz').hidden;
  }

  /** Starts at the moment that is shown, or at the start if nothing can be asked after it. */
  async start() {
    const { laboratory } = this;
    const names = laboratory.runs.map((run) => run.algorithm).filter((name) => name !== 'own');
    const solver = names.find((name) => name === laboratory.code.algorithm) ?? names[0];
    if (!solver) return;
    laboratory.pause();
    const { puzzle } = laboratory;
    const options = { algorithm: solver, limit: EVENTS };
    try {
      const report = await laboratory.tasks.run('quiz', text('quizStart'), (signal) =>
        laboratory.engine.request('trace', { puzzle, from: 'line', options }, signal),
      );
      if (!report || puzzle !== laboratory.puzzle) return;
      this.rows = report.events;
    } catch (error) {
      byId('lab-share-status').textContent = error instanceof Error ? error.message : String(error);
      return;
    }
    laboratory.showCode(laboratory.runs.find((run) => run.algorithm === solver));
    Object.assign(this, { solver, puzzle, asked: 0, right: 0, question: null });
    byId('quiz').hidden = false;
    byId('quiz-start').setAttribute('aria-pressed', 'true');
    this.next.textContent = text('quizNext');
    this.end.textContent = text('quizStop');
    // Near the end of a search, nothing is left to ask.
    if (!nextQuestion(puzzle, solver, this.rows, Math.floor(laboratory.at), null)) laboratory.seek(0);
    this.showNext();
  }

  stop() {
    if (!this.isActive) return;
    if (byId('quiz').contains(document.activeElement)) byId('quiz-start').focus();
    byId('quiz').hidden = true;
    byId('quiz-start').setAttribute('aria-pressed', 'false');
    this.question = null;
  }

  /** Ends the quiz if its search is no longer shown. */
  check() {
    const { runs, puzzle } = this.laboratory;
    if (this.isActive && !(puzzle === this.puzzle && runs.some((run) => run.algorithm === this.solver))) this.stop();
  }

  showNext() {
    const from = Math.floor(this.laboratory.at);
    const { puzzle, solver, rows } = this;
    this.question = nextQuestion(puzzle, solver, rows, from, this.question?.topic ?? null);
    this.showScore();
    this.result.textContent = '';
    if (!this.question) {
      this.about.textContent = '';
      this.ask.textContent = this.asked
        ? text('quizDone', { right: this.right, asked: this.asked })
        : text('quizNone');
      this.options.replaceChildren();
      this.next.disabled = true;
      this.end.focus();
      return;
    }
    this.laboratory.seek(this.question.moment);
    const title = this.laboratory.titles.get(solver) ?? solver;
    this.about.textContent = text('quizAbout', { solver: title, step: this.question.moment });
    this.ask.textContent = this.say(this.question.ask);
    this.options.replaceChildren(...this.question.options.map((option, index) => this.option(option, index)));
    this.next.disabled = true;
    /** @type {HTMLElement | null} */ (this.options.firstElementChild)?.focus();
  }

  /** @param {QuizText} option @param {number} index */
  option(option, index) {
    const button = element('button', { type: 'button' }, this.say(option));
    button.addEventListener('click', () => this.answer(index));
    return button;
  }

  /** @param {number} chosen the index of an option */
  answer(chosen) {
    const { question } = this;
    if (!question || !this.next.disabled) return;
    const isRight = chosen === question.answer;
    this.asked += 1;
    if (isRight) this.right += 1;
    for (const [index, button] of [...this.options.children].entries()) {
      button.setAttribute('aria-disabled', 'true');
      if (index === question.answer) button.classList.add('right');
      else if (index === chosen) button.classList.add('wrong');
    }
    const answer = isRight ? '' : ` ${text('quizAnswer', { answer: this.say(question.options[question.answer]) })}`;
    this.result.textContent = `${text(isRight ? 'quizRight' : 'quizWrong')}${answer} ${this.say(question.why)}`;
    this.showScore();
    this.laboratory.seek(question.moment + 1);
    this.next.disabled = false;
    this.next.focus();
  }

  showScore() {
    this.score.textContent = this.asked ? text('quizScore', { right: this.right, asked: this.asked }) : '';
  }

  /** @param {QuizText} message */
  say({ key, values }) {
    const [kind, number] = String(values.house ?? '').split(' ');
    const house = kind ? text(HOUSE_NAMES[kind], { number }) : '';
    return text(key, { ...values, house });
  }
}
