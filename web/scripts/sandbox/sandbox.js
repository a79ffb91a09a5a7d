/**
 * Runs a solver written by the user, isolated from the page.
 *
 *   page ── program as text ──▶ frame of an opaque origin, no network ──▶ worker without DOM
 *     ◀──────────────── one answer of a bounded size ──────────────────────────┘
 *
 * Each run gets a fresh frame, which is removed at the end. The page talks to it through a private channel
 * and listens to no other messages. Nothing in an answer is trusted: it is checked by `readAnswer`.
 */
import { instrument } from '../domain/instrument.js';
import { COUNTS, workerMain } from './solver-worker.js';

/** @typedef {import('./solver-worker.js').Answer} Answer */
/** @typedef {Answer | 'hung' | 'stopped' | 'unavailable'} SandboxResult */

/** Time limit of a solver, in milliseconds. */
export const TIME_LIMIT = 5_000;
/** Time after the limit until a solver that does not stop by itself is ended. */
const GRACE = 1_500;
/** Time for loading the sandbox. */
const LOADING_LIMIT = 30_000;
/** Maximum number of recorded events, as in the other recordings of the laboratory. */
const CAPACITY = 30_000;
/** Maximum length of a solver. */
export const MAX_SOURCE = 100_000;

/** @type {readonly Answer['outcome'][]} */
const OUTCOMES = ['returned', 'thrown', 'syntax', 'missing', 'promise', 'late'];

/**
 * Returns the program for the worker.
 * @param {string} source the solver
 * @param {string} puzzle
 * @param {{reads?: boolean, limit?: number, capacity?: number}} [options]
 */
export function programFor(source, puzzle, { reads = false, limit = TIME_LIMIT, capacity = CAPACITY } = {}) {
  const job = { ...instrument(source, { reads }), source, puzzle, limit, capacity, reads };
  return `(${workerMain})(self, ${JSON.stringify(job)})`;
}

/**
 * Checks an answer of the sandbox. Returns null if it is not one.
 * @param {any} data
 * @param {number} [capacity]
 * @returns {Answer | null}
 */
export function readAnswer(data, capacity = CAPACITY) {
  const isCount = (/** @type {unknown} */ value) => Number.isInteger(value) && Number(value) >= 0;
  const isText = (/** @type {unknown} */ value, /** @type {number} */ limit) =>
    typeof value === 'string' && value.length <= limit;
  const isColumn = (/** @type {unknown} */ value, /** @type {Function} */ type) =>
    value instanceof type && /** @type {Uint8Array} */ (value).length === capacity;
  const isAnswer =
    typeof data === 'object' &&
    data !== null &&
    OUTCOMES.includes(data.outcome) &&
    isText(data.message, 400) &&
    isText(data.stack, 5_000) &&
    isText(data.log, 5_000) &&
    /^[1-9a-i.?]{81}$/.test(data.board) &&
    isCount(data.line) &&
    typeof data.time === 'number' &&
    isCount(data.length) &&
    data.length <= capacity &&
    isCount(data.dropped) &&
    isColumn(data.kind, Uint8Array) &&
    isColumn(data.cell, Uint8Array) &&
    isColumn(data.digit, Uint8Array) &&
    isColumn(data.depth, Uint16Array) &&
    isColumn(data.line_of, Uint16Array) &&
    COUNTS.every((name) => isColumn(data.counts?.[name], Uint32Array) && isCount(data.totals?.[name]));
  return isAnswer ? data : null;
}

/**
 * Runs a program in the sandbox. Aborting the signal stops it at once.
 * @param {string} program
 * @param {AbortSignal} signal
 * @returns {Promise<SandboxResult>}
 */
export function runProgram(program, signal) {
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.hidden = true;
  frame.src = 'sandbox.html';
  const { port1: port, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    /** @param {SandboxResult} result */
    const finish = (result) => {
      clearTimeout(timer);
      port.close();
      frame.remove();
      resolve(result);
    };
    let timer = setTimeout(() => finish('unavailable'), LOADING_LIMIT);
    port.onmessage = ({ data }) => {
      if (data !== 'started') return finish(readAnswer(data) ?? 'hung');
      clearTimeout(timer);
      timer = setTimeout(() => finish('hung'), TIME_LIMIT + GRACE);
    };
    // The frame may have an opaque origin, which cannot be named; the page's policy keeps other documents out.
    frame.addEventListener('load', () => frame.contentWindow?.postMessage(program, '*', [port2]), {
      once: true,
    });
    signal.addEventListener('abort', () => finish('stopped'), { once: true });
    if (signal.aborted) finish('stopped');
    else document.body.append(frame);
  });
}
