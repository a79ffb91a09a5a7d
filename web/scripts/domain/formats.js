/**
 * Converts a game to and from HoDoKu's text format, which the engine reads, and renders it as an SVG image.
 */
import { CELLS, columnOf, digitsOf, rowOf } from './cells.js';
import { candidates, centreNotes, newGame, paintOf, ruleCandidates } from './game.js';

/** @typedef {import('./game.js').Game} Game */

/**
 * Writes a game in HoDoKu's library format. A `+` precedes each digit entered by the player. Candidates that
 * the rules allow but the notes exclude are listed as eliminated: digit, row, column.
 * @param {Game} game
 */
export function toHodoku(game) {
  const symbols = game.values.map((value, cell) =>
    value ? (game.givens[cell] ? `${value}` : `+${value}`) : '.',
  );
  const left = candidates(game);
  const eliminated = [];
  const rule = ruleCandidates(game.values);
  for (let cell = 0; cell < CELLS; cell += 1) {
    for (const digit of digitsOf(rule[cell] & ~left[cell]))
      eliminated.push(`${digit}${rowOf(cell) + 1}${columnOf(cell) + 1}`);
  }
  return `:0000:x:${symbols.join('')}:${eliminated.join(' ')}::`;
}

/**
 * Parses a game in HoDoKu's library format, or returns null if it is not valid.
 * @param {string} text
 * @returns {Game | null}
 */
export function fromHodoku(text) {
  const [, , , grid = '', eliminated = ''] = text.trim().split(':');
  const symbols = grid.match(/\+?[.0-9]/g) ?? [];
  if (symbols.length !== CELLS) return null;
  const value = (/** @type {string} */ symbol) => Number(symbol.replace('+', '').replace('.', '0'));
  const game = newGame(symbols.map((symbol) => (symbol.startsWith('+') ? 0 : value(symbol))));
  const values = symbols.map(value);
  const triples = eliminated.split(' ').filter((triple) => /^[1-9]{3}$/.test(triple));
  if (!triples.length) return { ...game, values };
  const centre = ruleCandidates(values);
  for (const triple of triples) {
    const [digit, row, column] = Array.from(triple, Number);
    centre[(row - 1) * 9 + column - 1] &= ~(1 << (digit - 1));
  }
  return { ...game, values, centre };
}

/** The colours 1 to 9, light enough for text to be readable on them. */
const COLOURS = [
  '#f8d7da',
  '#fde2c8',
  '#fff3bf',
  '#d8f0d2',
  '#cdeeea',
  '#d3e5fb',
  '#dcd9f7',
  '#f3d9f0',
  '#e3e3e3',
];
/** The positions of the corner notes in a cell: first the corners, then the edges, then the middle. */
const CORNER_POSITIONS = [
  [9, 14],
  [41, 14],
  [9, 46],
  [41, 46],
  [25, 14],
  [25, 46],
  [9, 30],
  [41, 30],
  [25, 38],
];

/**
 * Renders the values, notes and colours of a game as a standalone SVG image.
 * @param {Game} game
 */
export function svg(game) {
  const unit = 50;
  const size = 9 * unit + 20;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" ` +
      `viewBox="-10 -10 ${size} ${size}" font-family="system-ui, sans-serif" text-anchor="middle">`,
    `<rect x="-10" y="-10" width="${size}" height="${size}" fill="#fff"/>`,
  ];
  for (let cell = 0; cell < CELLS; cell += 1) {
    const colours = digitsOf(game.colours[cell]);
    colours.forEach((colour, place) => {
      const width = unit / colours.length;
      parts.push(
        `<rect x="${columnOf(cell) * unit + place * width}" y="${rowOf(cell) * unit}" ` +
          `width="${width}" height="${unit}" fill="${COLOURS[colour - 1]}"/>`,
      );
    });
  }
  for (let line = 0; line <= 9; line += 1) {
    const width = line % 3 ? 1 : 3;
    const at = line * unit;
    parts.push(
      `<path d="M${at} 0V${9 * unit}M0 ${at}H${9 * unit}" ` +
        `stroke="#222" stroke-width="${width}" stroke-linecap="square"/>`,
    );
  }
  const centre = centreNotes(game);
  for (let cell = 0; cell < CELLS; cell += 1) {
    const x = columnOf(cell) * unit;
    const y = rowOf(cell) * unit;
    const value = game.values[cell];
    if (value) {
      const [weight, colour] = game.givens[cell] ? [600, '#111'] : [400, '#1d4ed8'];
      parts.push(
        `<text x="${x + 25}" y="${y + 35}" ` +
          `font-size="30" font-weight="${weight}" fill="${colour}">${value}</text>`,
      );
      continue;
    }
    const corner = digitsOf(game.corner[cell]);
    corner.forEach((digit, place) => {
      const [right, down] = CORNER_POSITIONS[place];
      parts.push(`<text x="${x + right}" y="${y + down}" font-size="12" fill="#1d4ed8">${digit}</text>`);
    });
    // With corner notes, the centre notes form one line, as on the board; otherwise each has its place in a
    // 3×3 grid.
    for (const [place, digit] of digitsOf(centre[cell]).entries()) {
      const count = digitsOf(centre[cell]).length;
      const noteX = corner.length
        ? x + 25 + (place - (count - 1) / 2) * Math.min(6, 40 / count)
        : x + 10 + ((digit - 1) % 3) * 15;
      const noteY = corner.length ? y + 29 : y + 15 + Math.floor((digit - 1) / 3) * 15;
      const paint = COLOURS[paintOf(game, cell, digit) - 1];
      if (paint)
        parts.push(`<circle cx="${noteX}" cy="${noteY - 4}" r="7" fill="${paint}" stroke="#777"/>`);
      parts.push(
        `<text x="${noteX}" y="${noteY}" font-size="${corner.length ? 10 : 12}" fill="#444">${digit}</text>`,
      );
    }
  }
  return `${parts.join('\n')}\n</svg>\n`;
}
