// The engine of the page without a page: one request at a time, in Node.js.
import { readFile } from 'node:fs/promises';

/**
 * @param {string} path of a module that web/build has made
 * @returns {Promise<(request: object) => any>}
 */
export async function openModule(path) {
  const { instance } = await WebAssembly.instantiate(await readFile(path), {});
  const { memory, question_room, answer, answer_length } = /** @type {any} */ (instance.exports);
  return (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    // Room first: to make it the memory may grow, and then has another buffer. Addresses come as signed numbers.
    const room = question_room(bytes.length) >>> 0;
    new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
    const place = answer() >>> 0;
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, place, answer_length() >>> 0)));
  };
}
