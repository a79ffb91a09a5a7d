/**
 * A search of any length: an overview, and windows into its collapsed parts.
 *
 *   overview   call choose place ─────── gap ─────── undo try place …
 *   window                        call choose … call
 *
 * A window is a recording of some consecutive calls. The engine makes one for each range of calls that the user
 * steps into or expands. A window can have gaps itself, if the range is too long.
 */
import { Recording } from './trace.js';

/** @typedef {import('./trace.js').Row} Row */
/** @typedef {import('./trace.js').SearchState} SearchState */
/**
 * @typedef {{events_before: number, min_depth: number, max_depth: number, dead_ends: number}} Bucket
 * @typedef {{calls_per_bucket: number, buckets: readonly Bucket[]}} Profile
 */
/**
 * The report of the operation `trace`.
 * @typedef {{events: readonly Row[], start?: import('./trace.js').Start, dropped?: number, folded?: number,
 *   profile?: Profile, ending: string, reason?: string | null}} TraceReport
 */
/**
 * A part of a search to be recorded: the calls after the first `skip`, up to number `budget`.
 * @typedef {{skip: number, budget: number, fold: boolean}} Range
 */
/**
 * A call in the tree of calls. Calls that were left out are grouped in one node without a cell.
 * @typedef {object} CallNode
 * @property {number} call    the number of the call, from 1
 * @property {number} depth
 * @property {number} cell    the cell and the digit placed before the call; -1 and 0 if there is none
 * @property {number} digit
 * @property {number} size    the number of calls in its subtree, 0 if unknown
 * @property {'open' | 'dead end' | 'returned' | 'solved' | 'collapsed'} end
 * @property {boolean} group  whether this stands for several calls that were left out
 */

/** Number of calls in an exact window. */
const WINDOW_CALLS = 1_500;
/** Maximum number of windows kept; the oldest is dropped. */
const MAX_WINDOWS = 12;
/** Maximum number of buckets of a profile made here. */
const MAX_BUCKETS = 1_024;

let searches = 0;

export class Search {
  /** @param {TraceReport} report */
  constructor(report) {
    searches += 1;
    /** A prefix for the ids of elements. */
    this.id = `search-${searches}`;
    this.overview = new Recording(report.events);
    /** The overview and the windows. */
    this.recordings = [this.overview];
    this.ending = report.ending;
    this.folded = report.folded ?? 0;
    this.profile = report.profile?.buckets.length ? report.profile : profileOf(this.overview);
  }

  /** The moment of the last event. */
  get end() {
    return this.overview.end;
  }

  /** The number of calls of the whole search. */
  get calls() {
    return this.overview.endCalls;
  }

  /**
   * Returns the recording that is most exact at a moment, and the number of its events up to then.
   * @param {number} moment
   * @returns {{recording: Recording, at: number}}
   */
  locate(moment) {
    let found = { recording: this.overview, at: this.overview.eventsAt(moment) };
    let best = this.overview.momentAfter(found.at);
    for (const recording of this.recordings) {
      if (best === moment) break;
      if (recording.startMoment > moment) continue;
      const at = recording.eventsAt(moment);
      if (recording.momentAfter(at) > best) {
        best = recording.momentAfter(at);
        found = { recording, at };
      }
    }
    return found;
  }

  /** Returns the state at a moment, or the last one before it that is known. @param {number} moment */
  stateAt(moment) {
    const { recording, at } = this.locate(moment);
    return recording.seek(at);
  }

  /** Reports whether the state at a moment is known exactly. @param {number} moment */
  isExact(moment) {
    if (moment >= this.end || !this.folded) return true;
    const { recording, at } = this.locate(moment);
    return recording.momentAfter(at) === moment;
  }

  /**
   * Returns the range of calls to be recorded to make a moment exact.
   * @param {number} moment
   * @returns {Range}
   */
  rangeAt(moment) {
    // The closest moments at which the number of calls is known, before and after.
    let [before, callsBefore] = [0, 0];
    let [after, callsAfter] = [this.end, this.calls];
    const learn = (/** @type {number} */ known, /** @type {number} */ calls) => {
      if (known <= moment && known >= before) [before, callsBefore] = [known, calls];
      if (known > moment && known < after) [after, callsAfter] = [known, calls];
    };
    this.profile.buckets.forEach((bucket, index) =>
      learn(bucket.events_before, index * this.profile.calls_per_bucket),
    );
    for (const recording of this.recordings) {
      const at = recording.eventsAt(moment);
      if (recording.startMoment <= moment)
        learn(recording.momentAfter(at), at > recording.prefix ? recording.calls[at - 1] : recording.startCalls);
      if (at < recording.size) learn(recording.moments[at], recording.calls[at]);
    }
    const share = (moment - before) / Math.max(1, after - before);
    const guess = callsBefore + share * (callsAfter - callsBefore);
    // Events between a placement and the next call belong to the call before them.
    let skip = Math.max(0, callsBefore - 1);
    if (callsAfter - callsBefore > WINDOW_CALLS) {
      skip = Math.max(skip, Math.floor(guess - WINDOW_CALLS / 2));
      // Close to the end of the gap, the window must reach it.
      if (after - moment < 100) skip = Math.max(0, callsAfter - WINDOW_CALLS);
    }
    return { skip, budget: Math.min(skip + WINDOW_CALLS, Math.max(callsAfter, skip + 1)), fold: false };
  }

  /** Adds the recording of a range. @param {TraceReport} report */
  add(report) {
    let rows = report.events;
    // A window ends with a whole call, so that the next one can continue there.
    if (report.dropped) {
      const last = rows.findLastIndex((row) => row.event === 'call');
      if (last > 0) rows = rows.slice(0, last);
    }
    const window = new Recording(rows, report.start ?? null);
    if (window.length) this.recordings.push(window);
    if (this.recordings.length > 1 + MAX_WINDOWS) this.recordings.splice(1, 1);
  }

  /**
   * Returns the first moment after `from` whose event matches, as far as events are known without a gap.
   * @param {number} from
   * @param {(recording: Recording, index: number) => boolean} matches
   * @returns {{found: number | null, known: number}} the moment, and the moment up to which all events are known
   */
  find(from, matches) {
    let known = from;
    for (;;) {
      const { recording, at } = this.locate(known);
      if (at >= recording.size || recording.momentAfter(at) !== known) return { found: null, known };
      let index = at;
      for (; index < recording.size && recording.moments[index] === known + 1; index += 1) {
        known += 1;
        if (matches(recording, index)) return { found: known, known };
      }
      if (index === at) {
        // The gap may be filled by another recording.
        if (!this.isExact(known + 1) || known >= this.end) return { found: null, known };
        const next = this.locate(known + 1);
        known += 1;
        if (matches(next.recording, next.at - 1)) return { found: known, known };
      }
    }
  }

  /**
   * Returns the moment at which the current call returns to its caller, or null if that is not known.
   *
   * The events in a gap are as deep as the event before it or deeper, so a recording with gaps will do.
   * @param {number} moment
   */
  returnFrom(moment) {
    const depth = this.stateAt(moment).depth;
    for (const recording of this.recordings) {
      const at = recording.eventsAt(moment);
      if (recording.startMoment > moment) continue;
      const isHere = recording.momentAfter(at) === moment || (at > 0 && recording.depths[at - 1] >= depth);
      if (!isHere) continue;
      for (let index = at; index < recording.size; index += 1)
        if (recording.depths[index] < depth) return recording.moments[index];
    }
    return null;
  }

  /** Returns the moment of a call, or null if it is not known. @param {number} call @returns {number | null} */
  momentOfCall(call) {
    for (const recording of this.recordings) {
      const index = recording.indexOfCall(call);
      if (index >= 0) return recording.moments[index];
    }
    return null;
  }

  /** Returns the open calls at a moment as nodes, outermost first. @param {number} moment @returns {CallNode[]} */
  pathAt(moment) {
    const { recording, at } = this.locate(moment);
    const { trail } = recording.seek(at);
    /** @type {CallNode[]} */
    const path = [];
    let placed = -1;
    for (const index of trail) {
      if (recording.kindAt(index) === 'place' && placed < 0) placed = index;
      if (recording.kindAt(index) !== 'call') continue;
      path.push(this.node(recording, index, placed));
      placed = -1;
    }
    return path;
  }

  /** @param {Recording} recording @param {number} index of a call @param {number} placed index of a place, or -1 */
  node(recording, index, placed) {
    const call = recording.calls[index];
    const close = recording.returns[index];
    const open = close < 0 && recording === this.overview;
    /** @type {CallNode['end']} */
    let end = 'collapsed';
    if (close >= 0) end = recording.calls[close] === call ? 'dead end' : 'returned';
    else if (open) end = this.ending === 'solved' ? 'solved' : 'open';
    let size = 0;
    if (close >= 0) size = recording.calls[close] - call + 1;
    else if (open) size = this.calls - call + 1;
    return {
      call,
      depth: recording.depths[index],
      cell: placed < 0 ? -1 : recording.cells[placed],
      digit: placed < 0 ? 0 : recording.digits[placed],
      size,
      end,
      group: false,
    };
  }

  /**
   * Returns the calls made by a call, as far as they are known.
   * @param {number} call
   * @returns {{children: CallNode[], whole: boolean}}
   */
  childrenOf(call) {
    /** @type {{children: CallNode[], hidden: number} | null} */
    let best = null;
    for (const recording of this.recordings) {
      const index = recording.indexOfCall(call);
      if (index < 0) continue;
      const found = this.childrenIn(recording, index);
      if (!best || found.hidden < best.hidden) best = found;
    }
    return { children: best?.children ?? [], whole: best?.hidden === 0 };
  }

  /** @param {Recording} recording @param {number} index of a call */
  childrenIn(recording, index) {
    const depth = recording.depths[index];
    /** @type {CallNode[]} */
    const children = [];
    /** The open placements of this call. @type {number[]} */
    let placed = [];
    let hidden = 0;
    const close = recording.returns[index];
    let at = index + 1;
    let before = index;
    const hide = (/** @type {number} */ size) => {
      const call = recording.calls[before] + 1;
      const known = placed.length > 0;
      if (!known) hidden += size;
      children.push({
        call,
        depth: depth + 1,
        cell: known ? recording.cells[placed[0]] : -1,
        digit: known ? recording.digits[placed[0]] : 0,
        size,
        end: size === 1 ? 'dead end' : 'collapsed',
        group: !known,
      });
    };
    while (at < recording.size && (close < 0 || at <= close)) {
      if (recording.depths[at] < depth) break;
      const kind = recording.kindAt(at);
      const gap = recording.calls[at] - recording.calls[before] - (kind === 'call' ? 1 : 0);
      if (gap > 0) hide(gap);
      if (kind === 'call' && recording.depths[at] === depth + 1) {
        children.push(this.node(recording, at, placed[0] ?? -1));
        const end = recording.returns[at];
        if (end < 0) {
          at = recording.size;
          before = at - 1;
          break;
        }
        at = end;
      } else if (kind === 'place') placed.push(at);
      else if (kind === 'undo') placed = placed.slice(0, -1);
      before = at;
      at += 1;
    }
    // The recording ends before the call does.
    if (close < 0 && recording !== this.overview && recording.endCalls < this.calls) hidden += 1;
    return { children, hidden };
  }
}

/**
 * Makes the profile of a recording without gaps.
 * @param {Recording} recording
 * @returns {Profile}
 */
export function profileOf(recording) {
  const width = Math.max(1, 2 ** Math.ceil(Math.log2(recording.endCalls / MAX_BUCKETS)));
  /** @type {Bucket[]} */
  const buckets = [];
  let deadEnds = 0;
  for (let index = 0; index < recording.size; index += 1) {
    if (recording.kindAt(index) === 'call') {
      const bucket = Math.floor((recording.calls[index] - 1) / width);
      const depth = recording.depths[index];
      buckets[bucket] ??= {
        events_before: recording.moments[index] - 1,
        min_depth: depth,
        max_depth: depth,
        dead_ends: 0,
      };
      buckets[bucket].min_depth = Math.min(buckets[bucket].min_depth, depth);
      buckets[bucket].max_depth = Math.max(buckets[bucket].max_depth, depth);
    }
    if (recording.deadEnds[index] > deadEnds && buckets.length) {
      buckets[buckets.length - 1].dead_ends += recording.deadEnds[index] - deadEnds;
      deadEnds = recording.deadEnds[index];
    }
  }
  return { calls_per_bucket: width, buckets };
}
