/**
 * Converts pasted text to what the engine reads: spreadsheet cells, full-width digits, or a puzzle within a
 * sentence.
 */
import { CELLS } from './cells.js';

/** Replaces full-width digits and dots with their ASCII equivalents. @param {string} text */
const toAsciiDigits = (text) =>
  text
    .replace(/[\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replace(/[\uff0e\u3002\u30fb\u00b7]/g, '.');

/**
 * Reads nine rows of nine tab-separated cells, which may be blank. Returns null for any other text.
 * @param {string} text
 */
function fromSpreadsheet(text) {
  const rows = text
    .replace(/\r\n?/g, '\n')
    .replace(/^\n+|\n+$/g, '')
    .split('\n')
    .map((row) => row.split('\t').map((cell) => cell.trim()));
  const whole =
    rows.length === 9 && rows.every((row) => row.length === 9 && row.every((cell) => /^[0-9.]?$/.test(cell)));
  return whole ? rows.map((row) => row.map((cell) => cell || '.').join('')).join('') : null;
}

/** Returns the text to send to the engine. @param {string} text */
export function normalizePaste(text) {
  const plain = toAsciiDigits(text);
  return fromSpreadsheet(plain) ?? plain;
}

/**
 * Finds a puzzle of 81 characters within a string. Returns null unless there is exactly one.
 * @param {string} text
 */
export function findPuzzle(text) {
  const found = toAsciiDigits(text).match(/(?<![0-9.*_])[0-9.*_]{81,82}(?![0-9*_])/g) ?? [];
  // A full stop after the puzzle ends the sentence.
  const lines = found
    .map((line) => (line.length > CELLS && line.endsWith('.') ? line.slice(0, CELLS) : line))
    .filter((line) => line.length === CELLS);
  return lines.length === 1 ? lines[0].replace(/[*_]/g, '.') : null;
}
