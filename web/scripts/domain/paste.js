/**
 * Converts pasted text to what the engine reads: spreadsheet cells, full-width digits, or a puzzle within a
 * sentence.
 */
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
  // A full stop after the puzzle ends the sentence.
  const lines = toAsciiDigits(text).match(/(?<![0-9.*_])[0-9.*_]{81}(?=\.?(?![0-9.*_]))/g) ?? [];
  return lines.length === 1 ? lines[0].replace(/[*_]/g, '.') : null;
}

/**
 * Returns the only puzzle among the results of the engine for a text, or null if there are several. Prose around
 * the puzzle gives results with errors, and the text may contain the solution, too.
 * @param {readonly {puzzle: string | null, solution: string | null}[]} results
 */
export function onlyPuzzle(results) {
  const read = results.filter(({ puzzle }) => puzzle);
  const solutions = new Set(
    read.filter(({ puzzle, solution }) => puzzle !== solution).map(({ solution }) => solution),
  );
  const unsolved = read.filter(({ puzzle }) => !solutions.has(puzzle));
  return unsolved.length === 1 ? unsolved[0].puzzle : null;
}
