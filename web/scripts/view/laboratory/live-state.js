/** What a solver keeps in mind: a panel below its board, and small notes on the board. */
import { CELLS, DIGITS, cellName, digitsOf, has } from '../../domain/cells.js';
import {
  coverMatrix,
  digitText,
  digitsInHouses,
  digitsLeft,
  domains,
  housesOf,
  lookedAt,
  scannedCells,
  sortedCells,
} from '../../domain/live.js';
import { constraintName } from '../../domain/sentences.js';
import { say, text } from '../../messages/messages.js';
import { element } from '../element.js';

/** @typedef {import('../../domain/trace.js').Recording} Recording */
/** @typedef {import('../../domain/trace.js').SearchState} SearchState */
/** Notes and classes of the squares. @typedef {{notes?: string[], marks?: string[]}} Overlay */

/** The kind of panel for each algorithm. @type {Record<string, 'scan' | 'tables' | 'counts' | 'domains' | 'order' | 'matrix'>} */
const PANELS = {
  restart: 'scan',
  resume: 'scan',
  tables: 'tables',
  counters: 'tables',
  'static-order': 'order',
  'static-sets': 'order',
  mrv: 'counts',
  norvig: 'domains',
  dlx: 'matrix',
};

export class LiveState {
  /**
   * @param {string} algorithm
   * @param {readonly number[]} givens
   * @param {import('../../domain/search.js').Search} search
   */
  constructor(algorithm, givens, search) {
    this.algorithm = algorithm;
    this.givens = givens;
    this.search = search;
    this.kind = PANELS[algorithm];
    this.root = element('div', { class: 'live' });
    /** What is shown now, to avoid needless changes. @type {string[]} */
    this.shown = [];
    /** @type {HTMLElement[]} */
    this.parts = [];
    /** @type {ReturnType<typeof lookedAt> | null} */
    this.looked = null;
    /** The places of the totals. @type {Partial<Record<'scanned' | 'checked', HTMLElement>>} */
    this.totals = {};
    if (this.kind) this.build();
  }

  build() {
    const { kind, algorithm } = this;
    const note = element('p', { class: 'aside' });
    this.root.append(note);
    if (kind === 'counts') note.textContent = text('liveCounts');
    if (kind === 'domains') note.textContent = text('liveDomains');
    if (kind === 'scan') note.textContent = text('liveScan');
    if (kind === 'tables') {
      note.textContent = text(algorithm === 'tables' ? 'liveTables' : 'liveCounters');
      const names = /** @type {const} */ (['liveRows', 'liveColumns', 'liveBoxes']);
      const tables = names.map((name) => this.table(text(name)));
      this.root.append(element('div', { class: 'live-tables' }, ...tables));
    }
    if (kind === 'order') {
      note.textContent = text('liveOrder');
      this.order = sortedCells(this.givens);
      this.parts = this.order.map(({ cell, count }) =>
        element('li', {}, cellName(cell), element('small', {}, String(count))),
      );
      this.list = element('ol', { class: 'live-order', tabindex: '0', 'aria-label': text('liveOrder') }, ...this.parts);
      this.root.append(this.list);
    }
    if (kind === 'matrix') this.parts = [note, this.root.appendChild(element('div', { class: 'live-matrix' }))];
    if (['restart', 'resume', 'tables'].includes(algorithm)) {
      const list = this.root.appendChild(element('dl', { class: 'live-total' }));
      const total = (/** @type {import('../../messages/messages.js').Key} */ key) => {
        const place = element('dd');
        list.append(element('div', {}, element('dt', {}, text(key)), place));
        return place;
      };
      if (algorithm !== 'tables') this.totals.scanned = total('liveScanned');
      this.totals.checked = total(algorithm === 'tables' ? 'liveRead' : 'liveChecked');
    }
  }

  /** Creates a table of digits by houses; its cells are appended to the parts. @param {string} name */
  table(name) {
    const rows = Array.from({ length: 9 }, () => {
      const cells = DIGITS.map(() => element('td'));
      this.parts.push(...cells);
      return element('tr', {}, ...cells);
    });
    return element('table', {}, element('caption', {}, name), element('tbody', {}, ...rows));
  }

  /** Returns what is shown on the board. @param {Recording} recording @param {SearchState} state @returns {Overlay} */
  overlay(recording, state) {
    const digits = this.givens.map((given, cell) => given || state.values[cell]);
    if (this.kind === 'counts') {
      const counts = digitsLeft(digits).map((set) => digitsOf(set).length);
      const open = counts.filter((_, cell) => !digits[cell]);
      const fewest = Math.min(...open);
      return {
        notes: counts.map((count, cell) => (digits[cell] ? '' : String(count))),
        marks: counts.map((count, cell) => (!digits[cell] && count === fewest ? 'fewest' : '')),
      };
    }
    if (this.kind === 'domains')
      return { notes: domains(this.givens, state).map((set, cell) => (digits[cell] ? '' : digitText(set))) };
    if (this.kind === 'scan') {
      const marks = new Array(CELLS).fill('');
      for (const cell of scannedCells(this.algorithm, recording, state)) marks[cell] = 'scanned';
      return { marks };
    }
    return {};
  }

  /** Updates the panel. @param {Recording} recording @param {SearchState} state */
  render(recording, state) {
    if (this.kind === 'tables') this.renderTables(state);
    if (this.kind === 'order') this.renderOrder(state);
    if (this.kind === 'matrix') this.renderMatrix(recording, state);
    if (this.totals.scanned) this.renderTotal('scanned', this.totals.scanned, recording, state);
    if (this.totals.checked) this.renderTotal('checked', this.totals.checked, recording, state);
  }

  /** @param {SearchState} state */
  renderTables(state) {
    const { last } = state;
    const sets = digitsInHouses(this.givens.map((given, cell) => given || state.values[cell]));
    const isTried = last && ['try', 'conflict', 'place'].includes(last.kind);
    const read = isTried ? housesOf(last.cell).map((house) => 9 * house + last.digit - 1) : [];
    const counting = this.algorithm === 'counters';
    this.parts.forEach((part, index) => {
      const filled = has(sets[Math.floor(index / 9)], (index % 9) + 1);
      const look = `${filled ? 'filled' : ''}${read.includes(index) ? ' read' : ''}`;
      if (this.shown[index] === look) return;
      this.shown[index] = look;
      part.className = look;
      part.textContent = counting ? (filled ? '1' : '0') : filled ? String((index % 9) + 1) : '';
    });
  }

  /** @param {SearchState} state */
  renderOrder(state) {
    const { last } = state;
    const pointer = state.stack.length;
    this.parts.forEach((part, index) => {
      const look = index < pointer ? 'done' : index === pointer && last ? 'now' : '';
      if (this.shown[index] === look) return;
      this.shown[index] = look;
      part.className = look;
      if (look === 'now' && this.list) {
        const top = part.offsetTop - this.list.offsetTop;
        if (top < this.list.scrollTop || top > this.list.scrollTop + this.list.clientHeight - 24)
          this.list.scrollTop = top - this.list.clientHeight / 2;
      }
    });
  }

  /** @param {Recording} recording @param {SearchState} state */
  renderMatrix(recording, state) {
    const [note, place] = this.parts;
    const position = state.trail.findLast((index) => recording.kindAt(index) === 'choose') ?? -1;
    const placing = state.last && ['try', 'place'].includes(state.last.kind) ? state.last : null;
    const look = `${recording.calls[position]} ${placing?.cell} ${placing?.digit}`;
    if (this.shown[0] === look) return;
    this.shown[0] = look;
    const matrix = coverMatrix(this.givens, recording, state);
    note.textContent = matrix ? text('liveMatrix', { constraint: say(constraintName(matrix.choice)) }) : text('liveMatrixNone');
    if (!matrix) {
      place.replaceChildren();
      return;
    }
    const keys = /** @type {const} */ (['liveCandidate', 'liveCell', 'liveRow', 'liveColumn', 'liveBox']);
    const head = element('tr', {}, ...keys.map((key) => element('th', { scope: 'col' }, text(key))));
    const rows = matrix.rows.map(({ cell, digit, constraints }) => {
      const now = placing?.cell === cell && placing.digit === digit;
      const sizes = constraints.map((constraint) => element('td', {}, String(matrix.sizes.get(constraint) ?? 0)));
      return element(
        'tr',
        now ? { class: 'now' } : {},
        element('th', { scope: 'row' }, `${cellName(cell)} = ${digit}`),
        ...sizes,
      );
    });
    const counts = matrix.histogram.flatMap((count, size) => (count ? [`${size}: ${count}×`] : []));
    place.replaceChildren(
      element('table', {}, element('thead', {}, head), element('tbody', {}, ...rows)),
      element('p', { class: 'aside' }, `${text('liveCompeting')} ${counts.join(text('labList'))}`),
    );
  }

  /**
   * @param {'scanned' | 'checked'} name
   * @param {HTMLElement} place
   * @param {Recording} recording
   * @param {SearchState} state
   */
  renderTotal(name, place, recording, state) {
    const { overview } = this.search;
    let shown = text('liveShortened');
    if (!overview.hasGaps && recording === overview) {
      this.looked ??= lookedAt(this.algorithm, overview);
      const now = this.looked[name][state.at];
      const before = this.looked[name][Math.max(0, state.at - 1)];
      shown = `${text('number', { number: now })}${now > before ? ` (+${now - before})` : ''}`;
    }
    if (place.textContent !== shown) place.textContent = shown;
  }
}
