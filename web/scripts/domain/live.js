/**
 * What a solver knows at a moment, worked out from the board and the events: the digits left, the cells looked
 * at, the sorted list of cells, and the matrix of dancing links.
 */
import { ALL_DIGITS, CELLS, DIGITS, HOUSES, PEERS, boxOf, columnOf, digitsOf, has, maskOf, rowOf } from './cells.js';
import { sharedHouse } from './sentences.js';

/** @typedef {import('./trace.js').Recording} Recording */
/** @typedef {import('./trace.js').SearchState} SearchState */

const PEERS_IN_ORDER = PEERS.map((peers) => [...peers].sort((a, b) => a - b));

/** Returns the houses of a cell: row, column and box. @param {number} cell */
export const housesOf = (cell) => [rowOf(cell), 9 + columnOf(cell), 18 + boxOf(cell)];

/** Returns the set of digits in each house. @param {readonly number[]} digits of the cells */
export function digitsInHouses(digits) {
  const sets = new Array(HOUSES.length).fill(0);
  for (let cell = 0; cell < CELLS; cell += 1)
    if (digits[cell]) for (const house of housesOf(cell)) sets[house] |= maskOf(digits[cell]);
  return sets;
}

/** Returns the digits left for each empty cell. @param {readonly number[]} digits of the cells */
export function digitsLeft(digits) {
  const sets = digitsInHouses(digits);
  return Array.from({ length: CELLS }, (_, cell) =>
    digits[cell] ? 0 : housesOf(cell).reduce((left, house) => left & ~sets[house], ALL_DIGITS),
  );
}

/**
 * Returns the possible digits of each cell after the eliminations of the search.
 * @param {readonly number[]} givens
 * @param {SearchState} state
 */
export const domains = (givens, state) =>
  Array.from({ length: CELLS }, (_, cell) => {
    if (givens[cell]) return maskOf(givens[cell]);
    return state.values[cell] ? maskOf(state.values[cell]) : ALL_DIGITS & ~state.eliminated[cell];
  });

/** Returns the empty cells sorted by the number of digits left. @param {readonly number[]} givens */
export function sortedCells(givens) {
  const left = digitsLeft(givens);
  return left
    .flatMap((set, cell) => (givens[cell] ? [] : [{ cell, count: digitsOf(set).length }]))
    .sort((a, b) => a.count - b.count || a.cell - b.cell);
}

/**
 * Returns the cells that the current call has looked at to find an empty one.
 * @param {string} algorithm
 * @param {Recording} recording
 * @param {SearchState} state
 */
export function scannedCells(algorithm, recording, state) {
  const newest = state.trail[state.trail.length - 1] ?? -1;
  const chosen = newest >= 0 && recording.kindAt(newest) === 'choose' ? recording.cells[newest] : -1;
  if (chosen < 0) return [];
  const start = algorithm === 'resume' && state.stack.length ? state.stack[state.stack.length - 1] + 1 : 0;
  return Array.from({ length: Math.max(0, chosen - start + 1) }, (_, index) => start + index);
}

/**
 * Returns how many cells are looked at to find empty ones, and how many cells (restart, resume) or table
 * entries (tables) are read to check digits, both summed up to each event.
 * @param {string} algorithm
 * @param {Recording} recording of the whole search without gaps
 */
export function lookedAt(algorithm, recording) {
  const scanned = new Float64Array(recording.size + 1);
  const checked = new Float64Array(recording.size + 1);
  /** @type {number[]} */
  const placed = [];
  for (let index = 0; index < recording.size; index += 1) {
    const cell = recording.cells[index];
    const kind = recording.kindAt(index);
    const start = algorithm === 'restart' || !placed.length ? 0 : placed[placed.length - 1] + 1;
    scanned[index + 1] = scanned[index];
    if (kind === 'choose') scanned[index + 1] += cell - start + 1;
    if (kind === 'solved') scanned[index + 1] += CELLS - start;
    checked[index + 1] = checked[index];
    if (kind === 'place') checked[index + 1] += algorithm === 'tables' ? 3 : 20;
    if (kind === 'conflict') {
      const cause = recording.causes[index];
      checked[index + 1] +=
        algorithm === 'tables'
          ? 1 + Math.floor(sharedHouse(cell, cause) / 9)
          : 1 + PEERS_IN_ORDER[cell].indexOf(cause);
    }
    if (kind === 'place') placed.push(cell);
    if (kind === 'undo') placed.pop();
  }
  return { scanned, checked };
}

/** A constraint: a number below 81 is a cell, the others are a house and a digit. @typedef {number} Constraint */

/** @param {{cell: number, house: number, digit: number}} event @returns {Constraint} */
export const constraintOf = ({ cell, house, digit }) => (house < 0 ? cell : CELLS + 9 * house + digit - 1);

/** @param {Constraint} constraint */
export const constraintParts = (constraint) =>
  constraint < CELLS
    ? { cell: constraint, house: -1, digit: 0 }
    : { cell: -1, house: Math.floor((constraint - CELLS) / 9), digit: ((constraint - CELLS) % 9) + 1 };

/** Returns the four constraints that a candidate satisfies. @param {number} cell @param {number} digit */
export const constraintsOf = (cell, digit) => [
  cell,
  ...housesOf(cell).map((house) => CELLS + 9 * house + digit - 1),
];

/**
 * Returns the matrix of dancing links when the current call chose its constraint, or null before the first
 * choice.
 * @param {readonly number[]} givens
 * @param {Recording} recording
 * @param {SearchState} state
 */
export function coverMatrix(givens, recording, state) {
  const position = state.trail.findLastIndex((index) => recording.kindAt(index) === 'choose');
  if (position < 0) return null;
  const choice = recording.event(state.trail[position]);
  const covered = new Set(givens.flatMap((digit, cell) => (digit ? constraintsOf(cell, digit) : [])));
  for (const index of state.trail.slice(0, position))
    if (recording.kindAt(index) === 'cover') covered.add(constraintOf(recording.event(index)));
  const chosen = constraintOf(choice);
  const sizes = new Map();
  const rows = [];
  for (let cell = 0; cell < CELLS; cell += 1) {
    for (const digit of DIGITS) {
      const constraints = constraintsOf(cell, digit);
      if (constraints.some((constraint) => covered.has(constraint))) continue;
      for (const constraint of constraints) sizes.set(constraint, (sizes.get(constraint) ?? 0) + 1);
      if (constraints.includes(chosen)) rows.push({ cell, digit, constraints });
    }
  }
  /** The number of open constraints by their number of candidates. @type {number[]} */
  const histogram = new Array(10).fill(0);
  for (let constraint = 0; constraint < CELLS + 9 * HOUSES.length; constraint += 1)
    if (!covered.has(constraint)) histogram[sizes.get(constraint) ?? 0] += 1;
  return { choice, rows, sizes, histogram };
}

/** Returns a set of digits as a string. @param {number} set */
export const digitText = (set) => DIGITS.map((digit) => (has(set, digit) ? digit : '\u2007')).join('');
