/**
 * Shows the idea and the source code of a solver, and highlights the line that reports the current event.
 *
 * The code is the engine's source file. A solver reports its events with `run.call`, `run.try_digit`,
 * `run.place` and so on, so these lines show where the search is.
 */
import { byId, element } from '../element.js';

/**
 * @typedef {{algorithm: string, title: string, origin: string, description: string, cost: string,
 *   weakness: string, source: string}} Algorithm
 */

/**
 * Returns the lines of a source file without its head comment.
 * @param {string} source
 */
export function splitSource(source) {
  const lines = source.split('\n');
  const start = lines.findIndex((line) => !line.startsWith('//!'));
  return lines.slice(start).join('\n').trim().split('\n');
}

/**
 * Returns the index of the line that reports an event, or -1. If there are several, the last one is in the
 * search; those before it are in the preparation.
 * @param {readonly string[]} lines
 * @param {string} kind
 */
export function lineOfEvent(lines, kind) {
  const report = new RegExp(`\\brun\\.${kind}(_\\w+)?\\(`);
  return lines.findLastIndex((line) => report.test(line));
}

export class CodePane {
  constructor() {
    /** @type {Algorithm[]} */
    this.algorithms = [];
    this.algorithm = '';
    /** @type {Algorithm | null} */
    this.shown = null;
    /** @type {HTMLElement[]} */
    this.lines = [];
    /** @type {string[]} */
    this.texts = [];
    this.marked = -1;
    /** The language of the code, if it was chosen. @type {string | undefined} */
    this.language = undefined;
    /** @type {((language: string) => void) | undefined} */
    this.setLanguage = undefined;
  }

  /** @param {string} name */
  show(name) {
    const row = this.algorithms.find((algorithm) => algorithm.algorithm === name);
    if (!row || this.shown === row) return;
    this.shown = row;
    this.algorithm = name;
    this.marked = -1;
    // The lines of the user's own solver keep their numbers.
    this.texts = name === 'own' ? row.source.split('\n') : splitSource(row.source);
    this.lines = this.texts.map((line) => element('code', {}, line || ' '));
    byId('code-title').textContent = row.title;
    const facts = element('dl');
    for (const [name, text] of [
      ['idea', row.description],
      ['origin', row.origin],
      ['cost', row.cost],
      ['weakness', row.weakness],
    ]) {
      if (text) facts.append(element('dt', {}, name), element('dd', {}, text));
    }
    byId('code-idea').replaceChildren(facts);
    byId('code-text').replaceChildren(...this.lines);
  }

  /** @param {import('../../domain/trace.js').Event | null} event */
  mark(event) {
    const line = event?.line ? event.line - 1 : event ? lineOfEvent(this.texts, event.kind) : -1;
    if (line === this.marked) return;
    this.lines[this.marked]?.classList.remove('now');
    this.marked = line;
    const now = this.lines[line];
    if (!now) return;
    now.classList.add('now');
    const pane = byId('code-text');
    const top = now.offsetTop - pane.offsetTop;
    if (top < pane.scrollTop + 20 || top > pane.scrollTop + pane.clientHeight - 40)
      pane.scrollTop = top - pane.clientHeight / 2;
  }
}
