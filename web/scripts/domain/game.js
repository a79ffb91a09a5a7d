/**
 * A game: what was given, what the player wrote, and the player's notes and colours.
 *
 * A game is never changed; every action gives a new one. That makes undo a list of games.
 *
 *   givens   81 digits, 0 where nothing is given
 *   values   81 digits with the givens in them, 0 where a cell is empty
 *   centre   81 sets: the candidates that the player wrote
 *   corner   81 sets: places for a digit in a house
 *   struck   81 sets: what the player took out of the automatic notes
 *   colours  81 sets of colours 1 to 9
 */
import { ALL_DIGITS, CELLS, HOUSES, PEERS, cellName, has, maskOf } from './cells.js';

/** @typedef {import('./cells.js').Cell} Cell */
/** @typedef {import('./cells.js').Digit} Digit */
/** @typedef {import('./cells.js').DigitSet} DigitSet */

/**
 * @typedef {object} Game
 * @property {readonly Digit[]} givens
 * @property {readonly Digit[]} values
 * @property {readonly DigitSet[]} centre
 * @property {readonly DigitSet[]} corner
 * @property {readonly DigitSet[]} struck
 * @property {readonly DigitSet[]} colours
 * @property {boolean} automatic  whether the centre notes follow the rules by themselves
 */

/** @typedef {'digit' | 'corner' | 'centre' | 'colour'} Mode */

/** @returns {number[]} */
const emptySets = () => new Array(CELLS).fill(0);

/**
 * The game at its start.
 * @param {readonly Digit[]} givens
 * @returns {Game}
 */
export function newGame(givens) {
  return {
    givens: [...givens],
    values: [...givens],
    centre: emptySets(),
    corner: emptySets(),
    struck: emptySets(),
    colours: emptySets(),
    automatic: false,
  };
}

/**
 * The digits of a line of 81 characters.
 * @param {string} line
 */
export const digitsOfLine = (line) => Array.from(line, (character) => Number(character) || 0);

/**
 * The same list with some of its entries mapAt.
 * @template T
 * @param {readonly T[]} list
 * @param {Iterable<number>} places
 * @param {(old: T, place: number) => T} change
 */
function mapAt(list, places, change) {
  const copy = [...list];
  for (const place of places) copy[place] = change(copy[place], place);
  return copy;
}

/**
 * What the rules leave for each empty cell.
 * @param {readonly Digit[]} values
 * @returns {DigitSet[]}
 */
export function ruleCandidates(values) {
  return values.map((value, cell) => {
    if (value) return 0;
    let left = ALL_DIGITS;
    for (const peer of PEERS[cell]) if (values[peer]) left &= ~maskOf(values[peer]);
    return left;
  });
}

/**
 * The centre notes as they are shown.
 * @param {Game} game
 * @returns {readonly DigitSet[]}
 */
export function centreNotes(game) {
  if (!game.automatic) return game.centre;
  return ruleCandidates(game.values).map((left, cell) => left & ~game.struck[cell]);
}

/**
 * The candidates of each empty cell as a teacher sees them: the notes where there are some, else what
 * the rules leave. Automatic notes stand in every cell: where they are gone, the player struck them all.
 * @param {Game} game
 * @returns {DigitSet[]}
 */
export function candidates(game) {
  const notes = centreNotes(game);
  if (game.automatic) return [...notes];
  return ruleCandidates(game.values).map((left, cell) => (notes[cell] ? left & notes[cell] : left));
}

/**
 * Writes a digit into cells, or takes it out where it stands in all of them. Notes of the same digit
 * that the new one rules out go with it.
 * @param {Game} game
 * @param {readonly Cell[]} cells
 * @param {Digit} digit
 * @returns {Game}
 */
export function writeDigit(game, cells, digit) {
  const free = cells.filter((cell) => !game.givens[cell]);
  if (!free.length) return game;
  if (free.every((cell) => game.values[cell] === digit)) return clear(game, free);
  const values = mapAt(game.values, free, () => digit);
  const seen = new Set(free.flatMap((cell) => [cell, ...PEERS[cell]]));
  /** @param {DigitSet} set */
  const without = (set) => set & ~maskOf(digit);
  return { ...game, values, centre: mapAt(game.centre, seen, without), corner: mapAt(game.corner, seen, without) };
}

/**
 * Writes a note into cells, or takes it out where all of them have it.
 * @param {Game} game
 * @param {readonly Cell[]} cells
 * @param {Digit} digit
 * @param {'corner' | 'centre'} kind
 * @returns {Game}
 */
export function toggleNote(game, cells, digit, kind) {
  const empty = cells.filter((cell) => !game.values[cell]);
  if (!empty.length) return game;
  const shown = kind === 'centre' ? centreNotes(game) : game.corner;
  const remove = empty.every((cell) => has(shown[cell], digit));
  /** @param {DigitSet} set */
  const change = (set) => (remove ? set & ~maskOf(digit) : set | maskOf(digit));
  if (kind === 'corner') return { ...game, corner: mapAt(game.corner, empty, change) };
  if (!game.automatic) return { ...game, centre: mapAt(game.centre, empty, change) };
  // An automatic note is struck, or comes back; one that the rules forbid stays away.
  if (!remove && !empty.some((cell) => has(game.struck[cell], digit))) return game;
  return { ...game, struck: mapAt(game.struck, empty, (set) => (remove ? set | maskOf(digit) : set & ~maskOf(digit))) };
}

/**
 * Gives cells a colour, or takes it from them where all of them have it.
 * @param {Game} game
 * @param {readonly Cell[]} cells
 * @param {number} colour
 * @returns {Game}
 */
export function toggleColour(game, cells, colour) {
  if (!cells.length) return game;
  const remove = cells.every((cell) => has(game.colours[cell], colour));
  return { ...game, colours: mapAt(game.colours, cells, (set) => (remove ? set & ~maskOf(colour) : set | maskOf(colour))) };
}

/**
 * Does what a digit key means in a mode.
 * @param {Game} game
 * @param {readonly Cell[]} cells
 * @param {Digit} digit
 * @param {Mode} mode
 */
export function enter(game, cells, digit, mode) {
  if (mode === 'digit') return writeDigit(game, cells, digit);
  if (mode === 'colour') return toggleColour(game, cells, digit);
  return toggleNote(game, cells, digit, mode);
}

/**
 * Empties cells: first their digits, and where there are none, their notes, then their colours.
 * @param {Game} game
 * @param {readonly Cell[]} cells
 * @returns {Game}
 */
export function clear(game, cells) {
  const free = cells.filter((cell) => !game.givens[cell]);
  if (free.some((cell) => game.values[cell])) return { ...game, values: mapAt(game.values, free, () => 0) };
  // Under automatic notes the player's own cannot be seen, and stay.
  const centre = game.automatic ? game.centre : mapAt(game.centre, free, () => 0);
  if (free.some((cell) => game.corner[cell] || game.centre[cell] !== centre[cell])) {
    return { ...game, centre, corner: mapAt(game.corner, free, () => 0) };
  }
  if (cells.some((cell) => game.colours[cell])) return { ...game, colours: mapAt(game.colours, cells, () => 0) };
  return game;
}

/**
 * Switches automatic notes; what they show stays as the player's own notes when they go.
 * @param {Game} game
 * @returns {Game}
 */
export function toggleAutomatic(game) {
  if (game.automatic) return { ...game, centre: [...centreNotes(game)], automatic: false };
  return { ...game, struck: emptySets(), automatic: true };
}

/**
 * Changes a given, for puzzles that are typed in.
 * @param {Game} game
 * @param {readonly Cell[]} cells
 * @param {Digit} digit 0 takes it away
 * @returns {Game}
 */
export function setGivens(game, cells, digit) {
  if (!cells.length) return game;
  const same = cells.every((cell) => game.givens[cell] === digit);
  return newGame(mapAt(game.givens, cells, () => (same ? 0 : digit)));
}

/**
 * The game from the start, with nothing written.
 * @param {Game} game
 * @returns {Game}
 */
export const restarted = (game) => ({ ...newGame(game.givens), automatic: game.automatic });

/** Whether the player wrote nothing yet. @param {Game} game */
export const isUntouched = (game) =>
  game.values.every((value, cell) => value === game.givens[cell]) && ![...game.centre, ...game.corner, ...game.struck, ...game.colours].some(Boolean);

/**
 * A digit that stands twice in a house.
 * @typedef {{digit: Digit, house: string, cells: Cell[]}} Conflict
 */

/**
 * All of them.
 * @param {readonly Digit[]} values
 * @returns {Conflict[]}
 */
export function conflicts(values) {
  const found = [];
  for (const house of HOUSES) {
    for (let digit = 1; digit <= 9; digit += 1) {
      const cells = house.cells.filter((cell) => values[cell] === digit);
      if (cells.length > 1) found.push({ digit, house: house.name, cells });
    }
  }
  return found;
}

/** @param {Conflict} conflict */
export const conflictReason = (conflict) =>
  `Two ${conflict.digit}s in ${conflict.house}: ${conflict.cells.map(cellName).join(', ')}`;

/** @param {Game} game */
export const isComplete = (game) => game.values.every(Boolean) && !conflicts(game.values).length;

/**
 * Writes a step of the teacher into the game: its digits, or its strikes as notes.
 * @param {Game} game
 * @param {import('./step.js').Conclusion} step
 * @returns {Game}
 */
export function applyStep(game, step) {
  let next = game;
  for (const { cell, digit } of step.placements) if (next.values[cell] !== digit) next = writeDigit(next, [cell], digit);
  if (!step.eliminations.length) return next;
  if (next.automatic) {
    const struck = [...next.struck];
    for (const { cell, digit } of step.eliminations) struck[cell] |= maskOf(digit);
    return { ...next, struck };
  }
  // What is struck can maskOf be seen among all candidates of the cell.
  const centre = [...next.centre];
  const left = candidates(next);
  for (const { cell } of step.eliminations) centre[cell] = left[cell];
  for (const { cell, digit } of step.eliminations) centre[cell] &= ~maskOf(digit);
  return { ...next, centre };
}
