/** The figures of a whole search, taken from its recording. The texts of the stories quote them. */
import { CELLS, parseCell } from './cells.js';

/**
 * @typedef {object} Figures
 * @property {number} calls
 * @property {number} tries
 * @property {number} placements
 * @property {number} undos
 * @property {boolean} finished  false if the search ran out of budget
 * @property {boolean} solved
 * @property {number | null} scanned  cells looked at to find the next empty one, if every event was recorded
 */

/**
 * @param {string} algorithm
 * @param {{events: readonly import('./trace.js').Row[], folded?: number, ending: string}} report of `trace`
 * @returns {Figures}
 */
export function figuresOf(algorithm, { events, folded, ending }) {
  const last = events[events.length - 1]?.counts;
  const count = (/** @type {string} */ kind) => events.reduce((sum, row) => sum + Number(row.event === kind), 0);
  const { calls, tries, placements, undos } = last ?? {
    calls: count('call'),
    tries: count('try'),
    placements: count('place'),
    undos: count('undo'),
  };
  return {
    calls,
    tries,
    placements,
    undos,
    finished: ending !== 'out of budget',
    solved: ending === 'solved',
    scanned: folded ? null : cellsScanned(algorithm, events),
  };
}

/**
 * Returns how many cells a solver looks at to find empty ones: `restart` starts at the first cell in every
 * call, the others after the cell filled last.
 * @param {string} algorithm
 * @param {readonly import('./trace.js').Row[]} events
 */
function cellsScanned(algorithm, events) {
  /** @type {number[]} */
  const placed = [];
  let scanned = 0;
  for (const { event, cell } of events) {
    const start = algorithm === 'restart' ? 0 : (placed[placed.length - 1] ?? -1) + 1;
    if (event === 'choose' && cell) scanned += parseCell(cell) - start + 1;
    if (event === 'solved') scanned += CELLS - start;
    if (event === 'place' && cell) placed.push(parseCell(cell));
    if (event === 'undo') placed.pop();
  }
  return scanned;
}
