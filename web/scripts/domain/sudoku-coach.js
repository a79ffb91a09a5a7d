/**
 * Reads the links of sudoku.coach that contain a whole game: `SCv7_32_`, then JSON that is compressed with zlib
 * and written in base 32. In the candidates of a cell, bit 3 stands for the digit 3.
 */
import { ALL_DIGITS, CELLS } from './cells.js';
import { digitsOfLine, newGame } from './game.js';

const ALPHABET = '0123456789abcdefghijklmnopqrstuv';
/** Maximum length of the compressed text; real ones have a few hundred characters. */
const MAX_LENGTH = 20_000;

/**
 * Returns the game in a link, null if the text contains no such link, and throws if the game cannot be read.
 * @param {string} text
 * @returns {Promise<import('./game.js').Game | null>}
 */
export async function readSudokuCoach(text) {
  const found = /(?:^|[\s/=?#])SCv7_32_([0-9a-v]+)/.exec(text);
  if (!found) return null;
  const saved = await inflated(decoded(found[1].slice(0, MAX_LENGTH))).catch(() => null);
  if (saved === null) throw new Error('the game in this sudoku.coach link is damaged');
  if ((saved.gridSize ?? 9) !== 9) throw new Error('only puzzles with nine rows can be opened');
  const [givens, digits] = [saved.givenDigits, saved.userDigits ?? '0'.repeat(CELLS)].map(String);
  if (![givens, digits].every((line) => /^[0-9.]{81}$/.test(line)))
    throw new Error('the digits in this sudoku.coach link cannot be read');
  const game = newGame(digitsOfLine(givens));
  const notes = String(saved.userCellCandidates ?? '').split('-').map(Number);
  return {
    ...game,
    values: digitsOfLine(digits).map((digit, cell) => game.givens[cell] || digit),
    centre: notes.length === CELLS ? notes.map((set) => (set >> 1) & ALL_DIGITS) : game.centre,
  };
}

/** Decodes base 32. @param {string} text */
function decoded(text) {
  const bytes = [];
  let [buffer, bits] = [0, 0];
  for (const character of text) {
    buffer = ((buffer << 5) | ALPHABET.indexOf(character)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((buffer >> bits) & 0xff);
  }
  return new Uint8Array(bytes);
}

/** Decompresses and parses JSON. @param {Uint8Array<ArrayBuffer>} bytes @returns {Promise<any>} */
async function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).json();
}
