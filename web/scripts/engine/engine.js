/**
 * The engine, wherever it is: WebAssembly in workers where the site was built with it, the server
 * otherwise. Both speak the JSON of veridoku-api; this adapter is all that the page knows of either.
 */
import { httpTransport } from './http.js';
import { workerTransport } from './worker-client.js';

/** What went wrong, in the engine's words. */
export class EngineError extends Error {
  /** @param {{error: string}} report */
  constructor(report) {
    super(report.error);
    this.name = 'EngineError';
  }
}

/**
 * Carries a question to the engine and its answer back. Where the signal comes first, the question is dropped, and what is
 * given back does not matter.
 * @typedef {(operation: string, question: object, signal?: AbortSignal) => Promise<any>} Transport
 */

export class Engine {
  /**
   * @param {Transport} transport
   * @param {'wasm' | 'http'} kind
   */
  constructor(transport, kind) {
    this.transport = transport;
    this.kind = kind;
    /** @type {Promise<any> | null} */
    this.listed = null;
  }

  /**
   * Asks, and throws an EngineError where there is no answer.
   * @param {string} operation
   * @param {object} question
   * @param {AbortSignal} [signal] nobody wants the answer any more
   */
  async ask(operation, question, signal) {
    const answer = await this.transport(operation, question, signal);
    if (answer.operation === 'error') throw new EngineError(answer);
    return answer;
  }

  /** What the engine knows: asked once, and again only where there was no answer. */
  catalogue() {
    this.listed ??= this.ask('catalogue', {}).catch((error) => {
      this.listed = null;
      throw error;
    });
    return this.listed;
  }
}

/** The engine that this page was built for. */
export function openEngine() {
  if (document.documentElement.dataset.engine === 'wasm') return new Engine(workerTransport(), 'wasm');
  return new Engine(httpTransport(), 'http');
}
