/**
 * Texts as people copy them, made into what the engine reads: cells of a spreadsheet, digits of other widths, a sentence
 * with a puzzle in it.
 */
import { CELLS } from './cells.js';

/** Full-width digits and points are those of every keyboard. @param {string} text */
const toAsciiDigits = (text) =>
  text.replace(/[\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10)).replace(/[\uff0e\u3002\u30fb\u00b7]/g, '.');

/**
 * Nine rows of nine cells with tabs between them, where a blank cell is an empty text; null where it is something else.
 * @param {string} text
 */
function fromSpreadsheet(text) {
  const rows = text.replace(/\r\n?/g, '\n').replace(/^\n+|\n+$/g, '').split('\n').map((row) => row.split('\t').map((cell) => cell.trim()));
  const whole = rows.length === 9 && rows.every((row) => row.length === 9 && row.every((cell) => /^[0-9.]?$/.test(cell)));
  return whole ? rows.map((row) => row.map((cell) => cell || '.').join('')).join('') : null;
}

/** What is sent to the engine. @param {string} text */
export function normalizePaste(text) {
  const plain = toAsciiDigits(text);
  return fromSpreadsheet(plain) ?? plain;
}

/**
 * The only puzzle that stands somewhere in a text as 81 characters, or null.
 * @param {string} text
 */
export function findPuzzle(text) {
  const found = toAsciiDigits(text).match(/(?<![0-9.*_])[0-9.*_]{81,82}(?![0-9*_])/g) ?? [];
  // A full stop behind it ends the sentence.
  const lines = found.map((line) => (line.length > CELLS && line.endsWith('.') ? line.slice(0, CELLS) : line)).filter((line) => line.length === CELLS);
  return lines.length === 1 ? lines[0].replace(/[*_]/g, '.') : null;
}
