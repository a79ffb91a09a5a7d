/**
 * The board: 81 cells, created once and updated only if they changed.
 */
import { CELLS, DIGITS, columnOf, rowOf } from '../domain/cells.js';
import { caseAt, shownEvidence } from '../domain/proof.js';
import { lessonOnBoard } from '../store.js';
import { boardModel } from './board-model.js';
import { element } from './element.js';
import { drawLinks } from './chain-links.js';

/** Returns the CSS classes for the borders of a cell. @param {number} cell */
export function edges(cell) {
  const classes = [];
  if (columnOf(cell) % 3 === 2) classes.push(columnOf(cell) === 8 ? 'last-column' : 'box-right');
  if (rowOf(cell) % 3 === 2) classes.push(rowOf(cell) === 8 ? 'last-row' : 'box-bottom');
  return classes;
}

export class BoardView {
  /**
   * @param {HTMLElement} root
   * @param {SVGSVGElement} overlay
   */
  constructor(root, overlay) {
    this.root = root;
    this.overlay = overlay;
    /** @type {HTMLElement[]} */
    this.cells = [];
    /** @type {string[]} */
    this.shown = new Array(CELLS).fill('');
    for (let row = 0; row < 9; row += 1) {
      const line = element('div', { role: 'row' });
      for (let column = 0; column < 9; column += 1) {
        const cell = element('div', { role: 'gridcell', tabindex: -1, 'data-cell': 9 * row + column });
        // The digits of a solved board move in a wave from the first cell to the last.
        cell.style.setProperty('--order', String(row + column));
        this.cells.push(cell);
        line.append(cell);
      }
      root.append(line);
    }
  }

  /** @param {import('../store.js').State} state */
  render(state) {
    const lesson = lessonOnBoard(state);
    const models = boardModel(state);
    models.forEach((model, cell) => this.renderCell(model, cell, state));
    drawLinks(this.overlay, (lesson && shownEvidence(lesson)?.links) || []);
    const shownCase = lesson && caseAt(lesson.steps[lesson.at]?.proof ?? [], lesson.line);
    this.overlay.dataset.case = String(shownCase ?? '');
    this.root.classList.toggle('won', state.won);
    this.root.classList.toggle('lesson', lesson !== null);
  }

  /**
   * @param {import('./board-model.js').CellModel} model
   * @param {number} cell
   * @param {import('../store.js').State} state
   */
  renderCell(model, cell, state) {
    const place = this.cells[cell];
    const selected = !lessonOnBoard(state) && state.selection.includes(cell);
    const cursor = state.cursor === cell;
    const fingerprint = JSON.stringify([model, selected, cursor]);
    if (this.shown[cell] === fingerprint) return;
    this.shown[cell] = fingerprint;
    place.className = [
      'cell',
      ...edges(cell),
      model.given ? 'given' : '',
      cursor ? 'cursor' : '',
      ...model.classes,
    ].join(' ');
    place.setAttribute('aria-selected', String(selected));
    place.tabIndex = cursor ? 0 : -1;
    place.style.backgroundImage = stripes(model.colours);
    const shown = content(model);
    // Screen readers get the label only.
    for (const part of shown) part.setAttribute('aria-hidden', 'true');
    place.replaceChildren(element('span', { class: 'hidden' }, model.label), ...shown);
  }

  /** Moves the keyboard focus to a cell. @param {number} cell */
  focus(cell) {
    this.cells[cell].focus({ preventScroll: true });
  }

  /** Returns the cell at a point of the window, or -1. @param {number} x @param {number} y */
  cellAt(x, y) {
    const box = this.root.getBoundingClientRect();
    const column = Math.floor(((x - box.left) / box.width) * 9);
    const row = Math.floor(((y - box.top) / box.height) * 9);
    return column >= 0 && column < 9 && row >= 0 && row < 9 ? 9 * row + column : -1;
  }
}

/** @param {import('./board-model.js').ShownNote} shown */
const note = ({ digit, roles }) =>
  element('span', roles.length ? { class: roles.join(' ') } : {}, String(digit));

/** @param {import('./board-model.js').CellModel} model */
function content(model) {
  if (model.value) return [element('span', { class: 'value' }, String(model.value))];
  const parts = [];
  if (model.notes.length && model.layout === 'grid') {
    const grid = element('span', { class: 'candidates' });
    for (const digit of DIGITS) {
      const found = model.notes.find((candidate) => candidate.digit === digit);
      grid.append(found ? note(found) : element('span'));
    }
    parts.push(grid);
  } else if (model.notes.length) {
    const size = model.notes.length > 5 ? 'centre many' : 'centre';
    parts.push(element('span', { class: size }, ...model.notes.map(note)));
  }
  if (model.sets.length)
    parts.push(element('span', { class: 'sets' }, ...model.sets.map((name) => element('span', {}, name))));
  if (model.corner.length) parts.push(element('span', { class: 'corner' }, ...model.corner.map(note)));
  return parts;
}

/** Returns the colours of a cell as diagonal stripes. @param {number[]} colours */
function stripes(colours) {
  if (!colours.length) return '';
  const share = 100 / colours.length;
  const stops = colours.map(
    (colour, index) => `var(--colour-${colour}) ${index * share}% ${(index + 1) * share}%`,
  );
  return `linear-gradient(135deg, ${stops.join(', ')})`;
}
