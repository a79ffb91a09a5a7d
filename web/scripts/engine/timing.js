/**
 * Times of solvers in the browser. The engine has no clock there, so the worker repeats its comparison, one
 * solver at a time, and measures it. What a request costs beyond the search is measured with a full grid and
 * subtracted. Browsers make their clocks coarse, so short runs are measured in batches. A search that is too
 * short to be told from the rest gets an upper bound.
 */

/** @typedef {{algorithm: string, finished: boolean, micros: number | null, micros_median: number | null,
 *   runs: number, is_bound?: boolean}} TimedRow */

/** The minimum length of a batch in milliseconds. */
const BATCH = 8;
/** A batch also takes at least this many ticks of the clock, but no longer than `MAX_BATCH` milliseconds. */
const TICKS = 20;
const MAX_BATCH = 40;
/** The number of batches. */
const BATCHES = 5;
/** Runs that take longer than this many milliseconds are not repeated. */
const LONG_RUN = 200;
const FULL_GRID = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';

/**
 * Adds times to the rows of a comparison, where there are none.
 * @param {{operation?: string, puzzle?: string, options?: object}} request
 * @param {{results?: TimedRow[]}} report
 * @param {(request: object) => unknown} run sends a request to the engine
 * @param {() => number} now a clock in milliseconds
 */
export function addTimes(request, report, run, now) {
  const rows = (report.results ?? []).filter((row) => row.micros === null && row.finished);
  if (!rows.length) return;
  const tick = tickOf(now);
  const time = (/** @type {string} */ algorithm, /** @type {object} */ puzzle) => {
    const options = { ...request.options, algorithms: [algorithm] };
    return measure(() => run({ ...request, ...puzzle, options }), now, tick);
  };
  const overhead = time(rows[0].algorithm, { puzzle: FULL_GRID });
  for (const row of rows) {
    const search = time(row.algorithm, {});
    const bound = Math.max(0.1, search.error + overhead.error, overhead.median - overhead.best);
    const net = (/** @type {number} */ micros) => Math.max(bound, micros - overhead.best);
    row.micros = net(search.best);
    row.micros_median = net(search.median);
    row.is_bound = row.micros === bound;
    row.runs = search.runs;
  }
}

/** Returns the resolution of a clock in milliseconds. @param {() => number} now */
function tickOf(now) {
  const start = now();
  let next = start;
  for (let tries = 0; next === start && tries < 2e6; tries += 1) next = now();
  return next - start;
}

/**
 * Returns the best and the median time of a run, and what the clock may add to it, in microseconds.
 * @param {() => unknown} run
 * @param {() => number} now
 * @param {number} tick the resolution of the clock
 */
function measure(run, now, tick) {
  const batch = (/** @type {number} */ size) => {
    const start = now();
    for (let index = 0; index < size; index += 1) run();
    return now() - start;
  };
  const first = batch(1);
  if (first > LONG_RUN) return { best: 1000 * first, median: 1000 * first, error: 1000 * tick, runs: 1 };
  const length = Math.min(MAX_BATCH, Math.max(BATCH, TICKS * tick));
  let size = 1;
  while (size < 4096 && batch(size) < length) size *= 2;
  const times = Array.from({ length: BATCHES }, () => (1000 * batch(size)) / size).sort((a, b) => a - b);
  return { best: times[0], median: times[BATCHES >> 1], error: (1000 * tick) / size, runs: BATCHES * size };
}
