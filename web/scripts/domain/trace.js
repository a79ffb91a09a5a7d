/**
 * A recorded search that can be replayed to any event.
 *
 * The engine records the events; the page replays them without knowing the algorithm. An `undo` always
 * removes the most recently placed digit, so a step forward is cheap. A jump starts at the last keyframe
 * before its target.
 *
 *   events      call  choose r1c3  try r1c3 1  place r1c3 1  call  choose …
 *   keyframes   ▲ a copy of the whole state every 512 events
 *
 * Long searches are shortened: the engine leaves events of deep subtrees out of the recording. Time still
 * counts all events: the moment of an event is the number of events up to and including it. Several searches
 * can therefore be replayed in sync, however much of each was recorded.
 */
import { CELLS, parseCell } from './cells.js';

/**
 * @typedef {'call' | 'choose' | 'try' | 'conflict' | 'place' | 'eliminate' | 'cover' | 'uncover' | 'undo' |
 *   'return' | 'solved' | 'read'} Kind
 */
/**
 * Event counts of a search up to some event.
 * @typedef {{events: number, calls: number, tries: number, placements: number, undos: number,
 *   dead_ends: number, max_depth: number}} Counts
 */
/**
 * An event as the engine sends it.
 * @typedef {{event: Kind, cell: string | null, digit: number | null, depth: number, house?: string,
 *   with?: string, options?: number, line?: number, counts?: Counts}} Row
 */
/**
 * `line` is the line of the user's own solver, or 0.
 * @typedef {{kind: Kind, cell: number, digit: number, depth: number, line: number, counts: Counts | null}} Event
 */

/**
 * The state of the search after some of the events.
 * @typedef {object} SearchState
 * @property {number} at       the number of events applied
 * @property {number[]} values digits placed by the search, without the givens
 * @property {number[]} undone the digit last removed from each cell that is empty again
 * @property {number[]} stack  the cells of the placed digits, oldest first
 * @property {Event | null} last
 * @property {number} calls
 * @property {number} tries
 * @property {number} placements
 * @property {number} undos
 * @property {number} depth
 * @property {number} deepest
 */

/** Number of events between keyframes. */
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
const copyOf = (state) => ({
  ...state,
  values: [...state.values],
  undone: [...state.undone],
  stack: [...state.stack],
});

/**
 * Applies one event to a state.
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
      // The user's own solver may remove digits in any order.
      state.stack.splice(state.stack.lastIndexOf(event.cell), 1);
      break;
    default:
  }
  // If events were left out, the engine sends the counts.
  if (event.counts) {
    const { calls, tries, placements, undos, max_depth: deepest } = event.counts;
    Object.assign(state, { calls, tries, placements, undos, deepest });
  }
}

/** A recorded search that can be shown at any of its events. */
export class Recording {
  /** @param {readonly Row[]} rows */
  constructor(rows) {
    /** @type {Event[]} */
    this.events = rows.map((row) => ({
      kind: row.event,
      cell: row.cell ? parseCell(row.cell) : -1,
      digit: row.digit ?? 0,
      depth: row.depth,
      line: row.line ?? 0,
      counts: row.counts ?? null,
    }));
    /** The moment of each event. @type {number[]} */
    this.moments = this.events.map(({ counts }, index) => counts?.events ?? index + 1);
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

  /** The moment of the last event. */
  get end() {
    return this.moments[this.length - 1] ?? 0;
  }

  /** Returns the number of recorded events up to a moment. @param {number} moment */
  eventsAt(moment) {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.moments[middle] <= moment) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Returns the moment of the first event after a moment, or Infinity if there is none.
   * @param {number} moment
   */
  nextMoment(moment) {
    return this.moments[this.eventsAt(moment)] ?? Infinity;
  }

  /** Returns the time of the last event before a moment, or 0 if there is none. @param {number} moment */
  previousMoment(moment) {
    return this.moments[this.eventsAt(moment - 1) - 1] ?? 0;
  }

  /**
   * Returns the state after a number of recorded events. The object is reused by later calls.
   * @param {number} at
   * @returns {SearchState}
   */
  seek(at) {
    const target = Math.max(0, Math.min(at, this.length));
    if (target < this.state.at || target - this.state.at > KEYFRAME_INTERVAL) {
      this.state = copyOf(
        this.keyframes[Math.min(Math.floor(target / KEYFRAME_INTERVAL), this.keyframes.length - 1)],
      );
    }
    while (this.state.at < target) applyEvent(this.state, this.events[this.state.at]);
    return this.state;
  }
}
