/**
 * The state of the laboratory as the fragment of a link:
 *
 *   laboratory?p=53..7…&solvers=tables,mrv&at=1234&code=python&story=order&page=2
 *
 * Every field is optional. A page of a story defines the puzzle, the solvers and the step, so a link to it
 * contains only what differs from the page.
 */

/**
 * @typedef {object} LabAddress
 * @property {string | null} puzzle    81 characters, or null for the current game
 * @property {string[] | null} solvers
 * @property {number | null} at        a moment; Infinity for the end
 * @property {string | null} code      the language of the source code
 * @property {string | null} story
 * @property {number} page             from 1
 */

const MAX_SOLVERS = 4;
const VIEW = 'laboratory';

/** Reports whether a fragment belongs to the laboratory. @param {string} fragment without `#` */
export const isLabAddress = (fragment) => fragment === VIEW || fragment.startsWith(`${VIEW}?`);

/**
 * Returns the fragment of an address.
 * @param {Partial<LabAddress>} address
 * @returns {string}
 */
export function packAddress({ puzzle, solvers, at, code, story, page }) {
  const fields = [];
  if (puzzle) fields.push(`p=${puzzle}`);
  if (solvers) fields.push(`solvers=${solvers.join(',')}`);
  if (at !== null && at !== undefined) fields.push(`at=${at === Infinity ? 'end' : at}`);
  if (code) fields.push(`code=${code}`);
  if (story) fields.push(`story=${story}`, `page=${page ?? 1}`);
  return fields.length ? `${VIEW}?${fields.join('&')}` : VIEW;
}

/**
 * Reports whether a fragment has a puzzle that cannot be read.
 * @param {string} fragment without `#`
 */
export const hasBadPuzzle = (fragment) =>
  /[?&]p=/.test(fragment) && parseAddress(fragment)?.puzzle === null;

/**
 * Parses a fragment. Returns null if it belongs to another view; fields that are not valid are ignored.
 * @param {string} fragment without `#`
 * @returns {LabAddress | null}
 */
export function parseAddress(fragment) {
  if (!isLabAddress(fragment)) return null;
  const fields = new URLSearchParams(fragment.slice(VIEW.length + 1));
  const name = (/** @type {string} */ field) => {
    const value = fields.get(field) ?? '';
    return /^[a-z-]{1,30}$/.test(value) ? value : null;
  };
  const puzzle = fields.get('p') ?? '';
  const at = fields.get('at') ?? '';
  const page = Number(fields.get('page'));
  return {
    puzzle: /^[.0-9]{81}$/.test(puzzle) ? puzzle.replaceAll('0', '.') : null,
    solvers: fields.has('solvers') ? solversOf(fields.get('solvers') ?? '') : null,
    at: at === 'end' ? Infinity : /^\d{1,12}$/.test(at) ? Number(at) : null,
    code: name('code'),
    story: name('story'),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** @param {string} list */
function solversOf(list) {
  const names = list.split(',').filter((name) => /^[a-z-]{1,30}$/.test(name));
  return [...new Set(names)].slice(0, MAX_SOLVERS);
}
