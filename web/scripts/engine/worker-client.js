/** The engine in a worker: questions go out with a number, answers come back with it. */

/** @returns {import('./engine.js').Transport} */
export function workerTransport() {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  /** @type {Map<number, (answer: any) => void>} */
  const waiting = new Map();
  let last = 0;
  worker.addEventListener('message', (message) => {
    const { number, answer } = message.data;
    waiting.get(number)?.(JSON.parse(answer));
    waiting.delete(number);
  });
  worker.addEventListener('error', () => {
    const answer = { operation: 'error', kind: 'broken', error: 'the engine could not be started in this browser' };
    for (const resolve of waiting.values()) resolve(answer);
    waiting.clear();
  });
  return (operation, question) =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      worker.postMessage({ number: last, request: { ...question, operation } });
    });
}
