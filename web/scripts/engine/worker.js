/**
 * The worker's side: WebAssembly, with vector instructions where the browser has them.
 *
 * The modules lie in wasm/ of a built site; `web/build` puts them there.
 */

/** A module of one function with a vector in it; only an engine with simd128 takes it. */
const VECTOR_MODULE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

const started = (async () => {
  const build = WebAssembly.validate(VECTOR_MODULE) ? 'simd128' : 'portable';
  const engine = await import(new URL(`../../wasm/${build}/veridoku_wasm.js`, import.meta.url).href);
  await engine.default();
  return engine;
})();

self.addEventListener('message', async (message) => {
  const { number, request } = message.data;
  let answer;
  try {
    const engine = await started;
    answer = JSON.parse(engine.answer(JSON.stringify(request)));
  } catch (error) {
    answer = { operation: 'error', kind: 'broken', error: `the engine failed: ${error}` };
  }
  self.postMessage({ number, answer });
});
