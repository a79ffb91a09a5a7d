/**
 * Loads the WebAssembly engine and sends it requests. Requests and responses are JSON text in the memory of
 * the module; see the module documentation of crates/wasm. Names are in snake_case there, in camelCase here.
 */

/** @import { EngineSource, Puzzle, Puzzles } from './engine.js' */

/**
 * The exports of the module.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} request_buffer
 * @property {() => number} handle_request
 * @property {() => number} response_length
 */

/**
 * Sends a request and returns the report.
 * @typedef {(operation: string, input: object, options?: object) => any} Request
 */

export class VeridokuError extends Error {
  /**
   * @param {string} message
   * @param {string} kind
   * @param {{line?: number, column?: number, cause?: unknown}} [details]
   */
  constructor(message, kind, { line, column, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'VeridokuError';
    this.kind = kind;
    this.line = line;
    this.column = column;
  }
}

/**
 * Returns the function `load`, which loads the engine once. A failed attempt is repeated on the next call.
 * @template Engine
 * @param {(request: Request) => Engine} methods creates the methods of an engine
 * @param {ReadonlySet<string>} omitted fields to remove from reports
 */
export function loader(methods, omitted) {
  /** @type {Promise<Engine> | undefined} */
  let shared;
  /**
   * The last engine that was loaded. It stays in use if another source cannot be loaded.
   * @type {Promise<Engine> | undefined}
   */
  let working;
  /** @param {EngineSource | PromiseLike<EngineSource>} [source] */
  return function load(source) {
    if (shared && source === undefined) return shared;
    const engine = compile(source ?? new URL('./veridoku.wasm', import.meta.url)).then(async (module) => {
      // Asynchronous, because some browsers do not allow large modules to be instantiated synchronously.
      const instance = await WebAssembly.instantiate(module, {});
      return methods(requests(module, instance, omitted));
    });
    shared = engine;
    engine.then(
      () => {
        working = engine;
      },
      () => {
        if (shared === engine) shared = working;
      },
    );
    return engine;
  };
}

/**
 * Compiles the module.
 * @param {EngineSource | PromiseLike<EngineSource>} given
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(given) {
  try {
    const source = await given;
    if (source instanceof WebAssembly.Module) return source;
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source))
      return await WebAssembly.compile(/** @type {BufferSource} */ (source));
    if (source instanceof Response) return await compileResponse(source);
    const address = String(source);
    // Node.js has no fetch for files. Not an import, because bundlers would try to resolve it.
    const files = address.startsWith('file:') && globalThis.process?.getBuiltinModule?.('node:fs');
    if (files) return await WebAssembly.compile(await files.promises.readFile(new URL(address)));
    return await compileResponse(await fetch(address));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new VeridokuError(`the engine could not be loaded: ${reason}`, 'unavailable', { cause });
  }
}

/** @param {Response} response */
async function compileResponse(response) {
  if (!response.ok) throw new Error(`status ${response.status} for ${response.url}`);
  // Streaming compilation requires the right content type, and some hosts do not send it.
  const streamed = response.headers.get('content-type') === 'application/wasm';
  return streamed
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Returns the function that sends requests to an instance of the module.
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Instance} instance
 * @param {ReadonlySet<string>} omitted
 * @returns {Request}
 */
function requests(module, instance, omitted) {
  return (operation, input, options = {}) => {
    if (typeof options !== 'object' || options === null)
      throw unreadable(`found ${named(options)}, expected an object with options`);
    const { from, ...rest } = /** @type {Record<string, unknown>} */ (options);
    // The WebAssembly module has no source of randomness.
    if (operation === 'generate') rest.seed ??= crypto.getRandomValues(new Uint32Array(1))[0];
    const request = { ...input, operation, from, options: renameKeys(rest, snakeCase) };
    if ('puzzle' in request) request.puzzle = puzzleText(/** @type {Puzzle} */ (request.puzzle));
    if ('text' in request) request.text = puzzlesText(/** @type {Puzzles} */ (request.text));
    const json = JSON.stringify(request, checkOption);
    let text;
    try {
      text = call(/** @type {any} */ (instance.exports), json);
    } catch (cause) {
      // The failure may have corrupted the memory, so the next request gets a new instance.
      instance = new WebAssembly.Instance(module, {});
      throw new VeridokuError(`the engine failed: ${cause}`, 'broken', { cause });
    }
    const { operation: answered, ...report } = JSON.parse(text);
    if (answered === 'error') {
      if (!('puzzle' in input) || typeof input.puzzle === 'string')
        throw new VeridokuError(report.error, report.kind, report);
      // The position is one in the JSON of the array, which the caller has not seen.
      throw new VeridokuError(report.error.replace(/^line \d+, column \d+: /, ''), report.kind);
    }
    return renameKeys(report, camelCase, omitted);
  };
}

/**
 * Runs a request and returns the response.
 * @param {Exports} exports
 * @param {string} request
 */
function call({ memory, request_buffer, handle_request, response_length }, request) {
  const bytes = new TextEncoder().encode(request);
  // Allocate first: the memory may grow, which replaces its buffer. Addresses are returned as signed numbers.
  const room = request_buffer(bytes.length) >>> 0;
  new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
  const place = handle_request() >>> 0;
  return new TextDecoder().decode(new Uint8Array(memory.buffer, place, response_length() >>> 0));
}

/**
 * Returns the text of a puzzle. The engine reads JSON arrays.
 * @param {Puzzle} puzzle
 */
function puzzleText(puzzle) {
  if (typeof puzzle === 'string') return puzzle;
  if (typeof puzzle !== 'object' || typeof puzzle?.length !== 'number')
    throw unreadable(`found ${named(puzzle)}, expected a puzzle: text, 81 cells, or nine rows of nine cells`);
  // Typed arrays are copied to plain ones, which JSON writes as arrays.
  const rows = /** @type {ArrayLike<import('./engine.js').CellValue | ArrayLike<unknown>>} */ (puzzle);
  const plain = Array.from(rows, (row) => (typeof row === 'object' && row ? Array.from(row) : row));
  return JSON.stringify(plain, (_, cell) => (typeof cell === 'bigint' ? String(cell) : cell));
}

/**
 * Returns the text of several puzzles. An array becomes one line per puzzle.
 * @param {Puzzles} puzzles
 */
function puzzlesText(puzzles) {
  if (typeof puzzles === 'string') return puzzles;
  if (!Array.isArray(puzzles))
    throw unreadable(`found ${named(puzzles)}, expected text with puzzles, or an array of puzzles`);
  const lines = puzzles.map(puzzleText);
  const long = lines.findIndex((line) => /[\n\r]/.test(line));
  if (long >= 0) throw unreadable(`found a line break in puzzle ${long + 1} of the array, expected one line`);
  return lines.join('\n');
}

const REFUSED_TYPES = new Set(['bigint', 'function', 'symbol']);

/**
 * Refuses options that JSON cannot represent. It would replace NaN by null, which means the default.
 * @param {string} name in snake_case
 * @param {unknown} value
 */
function checkOption(name, value) {
  const refused = typeof value === 'number' ? !Number.isFinite(value) : REFUSED_TYPES.has(typeof value);
  if (refused) throw unreadable(`the option \`${camelCase(name)}\` cannot be ${named(value)}`);
  return value;
}

/** @param {string} message */
const unreadable = (message) => new VeridokuError(message, 'unreadable');

/**
 * Returns a value as it is named in errors.
 * @param {unknown} value
 */
function named(value) {
  if (typeof value === 'bigint') return `the BigInt ${value}`;
  if (typeof value === 'function') return 'a function';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** @param {string} name */
const snakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** @param {string} name */
const camelCase = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/**
 * Returns a copy with other names for the fields of all objects.
 * @param {unknown} value
 * @param {(name: string) => string} rename
 * @param {ReadonlySet<string>} [omitted] fields to leave out
 * @returns {unknown}
 */
function renameKeys(value, rename, omitted) {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, rename, omitted));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => !omitted?.has(name));
  return Object.fromEntries(fields.map(([name, item]) => [rename(name), renameKeys(item, rename, omitted)]));
}
