/**
 * A game: the givens, the digits entered by the player, and the player's notes and colours.
 *
 * A game is immutable; every action returns a new one. The undo history is therefore a list of games.
 *
 *   givens   81 digits, 0 for cells without a given
 *   values   81 digits including the givens, 0 for empty cells
 *   centre   81 sets: candidates noted by the player
 *   corner   81 sets: possible places for a digit in a house, noted by the player
 *   struck   81 sets: candidates that the player eliminated, from the automatic notes or by applying a step
 *   colours  81 sets of colours 1 to 9
 *   painted  729 colours of single candidates, nine for each cell, 0 for none
 *
 * The field names are part of the exported JSON format and must not change.
 */
import { ALL_DIGITS, CELLS, DIGITS, HOUSES, PEERS, cellName, has, maskOf } from './cells.js';

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
 * @property {readonly number[]} painted
 * @property {boolean} automatic  whether the centre notes are computed from the digits on the board
 */

/** @typedef {'digit' | 'corner' | 'centre' | 'colour'} Mode */

/** @returns {number[]} */
const emptySets = () => new Array(CELLS).fill(0);

/**
 * Returns a new game from its givens.
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
    painted: new Array(9 * CELLS).fill(0),
    automatic: false,
  };
}

/**
 * Returns the digits of a line of 81 characters.
 * @param {string} line
 */
export const digitsOfLine = (line) => Array.from(line, (character) => Number(character) || 0);

/**
 * Returns a copy of a list with some of its entries changed.
 * @template T
 * @param {readonly T[]} list
 * @param {Iterable<number>} indices
 * @param {(old: T, index: number) => T} change
 */
function mapAt(list, indices, change) {
  const copy = [...list];
  for (const index of indices) copy[index] = change(copy[index], index);
  return copy;
}

/**
 * Returns the candidates of each empty cell that do not repeat a digit in its houses.
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
 * Returns the centre notes as shown on the board.
 * @param {Game} game
 * @returns {readonly DigitSet[]}
 */
export function centreNotes(game) {
  if (!game.automatic) return game.centre;
  return ruleCandidates(game.values).map((left, cell) => left & ~game.struck[cell]);
}

/**
 * Reports whether the centre notes list all candidates: they are automatic, or every empty cell has some.
 * Otherwise, a note only marks a digit that the player thinks of, and says nothing about the others.
 * @param {Game} game
 */
export const areNotesComplete = (game) =>
  game.automatic || game.values.every((value, cell) => value || game.centre[cell]);

/**
 * Returns the candidates of each empty cell for hints: its notes if they are complete, otherwise what the rules
 * and the eliminations allow. An empty set means that the player eliminated every candidate.
 * @param {Game} game
 * @returns {DigitSet[]}
 */
export function candidates(game) {
  const useNotes = !game.automatic && areNotesComplete(game);
  return ruleCandidates(game.values).map(
    (left, cell) => left & (useNotes ? game.centre[cell] : ~game.struck[cell]),
  );
}

/**
 * Writes a digit into cells, or erases it if all of them contain it. Notes that the new digit rules out are
 * removed.
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
  return {
    ...game,
    values,
    centre: mapAt(game.centre, seen, without),
    corner: mapAt(game.corner, seen, without),
  };
}

/**
 * Adds a note to cells, or removes it if all of them have it.
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
  if (!game.automatic)
    return {
      ...game,
      centre: mapAt(game.centre, empty, change),
      struck: remove ? game.struck : mapAt(game.struck, empty, (set) => set & ~maskOf(digit)),
    };
  // An automatic note can be eliminated and restored; one that the rules forbid cannot be added.
  if (!remove && !empty.some((cell) => has(game.struck[cell], digit))) return game;
  return {
    ...game,
    struck: mapAt(game.struck, empty, (set) => (remove ? set | maskOf(digit) : set & ~maskOf(digit))),
  };
}

/**
 * Adds a colour to cells, or removes it if all of them have it.
 * @param {Game} game
 * @param {readonly Cell[]} cells
 * @param {number} colour
 * @returns {Game}
 */
export function toggleColour(game, cells, colour) {
  if (!cells.length) return game;
  const remove = cells.every((cell) => has(game.colours[cell], colour));
  return {
    ...game,
    colours: mapAt(game.colours, cells, (set) => (remove ? set & ~maskOf(colour) : set | maskOf(colour))),
  };
}

/**
 * Gives a candidate of cells a colour, or removes it if all of them have it.
 * @param {Game} game
 * @param {readonly Cell[]} cells
 * @param {Digit} digit
 * @param {number} colour
 * @returns {Game}
 */
export function paintCandidate(game, cells, digit, colour) {
  const places = cells.filter((cell) => !game.values[cell]).map((cell) => 9 * cell + digit - 1);
  if (!places.length) return game;
  const remove = places.every((place) => game.painted[place] === colour);
  return { ...game, painted: mapAt(game.painted, places, () => (remove ? 0 : colour)) };
}

/** Returns the colour of a candidate, 0 for none. @param {Game} game @param {Cell} cell @param {Digit} digit */
export const paintOf = (game, cell, digit) => game.painted[9 * cell + digit - 1];

/**
 * Enters a digit, note or colour, depending on the mode.
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
 * Clears cells: their digits if there are any, otherwise their notes, otherwise all their colours.
 * @param {Game} game
 * @param {readonly Cell[]} cells
 * @returns {Game}
 */
export function clear(game, cells) {
  const free = cells.filter((cell) => !game.givens[cell]);
  if (free.some((cell) => game.values[cell])) return { ...game, values: mapAt(game.values, free, () => 0) };
  // The player's own notes are hidden by automatic notes, so they are kept.
  const centre = game.automatic ? game.centre : mapAt(game.centre, free, () => 0);
  if (free.some((cell) => game.corner[cell] || game.centre[cell] !== centre[cell])) {
    const struck = game.automatic ? game.struck : mapAt(game.struck, free, () => 0);
    return { ...game, centre, struck, corner: mapAt(game.corner, free, () => 0) };
  }
  const places = cells.flatMap((cell) => DIGITS.map((digit) => 9 * cell + digit - 1));
  if (cells.some((cell) => game.colours[cell]) || places.some((place) => game.painted[place]))
    return {
      ...game,
      colours: mapAt(game.colours, cells, () => 0),
      painted: mapAt(game.painted, places, () => 0),
    };
  return game;
}

/**
 * Switches automatic notes on or off. When switched off, the notes shown become the player's own. When switched
 * on, eliminated candidates stay eliminated.
 * @param {Game} game
 * @returns {Game}
 */
export function toggleAutomatic(game) {
  if (game.automatic) return { ...game, centre: [...centreNotes(game)], automatic: false };
  const left = candidates(game);
  const struck = ruleCandidates(game.values).map((rule, cell) =>
    game.values[cell] ? game.struck[cell] : rule & ~left[cell],
  );
  return { ...game, struck, automatic: true };
}

/**
 * Parses the candidates of all cells: 729 characters, nine per cell, each a digit or a dot. Returns null for
 * anything else.
 * @param {unknown} text
 * @returns {DigitSet[] | null}
 */
export function parseCandidates(text) {
  if (typeof text !== 'string' || !/^(?:[1.][2.][3.][4.][5.][6.][7.][8.][9.]){81}$/.test(text)) return null;
  const sets = emptySets();
  digitsOfLine(text).forEach((digit, index) => {
    if (digit) sets[Math.floor(index / 9)] |= maskOf(digit);
  });
  return sets;
}

/**
 * Replaces the notes of the empty cells. Automatic notes stay automatic: the other candidates are eliminated
 * from them.
 * @param {Game} game
 * @param {readonly DigitSet[]} sets
 * @returns {Game}
 */
export function setNotes(game, sets) {
  const shown = centreNotes(game);
  const changed = sets.flatMap((set, cell) => (game.values[cell] || set === shown[cell] ? [] : [cell]));
  if (!changed.length) return game;
  if (!game.automatic)
    return {
      ...game,
      centre: mapAt(game.centre, changed, (_, cell) => sets[cell]),
      struck: mapAt(game.struck, changed, (set, cell) => set & ~sets[cell]),
    };
  const allowed = ruleCandidates(game.values);
  return { ...game, struck: mapAt(game.struck, changed, (_, cell) => allowed[cell] & ~sets[cell]) };
}

/**
 * Changes the givens of a puzzle that the player is entering.
 * @param {Game} game
 * @param {readonly Cell[]} cells
 * @param {Digit} digit 0 to remove the given
 * @returns {Game}
 */
export function setGivens(game, cells, digit) {
  if (!cells.length) return game;
  const same = cells.every((cell) => game.givens[cell] === digit);
  return newGame(mapAt(game.givens, cells, () => (same ? 0 : digit)));
}

/**
 * Returns the game as it was at the start.
 * @param {Game} game
 * @returns {Game}
 */
export const restarted = (game) => ({ ...newGame(game.givens), automatic: game.automatic });

/** Reports whether the player has not entered anything yet. @param {Game} game */
export const isUntouched = (game) =>
  game.values.every((value, cell) => value === game.givens[cell]) &&
  ![...game.centre, ...game.corner, ...game.struck, ...game.colours, ...game.painted].some(Boolean);

/**
 * A digit that occurs more than once in a house.
 * @typedef {{digit: Digit, house: string, cells: Cell[]}} Conflict
 */

/**
 * Returns all conflicts.
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

/** @type {Record<number, string>} */
const COUNTS = { 2: 'Two', 3: 'Three', 4: 'Four', 5: 'Five', 6: 'Six', 7: 'Seven', 8: 'Eight', 9: 'Nine' };

/** Describes a conflict. @param {Conflict} conflict */
export const conflictReason = ({ digit, house, cells }) =>
  `${COUNTS[cells.length]} ${digit}s in ${house}: ${cells.map(cellName).join(', ')}`;

/** @param {Game} game */
export const isComplete = (game) => game.values.every(Boolean) && !conflicts(game.values).length;

/**
 * Applies a step to the game: enters its digits and removes its eliminated candidates from the notes.
 * @param {Game} game
 * @param {import('./step.js').Conclusion} step
 * @returns {Game}
 */
export function applyStep(game, step) {
  let next = game;
  for (const { cell, digit } of step.placements)
    if (next.values[cell] !== digit) next = writeDigit(next, [cell], digit);
  if (!step.eliminations.length) return next;
  const struck = [...next.struck];
  for (const { cell, digit } of step.eliminations) struck[cell] |= maskOf(digit);
  if (next.automatic) return { ...next, struck };
  // Note all candidates of the cell, so that the eliminated ones are visibly missing.
  const centre = [...next.centre];
  const left = candidates(next);
  for (const { cell } of step.eliminations) centre[cell] = left[cell] & ~struck[cell];
  return { ...next, struck, centre };
}
