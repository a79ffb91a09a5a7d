/**
 * Times of solvers in the browser. The engine has no clock there, so the worker repeats its comparison, one
 * solver at a time, and measures it. What a request costs beyond the search is measured with a full grid and
 * subtracted. Browsers make their clocks coarse, so short runs are measured in batches.
 */

/** @typedef {{algorithm: string, finished: boolean, micros: number | null, micros_median: number | null,
 *   runs: number}} TimedRow */

/** The length of a batch in milliseconds: long enough for a clock with a resolution of 1 ms. */
const BATCH = 8;
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
  for (const row of report.results ?? []) {
    if (row.micros !== null || !row.finished) continue;
    const options = { ...request.options, algorithms: [row.algorithm] };
    const search = measure(() => run({ ...request, options }), now);
    const overhead = measure(() => run({ ...request, puzzle: FULL_GRID, options }), now);
    // A tenth of a microsecond: the search is too short to be told from the rest.
    const net = (/** @type {number} */ micros) => Math.max(0.1, micros - overhead.best);
    row.micros = net(search.best);
    row.micros_median = net(search.median);
    row.runs = search.runs;
  }
}

/**
 * Returns the best and the median time of a run in microseconds.
 * @param {() => unknown} run
 * @param {() => number} now
 */
function measure(run, now) {
  const batch = (/** @type {number} */ size) => {
    const start = now();
    for (let index = 0; index < size; index += 1) run();
    return now() - start;
  };
  const first = batch(1);
  if (first > LONG_RUN) return { best: 1000 * first, median: 1000 * first, runs: 1 };
  let size = 1;
  while (size < 4096 && batch(size) < BATCH) size *= 2;
  const times = Array.from({ length: BATCHES }, () => (1000 * batch(size)) / size).sort((a, b) => a - b);
  return { best: times[0], median: times[BATCHES >> 1], runs: BATCHES * size };
}
