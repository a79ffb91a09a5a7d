// Asynchronous tasks, worker queues, random seeds and key names, with fake workers.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Actions } from '../../scripts/actions.js';
import { workerTransport } from '../../scripts/engine/worker-client.js';
import { keyName } from '../../scripts/keyboard.js';
import { randomPuzzle, puzzleFromSeed } from '../../scripts/puzzles.js';
import { Store, initialState } from '../../scripts/store.js';
import { Tasks } from '../../scripts/tasks.js';

/** All workers, in the order of creation. @type {FakeWorker[]} */
const workers = [];

class FakeWorker extends EventTarget {
  constructor() {
    super();
    /** The requests received. @type {any[]} */
    this.requests = [];
    /** @type {any} */
    this.module = null;
    this.terminated = false;
    workers.push(this);
  }

  /** @param {any} data */
  postMessage(data) {
    if ('module' in data) this.module = data.module;
    else this.requests.push(data.request);
  }

  terminate() {
    this.terminated = true;
  }

  /** @param {object} data */
  emit(data) {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }

  /** @param {string} status */
  respond(status) {
    this.emit({ response: JSON.stringify({ operation: 'x', status }) });
  }
}
Reflect.set(globalThis, 'Worker', FakeWorker);
beforeEach(() => void workers.splice(0));

/** Lets pending promises resolve. */
const flushPromises = () => new Promise((resolve) => setImmediate(resolve));

test('a slow request does not block quick ones, and the module is compiled once', async () => {
  const request = workerTransport();
  const made = request('generate', {});
  await flushPromises();
  assert.equal(workers.length, 1, 'the second worker waits for the module');
  workers[0].emit({ module: 'compiled' });
  await flushPromises();
  assert.deepEqual([workers[1].module, workers[1].requests.length], ['compiled', 1]);
  const checked = request('check', {});
  await flushPromises();
  workers[0].respond('unique');
  assert.equal((await checked).status, 'unique');
  // A short text goes to the quick queue; a long one waits in the slow queue.
  const [few, many] = [
    request('solve-many', { text: '1' }),
    request('solve-many', { text: '1'.repeat(20_000) }),
  ];
  await flushPromises();
  assert.deepEqual([workers[0].requests.length, workers[1].requests.length], [2, 1]);
  workers[0].respond('few');
  assert.equal((await few).status, 'few');
  workers[1].respond('made');
  assert.equal((await made).status, 'made');
  workers[1].respond('many');
  assert.equal((await many).status, 'many');
});

test('a cancelled request is not sent, or its worker is terminated', async () => {
  const request = workerTransport();
  workers[0].emit({ module: 'compiled' });
  const [running, waiting, last] = [new AbortController(), new AbortController(), new AbortController()];
  const responses = [running, waiting, last].map(({ signal }, number) => request('rate', { number }, signal));
  await flushPromises();
  waiting.abort();
  running.abort();
  await flushPromises();
  assert.ok(workers[1].terminated, 'the worker that was running it');
  assert.deepEqual(
    workers[2].requests.map(({ number }) => number),
    [2],
  );
  workers[2].respond('rated');
  assert.deepEqual(
    (await Promise.all(responses)).map(({ operation, status }) => status ?? operation),
    ['error', 'error', 'rated'],
  );
  // A quick request is not interrupted: it finishes sooner than a new worker would start.
  const short = new AbortController();
  const cancelled = request('check', { number: 3 }, short.signal);
  const next = request('check', { number: 4 });
  await flushPromises();
  short.abort();
  assert.equal((await cancelled).operation, 'error');
  assert.ok(!workers[0].terminated);
  workers[0].respond('late');
  await flushPromises();
  workers[0].respond('in time');
  assert.equal((await next).status, 'in time');
});

test('a newer task aborts the older one of its kind, and slow tasks are shown as busy', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const store = new Store(initialState());
  const tasks = new Tasks(store);
  /** @type {((value: string) => void)[]} */
  const ends = [];
  const work = () => new Promise((/** @type {(value: string) => void} */ resolve) => void ends.push(resolve));
  const first = tasks.run('game', 'Generating', work);
  const other = tasks.run('check', 'Checking', work);
  const second = tasks.run('game', 'Generating another', work);
  assert.equal(store.state.busy, null, 'not shown immediately');
  ends[1]('checked');
  assert.equal(await other, 'checked');
  context.mock.timers.tick(1000);
  assert.deepEqual(store.state.busy, { kind: 'game', label: 'Generating another', language: 'en' });
  ends[0]('too late');
  assert.equal(await first, null);
  assert.ok(tasks.cancel());
  assert.equal(store.state.busy, null);
  ends[2]('too late');
  assert.equal(await second, null);
  assert.ok(!tasks.cancel());
});

test('without a seed, random seeds are tried until one gives a puzzle', async () => {
  /** @type {any[]} */
  const requests = [];
  const found = { puzzle: 'a puzzle', er: 9.1 };
  const engine = /** @type {any} */ ({
    request: async (/** @type {string} */ _, /** @type {any} */ { options }) => {
      requests.push(options);
      return { puzzles: requests.length > 3 ? [found] : [], attempts: options.attempts };
    },
  });
  /** @type {number[]} */
  const progress = [];
  const made = await randomPuzzle(engine, 'nightmare', new AbortController().signal, (attempts) =>
    progress.push(attempts),
  );
  assert.deepEqual(progress, [200, 400, 600]);
  assert.equal(new Set(requests.map(({ seed }) => seed)).size, 4);
  assert.equal(made.seed, requests[3].seed);
  await puzzleFromSeed(engine, 'nightmare', made.seed, new AbortController().signal);
  const { attempts, ...same } = requests[3];
  assert.deepEqual(requests[4], same, 'the same options, without the limit on attempts');
  assert.ok(attempts > 0);
});

test('a seed without a puzzle gives a friendly message', async () => {
  const store = new Store(initialState());
  const engine = /** @type {any} */ ({
    request: async () => ({ puzzles: [], attempts: 2000, reason: 'gave up after 2000 attempts at puzzle 0' }),
  });
  const before = store.game;
  await new Actions(store, engine, new Tasks(store)).newPuzzle('nightmare', 'nm1');
  assert.equal(store.game, before);
  assert.equal(
    store.state.message.text,
    'No nightmare puzzle was found for the seed “nm1”. Try another seed, or leave it empty.',
  );
});

test('keys have the same name on every keyboard layout', () => {
  /** @param {string} key @param {string} code @param {Partial<KeyboardEvent>} [held] */
  const name = (key, code, held = {}) => keyName(/** @type {any} */ ({ key, code, ...held }));
  assert.equal(name('m', 'KeyM'), 'm');
  assert.equal(name('H', 'KeyH'), 'h', 'Caps Lock');
  assert.equal(name('H', 'KeyH', { shiftKey: true }), 'Shift+h');
  assert.equal(name('z', 'KeyY'), 'z', 'QWERTZ: by character');
  assert.equal(name('я', 'KeyZ'), 'z', 'non-Latin letters: by position');
  assert.equal(name('&', 'Digit1'), '1', 'AZERTY');
  assert.equal(name('!', 'Digit1', { shiftKey: true }), 'Shift+1');
  assert.equal(name('0', 'Digit0', { ctrlKey: true }), 'Ctrl+0');
  assert.equal(name('5', 'Numpad5'), '5');
  assert.equal(name('ArrowLeft', 'Numpad4'), 'ArrowLeft', 'NumLock off');
  assert.equal(name('?', 'Slash', { shiftKey: true }), '?');
  assert.equal(name('Z', 'KeyZ', { ctrlKey: true, shiftKey: true }), 'Ctrl+Shift+z');
});
