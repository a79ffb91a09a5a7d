/**
 * Computes what each cell of the board shows: plain data derived from the state, without DOM elements.
 */
import { CELLS, HOUSES, PEERS, cellName, digitsOf, spokenName } from '../domain/cells.js';
import { centreNotes, conflicts, paintOf } from '../domain/game.js';
import { shownEvidence } from '../domain/proof.js';
import { wantedCells } from '../domain/setter.js';
import { parseCandidate } from '../domain/step.js';
import { lessonOnBoard } from '../store.js';

/** A note with its roles, which are also its classes. @typedef {{digit: number, roles: string[]}} ShownNote */

/**
 * @typedef {object} CellModel
 * @property {number} value
 * @property {boolean} given
 * @property {ShownNote[]} corner
 * @property {ShownNote[]} notes  the candidates of a lesson, or the centre notes
 * @property {'grid' | 'line'} layout  of the notes
 * @property {string[]} sets  the names of the almost locked sets of a lesson that contain the cell
 * @property {number[]} colours
 * @property {string[]} classes
 * @property {string} label
 */

/**
 * Screen reader labels for roles of candidates, where they differ from the names in the engine's reports.
 * @type {Record<string, string>}
 */
const ROLE_LABELS = { struck: 'eliminated' };

/** The names of the roles in a colouring, as in its explanation. @type {Record<string, string>} */
const COLOUR_LABELS = { ...ROLE_LABELS, pattern: 'green', second: 'blue', third: 'purple', extra: 'yellow' };

/**
 * @param {import('../store.js').State} state
 * @returns {CellModel[]}
 */
export function boardModel(state) {
  const lesson = lessonOnBoard(state);
  return lesson ? lessonModel(lesson) : gameModel(state);
}

/**
 * Returns the cells of the houses with the given names.
 * @param {readonly string[]} names
 */
const cellsOf = (names) =>
  new Set(HOUSES.filter((house) => names.includes(house.name)).flatMap((house) => house.cells));

/**
 * @param {import('../store.js').State} state
 * @returns {CellModel[]}
 */
function gameModel(state) {
  const { game, round } = state.history.present;
  const { settings, cursor, hintCard, highlight } = state;
  const setter = round.own ? state.setter : null;
  const centre = (settings.possible && setter?.candidates) || centreNotes(game);
  const wanted = round.own ? wantedCells(game.givens, settings.symmetry) : [];
  const repeated = new Set(
    settings.conflicts || round.own ? conflicts(game.values).flatMap((conflict) => conflict.cells) : [],
  );
  const digit =
    typeof highlight === 'number' ? highlight : settings.same && highlight === null ? game.values[cursor] : 0;
  const peers = new Set(settings.peers && state.selection.length === 1 ? PEERS[cursor] : []);
  const pointedHouses = cellsOf(hintCard?.place.houses ?? []);
  return Array.from({ length: CELLS }, (_, cell) => {
    const value = game.values[cell];
    const classes = [];
    if (peers.has(cell)) classes.push('peer');
    const noted = value ? [] : digitsOf(centre[cell]);
    const places = value ? [] : digitsOf(game.corner[cell]);
    if (value && (value === digit || value === hintCard?.place.digit)) classes.push('same');
    if (highlight === 'pairs' ? noted.length === 2 : highlight !== null && noted.includes(highlight))
      classes.push('noted');
    if (pointedHouses.has(cell)) classes.push('house');
    if (hintCard?.place.cells.includes(cell)) classes.push('highlighted');
    if (repeated.has(cell)) classes.push('conflict');
    if (state.mistakes.includes(cell)) classes.push('mistake');
    if (setter?.redundant.includes(cell)) classes.push('redundant');
    // The cells with several possible digits are those in which the solutions differ.
    const possible = setter?.candidates ? digitsOf(setter.candidates[cell]).length : 0;
    if (!value && possible > 1) classes.push('differing');
    if (wanted.includes(cell)) classes.push('wanted');
    const same = (/** @type {number} */ note) => (note === digit ? ['same'] : []);
    const paint = (/** @type {number} */ note) => paintOf(game, cell, note);
    return {
      value,
      given: game.givens[cell] !== 0,
      corner: places.map((note) => ({ digit: note, roles: same(note) })),
      notes: noted.map((note) => ({
        digit: note,
        roles: paint(note) ? [...same(note), `paint-${paint(note)}`] : same(note),
      })),
      layout: places.length ? 'line' : settings.notes,
      sets: [],
      colours: digitsOf(game.colours[cell]),
      classes,
      label: label(cell, value, game.givens[cell] !== 0, [
        noted.length
          ? `notes ${noted.map((note) => (paint(note) ? `${note} in colour ${paint(note)}` : note)).join(' ')}`
          : '',
        places.length ? `corner notes ${places.join(' ')}` : '',
        game.colours[cell] ? `colour ${digitsOf(game.colours[cell]).join(' ')}` : '',
        repeated.has(cell) ? 'conflict' : '',
        state.mistakes.includes(cell) ? 'mistake' : '',
        classes.includes('redundant') ? 'redundant clue' : '',
        classes.includes('differing') ? 'differs between solutions' : '',
        classes.includes('wanted') ? 'empty place of the symmetry' : '',
      ]),
    };
  });
}

/**
 * @param {import('../store.js').Lesson} lesson
 * @returns {CellModel[]}
 */
function lessonModel(lesson) {
  const position = lesson.positions[lesson.at];
  const evidence = shownEvidence(lesson);
  /** The roles of each candidate: in a colouring, one that has a colour can be eliminated, too. */
  const roles = new Map();
  for (const { role, candidates } of evidence?.candidates ?? []) {
    for (const name of candidates) {
      const { cell, digit } = parseCandidate(name);
      const key = `${cell} ${digit}`;
      roles.set(key, [...(roles.get(key) ?? []), role]);
    }
  }
  const labels = evidence?.shape === 'colors' ? COLOUR_LABELS : ROLE_LABELS;
  const houses = cellsOf(evidence?.houses ?? []);
  const covers = cellsOf(evidence?.covers ?? []);
  return Array.from({ length: CELLS }, (_, cell) => {
    const value = position.values[cell];
    const notes = digitsOf(value ? 0 : position.candidates[cell]).map((digit) => ({
      digit,
      roles: roles.get(`${cell} ${digit}`) ?? [],
    }));
    const sets = (evidence?.sets ?? [])
      .filter((/** @type {{cells: string[]}} */ set) => set.cells.includes(cellName(cell)))
      .map((/** @type {{name: string}} */ set) => set.name);
    const classes = [];
    if (covers.has(cell)) classes.push('cover');
    if (houses.has(cell)) classes.push('house');
    if (evidence?.cells.includes(cellName(cell))) classes.push('highlighted');
    return {
      value,
      given: position.givens[cell] !== 0,
      corner: [],
      notes,
      layout: 'grid',
      sets,
      colours: [],
      classes,
      label: label(cell, value, position.givens[cell] !== 0, [
        notes.length ? `candidates ${notes.map((note) => candidateLabel(note, labels)).join(', ')}` : '',
        sets.length ? `set ${sets.join(', ')}` : '',
      ]),
    };
  });
}

/** @param {ShownNote} candidate @param {Record<string, string>} labels */
const candidateLabel = ({ digit, roles }, labels) =>
  [digit, ...roles.map((role) => labels[role] ?? role)].join(' ');

/**
 * Returns the label of a cell for screen readers.
 * @param {number} cell
 * @param {number} value
 * @param {boolean} given
 * @param {string[]} rest
 */
function label(cell, value, given, rest) {
  const what = value ? (given ? `given ${value}` : `${value}`) : 'empty';
  return [spokenName(cell), what, ...rest.filter(Boolean)].join(', ');
}
