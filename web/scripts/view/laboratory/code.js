/**
 * Shows the idea of a solver and its source code in one of five languages, and highlights the line of the current
 * event.
 */
import { text } from '../../messages/messages.js';
import { byId, element, onClick } from '../element.js';
import { prefer, preferences } from './preferences.js';
import { program } from './programs.js';

/**
 * @typedef {{algorithm: string, title: string, origin: string, description: string, cost: string,
 *   weakness: string, source: string}} Algorithm
 */
/** @typedef {import('./programs.js').Program} Program */

/** The languages with their names. */
export const CODE_LANGUAGES = { python: 'Python', java: 'Java', cpp: 'C++', javascript: 'JavaScript', rust: 'Rust' };
/** @typedef {keyof typeof CODE_LANGUAGES} CodeLanguage */

/** Milliseconds between two checks whether the current line is in view. */
const SCROLL_INTERVAL = 150;

/**
 * Returns the lines of a program without its head comment, and the number of lines removed.
 * @param {string} source
 */
export function splitSource(source) {
  const lines = source.trimEnd().split('\n');
  const start = lines.findIndex((line) => line && !line.startsWith('//!'));
  return { lines: lines.slice(start), removed: start };
}

/**
 * Returns the number of the line of an event, or 0. If there are several, the last one is in the search; those
 * before it are in the preparation.
 * @param {Program['lines']} lines
 * @param {string} kind
 */
export const lineOfEvent = (lines, kind) => lines[kind]?.at(-1) ?? 0;

export class CodePane {
  constructor() {
    /** @type {Algorithm[]} */
    this.algorithms = [];
    this.algorithm = '';
    /** @type {Algorithm | null} */
    this.shown = null;
    /** @type {Program} */
    this.code = { source: '', lines: {} };
    this.removed = 0;
    /** Called when another language is chosen. @type {() => void} */
    this.onLanguage = () => {};
    /** @type {HTMLElement[]} */
    this.lines = [];
    this.marked = -1;
    /** When the line was last scrolled into view. */
    this.scrolled = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.statusTimer = undefined;
    /** @type {import('../../domain/trace.js').Event | null} */
    this.event = null;
    this.tabs = Object.entries(CODE_LANGUAGES).map(([name, title]) => {
      const tab = element('button', { type: 'button', role: 'tab', id: `code-${name}`, 'aria-controls': 'code-text' }, title);
      tab.addEventListener('click', () => this.setLanguage(name));
      return tab;
    });
    byId('code-languages').replaceChildren(...this.tabs);
    byId('code-languages').addEventListener('keydown', (event) => this.onKey(event));
    onClick('code-copy', () => this.copy());
    this.showTabs();
  }

  /** The chosen language. @returns {CodeLanguage} */
  get language() {
    const { code } = preferences();
    return code in CODE_LANGUAGES ? /** @type {CodeLanguage} */ (code) : 'python';
  }

  /** @param {string} language */
  setLanguage(language) {
    if (!(language in CODE_LANGUAGES)) return;
    prefer({ code: language });
    this.showTabs();
    void this.showProgram();
    this.onLanguage();
  }

  showTabs() {
    this.tabs.forEach((tab) => {
      const selected = tab.id === `code-${this.language}`;
      tab.setAttribute('aria-selected', String(selected));
      tab.tabIndex = selected ? 0 : -1;
    });
    byId('code-text').setAttribute('aria-labelledby', `code-${this.language}`);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const now = this.tabs.findIndex((tab) => tab.tabIndex === 0);
    const count = this.tabs.length;
    const next = { ArrowLeft: now + count - 1, ArrowRight: now + 1, Home: 0, End: count - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.tabs[next % count].click();
    this.tabs[next % count].focus();
  }

  /** @param {string} name */
  show(name) {
    const row = this.algorithms.find((algorithm) => algorithm.algorithm === name);
    if (!row || this.shown === row) return;
    this.shown = row;
    this.algorithm = name;
    byId('code-title').textContent = row.title;
    const facts = element('dl');
    for (const [key, fact] of /** @type {const} */ ([
      ['codeIdea', row.description],
      ['codeOrigin', row.origin],
      ['codeCost', row.cost],
      ['codeWeakness', row.weakness],
    ])) {
      if (fact) facts.append(element('dt', {}, text(key)), element('dd', {}, fact));
    }
    byId('code-idea').replaceChildren(facts);
    byId('code-languages').hidden = name === 'own' || name === 'fast';
    void this.showProgram();
  }

  /** Loads the program in the chosen language, and shows it. */
  async showProgram() {
    const { shown: row, language } = this;
    if (!row) return;
    let code;
    try {
      code =
        row.algorithm === 'own'
          ? { source: row.source, lines: {} }
          : await program(row.algorithm, row.algorithm === 'fast' ? 'rust' : language);
    } catch (error) {
      code = { source: error instanceof Error ? error.message : String(error), lines: {} };
    }
    if (row !== this.shown || language !== this.language) return;
    this.code = code;
    // The lines of the user's own solver keep their numbers.
    const { lines, removed } =
      row.algorithm === 'own' ? { lines: code.source.split('\n'), removed: 0 } : splitSource(code.source);
    this.removed = removed;
    this.lines = lines.map((line) => element('code', {}, line || ' '));
    this.marked = -1;
    byId('code-text').replaceChildren(...this.lines);
    byId('code-text').scrollTop = 0;
    this.mark(this.event);
  }

  /** @param {import('../../domain/trace.js').Event | null} event */
  mark(event) {
    this.event = event;
    const number = event ? event.line || lineOfEvent(this.code.lines, event.kind) : 0;
    const line = number - 1 - this.removed;
    if (line === this.marked) return;
    this.lines[this.marked]?.classList.remove('now');
    this.marked = line;
    const now = this.lines[line];
    if (!now) return;
    now.classList.add('now');
    // Reading positions makes the browser lay out the page, so this is not done in every frame.
    if (performance.now() - this.scrolled < SCROLL_INTERVAL) return;
    this.scrolled = performance.now();
    const pane = byId('code-text');
    const top = now.offsetTop - pane.offsetTop;
    if (top < pane.scrollTop + 20 || top > pane.scrollTop + pane.clientHeight - 40)
      pane.scrollTop = top - pane.clientHeight / 2;
  }

  async copy() {
    const status = byId('code-status');
    try {
      await navigator.clipboard.writeText(this.code.source);
      status.textContent = text('codeCopied');
    } catch {
      status.textContent = text('codeNotCopied');
    }
    clearTimeout(this.statusTimer);
    this.statusTimer = setTimeout(() => (status.textContent = ''), 3000);
  }
}
