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
const SLOW = new Set(['generate', 'rate', 'path', 'steps', 'trace', 'compare', 'solve-many']);
/** A text with fewer characters holds so few puzzles that they are solved at once. */
const SHORT = 10_000;

/** @param {string} operation @param {object} question */
const takesTime = (operation, question) => SLOW.has(operation) && !('text' in question && String(question.text).length < SHORT);

/** @typedef {{request: object, resolve: (answer: any) => void}} Question */

/** The compiled engine, when some worker has it. @typedef {{module: WebAssembly.Module | null}} Compiled */

class Lane {
  /** @param {Compiled} compiled @param {Promise<void>} ready when there is something worth waiting for */
  constructor(compiled, ready) {
    this.compiled = compiled;
    this.ready = ready;
    /** @type {Question[]} */
    this.waiting = [];
    /** @type {Question | null} */
    this.current = null;
    /** @type {Worker | null} */
    this.worker = null;
  }

  /** Has a worker, and the engine in it. @param {() => void} [loaded] */
  begin(loaded) {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    this.worker = worker;
    worker.postMessage({ module: this.compiled.module });
    worker.addEventListener('message', ({ data }) => {
      if ('module' in data) {
        this.compiled.module ??= data.module;
        loaded?.();
      } else this.settle(parsed(data.answer));
    });
    // A worker that fails as a whole answers nobody any more; the next question gets another one.
    const give = () => {
      worker.terminate();
      loaded?.();
      if (this.worker !== worker) return;
      this.worker = null;
      const lost = [...(this.current ? [this.current] : []), ...this.waiting.splice(0)];
      this.current = null;
      for (const { resolve } of lost) resolve(failure('the engine could not be started in this browser'));
    };
    worker.addEventListener('error', give);
    worker.addEventListener('messageerror', give);
  }

  /** @param {any} answer */
  settle(answer) {
    this.current?.resolve(answer);
    this.current = null;
    this.next();
  }

  next() {
    if (this.current || !this.waiting.length) return;
    this.current = this.waiting.shift() ?? null;
    if (!this.worker) this.begin();
    this.worker?.postMessage({ request: this.current?.request });
  }

  /**
   * @param {object} request
   * @param {boolean} stoppable whether it ends in the middle of its work
   * @param {AbortSignal} [signal]
   */
  async ask(request, stoppable, signal) {
    await this.ready;
    if (signal?.aborted) return failure('stopped');
    return new Promise((resolve) => {
      const question = { request, resolve };
      this.waiting.push(question);
      this.next();
      signal?.addEventListener('abort', () => {
        resolve(failure('stopped'));
        this.waiting = this.waiting.filter((other) => other !== question);
        if (this.current !== question || !stoppable) return;
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
  const quick = new Lane(compiled, Promise.resolve());
  /** @type {Promise<void>} */
  const loaded = new Promise((resolve) => quick.begin(resolve));
  // The slow lane takes the module from the quick one: it is fetched and compiled once.
  const slow = new Lane(compiled, loaded);
  return (operation, question, signal) => {
    const isSlow = takesTime(operation, question);
    return (isSlow ? slow : quick).ask({ ...question, operation }, isSlow, signal);
  };
}

/** @param {string} error */
const failure = (error) => ({ operation: 'error', kind: 'broken', error });

/** @param {string} answer */
function parsed(answer) {
  try {
    return JSON.parse(answer);
  } catch {
    return failure('the engine gave an answer that cannot be read');
  }
}
