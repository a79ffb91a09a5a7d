/**
 * The lesson of a technique above the lesson card: its text, and buttons that show its examples on the board.
 */
import { fromHodoku } from '../domain/formats.js';
import { language } from '../messages/language.js';
import { element } from './element.js';

/** @typedef {import('../messages/language.js').Language} Language */

/**
 * A lesson, as described by `LessonReport` in `crates/api/src/lessons.rs`.
 * @typedef {object} TechniqueLesson
 * @property {string} title
 * @property {string[]} paragraphs
 * @property {string[]} look_for
 * @property {string[]} example
 * @property {string[]} not_this
 * @property {{technique: string, position: string}[]} examples
 * @property {{position: string, evidence: any}} counter_example
 */

const TEXTS = {
  en: {
    lookFor: 'What to look for',
    examples: 'On the board',
    example: 'Example',
    notThis: 'Not this',
    practise: 'Practise this',
    back: 'Back to the step',
  },
  zh: {
    lookFor: '如何寻找',
    examples: '盘面',
    example: '示例',
    notThis: '反例',
    practise: '练习这个技巧',
    back: '回到刚才的步骤',
  },
};

/**
 * Shows the example of a technique on the board, and returns its lesson as an element, or null if the task
 * was superseded or the engine failed. Throws if the lessons cannot be loaded.
 * @param {string} technique
 * @param {import('../store.js').Store} store
 * @param {import('../lessons.js').Lessons} lessons
 * @param {(technique: string) => unknown} practise
 */
export async function showLesson(technique, store, lessons, practise) {
  const tag = language();
  const pages = await lessons.tasks.run('lesson', 'Loading the lesson', () => load(tag));
  const lesson = pages?.find(({ examples }) => examples.some((example) => example.technique === technique));
  if (!lesson) return null;
  const page = new LessonPage(lesson, tag, store, lessons, practise);
  return (await page.showExample(technique)) ? page.root : null;
}

/** The lessons of each language that was used. @type {Map<Language, TechniqueLesson[]>} */
const loaded = new Map();

/** @param {Language} tag */
async function load(tag) {
  const known = loaded.get(tag);
  if (known) return known;
  const response = await fetch(`data/lessons/${tag}.json`);
  if (!response.ok) throw new Error(`the lessons could not be loaded: ${response.status}`);
  /** @type {TechniqueLesson[]} */
  const pages = await response.json();
  loaded.set(tag, pages);
  return pages;
}

class LessonPage {
  /**
   * @param {TechniqueLesson} lesson
   * @param {Language} tag
   * @param {import('../store.js').Store} store
   * @param {import('../lessons.js').Lessons} lessons
   * @param {(technique: string) => unknown} practise
   */
  constructor(lesson, tag, store, lessons, practise) {
    this.lesson = lesson;
    this.tag = tag;
    this.store = store;
    this.lessons = lessons;
    this.practise = practise;
    /** The technique whose example was shown last. */
    this.technique = lesson.examples[0].technique;
    const attributes = { class: 'technique', lang: tag, tabindex: -1, 'aria-label': lesson.title };
    this.root = element('article', attributes);
    this.root.append(...this.content(store.state.lesson));
  }

  /** @param {import('../store.js').Lesson | null} before what the board showed before the lesson */
  content(before) {
    const { lesson } = this;
    const texts = TEXTS[this.tag];
    const row = element(
      'div',
      { class: 'row' },
      button(texts.practise, () => this.practise(this.technique)),
    );
    if (before && before.kind !== 'example')
      row.append(button(texts.back, () => this.store.update({ lesson: before })));
    return [
      element('h2', {}, lesson.title),
      ...lesson.paragraphs.map((text) => element('p', {}, text)),
      element('h3', {}, texts.lookFor),
      element('ul', {}, ...lesson.look_for.map((text) => element('li', {}, text))),
      row,
      this.exampleButtons(),
    ];
  }

  /** The buttons that choose what the board shows: an example of each technique, or the counter-example. */
  exampleButtons() {
    const texts = TEXTS[this.tag];
    const { examples } = this.lesson;
    const row = element('div', { class: 'row', role: 'group', 'aria-label': texts.examples });
    for (const { technique } of examples) {
      const label = examples.length > 1 ? technique : texts.example;
      const shown = button(label, () => this.showExample(technique));
      shown.dataset.technique = technique;
      if (examples.length > 1) shown.lang = 'en';
      row.append(shown);
    }
    row.append(button(texts.notThis, () => this.showCounterExample()));
    return row;
  }

  /** Shows the example of a technique. Returns whether it has a step. @param {string} technique */
  async showExample(technique) {
    const { examples, example } = this.lesson;
    const index = examples.findIndex((other) => other.technique === technique);
    const { position } = examples[index];
    const options = { level: 'full', techniques: { only: [technique] } };
    const step = await this.lessons.request('hint', 'Loading the example', options, position);
    if (step?.outcome !== 'step') return false;
    this.technique = technique;
    // The text describes the first example.
    this.show(position, step, { paragraphs: index ? [] : example, language: this.tag });
    return true;
  }

  /** Shows the counter-example with the pattern that it seems to contain. */
  showCounterExample() {
    this.lessons.tasks.stop('lesson');
    const { not_this: paragraphs, counter_example: counterExample } = this.lesson;
    const { position, evidence } = counterExample;
    const title = TEXTS[this.tag].notThis;
    this.show(position, { proof: [], evidence }, { title, paragraphs, language: this.tag });
  }

  /**
   * @param {string} position in HoDoKu's format
   * @param {any} step
   * @param {import('../store.js').About} about
   */
  show(position, step, about) {
    const game = fromHodoku(position);
    if (!game) throw new Error(`invalid position: ${position}`);
    const { title } = this.lesson;
    const positions = [this.lessons.position(game)];
    this.store.update({
      hintCard: null,
      message: { text: '', tone: 'plain' },
      lesson: { kind: 'example', title, steps: [step], positions, at: 0, line: null, about },
    });
    for (const shown of this.root.querySelectorAll('[role=group] button')) {
      const { technique } = /** @type {HTMLElement} */ (shown).dataset;
      shown.setAttribute('aria-pressed', String(technique === step.technique));
    }
  }
}

/** @param {string} label @param {() => unknown} action */
function button(label, action) {
  const node = element('button', { type: 'button' }, label);
  node.addEventListener('click', () => void action());
  return node;
}
