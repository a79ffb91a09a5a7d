// Runs the WebAssembly engine in Node.js, one request at a time.
import { readFile } from 'node:fs/promises';

/**
 * Loads a module and returns a function that sends it requests.
 * @param {string} path a module built by web/build
 * @returns {Promise<(request: object) => any>}
 */
export async function openModule(path) {
  const { instance } = await WebAssembly.instantiate(await readFile(path), {});
  const { memory, request_buffer, handle_request, response_length } = /** @type {any} */ (instance.exports);
  return (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    // Allocate first: the memory may grow, which replaces its buffer. Addresses are returned as signed
    // numbers.
    const room = request_buffer(bytes.length) >>> 0;
    new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
    const place = handle_request() >>> 0;
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, place, response_length() >>> 0)));
  };
}
