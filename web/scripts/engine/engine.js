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
 * @typedef {(operation: string, params: object, signal?: AbortSignal) => Promise<any>} Transport
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
    this.cataloguePromise = null;
  }

  /**
   * Asks, and throws an EngineError where there is no response.
   * @param {string} operation
   * @param {object} params
   * @param {AbortSignal} [signal] nobody wants the answer any more
   */
  async request(operation, params, signal) {
    const response = await this.transport(operation, params, signal);
    if (response.operation === 'error') throw new EngineError(response);
    return response;
  }

  /** What the engine knows: asked once, and again only where there was no response. */
  catalogue() {
    this.cataloguePromise ??= this.request('catalogue', {}).catch((error) => {
      this.cataloguePromise = null;
      throw error;
    });
    return this.cataloguePromise;
  }
}

/** The engine that this page was built for. */
export function openEngine() {
  if (document.documentElement.dataset.engine === 'wasm') return new Engine(workerTransport(), 'wasm');
  return new Engine(httpTransport(), 'http');
}
