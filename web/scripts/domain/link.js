/**
 * A game as text, for shareable links and for the browser's local storage.
 *
 *   p=53..7…        the givens, 81 characters
 *   v=5346…         the values, if the player entered any
 *   c= k= s= l=     centre, corner, struck, colours: two base-32 digits per cell
 *   m=              painted: for each candidate with a colour, its index in two base-32 digits, and the colour
 *   a=1             automatic notes
 *
 * Games can also be exported as JSON, with each field of a game as a list of 81 numbers.
 */
import { ALL_DIGITS, CELLS, DIGITS } from './cells.js';
import { digitsOfLine, newGame } from './game.js';

/** @typedef {import('./game.js').Game} Game */

/** Returns 81 digits as a line of text. @param {readonly number[]} digits */
export const lineOf = (digits) => digits.map((digit) => digit || '.').join('');

/** The set fields and their letters. @type {[string, 'centre' | 'corner' | 'struck' | 'colours'][]} */
const SETS = [
  ['c', 'centre'],
  ['k', 'corner'],
  ['s', 'struck'],
  ['l', 'colours'],
];

/** @param {readonly number[]} sets */
const packSets = (sets) => sets.map((set) => set.toString(32).padStart(2, '0')).join('');

/** @param {string} text */
function unpackSets(text) {
  if (text.length !== 2 * CELLS || /[^0-9a-v]/.test(text)) return null;
  return Array.from(
    { length: CELLS },
    (_, cell) => parseInt(text.slice(2 * cell, 2 * cell + 2), 32) & ALL_DIGITS,
  );
}

/** @param {readonly number[]} painted */
const packPainted = (painted) =>
  painted.map((colour, place) => (colour ? `${place.toString(32).padStart(2, '0')}${colour}` : '')).join('');

/** @param {string} text */
function unpackPainted(text) {
  if (!/^(?:[0-9a-m][0-9a-v][1-9])*$/.test(text)) return null;
  const painted = new Array(9 * CELLS).fill(0);
  for (const [entry] of text.matchAll(/.../g)) {
    const place = parseInt(entry.slice(0, 2), 32);
    if (place < painted.length) painted[place] = Number(entry[2]);
  }
  return painted;
}

/**
 * Returns a game as the fields of a link.
 * @param {Game} game
 * @returns {string}
 */
export function pack(game) {
  const fields = [`p=${lineOf(game.givens)}`];
  if (game.values.some((value, cell) => value !== game.givens[cell])) fields.push(`v=${lineOf(game.values)}`);
  for (const [letter, field] of SETS)
    if (game[field].some(Boolean)) fields.push(`${letter}=${packSets(game[field])}`);
  if (game.painted.some(Boolean)) fields.push(`m=${packPainted(game.painted)}`);
  if (game.automatic) fields.push('a=1');
  return fields.join('&');
}

/** Reports whether a string looks like a game, valid or not. @param {string} text */
export const looksLikeGame = (text) => /^(p(=|$)|.*&p=)/.test(text);

/** Returns the digits of a line, or null if it is not valid. @param {string | null} line */
const digits = (line) => (line && /^[.0-9]{81}$/.test(line) ? digitsOfLine(line) : null);

/** Reports whether an optional field of a game is present but not valid. @param {string} text */
export function hasUnreadableParts(text) {
  const fields = new URLSearchParams(text);
  const lines = fields.has('v') && !digits(fields.get('v'));
  if (!unpackPainted(fields.get('m') ?? '')) return true;
  return lines || SETS.some(([letter]) => fields.has(letter) && !unpackSets(fields.get(letter) ?? ''));
}

/**
 * Parses the fields of a link. Returns null if the givens are not valid; other invalid fields are ignored.
 * @param {string} text
 * @returns {Game | null}
 */
export function unpack(text) {
  const fields = new URLSearchParams(text);
  const givens = digits(fields.get('p'));
  if (!givens) return null;
  const game = { ...newGame(givens), automatic: fields.get('a') === '1' };
  const values = digits(fields.get('v'));
  if (values) game.values = values.map((value, cell) => givens[cell] || value);
  for (const [letter, field] of SETS) game[field] = unpackSets(fields.get(letter) ?? '') ?? game[field];
  game.painted = unpackPainted(fields.get('m') ?? '') ?? game.painted;
  return game;
}

/**
 * The fields of a game that are lists.
 * @type {('givens' | 'values' | 'centre' | 'corner' | 'struck' | 'colours')[]}
 */
const LISTS = ['givens', 'values', 'centre', 'corner', 'struck', 'colours'];

/**
 * Parses a link or JSON written by this page. Returns null for any other text.
 * @param {string} text
 * @returns {Game | null}
 */
export function parseGame(text) {
  const link = /^\S*#(p=\S+)$/.exec(text.trim());
  if (link) return unpack(link[1]);
  try {
    const found = JSON.parse(text);
    const isList = (/** @type {unknown} */ list) =>
      Array.isArray(list) &&
      list.length === CELLS &&
      list.every((entry) => Number.isInteger(entry) && entry >= 0 && entry <= ALL_DIGITS);
    if (!LISTS.every((field) => isList(found?.[field]))) return null;
    if (![...found.givens, ...found.values].every((digit) => digit <= 9)) return null;
    const [givens, values, centre, corner, struck, colours] = LISTS.map((field) => found[field]);
    // Games of older versions have no colours of candidates.
    const { painted = newGame(givens).painted } = found;
    const isPainted = (/** @type {unknown} */ colour) => DIGITS.includes(Number(colour)) || colour === 0;
    if (!Array.isArray(painted) || painted.length !== 9 * CELLS || !painted.every(isPainted)) return null;
    return {
      painted,
      givens,
      values: values.map((/** @type {number} */ value, /** @type {number} */ cell) => givens[cell] || value),
      centre,
      corner,
      struck,
      colours,
      automatic: found.automatic === true,
    };
  } catch {
    return null;
  }
}
