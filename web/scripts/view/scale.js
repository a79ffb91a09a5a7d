/** How hard a puzzle is, and what the figures mean. */
import { sentence } from '../actions.js';
import { byId, element, onClick } from './element.js';

/** Sudoku Explainer's scale in steps that a player can feel. @type {[number, string, string][]} */
const SCALE = [
  [1.0, '1.0 to 2.5', 'singles: a digit has one place, or a cell one digit'],
  [2.6, '2.6 to 3.2', 'locked digits, naked pairs, X-Wing'],
  [3.4, '3.4 to 4.4', 'hidden pairs, triples, wings, Swordfish'],
  [4.5, '4.5 to 6.2', 'unique rectangles, quads, aligned pairs, BUG'],
  [6.5, '6.5 to 7.5', 'chains and loops'],
  [7.6, '7.6 to 8.9', 'forcing chains: all cases lead to the same'],
  [9.0, 'from 9.0', 'chains within chains: beyond what people enjoy'],
];

/** @param {import('../lessons.js').Lessons} lessons */
export function mountScale(lessons) {
  onClick('learn-rate', async () => {
    lessons.close();
    byId('learn-list').replaceChildren(element('p', { class: 'aside' }, 'Rating…'));
    const report = await lessons.rate();
    byId('learn-list').replaceChildren(...(report ? content(report) : []));
  });
}

/** @param {any} report */
function content(report) {
  /** @type {HTMLElement[]} */
  const parts = [element('h2', {}, 'How hard is it?')];
  const figures = element('dl', { class: 'figures' });
  /** @param {string} name @param {unknown} value */
  const figure = (name, value) => figures.append(element('div', {}, element('dt', {}, name), element('dd', {}, String(value))));
  if (report.er !== null) figure('ER, hardest step', report.er.toFixed(1));
  if (report.level) figure('level', report.level);
  if (report.score !== null) figure('score', report.score);
  parts.push(figures);
  if (report.unrated || report.reason) parts.push(element('p', { class: 'aside' }, sentence(report.unrated ?? report.reason)));
  if (report.er === null) return parts;
  parts.push(element('p', { class: 'aside' }, `The hardest step is ${report.hardest_rule} on Sudoku Explainer's scale; the first digit needs ${report.ep.toFixed(1)}, the first step ${report.ed.toFixed(1)}. Level and score are HoDoKu's: the level of the hardest technique, the sum over all steps.`));
  const band = SCALE.findLastIndex(([from]) => report.er >= from);
  const rows = SCALE.map(([, range, what], index) =>
    element('tr', index === band ? { class: 'here' } : {}, element('th', { scope: 'row' }, range), element('td', {}, what)));
  const table = element('table', {}, element('caption', { class: 'hidden' }, 'The scale of ER'), element('tbody', {}, ...rows));
  parts.push(element('div', { class: 'scale' }, table));
  return parts;
}
