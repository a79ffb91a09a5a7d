/**
 * Cells, houses and digits, with the same names and numbering as in the engine.
 *
 * A cell is an index from 0 to 80, row by row; in text it is written r1c1. A digit is 1 to 9, and a set of
 * digits is a nine-bit mask in which bit 0 stands for the digit 1.
 */

/** @typedef {number} Cell */
/** @typedef {number} Digit */
/** @typedef {number} DigitSet */

export const CELLS = 81;
export const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
export const ALL_DIGITS = 0b111111111;

/** @param {Cell} cell */
export const rowOf = (cell) => Math.floor(cell / 9);
/** @param {Cell} cell */
export const columnOf = (cell) => cell % 9;
/** @param {Cell} cell */
export const boxOf = (cell) => Math.floor(cell / 27) * 3 + Math.floor((cell % 9) / 3);

/** @param {Cell} cell */
export const cellName = (cell) => `r${rowOf(cell) + 1}c${columnOf(cell) + 1}`;

/** Returns the name of a cell for screen readers. @param {Cell} cell */
export const spokenName = (cell) => `row ${rowOf(cell) + 1} column ${columnOf(cell) + 1}`;

/**
 * Parses the name of a cell, such as r1c1. Returns -1 if it is not valid.
 * @param {string} name
 */
export function parseCell(name) {
  const found = /^r([1-9])c([1-9])$/.exec(name);
  return found ? (Number(found[1]) - 1) * 9 + Number(found[2]) - 1 : -1;
}

/**
 * A house: its name, such as "row 1", and its nine cells.
 * @typedef {{name: string, cells: Cell[]}} House
 */

/** @type {House[]} */
export const HOUSES = [];
for (const [kind, house] of /** @type {const} */ ([
  ['row', rowOf],
  ['column', columnOf],
  ['box', boxOf],
])) {
  for (let index = 0; index < 9; index += 1) {
    const cells = Array.from({ length: CELLS }, (_, cell) => cell).filter((cell) => house(cell) === index);
    HOUSES.push({ name: `${kind} ${index + 1}`, cells });
  }
}

/** For each cell, the twenty cells that share a house with it. @type {Cell[][]} */
export const PEERS = Array.from({ length: CELLS }, (_, cell) => {
  const seen = new Set(HOUSES.filter((house) => house.cells.includes(cell)).flatMap((house) => house.cells));
  seen.delete(cell);
  return [...seen];
});

/** @param {Digit} digit @returns {DigitSet} */
export const maskOf = (digit) => 1 << (digit - 1);
/** @param {DigitSet} set @param {Digit} digit */
export const has = (set, digit) => (set & maskOf(digit)) !== 0;
/** @param {DigitSet} set */
export const digitsOf = (set) => DIGITS.filter((digit) => has(set, digit));
