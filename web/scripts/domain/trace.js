/**
 * A recorded search and a player's place in it.
 *
 * The engine records, the page replays: it knows no algorithm. Every `undo` takes back the newest digit
 * that stands, so a step forward is cheap; a jump starts at the last key frame before its goal.
 *
 *   events   call  try r1c3 1  place r1c3 1  call  try …
 *   keyframes   ▲ every 512 events a copy of the whole state
 *
 * Time is counted in events of the search, whether they are told or folded away: the moment of an event is how many had
 * happened with it. So several searches can run on one clock, however much of each is told.
 */
import { CELLS, parseCell } from './cells.js';

/** @typedef {'call' | 'try' | 'place' | 'undo' | 'solved'} Kind */
/** What a search did so far. @typedef {{calls: number, tries: number, placements: number, undos: number, max_depth: number}} Counts */
/** @typedef {{event: Kind, cell: string | null, digit: number | null, depth: number, counts?: Counts}} Row */
/** @typedef {{kind: Kind, cell: number, digit: number, depth: number, counts: Counts | null}} Event */

/**
 * What can be seen after some of the events.
 * @typedef {object} SearchState
 * @property {number} at       the number of events that happened
 * @property {number[]} values digits that stand, without the givens
 * @property {number[]} undone the digit last taken back, where a cell is empty again
 * @property {number[]} stack  the cells with digits, oldest first
 * @property {Event | null} last
 * @property {number} calls
 * @property {number} tries
 * @property {number} placements
 * @property {number} undos
 * @property {number} depth
 * @property {number} deepest
 */

const KEYFRAME_INTERVAL = 512;

/** @returns {SearchState} */
const initialSearch = () => ({
  at: 0,
  values: new Array(CELLS).fill(0),
  undone: new Array(CELLS).fill(0),
  stack: [],
  last: null,
  calls: 0,
  tries: 0,
  placements: 0,
  undos: 0,
  depth: 0,
  deepest: 0,
});

/** @param {SearchState} state @returns {SearchState} */
const copyOf = (state) => ({ ...state, values: [...state.values], undone: [...state.undone], stack: [...state.stack] });

/**
 * Lets one event applyEvent to a state.
 * @param {SearchState} state
 * @param {Event} event
 */
function applyEvent(state, event) {
  state.at += 1;
  state.last = event;
  state.depth = event.depth;
  switch (event.kind) {
    case 'call':
      state.calls += 1;
      state.deepest = Math.max(state.deepest, event.depth);
      break;
    case 'try':
      state.tries += 1;
      break;
    case 'place':
      state.placements += 1;
      state.values[event.cell] = event.digit;
      state.undone[event.cell] = 0;
      state.stack.push(event.cell);
      break;
    case 'undo':
      state.undos += 1;
      state.values[event.cell] = 0;
      state.undone[event.cell] = event.digit;
      state.stack.pop();
      break;
    default:
  }
  // Where events are folded away, the engine has counted them.
  if (event.counts) {
    const { max_depth: deepest, ...counts } = event.counts;
    Object.assign(state, counts, { deepest });
  }
}

/** A search that can be seen at any of its events. */
export class Recording {
  /** @param {readonly Row[]} rows */
  constructor(rows) {
    /** @type {Event[]} */
    this.events = rows.map((row) => ({
      kind: row.event,
      cell: row.cell ? parseCell(row.cell) : -1,
      digit: row.digit ?? 0,
      depth: row.depth,
      counts: row.counts ?? null,
    }));
    /** The moment of each event. @type {number[]} */
    this.moments = this.events.map(({ counts }, index) => (counts ? counts.calls + counts.tries + counts.placements + counts.undos : index + 1));
    /** @type {SearchState[]} */
    this.keyframes = [];
    const state = initialSearch();
    for (const event of this.events) {
      if (state.at % KEYFRAME_INTERVAL === 0) this.keyframes.push(copyOf(state));
      applyEvent(state, event);
    }
    if (!this.keyframes.length) this.keyframes.push(initialSearch());
    this.state = initialSearch();
  }

  get length() {
    return this.events.length;
  }

  /** The moment at which it is over. */
  get end() {
    return this.moments[this.length - 1] ?? 0;
  }

  /** How many of the events have happened at a moment. @param {number} moment */
  eventsAt(moment) {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.moments[middle] <= moment) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The moment of the first event after a moment; for ever where there is none. @param {number} moment */
  nextMoment(moment) {
    return this.moments[this.eventsAt(moment)] ?? Infinity;
  }

  /** The moment of the last event before a moment; 0 where there is none. @param {number} moment */
  previousMoment(moment) {
    return this.moments[this.eventsAt(moment - 1) - 1] ?? 0;
  }

  /**
   * The state after so many events. It is the recording's own: look, do not keep.
   * @param {number} at
   * @returns {SearchState}
   */
  seek(at) {
    const goal = Math.max(0, Math.min(at, this.length));
    if (goal < this.state.at || goal - this.state.at > KEYFRAME_INTERVAL) {
      this.state = copyOf(this.keyframes[Math.min(Math.floor(goal / KEYFRAME_INTERVAL), this.keyframes.length - 1)]);
    }
    while (this.state.at < goal) applyEvent(this.state, this.events[this.state.at]);
    return this.state;
  }
}
