/**
 * Runs a solver inside the worker of the sandbox and records what it does to the board.
 *
 * `workerMain` is sent to the worker as text, so it uses nothing from outside its own body. It must not trust
 * the solver, which may redefine any global and any prototype. So before the solver starts, everything that
 * communicates or stores is removed from the global scope; and after that, this code uses only what it
 * saved before: no methods of arrays, no iteration, no regular expressions.
 *
 * The whole run is one task: the solver returns, one answer is posted, and the sandbox ends the worker.
 * Nothing that the solver schedules can run in between.
 *
 *   call, try, place … ──▶ columns of fixed size ──▶ when they are full, finished deep calls are dropped
 */

/**
 * @typedef {object} Job
 * @property {string} source   the solver as written
 * @property {string} code     the instrumented solver
 * @property {string} hook     the name of the object that the instrumented solver reports to
 * @property {string} puzzle   81 characters
 * @property {number} limit    of time, in milliseconds
 * @property {number} capacity the maximum number of recorded events
 * @property {boolean} reads   whether reads are events
 */

/** The kinds of events, in the order of their codes. */
export const KINDS = /** @type {const} */ (['call', 'return', 'try', 'place', 'undo', 'read', 'solved']);

/** The counts that are recorded with each event. */
export const COUNTS = /** @type {const} */ ([
  'events',
  'calls',
  'tries',
  'placements',
  'undos',
  'reads',
  'max_depth',
  'dead_ends',
]);

/** @typedef {Record<typeof COUNTS[number], Uint32Array>} CountColumns */

/**
 * @typedef {object} Answer
 * @property {'returned' | 'thrown' | 'syntax' | 'missing' | 'promise' | 'late'} outcome
 * @property {string} message of an exception
 * @property {string} stack   of an exception
 * @property {number} line    of a syntax error, or 0
 * @property {string} board   81 characters: `1`–`9`, `.` if empty, `a`–`i` for numbers, `?` for anything else
 * @property {boolean} traced whether calls were reported
 * @property {number} time    in milliseconds
 * @property {string} log     what the solver wrote to the console
 * @property {number} length  the number of recorded events
 * @property {number} dropped the number of events after the last recorded one
 * @property {Record<typeof COUNTS[number], number>} totals
 * @property {Uint8Array} kind
 * @property {Uint8Array} cell 81 if none
 * @property {Uint8Array} digit
 * @property {Uint16Array} depth
 * @property {Uint16Array} line_of
 * @property {CountColumns} counts up to and including the event
 */

/**
 * @param {any} scope the global scope of the worker
 * @param {Job} job
 */
export function workerMain(scope, job) {
  const { source, code, hook, puzzle, limit, capacity, reads } = job;
  const [CALL, RETURN, TRY, PLACE, UNDO, READ, SOLVED] = [0, 1, 2, 3, 4, 5, 6];
  const [NO_CELL, MAX_DEPTH, MAX_LOG, MAX_MEMORY] = [81, 65_535, 4_000, 2 ** 28];

  // What is used after the solver has started.
  const { Function, Error, RangeError, String, Uint8Array, Uint16Array, Uint32Array, Int32Array, Math } =
    scope;
  const { min, imul } = Math;
  const { construct } = scope.Reflect;
  const { stringify } = scope.JSON;
  const post = scope.postMessage.bind(scope);
  const later = scope.setTimeout.bind(scope);
  const now = scope.performance.now.bind(scope.performance);
  const sliceOf = Function.prototype.call.bind(String.prototype.slice);
  const finished = { stopped: true };

  // The record.
  const kind = new Uint8Array(capacity);
  const cellOf = new Uint8Array(capacity);
  const digitOf = new Uint8Array(capacity);
  const depthOf = new Uint16Array(capacity);
  const lineOf = new Uint16Array(capacity);
  const counts = {
    events: new Uint32Array(capacity),
    calls: new Uint32Array(capacity),
    tries: new Uint32Array(capacity),
    placements: new Uint32Array(capacity),
    undos: new Uint32Array(capacity),
    reads: new Uint32Array(capacity),
    max_depth: new Uint32Array(capacity),
    dead_ends: new Uint32Array(capacity),
  };
  const totals = {
    events: 0,
    calls: 0,
    tries: 0,
    placements: 0,
    undos: 0,
    reads: 0,
    max_depth: 0,
    dead_ends: 0,
  };
  let length = 0;
  /** The number of events when recording stopped because nothing could be dropped, or -1. */
  let fullAt = -1;
  /** Finished calls at this depth or below are dropped if they left the board as it was. */
  let collapseAt = MAX_DEPTH + 1;
  let dropReads = false;

  // The open calls: where each was recorded, its line, and the board and the placements when it started.
  let depth = 0;
  const callRow = new Int32Array(MAX_DEPTH + 1);
  const callLine = new Uint16Array(MAX_DEPTH + 1);
  const callHash = new Int32Array(MAX_DEPTH + 1);
  const callPlacements = new Uint32Array(MAX_DEPTH + 1);
  // Used while the record is collapsed, by depth.
  const scanRow = new Int32Array(MAX_DEPTH + 1);
  const scanHash = new Int32Array(MAX_DEPTH + 1);
  const removable = new Uint32Array(MAX_DEPTH + 1);

  /** Hash of a digit in a cell. @param {number} cell @param {number} digit */
  const hashOf = (cell, digit) => {
    const mixed = imul(cell * 10 + digit + 1, 0x9e3779b1);
    return imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  };

  // The board: values as the solver sees them, and their digits (0 if empty).
  /** @type {unknown[]} */
  const values = [];
  const digits = new Uint8Array(81);
  for (let cell = 0; cell < 81; cell += 1) {
    values[cell] = puzzle[cell];
    digits[cell] = puzzle[cell] === '.' ? 0 : +puzzle[cell];
  }
  let filled = 0;
  for (let cell = 0; cell < 81; cell += 1) if (digits[cell]) filled += 1;
  let boardHash = 0;
  /** Whether the board has been a solution, and whether that is still to be recorded. */
  let solved = false;
  let isSolvedNext = false;

  let started = 0;
  let ticks = 0;
  let late = false;
  let line = 0;
  let log = '';

  /** Ends the run when its time is over. The solver may catch this; then its next step throws again. */
  const tick = () => {
    ticks += 1;
    if (late || ((ticks & 255) === 0 && now() - started > limit)) {
      late = true;
      throw finished;
    }
  };

  /** Moves a row of the record. @param {number} from @param {number} to */
  const move = (from, to) => {
    kind[to] = kind[from];
    cellOf[to] = cellOf[from];
    digitOf[to] = digitOf[from];
    depthOf[to] = depthOf[from];
    lineOf[to] = lineOf[from];
    counts.events[to] = counts.events[from];
    counts.calls[to] = counts.calls[from];
    counts.tries[to] = counts.tries[from];
    counts.placements[to] = counts.placements[from];
    counts.undos[to] = counts.undos[from];
    counts.reads[to] = counts.reads[from];
    counts.max_depth[to] = counts.max_depth[from];
    counts.dead_ends[to] = counts.dead_ends[from];
  };

  /**
   * Goes through the record. Finds the finished calls that left the board as it was; with `drop`, removes
   * those at `collapseAt` or deeper, otherwise counts their rows in `removable`. Returns the deepest one.
   * @param {boolean} drop
   */
  const scan = (drop) => {
    let hash = 0;
    let deepest = 0;
    let kept = 0;
    for (let row = 0; row < length; row += 1) {
      const at = depthOf[row];
      const what = kind[row];
      if (dropReads && what === READ) continue;
      if (drop) move(row, kept);
      if (what === PLACE || what === UNDO) hash ^= hashOf(cellOf[row], digitOf[row]);
      else if (what === CALL) {
        scanRow[at] = kept;
        scanHash[at] = hash;
      }
      kept += 1;
      if (what !== RETURN || scanHash[at] !== hash) continue;
      if (drop && at >= collapseAt) kept = scanRow[at];
      removable[at] += kept - scanRow[at];
      if (at > deepest) deepest = at;
    }
    length = kept;
    return deepest;
  };

  /** Drops finished calls, the deepest first, until the record is half full. */
  const collapse = () => {
    for (let at = 0; at <= MAX_DEPTH; at += 1) removable[at] = 0;
    collapseAt = min(collapseAt, scan(false));
    while (collapseAt > 0 && length - removable[collapseAt] > capacity / 2) collapseAt -= 1;
    scan(true);
    // The open calls alone fill the record: drop their reads, if these are recorded.
    if (reads && length > capacity / 2) {
      dropReads = true;
      scan(true);
      dropReads = false;
    }
    for (let at = 0; at < depth && at <= MAX_DEPTH; at += 1) callRow[at] = scanRow[at];
    if (length > capacity * 0.9) fullAt = totals.events;
  };

  /**
   * @param {number} what
   * @param {number} cell
   * @param {number} digit
   * @param {number} at the depth
   * @param {number} from the line
   */
  const record = (what, cell, digit, at, from) => {
    if (fullAt < 0 && length === capacity) collapse();
    totals.events += 1;
    if (fullAt >= 0) return;
    kind[length] = what;
    cellOf[length] = cell;
    digitOf[length] = digit;
    depthOf[length] = min(at, MAX_DEPTH);
    lineOf[length] = min(from, 65_535);
    counts.events[length] = totals.events;
    counts.calls[length] = totals.calls;
    counts.tries[length] = totals.tries;
    counts.placements[length] = totals.placements;
    counts.undos[length] = totals.undos;
    counts.reads[length] = totals.reads;
    counts.max_depth[length] = totals.max_depth;
    counts.dead_ends[length] = totals.dead_ends;
    length += 1;
  };

  /** The depth of the innermost open call. */
  const inner = () => (depth > 0 ? depth - 1 : 0);

  /** Records that the board is solved, when the call that finds no empty cell returns. */
  const recordSolved = () => {
    if (isSolvedNext) record(SOLVED, NO_CELL, 0, inner(), line);
    isSolvedNext = false;
  };

  const enter = (/** @type {number} */ from) => {
    tick();
    line = from;
    totals.calls += 1;
    if (depth > totals.max_depth) totals.max_depth = depth;
    record(CALL, NO_CELL, 0, depth, from);
    if (depth <= MAX_DEPTH) {
      callRow[depth] = fullAt < 0 ? length - 1 : -1;
      callLine[depth] = from;
      callHash[depth] = boardHash;
      callPlacements[depth] = totals.placements;
    }
    depth += 1;
    return depth - 1;
  };

  /** The depth is that of the call, because calls that overflow the stack may not be left properly. */
  const leave = (/** @type {number} */ at) => {
    if (!late) recordSolved();
    depth = at;
    if (late || depth > MAX_DEPTH) return;
    line = callLine[depth];
    if (callPlacements[depth] === totals.placements) totals.dead_ends += 1;
    record(RETURN, NO_CELL, 0, depth, line);
    const isUnchanged = callHash[depth] === boardHash;
    if (depth >= collapseAt && !solved && isUnchanged && fullAt < 0 && callRow[depth] >= 0)
      length = callRow[depth];
  };

  /** Reports whether the full board breaks no rule. */
  const isSolution = () => {
    for (let house = 0; house < 27; house += 1) {
      let seen = 0;
      for (let place = 0; place < 9; place += 1) {
        let cell = 9 * house + place;
        if (house >= 18) {
          const box = house - 18;
          cell = 27 * ((box / 3) | 0) + 3 * (box % 3) + 9 * ((place / 3) | 0) + (place % 3);
        } else if (house >= 9) cell = 9 * place + house - 9;
        seen |= 1 << digits[cell];
      }
      if (seen !== 0x3fe) return false;
    }
    return true;
  };

  /** Returns the digit that a value stands for, or 0. @param {unknown} value */
  const digitFrom = (value) => {
    switch (value) {
      case '1':
      case 1:
        return 1;
      case '2':
      case 2:
        return 2;
      case '3':
      case 3:
        return 3;
      case '4':
      case 4:
        return 4;
      case '5':
      case 5:
        return 5;
      case '6':
      case 6:
        return 6;
      case '7':
      case 7:
        return 7;
      case '8':
      case 8:
        return 8;
      case '9':
      case 9:
        return 9;
      default:
        return 0;
    }
  };

  const read = (/** @type {number} */ cell) => {
    tick();
    totals.reads += 1;
    if (reads) record(READ, cell, digits[cell], inner(), line);
    return values[cell];
  };

  const write = (/** @type {number} */ cell, /** @type {unknown} */ value) => {
    tick();
    values[cell] = value;
    const old = digits[cell];
    const digit = digitFrom(value);
    if (old === digit) return;
    recordSolved();
    digits[cell] = digit;
    if (old) {
      totals.undos += 1;
      filled -= 1;
      boardHash ^= hashOf(cell, old);
      record(UNDO, cell, old, inner(), line);
    }
    if (!digit) return;
    totals.tries += 1;
    record(TRY, cell, digit, inner(), line);
    totals.placements += 1;
    filled += 1;
    boardHash ^= hashOf(cell, digit);
    record(PLACE, cell, digit, inner(), line);
    if (filled === 81 && !solved && isSolution()) {
      solved = true;
      isSolvedNext = true;
    }
  };

  /** Returns a piece of a value as text. @param {unknown} value @param {number} size */
  const textOf = (value, size) => {
    try {
      if (typeof value === 'object' && value !== null) return sliceOf(stringify(value), 0, size);
      return sliceOf(String(value), 0, size);
    } catch {
      return '…';
    }
  };

  /** Posts the answer. The board is described by characters; nothing that the solver made is sent. */
  const finish = (/** @type {Answer['outcome']} */ outcome, message = '', stack = '', syntaxLine = 0) => {
    recordSolved();
    let board = '';
    for (let cell = 0; cell < 81; cell += 1) {
      const digit = digits[cell];
      const value = values[cell];
      if (!digit) board += value === '.' ? '.' : '?';
      else board += typeof value === 'number' ? 'abcdefghi'[digit - 1] : '123456789'[digit - 1];
    }
    const dropped = fullAt < 0 ? 0 : totals.events - fullAt;
    // The calls that return with the solution are not part of the search.
    if (!dropped && solved) {
      let end = length;
      while (end > 0 && kind[end - 1] === RETURN) end -= 1;
      if (end > 0 && kind[end - 1] === SOLVED) {
        totals.events -= length - end;
        length = end;
      }
    }
    post({
      outcome: late ? 'late' : outcome,
      message,
      stack,
      line: syntaxLine,
      board,
      traced,
      time: now() - started,
      log,
      length,
      dropped,
      totals,
      kind,
      cell: cellOf,
      digit: digitOf,
      depth: depthOf,
      line_of: lineOf,
      counts,
    });
  };

  // The board that the solver gets: real arrays of fixed length whose elements are accessors.
  /** @type {unknown[][]} */
  const board = [];
  /** @type {unknown[][]} */
  const rows = [];
  for (let row = 0; row < 9; row += 1) {
    /** @type {unknown[]} */
    const squares = [];
    for (let column = 0; column < 9; column += 1) {
      const cell = 9 * row + column;
      scope.Object.defineProperty(squares, column, {
        get: () => read(cell),
        set: (/** @type {unknown} */ value) => write(cell, value),
        enumerable: true,
        configurable: false,
      });
    }
    rows[row] = scope.Object.seal(squares);
    scope.Object.defineProperty(board, row, {
      get: () => rows[row],
      // A new row is copied into the board.
      set: (/** @type {unknown[]} */ values) => {
        for (let column = 0; column < 9; column += 1) rows[row][column] = values[column];
      },
      enumerable: true,
      configurable: false,
    });
  }
  scope.Object.seal(board);
  const hooks = scope.Object.freeze({ enter, leave, at: (/** @type {number} */ from) => void (line = from) });

  /** @param {...unknown} values */
  const print = function print() {
    for (let index = 0; index < arguments.length && log.length < MAX_LOG; index += 1)
      log += (index ? ' ' : '') + textOf(arguments[index], MAX_LOG - log.length);
    if (log.length < MAX_LOG) log += '\n';
  };

  // Chromium gives the line of a syntax error only if the error is not caught.
  let isCompiling = false;
  scope.addEventListener('error', (/** @type {any} */ event) => {
    event.preventDefault();
    if (isCompiling)
      finish('syntax', event.message.replace(/^.*SyntaxError: /, '').slice(0, 300), '', event.lineno);
  });

  // Only the language itself remains in the global scope.
  const KEPT =
    ' Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date ' +
    'Promise RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError ' +
    'URIError globalThis self JSON Math Intl ArrayBuffer Uint8Array Int8Array Uint16Array Int16Array ' +
    'Uint32Array Int32Array Float32Array Float64Array Uint8ClampedArray BigUint64Array BigInt64Array ' +
    'DataView Map BigInt Set WeakMap WeakSet WeakRef Proxy Reflect Iterator decodeURI ' +
    'decodeURIComponent encodeURI encodeURIComponent isFinite isNaN ';
  for (
    let level = scope;
    level && level !== scope.Object.prototype;
    level = scope.Object.getPrototypeOf(level)
  ) {
    for (const name of scope.Reflect.ownKeys(level)) {
      if (typeof name === 'string' && KEPT.includes(` ${name} `)) continue;
      if (scope.Reflect.deleteProperty(level, name)) continue;
      scope.Reflect.defineProperty(level, name, { value: undefined, writable: false });
    }
  }

  // Memory outside the heap is limited in total; it is the fastest to exhaust. The heap has its own limit.
  let memory = 0;
  const limitMemory = (/** @type {string} */ name) => {
    const { prototype, BYTES_PER_ELEMENT: size = 1 } = scope[name];
    scope[name] = new scope.Proxy(scope[name], {
      construct: (/** @type {any} */ target, /** @type {any} */ values, /** @type {any} */ newTarget) => {
        const count = typeof values[0] === 'number' ? values[0] : values[0]?.length;
        if (count > 0) memory += count * size;
        if (memory > MAX_MEMORY) throw new RangeError(`more than ${MAX_MEMORY / 2 ** 20} MB of typed arrays`);
        return construct(target, values, newTarget);
      },
    });
    prototype.constructor = scope[name];
  };
  for (const name of KEPT.split(' ')) if (/Array(Buffer)?$/.test(name) && name !== 'Array') limitMemory(name);
  for (const name of ['resize', 'transfer', 'transferToFixedLength'])
    delete scope.ArrayBuffer.prototype[name];
  scope.console = { log: print, info: print, warn: print, error: print, debug: print };

  let traced = true;
  let program;
  try {
    // Compiles the text without running it.
    Function(source);
  } catch (error) {
    // The text starts on the third line of the function. Only Firefox has this property.
    const { message, lineNumber } = /** @type {any} */ (error);
    isCompiling = true;
    if (lineNumber) finish('syntax', textOf(message, 300), '', lineNumber - 2);
    else later(`throw 0;${source}`);
    return;
  }
  const ending =
    "\n;return typeof solveSudoku==='function'?solveSudoku:" +
    "typeof Solution==='function'?(b)=>new Solution().solveSudoku(b):null";
  try {
    program = Function(hook, code + ending);
  } catch {
    traced = false;
    program = Function(source + ending);
  }
  started = now();
  try {
    const solve = program(hooks);
    if (typeof solve !== 'function') finish('missing');
    else {
      const result = solve(board);
      const isPromise = typeof result === 'object' && result !== null && typeof result.then === 'function';
      finish(isPromise ? 'promise' : 'returned');
    }
  } catch (thrown) {
    const error = /** @type {any} */ (thrown);
    let message = '';
    let stack = '';
    try {
      message = error instanceof Error ? textOf(`${error.name}: ${error.message}`, 300) : textOf(error, 300);
      stack = typeof error?.stack === 'string' ? sliceOf(error.stack, 0, 4_000) : '';
    } catch {
      message = '…';
    }
    finish('thrown', message, stack);
  }
}
