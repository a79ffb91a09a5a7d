/** A bar chart of the number of calls of each algorithm, on a logarithmic scale. */
import { formatNumber } from '../../text.js';
import { element } from '../element.js';

export class Chart {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
  }

  showPending() {
    this.root.replaceChildren(element('p', { class: 'aside' }, 'Comparing…'));
  }

  /** @param {string} reason */
  showError(reason) {
    this.root.replaceChildren(element('p', { class: 'error' }, reason));
  }

  /**
   * @param {{algorithm: string, calls: number, finished: boolean}[]} rows
   * @param {Map<string, string>} titles of the algorithms
   */
  show(rows, titles) {
    const max = Math.max(...rows.map((row) => Math.log10(row.calls + 1)), 1);
    const body = rows.map((row) => {
      const bar = element('span', row.finished ? {} : { class: 'unfinished' });
      bar.style.transform = `scaleX(${Math.max(0.01, Math.log10(row.calls + 1) / max).toFixed(4)})`;
      const calls = row.finished ? formatNumber(row.calls) : `> ${formatNumber(row.calls)}`;
      return element(
        'tr',
        {},
        element('th', { scope: 'row' }, titles.get(row.algorithm) ?? row.algorithm),
        element('td', { class: 'bar' }, bar),
        element('td', { class: 'figure' }, calls),
      );
    });
    const unfinished = rows.some((row) => !row.finished);
    this.root.replaceChildren(
      element(
        'table',
        { class: 'bars' },
        element('caption', { class: 'hidden' }, 'Calls until the first solution'),
        element('tbody', {}, ...body),
      ),
      element(
        'p',
        { class: 'aside' },
        'Number of recursive calls until the first solution, on a logarithmic scale.' +
          (unfinished ? ' Striped bars mark solvers that gave up.' : ''),
      ),
    );
  }
}
