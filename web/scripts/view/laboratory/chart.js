/** A table of all algorithms with bars, on a logarithmic scale, for calls, placements and time. */
import { text } from '../../messages/messages.js';
import { formatDuration, formatNumber } from '../../text.js';
import { element } from '../element.js';

/**
 * A row of the operation `compare`.
 * @typedef {{algorithm: string, calls: number, placements: number, micros: number | null,
 *   micros_median: number | null, runs: number, finished: boolean, is_bound?: boolean}} Row
 */
/** @typedef {'calls' | 'placements' | 'micros'} Column */

/** The columns and the texts of their headers. */
const COLUMNS = /** @type {const} */ ([
  ['calls', 'chartCalls'],
  ['placements', 'chartPlacements'],
  ['micros', 'chartTime'],
]);

export class Chart {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {Row[]} */
    this.rows = [];
    /** @type {Map<string, string>} */
    this.titles = new Map();
    /** The column that the rows are sorted by; by default they keep their order. @type {Column | null} */
    this.sorted = null;
  }

  showPending() {
    this.root.replaceChildren(element('p', { class: 'aside' }, text('chartPending')));
  }

  /** @param {string} reason */
  showError(reason) {
    this.root.replaceChildren(element('p', { class: 'error' }, reason));
  }

  /**
   * @param {Row[]} rows
   * @param {Map<string, string>} titles of the algorithms
   */
  show(rows, titles) {
    this.rows = rows;
    this.titles = titles;
    this.render();
  }

  render() {
    const { rows, sorted } = this;
    const shown = sorted ? [...rows].sort((a, b) => sortKey(a, sorted) - sortKey(b, sorted)) : rows;
    const unfinished = rows.some((row) => !row.finished);
    this.root.replaceChildren(
      element(
        'table',
        { class: 'bars' },
        element('caption', { class: 'hidden' }, text('chartCaption')),
        element('thead', {}, element('tr', {}, this.header(null), ...COLUMNS.map(([name]) => this.header(name)))),
        element('tbody', {}, ...shown.map((row) => this.row(row))),
      ),
      element(
        'p',
        { class: 'aside' },
        text('chartNote'),
        unfinished ? ` ${text('chartUnfinished')}` : '',
        this.rows.some((row) => row.is_bound) ? ` ${text('chartBound')}` : '',
      ),
    );
  }

  /** Returns a header with a button that sorts the rows. @param {Column | null} column */
  header(column) {
    const key = COLUMNS.find(([name]) => name === column)?.[1] ?? 'chartSolver';
    const isSorted = this.sorted === column;
    const button = element('button', { type: 'button', class: 'quiet', 'data-column': column ?? '' }, text(key));
    button.addEventListener('click', () => {
      this.sorted = column;
      this.render();
      /** @type {HTMLElement | null} */ (
        this.root.querySelector(`button[data-column="${column ?? ''}"]`)
      )?.focus();
    });
    return element('th', { scope: 'col', ...(isSorted && column ? { 'aria-sort': 'ascending' } : {}) }, button);
  }

  /** @param {Row} row */
  row(row) {
    const title = this.titles.get(row.algorithm) ?? row.algorithm;
    const more = row.finished ? '' : '> ';
    const bound = row.is_bound ? '< ' : more;
    return element(
      'tr',
      { 'data-algorithm': row.algorithm },
      element('th', { scope: 'row' }, title),
      this.figure(row, 'calls', `${more}${formatNumber(row.calls)}`),
      this.figure(row, 'placements', `${more}${formatNumber(row.placements)}`),
      row.micros === null
        ? element('td', { class: 'figure' }, '–')
        : this.figure(row, 'micros', `${bound}${formatDuration(row.micros)}`, this.spread(row, row.micros)),
    );
  }

  /** Returns how far the median is above the best time, and the factor to the fastest solver. */
  spread(/** @type {Row} */ row, /** @type {number} */ micros) {
    const times = this.rows.flatMap((other) => (other.finished && other.micros !== null ? [other.micros] : []));
    const factor = text('chartFactor', { factor: approximate(micros / Math.min(...times)) });
    if (!row.finished) return [];
    const above = (row.micros_median ?? micros) - micros;
    return row.runs > 1 && !row.is_bound ? [`+${formatDuration(above)}`, factor] : [factor];
  }

  /**
   * @param {Row} row
   * @param {Column} column
   * @param {string} figure
   * @param {string[]} [notes]
   */
  figure(row, column, figure, notes = []) {
    const values = this.rows.flatMap((other) => other[column] ?? []);
    const bar = element('span', { class: row.finished ? 'fill' : 'fill unfinished' });
    bar.style.transform = `scaleX(${share(row[column] ?? 0, values).toFixed(4)})`;
    return element(
      'td',
      { class: 'figure' },
      element('span', {}, figure),
      element('span', { class: 'bar', 'aria-hidden': 'true' }, bar),
      ...notes.flatMap((note) => [element('small', {}, note), ' ']),
    );
  }
}

/** Returns the length of a bar on a logarithmic scale. @param {number} value @param {number[]} values */
function share(value, values) {
  const most = Math.max(...values.map((other) => Math.log10(other + 1)), 1);
  return Math.max(0.01, Math.log10(value + 1) / most);
}

/** Solvers that gave up come last. @param {Row} row @param {Column} column */
const sortKey = (row, column) => (row.finished ? (row[column] ?? Infinity) : Number.MAX_VALUE);

/** Rounds to two digits: a factor of times is never exact. @param {number} factor */
const approximate = (factor) => Number(factor.toPrecision(2));
