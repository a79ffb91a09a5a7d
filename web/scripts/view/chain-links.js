/**
 * Draws the links of a chain over the board as arrows: solid for strong links, dashed for weak ones. The
 * overlay is 90 by 90 units, a cell 10 by 10.
 */
import { columnOf, rowOf } from '../domain/cells.js';
import { parseCandidate } from '../domain/step.js';
import { svgElement } from './element.js';

/** @typedef {{from: string[], to: string[], strong: boolean, current?: boolean}} Link */
/** @typedef {{x: number, y: number}} Point */

/** Distance between the centre of a candidate and the end of a curve. */
const GAP = 1.7;
/** Distance of the candidates from the edge of their cell; the same as in board.css. */
const CELL_PADDING = 0.5;

/**
 * Returns the centre of a group of candidates.
 * @param {string[]} names
 * @returns {Point}
 */
export function middle(names) {
  const sum = { x: 0, y: 0 };
  for (const { cell, digit } of names.map(parseCandidate)) {
    sum.x += columnOf(cell) * 10 + CELL_PADDING + (((digit - 1) % 3) * 2 + 1) * ((10 - 2 * CELL_PADDING) / 6);
    sum.y +=
      rowOf(cell) * 10 + CELL_PADDING + (Math.floor((digit - 1) / 3) * 2 + 1) * ((10 - 2 * CELL_PADDING) / 6);
  }
  return { x: sum.x / names.length, y: sum.y / names.length };
}

/**
 * Returns the path between two points, curved to one side so that opposite links do not overlap.
 * @param {Point} from
 * @param {Point} to
 */
export function curve(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (length < 2 * GAP) return '';
  const bow = Math.min(0.16 * length, 5);
  const control = {
    x: (from.x + to.x) / 2 - (dy / length) * bow,
    y: (from.y + to.y) / 2 + (dx / length) * bow,
  };
  /** @param {Point} end */
  const shortened = (end) => {
    const [cx, cy] = [control.x - end.x, control.y - end.y];
    const share = GAP / Math.hypot(cx, cy);
    return `${(end.x + cx * share).toFixed(2)} ${(end.y + cy * share).toFixed(2)}`;
  };
  return `M${shortened(from)}Q${control.x.toFixed(2)} ${control.y.toFixed(2)} ${shortened(to)}`;
}

/**
 * @param {SVGSVGElement} overlay
 * @param {Link[]} links
 */
export function drawLinks(overlay, links) {
  if (!links.length) {
    if (overlay.childElementCount) overlay.replaceChildren();
    return;
  }
  const head = svgElement('path', { d: 'M0 0L4 2L0 4Z' });
  const marker = svgElement(
    'marker',
    {
      id: 'arrow',
      viewBox: '0 0 4 4',
      refX: 3.2,
      refY: 2,
      markerWidth: 3.6,
      markerHeight: 3.6,
      orient: 'auto',
    },
    head,
  );
  const curves = links.map((link) =>
    svgElement('path', {
      d: curve(middle(link.from), middle(link.to)),
      class: `${link.strong ? 'strong' : 'weak'}${link.current === false ? ' earlier' : ''}`,
      'marker-end': 'url(#arrow)',
    }),
  );
  overlay.replaceChildren(svgElement('defs', {}, marker), ...curves);
}
