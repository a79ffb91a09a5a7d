/** Shows the difficulty of a puzzle and explains the ratings. */
import { asSentence, capitalize, rangeText } from '../text.js';
import { byId, element, onClick } from './element.js';

/**
 * A difficulty level of the engine: a range of Sudoku Explainer ratings.
 * @typedef {{level: string, about: string, low: number, high: number}} Level
 */

/**
 * @param {import('../store.js').Store} store
 * @param {import('../lessons.js').Lessons} lessons
 * @param {import('../engine/engine.js').Engine} engine
 */
export function mountRating(store, lessons, engine) {
  // Remove the rating when another puzzle is started.
  store.subscribe((state, before) => {
    const changed = state.history.present.game.givens !== before.history.present.game.givens;
    if (changed && byId('learn-list').querySelector('.figures')) byId('learn-list').replaceChildren();
  });
  onClick('learn-rate', async () => {
    lessons.close();
    const waiting = element('p', { class: 'aside' }, 'Rating…');
    byId('learn-list').replaceChildren(waiting);
    const [report, catalogue] = await Promise.all([lessons.rate(), engine.catalogue().catch(() => null)]);
    // The list may show something else by now.
    if (waiting.isConnected)
      byId('learn-list').replaceChildren(...(report ? content(report, catalogue?.levels ?? []) : []));
  });
}

/**
 * @param {any} report
 * @param {Level[]} levels
 */
function content(report, levels) {
  /** @type {HTMLElement[]} */
  const parts = [element('h2', {}, 'Difficulty')];
  const figures = element('dl', { class: 'figures' });
  /** @param {string} name @param {unknown} value */
  const figure = (name, value) =>
    figures.append(element('div', {}, element('dt', {}, name), element('dd', {}, String(value))));
  const here = levels.findIndex(({ high }) => report.er !== null && report.er <= high);
  if (here >= 0) figure('level', capitalize(levels[here].level));
  if (report.er !== null) figure('ER (hardest step)', report.er.toFixed(1));
  if (report.score !== null) figure('HoDoKu score', report.score);
  parts.push(figures);
  if (report.unrated || report.reason)
    parts.push(element('p', { class: 'aside' }, asSentence(report.unrated ?? report.reason)));
  if (report.er === null) return parts;
  const hodoku = report.level
    ? ` HoDoKu, which adds up the scores of all steps, rates it ${report.level.toLowerCase()}.`
    : '';
  parts.push(
    element(
      'p',
      { class: 'aside' },
      `ER is the Sudoku Explainer rating of the hardest step, here ${report.hardest_rule}. ` +
        `Placing the first digit takes steps rated up to ${report.ep.toFixed(1)}; ` +
        `the very first step is rated ${report.ed.toFixed(1)}.${hodoku}`,
    ),
  );
  const rows = levels.map(({ level, about, low, high }, index) =>
    element(
      'tr',
      index === here ? { class: 'here' } : {},
      element('th', { scope: 'row' }, capitalize(level)),
      element('td', { class: 'range' }, rangeText(low, high)),
      element('td', {}, about),
    ),
  );
  const table = element(
    'table',
    {},
    element('caption', { class: 'hidden' }, 'Difficulty levels by ER'),
    element('tbody', {}, ...rows),
  );
  parts.push(element('div', { class: 'scale' }, table));
  return parts;
}
