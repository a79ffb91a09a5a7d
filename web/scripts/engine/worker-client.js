/** The engine in a worker: questions go out with a number, answers come back with it. */

/** @returns {import('./engine.js').Transport} */
export function workerTransport() {
  /** @type {Map<number, (answer: any) => void>} */
  const waiting = new Map();
  let last = 0;
  /** @type {Worker | null} */
  let worker = begin();

  function begin() {
    const begun = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    begun.addEventListener('message', ({ data: { number, answer } }) => {
      waiting.get(number)?.(parsed(answer));
      waiting.delete(number);
    });
    // A worker that fails as a whole answers nobody any more; the next question gets another one.
    const give = () => {
      begun.terminate();
      worker = null;
      for (const resolve of waiting.values()) resolve(failure('the engine could not be started in this browser'));
      waiting.clear();
    };
    begun.addEventListener('error', give);
    begun.addEventListener('messageerror', give);
    return begun;
  }

  return (operation, question) =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      worker ??= begin();
      worker.postMessage({ number: last, request: { ...question, operation } });
    });
}

/** @param {string} error */
const failure = (error) => ({ operation: 'error', kind: 'broken', error });

/** @param {string} answer */
function parsed(answer) {
  try {
    return JSON.parse(answer);
  } catch {
    return failure('the engine gave an answer that cannot be read');
  }
}
