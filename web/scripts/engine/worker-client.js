/**
 * The engine in up to three workers: for quick requests, for recorded searches, and for other slow requests.
 *
 *   check, hint, convert … ──▶ quick queue ──▶ worker ─┐ the module, compiled once
 *   trace                  ──▶ trace queue ──▶ worker ◀┤ the user steps through a search while solvers are timed
 *   all others             ──▶ slow queue  ──▶ worker ◀┘
 *
 * Each queue sends its worker one request at a time, so that a cancelled request can be dropped before it is
 * sent. To cancel a slow request that is already running, its worker is terminated and replaced for the next
 * request.
 */

/** Operations that finish at once. Any other operation may take seconds. */
const QUICK_OPERATIONS = new Set(['catalogue', 'check', 'convert', 'hint', 'solve']);
/** Texts with fewer characters contain few puzzles and are solved at once. */
const SHORT_TEXT = 10_000;

/** @param {string} operation @param {object} params */
const isSlow = (operation, params) =>
  !QUICK_OPERATIONS.has(operation) && !('text' in params && String(params.text).length < SHORT_TEXT);

/** @typedef {{request: object, resolve: (response: any) => void}} PendingRequest */

/**
 * The compiled engine, once a worker has compiled it.
 * @typedef {{module: WebAssembly.Module | null}} Compiled
 */

class WorkerQueue {
  /**
   * @param {Compiled} compiled
   * @param {Promise<void>} ready resolves when requests may be sent
   */
  constructor(compiled, ready) {
    this.compiled = compiled;
    this.ready = ready;
    /** @type {PendingRequest[]} */
    this.queue = [];
    /** @type {PendingRequest | null} */
    this.current = null;
    /** @type {Worker | null} */
    this.worker = null;
  }

  /** Starts a worker and loads the engine in it. @param {() => void} [loaded] */
  startWorker(loaded) {
    const worker = new Worker('scripts/engine/worker.js', { type: 'module' });
    this.worker = worker;
    worker.postMessage({ module: this.compiled.module });
    worker.addEventListener('message', ({ data }) => {
      if ('module' in data) {
        this.compiled.module ??= data.module;
        loaded?.();
      } else this.finish(parseResponse(data.response));
    });
    // A worker that failed sends no more responses; the next request starts another one.
    const onFailure = () => {
      worker.terminate();
      loaded?.();
      if (this.worker !== worker) return;
      this.worker = null;
      const pending = [...(this.current ? [this.current] : []), ...this.queue.splice(0)];
      this.current = null;
      for (const { resolve } of pending)
        resolve(errorResponse('the engine could not be started in this browser'));
    };
    worker.addEventListener('error', onFailure);
    worker.addEventListener('messageerror', onFailure);
  }

  /** Resolves the current request and sends the next one. @param {any} response */
  finish(response) {
    this.current?.resolve(response);
    this.current = null;
    this.next();
  }

  next() {
    if (this.current || !this.queue.length) return;
    this.current = this.queue.shift() ?? null;
    if (!this.worker) this.startWorker();
    this.worker?.postMessage({ request: this.current?.request });
  }

  /**
   * @param {object} request
   * @param {boolean} stoppable whether it may be cancelled while it is running
   * @param {AbortSignal} [signal]
   */
  async request(request, stoppable, signal) {
    await this.ready;
    if (signal?.aborted) return errorResponse('cancelled');
    return new Promise((resolve) => {
      const pending = { request, resolve };
      this.queue.push(pending);
      this.next();
      signal?.addEventListener('abort', () => {
        resolve(errorResponse('cancelled'));
        this.queue = this.queue.filter((other) => other !== pending);
        if (this.current !== pending || !stoppable) return;
        this.worker?.terminate();
        this.worker = null;
        this.current = null;
        this.next();
      });
    });
  }
}

/** @returns {import('./engine.js').Transport} */
export function workerTransport() {
  /** @type {Compiled} */
  const compiled = { module: null };
  const quick = new WorkerQueue(compiled, Promise.resolve());
  /** @type {Promise<void>} */
  const loaded = new Promise((resolve) => quick.startWorker(resolve));
  // The other queues reuse the module compiled by the quick one.
  const slow = new WorkerQueue(compiled, loaded);
  const traces = new WorkerQueue(compiled, loaded);
  return (operation, params, signal) => {
    const runsLong = isSlow(operation, params);
    const queue = operation === 'trace' ? traces : runsLong ? slow : quick;
    return queue.request({ ...params, operation }, runsLong, signal);
  };
}

/** @param {string} error */
const errorResponse = (error) => ({ operation: 'error', kind: 'broken', error });

/** @param {string} response */
function parseResponse(response) {
  try {
    return JSON.parse(response);
  } catch {
    return errorResponse('the engine returned an invalid response');
  }
}
