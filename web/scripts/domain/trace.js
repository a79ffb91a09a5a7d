/**
 * A recorded search that can be replayed to any event.
 *
 * The engine records the events; the page replays them without knowing the algorithm. Events nest like
 * brackets (call … return, place … undo, cover … uncover), so the state is a stack of the events that have not
 * been taken back: the trail. A step forward is cheap, and a jump starts at the last keyframe before its target.
 *
 *   events      call  choose r1c3  try r1c3 1  place r1c3 1  call  choose …
 *   trail       call  choose r1c3              place r1c3 1  call  choose …
 *   keyframes   ▲ a copy of the trail every 512 events
 *
 * Events are stored in typed arrays, one per field. Time counts all events of the search: the moment of an event
 * is the number of events up to and including it. If the engine has left events of deep subtrees out, there is a
 * gap between two moments; `search.js` fills gaps with windows, which are recordings that start in the middle of
 * the search, after the events of their `start`.
 */
import { CELLS, HOUSES, maskOf, parseCell } from './cells.js';

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
 * An event. Cells, houses (indices in `HOUSES`) and options are -1 and digits and lines 0 where
 * they do not apply; only the user's own solver has lines.
 * @typedef {{kind: Kind, cell: number, digit: number, depth: number, house: number, with: number,
 *   options: number, line: number}} Event
 */
/** The state before the first event of a window. @typedef {{path: readonly Row[], counts: Counts}} Start */

/**
 * The state of the search after some of the events.
 * @typedef {object} SearchState
 * @property {number} at       the number of events applied
 * @property {number[]} values digits placed by the search, without the givens
 * @property {number[]} undone the digit last removed from each cell that is empty again
 * @property {number[]} stack  the cells of the placed digits, oldest first
 * @property {number[]} eliminated the set of digits eliminated from each cell
 * @property {number[]} trail  the indices of the events that have not been taken back, oldest first
 * @property {Event | null} last
 * @property {number} moment
 * @property {number} calls
 * @property {number} tries
 * @property {number} placements
 * @property {number} undos
 * @property {number} deadEnds
 * @property {number} depth
 * @property {number} deepest
 */

/** @type {readonly Kind[]} */
const KINDS = [
  'call', 'choose', 'try', 'conflict', 'place', 'eliminate', 'cover', 'uncover', 'undo', 'return', 'solved', 'read',
];
const CODES = new Map(KINDS.map((kind, code) => [kind, code]));
const [CALL, CHOOSE, TRY, , PLACE, ELIMINATE, COVER, UNCOVER, UNDO, RETURN, SOLVED] = KINDS.keys();
const HOUSE_INDICES = new Map(HOUSES.map(({ name }, index) => [name, index]));

/** Number of events between keyframes. */
const KEYFRAME_INTERVAL = 512;

/** @returns {SearchState} */
const initialSearch = () => ({
  at: 0,
  values: new Array(CELLS).fill(0),
  undone: new Array(CELLS).fill(0),
  stack: [],
  eliminated: new Array(CELLS).fill(0),
  trail: [],
  last: null,
  moment: 0,
  calls: 0,
  tries: 0,
  placements: 0,
  undos: 0,
  deadEnds: 0,
  depth: 0,
  deepest: 0,
});

/** @param {SearchState} state @returns {SearchState} */
const copyOf = (state) => ({
  ...state,
  values: [...state.values],
  undone: [...state.undone],
  stack: [...state.stack],
  eliminated: [...state.eliminated],
  trail: [...state.trail],
});

/** A recorded search that can be shown at any of its events. */
export class Recording {
  /**
   * @param {readonly Row[]} rows
   * @param {Start | null} [start] the state before the first row, if it is not the start of the search
   */
  constructor(rows, start = null) {
    const path = start?.path ?? [];
    const size = path.length + rows.length;
    /** The number of events that lead to the start; they are replayed, but not shown. */
    this.prefix = path.length;
    this.size = size;
    this.kinds = new Uint8Array(size);
    this.cells = new Int8Array(size);
    this.digits = new Uint8Array(size);
    this.depths = new Uint16Array(size);
    this.houses = new Int8Array(size);
    this.causes = new Int8Array(size);
    this.options = new Int16Array(size);
    /** The moment of each event. */
    this.moments = new Float64Array(size);
    this.calls = new Float64Array(size);
    this.tries = new Float64Array(size);
    this.placements = new Float64Array(size);
    this.undos = new Float64Array(size);
    this.deadEnds = new Float64Array(size);
    this.deepest = new Uint16Array(size);
    this.lines = new Uint16Array(size);
    /** For each call, the index of its return, or -1. */
    this.returns = new Int32Array(size).fill(-1);
    /** The moment and the number of calls before the first event. */
    this.startMoment = start?.counts.events ?? 0;
    this.startCalls = start?.counts.calls ?? 0;
    this.hasGaps = false;
    this.fill(path, rows, start);

    /** @type {SearchState[]} */
    this.keyframes = [];
    const state = initialSearch();
    for (let index = 0; index < size; index += 1) {
      if (index % KEYFRAME_INTERVAL === 0) this.keyframes.push(copyOf(state));
      this.apply(state);
    }
    if (!this.keyframes.length) this.keyframes.push(initialSearch());
    this.state = initialSearch();
    this.seek(0);
  }

  /**
   * @param {readonly Row[]} path
   * @param {readonly Row[]} rows
   * @param {Start | null} start
   */
  fill(path, rows, start) {
    let counts = { events: 0, calls: 0, tries: 0, placements: 0, undos: 0, dead_ends: 0, max_depth: 0 };
    let lastCallDepth = -1;
    /** @type {number[]} */
    const open = [];
    for (let index = 0; index < this.size; index += 1) {
      const row = index < this.prefix ? path[index] : rows[index - this.prefix];
      if (index === this.prefix && start) counts = { ...start.counts };
      const code = CODES.get(row.event) ?? CHOOSE;
      const { depth } = row;
      if (row.counts) {
        if (index >= this.prefix && row.counts.events > counts.events + 1) this.hasGaps = true;
        counts = { ...row.counts };
      } else {
        counts.events += 1;
        if (code === CALL) counts.calls += 1;
        if (code === TRY) counts.tries += 1;
        if (code === PLACE) counts.placements += 1;
        if (code === UNDO) counts.undos += 1;
        if (code === RETURN && lastCallDepth === depth) counts.dead_ends += 1;
        counts.max_depth = Math.max(counts.max_depth, depth);
      }
      if (code === CALL) lastCallDepth = depth;
      if (code === SOLVED || code === RETURN) lastCallDepth = -1;
      this.kinds[index] = code;
      this.cells[index] = row.cell ? parseCell(row.cell) : -1;
      this.digits[index] = row.digit ?? 0;
      this.depths[index] = depth;
      this.houses[index] = row.house ? (HOUSE_INDICES.get(row.house) ?? -1) : -1;
      this.causes[index] = row.with ? parseCell(row.with) : -1;
      this.options[index] = row.options ?? -1;
      this.lines[index] = row.line ?? 0;
      this.moments[index] = counts.events;
      this.calls[index] = counts.calls;
      this.tries[index] = counts.tries;
      this.placements[index] = counts.placements;
      this.undos[index] = counts.undos;
      this.deadEnds[index] = counts.dead_ends;
      this.deepest[index] = counts.max_depth;
      if (code === CALL) open.push(index);
      if (code === RETURN) {
        while (open.length && this.depths[open[open.length - 1]] > depth) open.pop();
        const call = open.pop();
        if (call !== undefined) this.returns[call] = index;
      }
    }
  }

  /** The number of events. */
  get length() {
    return this.size - this.prefix;
  }

  /** The moment of the last event. */
  get end() {
    return this.length ? this.moments[this.size - 1] : this.startMoment;
  }

  /** The number of calls up to the last event. */
  get endCalls() {
    return this.length ? this.calls[this.size - 1] : this.startCalls;
  }

  /** Returns an event. @param {number} index @returns {Event} */
  event(index) {
    return {
      kind: KINDS[this.kinds[index]],
      cell: this.cells[index],
      digit: this.digits[index],
      depth: this.depths[index],
      house: this.houses[index],
      with: this.causes[index],
      options: this.options[index],
      line: this.lines[index],
    };
  }

  /** Returns the kind of an event, or undefined if there is no such event. @param {number} index */
  kindAt(index) {
    return index < this.size ? KINDS[this.kinds[index]] : undefined;
  }

  /** Returns the number of events up to a moment, including those before the start. @param {number} moment */
  eventsAt(moment) {
    let [low, high] = [this.prefix, this.size];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.moments[middle] <= moment) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the moment of the state after a number of events. @param {number} at */
  momentAfter(at) {
    return at > this.prefix ? this.moments[at - 1] : this.startMoment;
  }

  /** Returns the index of the call with this number, or -1. @param {number} call */
  indexOfCall(call) {
    let [low, high] = [this.prefix, this.size];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.calls[middle] < call) low = middle + 1;
      else high = middle;
    }
    return low < this.size && this.calls[low] === call && this.kinds[low] === CALL ? low : -1;
  }

  /**
   * Returns the state after a number of events. The object is reused by later calls.
   * @param {number} at
   * @returns {SearchState}
   */
  seek(at) {
    const target = Math.max(this.prefix, Math.min(at, this.size));
    if (target < this.state.at || target - this.state.at > KEYFRAME_INTERVAL) {
      const frame = Math.min(Math.floor(target / KEYFRAME_INTERVAL), this.keyframes.length - 1);
      this.state = copyOf(this.keyframes[frame]);
    }
    const { state } = this;
    while (state.at < target) this.apply(state);
    const index = state.at - 1;
    const shown = index >= this.prefix;
    state.last = shown ? this.event(index) : null;
    state.moment = this.momentAfter(state.at);
    if (index >= 0) {
      state.calls = shown ? this.calls[index] : this.startCalls;
      state.tries = this.tries[index];
      state.placements = this.placements[index];
      state.undos = this.undos[index];
      state.deadEnds = this.deadEnds[index];
      state.depth = this.depths[index];
      state.deepest = this.deepest[index];
    }
    return state;
  }

  /** Applies the next event to a state. @param {SearchState} state */
  apply(state) {
    const index = state.at;
    state.at += 1;
    const { trail } = state;
    const cell = this.cells[index];
    const kindOfTop = () => (trail.length ? this.kinds[trail[trail.length - 1]] : -1);
    switch (this.kinds[index]) {
      case PLACE:
        state.values[cell] = this.digits[index];
        state.undone[cell] = 0;
        state.stack.push(cell);
        trail.push(index);
        break;
      case ELIMINATE:
        state.eliminated[cell] |= maskOf(this.digits[index]);
        trail.push(index);
        break;
      case CALL:
      case CHOOSE:
      case COVER:
        trail.push(index);
        break;
      case UNDO: {
        state.values[cell] = 0;
        state.undone[cell] = this.digits[index];
        removeLast(state.stack, (other) => other === cell);
        while (kindOfTop() === ELIMINATE || kindOfTop() === CHOOSE) {
          const top = /** @type {number} */ (trail.pop());
          if (this.kinds[top] === ELIMINATE) state.eliminated[this.cells[top]] &= ~maskOf(this.digits[top]);
        }
        removeLast(trail, (other) => this.kinds[other] === PLACE && this.cells[other] === cell);
        break;
      }
      case UNCOVER:
        removeLast(trail, (other) => this.kinds[other] === COVER);
        break;
      case RETURN:
        while (kindOfTop() === CHOOSE) trail.pop();
        removeLast(trail, (other) => this.kinds[other] === CALL);
        break;
      default:
    }
  }

  /** Returns the open calls of a state, outermost first. @param {SearchState} state */
  openCalls(state) {
    return state.trail.filter((index) => this.kinds[index] === CALL);
  }
}

/** @param {number[]} list @param {(item: number) => boolean} matches */
function removeLast(list, matches) {
  const index = list.findLastIndex(matches);
  if (index === list.length - 1) list.pop();
  else if (index >= 0) list.splice(index, 1);
}
