/**
 * The worker's side: WebAssembly, with vector instructions where the browser has them.
 *
 * The modules lie in wasm/ of a built site; `web/build` puts them there. Question and answer are JSON in the memory
 * of the module; the head of crates/wasm says how.
 */

/**
 * What the module offers.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} question_room
 * @property {() => number} answer
 * @property {() => number} answer_length
 */

/** A module of one function with a vector in it; only an engine with simd128 takes it. */
const VECTOR_MODULE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

const build = WebAssembly.validate(VECTOR_MODULE) ? 'simd128' : 'portable';
const address = new URL(`../../wasm/${build}.wasm`, import.meta.url);

async function compile() {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`no engine at ${address.pathname}`);
  // Some hosts do not know what a .wasm file is, and only a stream with the right name may be compiled as it comes.
  const streamed = response.headers.get('content-type') === 'application/wasm';
  return streamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** The module: compiled here, or in another worker. @type {Promise<WebAssembly.Module> | null} */
let compiled = null;
/** @type {Exports | null} */
let engine = null;

/** Compiles once, and again only where that failed. */
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

/** The engine, made anew where there is none. */
async function instantiate() {
  const module = await load();
  engine ??= /** @type {Exports} */ (/** @type {unknown} */ ((await WebAssembly.instantiate(module, {})).exports));
  return engine;
}

/** @param {object} request */
async function handle(request) {
  let response;
  try {
    response = call(await instantiate(), JSON.stringify(request));
  } catch (error) {
    response = JSON.stringify({ operation: 'error', kind: 'broken', error: `the engine failed: ${error}` });
    // What failed may have left its memory in disorder; the next question gets a fresh one.
    engine = null;
  }
  self.postMessage({ response });
}

// One question at a time comes from the page; to be ready beforehand is a message of its own.
self.addEventListener('message', ({ data }) => {
  if (data.module) compiled = Promise.resolve(data.module);
  else if (data.request) void handle(data.request);
  else load().catch(() => {});
});

/**
 * The answer as text: to copy objects from thread to thread takes the page longer than to read them.
 * @param {Exports} exports
 * @param {string} request
 */
function call({ memory, question_room, answer, answer_length }, request) {
  const bytes = new TextEncoder().encode(request);
  // Room first: to make it the memory may grow, and then has another buffer.
  const room = question_room(bytes.length) >>> 0;
  new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
  // Addresses come as signed numbers.
  const place = answer() >>> 0;
  return new TextDecoder().decode(new Uint8Array(memory.buffer, place, answer_length() >>> 0));
}
