/**
 * The worker that runs the engine as WebAssembly, with vector instructions if the browser supports them.
 *
 * `web/build` puts the modules into the folder wasm/ of the site. Requests and responses are JSON text in the
 * memory of the module; see the module documentation of crates/wasm.
 */

import { addTimes } from './timing.js';

/**
 * The exports of the module.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} request_buffer
 * @property {() => number} handle_request
 * @property {() => number} response_length
 */

/** A module with one vector instruction; it is valid only in browsers that support simd128. */
const VECTOR_MODULE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
  11,
]);

const build = WebAssembly.validate(VECTOR_MODULE) ? 'simd128' : 'portable';
const address = new URL(`../../wasm/${build}.wasm`, import.meta.url);

async function compile() {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`engine not found at ${address.pathname}`);
  // Streaming compilation requires the right content type, and some hosts do not send it.
  const streamed = response.headers.get('content-type') === 'application/wasm';
  return streamed
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** The module, compiled in this worker or in another one. @type {Promise<WebAssembly.Module> | null} */
let compiled = null;
/** @type {Exports | null} */
let engine = null;

/** Compiles the module once; a failed attempt is retried on the next call. */
function load() {
  compiled ??= compile().then(
    (module) => {
      self.postMessage({ module });
      return module;
    },
    (error) => {
      compiled = null;
      self.postMessage({ module: null });
      throw error;
    },
  );
  return compiled;
}

/** Returns the engine, and creates an instance if there is none. */
async function instantiate() {
  const module = await load();
  engine ??= /** @type {Exports} */ (
    /** @type {unknown} */ ((await WebAssembly.instantiate(module, {})).exports)
  );
  return engine;
}

/** @param {object} request */
async function handle(request) {
  let response;
  try {
    const exports = await instantiate();
    const run = (/** @type {object} */ params) => call(exports, JSON.stringify(params));
    response = run(request);
    if ('operation' in request && request.operation === 'compare') {
      const report = JSON.parse(response);
      addTimes(/** @type {any} */ (request), report, run, () => performance.now());
      response = JSON.stringify(report);
    }
  } catch (error) {
    response = JSON.stringify({ operation: 'error', kind: 'broken', error: `the engine failed: ${error}` });
    // The failure may have corrupted its memory, so the next request gets a new instance.
    engine = null;
  }
  self.postMessage({ response });
}

// The page sends one request at a time. The first message has no request: it carries the module or makes the
// worker load it.
self.addEventListener('message', ({ data }) => {
  if (data.module) compiled = Promise.resolve(data.module);
  else if (data.request) void handle(data.request);
  else load().catch(() => {});
});

/**
 * Runs a request and returns the response as text: for the page, parsing text is faster than copying objects
 * between threads.
 * @param {Exports} exports
 * @param {string} request
 */
function call({ memory, request_buffer, handle_request, response_length }, request) {
  const bytes = new TextEncoder().encode(request);
  // Allocate first: the memory may grow, which replaces its buffer.
  const room = request_buffer(bytes.length) >>> 0;
  new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
  // Addresses are returned as signed numbers.
  const place = handle_request() >>> 0;
  return new TextDecoder().decode(new Uint8Array(memory.buffer, place, response_length() >>> 0));
}
