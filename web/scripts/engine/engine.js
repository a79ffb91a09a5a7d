/**
 * The adapter to the engine, which runs as WebAssembly in workers on the static site and on the server
 * otherwise. Both use the JSON requests and reports of veridoku-api; the rest of the page does not depend on
 * where the engine runs.
 */
import { httpTransport } from './http.js';
import { workerTransport } from './worker-client.js';

/** An error reported by the engine. */
export class EngineError extends Error {
  /** @param {{error: string}} report */
  constructor(report) {
    super(report.error);
    this.name = 'EngineError';
  }
}

/**
 * Sends a request to the engine and returns its response. If the signal aborts first, the request is dropped
 * and the returned value is meaningless.
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
   * Sends a request. Throws an EngineError if the engine reports an error.
   * @param {string} operation
   * @param {object} params
   * @param {AbortSignal} [signal] cancels the request
   */
  async request(operation, params, signal) {
    const response = await this.transport(operation, params, signal);
    if (response.operation === 'error') throw new EngineError(response);
    return response;
  }

  /**
   * Returns the engine's formats, levels, techniques and algorithms. They are requested once;
   * a failed request is retried on the next call.
   */
  catalogue() {
    this.cataloguePromise ??= this.request('catalogue', {}).catch((error) => {
      this.cataloguePromise = null;
      throw error;
    });
    return this.cataloguePromise;
  }
}

/** Opens the engine that this page was built for. */
export function openEngine() {
  if (document.documentElement.dataset.engine === 'wasm') return new Engine(workerTransport(), 'wasm');
  return new Engine(httpTransport(), 'http');
}
