/**
 * One sentence for each event of a search: what the solver does, and why.
 *
 * A sentence is the key of a text and its values, so that it can be shown in any language.
 */
import { HOUSES, boxOf, cellName, columnOf, rowOf } from './cells.js';

/** @typedef {import('./trace.js').Event} Event */
/** @typedef {import('./trace.js').Recording} Recording */
/** @typedef {import('../messages/messages.js').Key} Key */
/** A text: its key and values. A value can be a text itself. @typedef {{key: Key, values: Values}} Sentence */
/** @typedef {Record<string, string | number | Sentence>} Values */
/**
 * What a sentence depends on besides its event.
 * @typedef {object} Context
 * @property {string} algorithm
 * @property {Event | null} previous the event before
 * @property {Event | null} chosen   the choice of the current call, or of the call that returns
 * @property {Event | null} caller   the choice of the call to which a `return` goes back
 * @property {number} placed         the number of digits placed
 */

/** @param {Key} key @param {Values} [values] @returns {Sentence} */
const sentence = (key, values = {}) => ({ key, values });

/** Returns the name of a house as a text. @param {number} house */
export function houseName(house) {
  const [kind, number] = HOUSES[house].name.split(' ');
  const key = /** @type {Record<string, Key>} */ ({ row: 'houseRow', column: 'houseColumn', box: 'houseBox' })[kind];
  return sentence(key, { number: Number(number) });
}

/** Returns the name of a constraint as a text. @param {Pick<Event, 'cell' | 'house' | 'digit'>} event */
export const constraintName = ({ cell, house, digit }) =>
  house < 0
    ? sentence('constraintCell', { cell: cellName(cell) })
    : sentence('constraintHouse', { house: houseName(house), digit });

/** Returns the house that two cells share. @param {number} a @param {number} b */
export function sharedHouse(a, b) {
  if (rowOf(a) === rowOf(b)) return rowOf(a);
  return columnOf(a) === columnOf(b) ? 9 + columnOf(a) : 18 + boxOf(a);
}

/**
 * Describes an event.
 * @param {Event | null} event
 * @param {Context} context
 * @returns {Sentence}
 */
export function describe(event, context) {
  if (!event) return sentence('sayNothing');
  const { algorithm, previous, chosen } = context;
  const { digit, depth } = event;
  const cell = event.cell < 0 ? '' : cellName(event.cell);
  switch (event.kind) {
    case 'call':
      if (depth === 0) return sentence(algorithm === 'norvig' ? 'sayFirstGuess' : 'sayFirstCall');
      return sentence(previous?.kind === 'call' ? 'sayCallGiven' : 'sayCall', { depth, placed: context.placed });
    case 'choose':
      return describeChoice(event, algorithm);
    case 'try':
      if (isForced(event, context)) return sentence('sayTryForced', { digit, cell });
      return sentence('sayTry', { digit, cell });
    case 'conflict':
      return describeConflict(event, previous);
    case 'place':
      if (algorithm === 'brute-force') return sentence('sayPlaceUnchecked', { digit, cell });
      if (isForced(event, context)) return sentence('sayPlaceForced', { digit, cell });
      if (algorithm === 'norvig') return sentence('sayPlaceGuess', { digit, cell });
      if (algorithm === 'dlx') return sentence('sayPlaceRow', { digit, cell });
      return sentence('sayPlace', { digit, cell });
    case 'eliminate':
      return event.with >= 0
        ? sentence('sayEliminate', { digit, cell, with: cellName(event.with) })
        : event.house >= 0
          ? sentence('sayEliminateOnly', { digit, cell, house: houseName(event.house) })
          : sentence('sayEliminateGuess', { digit, cell });
    case 'cover':
      return sentence('sayCover', { constraint: constraintName(event), options: event.options });
    case 'uncover':
      return sentence('sayUncover', { constraint: constraintName(event), options: event.options });
    case 'undo':
      return sentence('sayUndo', { digit, cell });
    case 'return':
      return describeReturn(event, chosen, context.caller);
    case 'solved':
      return sentence('saySolved');
    default:
      return sentence('sayRead', { cell });
  }
}

/** Reports whether a digit is placed without a guess. @param {Event} event @param {Context} context */
const isForced = (event, { algorithm, chosen }) => algorithm === 'norvig' && chosen?.cell !== event.cell;

/** @param {Event} event @param {string} algorithm */
function describeChoice(event, algorithm) {
  const { options } = event;
  if (event.house >= 0 || algorithm === 'dlx') {
    const constraint = constraintName(event);
    return options === 0
      ? sentence('sayChooseConstraintNone', { constraint })
      : sentence(options === 1 ? 'sayChooseConstraintOne' : 'sayChooseConstraint', { constraint, options });
  }
  const cell = cellName(event.cell);
  if (algorithm.startsWith('static'))
    return sentence(options === 1 ? 'sayChooseSortedOne' : 'sayChooseSorted', { cell, options });
  if (algorithm === 'singles-first' && options === 1) return sentence('sayChooseSingle', { cell });
  if (options === 0) return sentence('sayChooseNone', { cell });
  if (options > 0) return sentence(options === 1 ? 'sayChooseOne' : 'sayChooseFewest', { cell, options });
  if (algorithm === 'restart') return sentence('sayChooseFirst', { cell });
  return sentence(algorithm === 'columns' ? 'sayChooseColumn' : 'sayChooseNext', { cell });
}

/** @param {Event} event @param {Event | null} previous */
function describeConflict(event, previous) {
  const { digit } = event;
  if (event.cell < 0) return sentence('sayNoPlace', { digit, house: houseName(event.house) });
  const cell = cellName(event.cell);
  if (event.with < 0) return sentence('sayNoDigit', { cell });
  const values = { digit, cell, with: cellName(event.with), house: houseName(sharedHouse(event.cell, event.with)) };
  return sentence(previous?.kind === 'try' ? 'sayConflict' : 'sayWrongGrid', values);
}

/** @param {Event} event @param {Event | null} chosen @param {Event | null} caller */
function describeReturn(event, chosen, caller) {
  if (event.depth === 0) return sentence('sayLastReturn');
  if (!chosen || !caller) return sentence('sayReturn');
  const back = caller.house < 0 ? cellName(caller.cell) : constraintName(caller);
  if (chosen.house >= 0) return sentence('sayReturnHouse', { back, constraint: constraintName(chosen) });
  return sentence('sayReturnCell', { back, cell: cellName(chosen.cell) });
}

/**
 * Describes the last event of a state.
 * @param {Recording} recording
 * @param {import('./trace.js').SearchState} state
 * @param {string} algorithm
 */
export function describeState(recording, state, algorithm) {
  const index = state.at - 1;
  const choices = state.trail.filter((other) => recording.kindAt(other) === 'choose');
  const newest = choices[choices.length - 1];
  let chosen = newest === undefined ? null : recording.event(newest);
  let caller = null;
  if (state.last?.kind === 'return') {
    caller = chosen;
    chosen = choiceOfReturned(recording, index);
  }
  const previous = index > recording.prefix ? recording.event(index - 1) : null;
  return describe(state.last, { algorithm, previous, chosen, caller, placed: state.stack.length });
}

/** Returns the choice of the call that returns. @param {Recording} recording @param {number} index of its return */
function choiceOfReturned(recording, index) {
  const depth = recording.depths[index];
  for (let other = index - 1; other >= 0; other -= 1) {
    if (recording.depths[other] !== depth) continue;
    const kind = recording.kindAt(other);
    if (kind === 'choose') return recording.event(other);
    if (kind === 'call') return null;
  }
  return null;
}
