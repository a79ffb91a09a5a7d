/**
 * The engine in two workers: one for questions that are answered at once, one for those that take their time.
 *
 *   check, hint, convert …      ──▶ quick lane ──▶ worker ─┐ the module, compiled once
 *   generate, rate, path, trace ──▶ slow lane  ──▶ worker ◀┘
 *
 * A lane gives its worker one question after the other, so that a question nobody waits for any more can be dropped before
 * it is asked. One that is being answered in the slow lane ends with its worker, and the next gets a new one.
 */

/** What may take seconds. */
const SLOW_OPERATIONS = new Set(['generate', 'rate', 'path', 'steps', 'trace', 'compare', 'solve-many']);
/** A text with fewer characters holds so few puzzles that they are solved at once. */
const SHORT_TEXT = 10_000;

/** @param {string} operation @param {object} params */
const isSlow = (operation, params) => SLOW_OPERATIONS.has(operation) && !('text' in params && String(params.text).length < SHORT_TEXT);

/** @typedef {{request: object, resolve: (answer: any) => void}} PendingRequest */

/** The compiled engine, when some worker has it. @typedef {{module: WebAssembly.Module | null}} Compiled */

class WorkerQueue {
  /** @param {Compiled} compiled @param {Promise<void>} ready when there is something worth queue for */
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

  /** Has a worker, and the engine in it. @param {() => void} [loaded] */
  startWorker(loaded) {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    this.worker = worker;
    worker.postMessage({ module: this.compiled.module });
    worker.addEventListener('message', ({ data }) => {
      if ('module' in data) {
        this.compiled.module ??= data.module;
        loaded?.();
      } else this.finish(parseResponse(data.response));
    });
    // A worker that fails as a whole answers nobody any more; the next question gets another one.
    const onFailure = () => {
      worker.terminate();
      loaded?.();
      if (this.worker !== worker) return;
      this.worker = null;
      const pending = [...(this.current ? [this.current] : []), ...this.queue.splice(0)];
      this.current = null;
      for (const { resolve } of pending) resolve(errorResponse('the engine could not be started in this browser'));
    };
    worker.addEventListener('error', onFailure);
    worker.addEventListener('messageerror', onFailure);
  }

  /** @param {any} answer */
  finish(answer) {
    this.current?.resolve(answer);
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
   * @param {boolean} stoppable whether it ends in the middle of its work
   * @param {AbortSignal} [signal]
   */
  async request(request, stoppable, signal) {
    await this.ready;
    if (signal?.aborted) return errorResponse('stopped');
    return new Promise((resolve) => {
      const pending = { request, resolve };
      this.queue.push(pending);
      this.next();
      signal?.addEventListener('abort', () => {
        resolve(errorResponse('stopped'));
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
  // The slow lane takes the module from the quick one: it is fetched and compiled once.
  const slow = new WorkerQueue(compiled, loaded);
  return (operation, params, signal) => {
    const runsLong = isSlow(operation, params);
    return (runsLong ? slow : quick).request({ ...params, operation }, runsLong, signal);
  };
}

/** @param {string} error */
const errorResponse = (error) => ({ operation: 'error', kind: 'broken', error });

/** @param {string} answer */
function parseResponse(answer) {
  try {
    return JSON.parse(answer);
  } catch {
    return errorResponse('the engine gave an answer that cannot be read');
  }
}
