// The package in Node.js: inputs, errors, loading, and what the tarball contains.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { VeridokuError, count, generate, hint, load, solve, solveMany, techniques } from 'veridoku';

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const ROWS = PUZZLE.match(/.{9}/g).map((row) => [...row].map((cell) => Number(cell) || 0));
const WASM = new URL(import.meta.resolve('veridoku/veridoku.wasm'));

/** The properties of the error for what a caller got wrong. */
const unreadable = (message) => ({ name: 'VeridokuError', kind: 'unreadable', message });

test('puzzles can be text, cells and rows', async () => {
  const digits = [...PUZZLE].map((character) => Number(character.replace('.', '0')));
  const rows = (cells) => Array.from({ length: 9 }, (_, row) => cells.slice(9 * row, 9 * row + 9));
  const puzzles = [
    PUZZLE,
    digits,
    digits.map((digit) => digit || null),
    digits.map((digit) => digit || undefined),
    digits.map((digit) => (digit ? String(digit) : '')),
    new Uint8Array(digits),
    rows(digits),
    rows([...PUZZLE]),
    rows(new Uint8Array(digits)),
    PUZZLE.match(/.{9}/g),
  ];
  for (const puzzle of puzzles) assert.equal((await solve(puzzle)).solution, SOLUTION);
  const { results, dropped } = await solveMany(`${PUZZLE}\nnonsense\n`.repeat(500), { limit: 999 });
  assert.deepEqual([results.length, dropped, results[0].solution], [999, 1, SOLUTION]);
});

test('options are in camelCase, and absent ones have defaults', async () => {
  assert.deepEqual(await solve(PUZZLE, {}), await solve(PUZZLE, { budget: undefined }));
  assert.equal((await solve(PUZZLE, { from: 'line' })).status, 'unique');
  const [wing] = (await techniques({ only: ['xy-wing'] })).techniques;
  assert.equal(wing.libraryCode, '0800');
  const hinted = await hint(PUZZLE, {
    notation: 'a1',
    techniques: { alsChains: true, only: ['Hidden Single'] },
  });
  assert.equal(hinted.technique, 'Hidden Single');
});

test('many puzzles can be text or an array', async () => {
  const { results } = await solveMany([PUZZLE, ROWS, 'nonsense', ROWS.flat(), new Uint8Array(ROWS.flat())]);
  assert.deepEqual(
    results.map(({ line, solution }) => [line, solution]),
    [1, 2, 3, 4, 5].map((line) => [line, line === 3 ? null : SOLUTION]),
  );
  assert.deepEqual((await solveMany([])).results, []);
  assert.equal((await solveMany(['', PUZZLE])).results[0].line, 2);
  const grid = PUZZLE.match(/.{9}/g).join('\n');
  await assert.rejects(solveMany([PUZZLE, grid]), unreadable(/line break in puzzle 2/));
  await assert.rejects(solveMany([PUZZLE, null]), unreadable(/^found null, expected a puzzle/));
  await assert.rejects(solveMany({ puzzle: PUZZLE }), unreadable(/^found an object, expected .* puzzles$/));
});

test('options that JSON cannot represent are refused', async () => {
  for (const limit of [NaN, Infinity, -Infinity, Symbol('limit')])
    await assert.rejects(
      count(PUZZLE, { limit }),
      unreadable(`the option \`limit\` cannot be ${String(limit)}`),
    );
  assert.equal((await count('.'.repeat(81), { limit: 3 })).count, 3);
  assert.deepEqual(await count(PUZZLE, { limit: undefined }), await count(PUZZLE));
  await assert.rejects(generate({ seed: 5n }), unreadable(/`seed` cannot be the BigInt 5$/));
  await assert.rejects(solve(PUZZLE, { budget: () => 5 }), unreadable(/`budget` cannot be a function$/));
  // Names are in camelCase in the message, too.
  const hinted = hint(PUZZLE, { techniques: { alsChains: NaN } });
  await assert.rejects(hinted, unreadable(/`alsChains` cannot be NaN$/));
  for (const options of [null, 5, 'where'])
    await assert.rejects(
      hint(PUZZLE, options),
      unreadable(`found ${options}, expected an object with options`),
    );
});

test('values that are no puzzles are named', async () => {
  const found = [
    [null, 'null'],
    [undefined, 'undefined'],
    [5, '5'],
    [NaN, 'NaN'],
    [5n, 'the BigInt 5'],
    [{}, 'an object'],
    [solve, 'a function'],
  ];
  for (const [value, name] of found)
    await assert.rejects(
      solve(value),
      unreadable(`found ${name}, expected a puzzle: text, 81 cells, or nine rows of nine cells`),
    );
});

test('errors in arrays have no position in a text', async () => {
  const errors = [
    [[...ROWS, ROWS[0]], 'found 10 rows, expected 9'],
    [ROWS.slice(1), 'found 8 rows, expected 9'],
    [[...ROWS.slice(1), [1]], 'found 1 cell in the row, expected 9'],
    [[...ROWS.flat(), 1n], 'found 82 cells, expected 81'],
    [ROWS.flat().fill(10), 'found "10", expected a digit from 1 to 9 or a blank'],
  ];
  for (const [puzzle, message] of errors)
    await assert.rejects(solve(puzzle), { ...unreadable(message), line: undefined, column: undefined });
});

test('what cannot be answered throws a VeridokuError', async () => {
  const failure = async (promise) => {
    const error = await promise.then(
      () => assert.fail('no error'),
      (error) => error,
    );
    assert.ok(error instanceof VeridokuError && error instanceof Error);
    assert.equal(error.name, 'VeridokuError');
    return error;
  };
  const unreadable = await failure(solve('53..7\n6..x'));
  assert.equal(unreadable.kind, 'unreadable');
  assert.deepEqual([typeof unreadable.line, typeof unreadable.column], ['number', 'number']);
  assert.match(unreadable.message, /expected/);
  assert.equal((await failure(solve([1, 2, 3]))).kind, 'unreadable');
  assert.match((await failure(hint(PUZZLE, { levels: 'full' }))).message, /unknown field `levels`/);
  assert.match((await failure(solve(PUZZLE, { from: 'morse' }))).message, /unknown.*morse/);
  const missing = await failure(load(new URL('missing.wasm', WASM)));
  assert.equal(missing.kind, 'unavailable');
  assert.match(missing.message, /could not be loaded.*missing\.wasm/);
  assert.ok(missing.cause instanceof Error);
  assert.equal((await failure(load(new Response('', { status: 404 })))).kind, 'unavailable');
  // A failed attempt does not affect later calls.
  assert.equal((await solve(PUZZLE)).solution, SOLUTION);
});

test('the engine can be loaded from any source, once', async () => {
  assert.equal(await load(), await load());
  const bytes = readFileSync(WASM);
  const response = new Response(bytes, { headers: { 'content-type': 'application/wasm' } });
  const sources = [WASM, WASM.href, bytes, new Response(bytes), Promise.resolve(response)];
  sources.push(await WebAssembly.compile(bytes));
  for (const source of sources) {
    const engine = await load(source);
    assert.equal(await load(), engine);
    await assert.rejects(load(new Uint8Array(8)));
    assert.equal(await load(), engine);
    const { solve: solveNow } = engine;
    assert.equal(solveNow(PUZZLE).solution, SOLUTION);
  }
});

test('an engine that fails throws an error, and can be used again', async () => {
  // A module with the exports of the engine, in which `handle_request` is the instruction `unreachable`.
  const section = (id, ...content) => [id, content.flat().length, ...content.flat()];
  const exported = (name, kind, index) => [name.length, ...Buffer.from(name), kind, index];
  const bytes = [0, 97, 115, 109, 1, 0, 0, 0].concat(
    section(1, [2, 96, 1, 127, 1, 127, 96, 0, 1, 127]),
    section(3, [3, 0, 1, 1]),
    section(5, [1, 0, 1]),
    section(
      7,
      [4],
      exported('memory', 2, 0),
      exported('request_buffer', 0, 0),
      exported('handle_request', 0, 1),
      exported('response_length', 0, 2),
    ),
    section(10, [3, 4, 0, 65, 0, 11, 3, 0, 0, 11, 4, 0, 65, 0, 11]),
  );
  const engine = await load(new Uint8Array(bytes));
  for (let attempt = 0; attempt < 2; attempt++)
    assert.throws(() => engine.solve(PUZZLE), {
      name: 'VeridokuError',
      kind: 'broken',
      message: /unreachable/,
    });
  await load(WASM);
});

test('random puzzles differ, and can be generated again by their seed', async () => {
  const seeds = new Set();
  for (let count = 0; count < 5; count++) {
    const { puzzles, seed } = await generate({ level: 'easy' });
    const again = await generate({ level: 'easy', seed });
    assert.deepEqual(again.puzzles, puzzles);
    seeds.add(seed);
  }
  assert.equal(seeds.size, 5);
});

test('the package contains what it needs, and README states its size', () => {
  const folder = new URL('.', WASM);
  const files = ['LICENSE-APACHE', 'LICENSE-MIT', 'README.md', 'package.json', 'veridoku.wasm'];
  files.push('LICENCES-OF-LIBRARIES', 'engine.d.ts', 'engine.js', 'index.d.ts', 'index.js');
  assert.deepEqual(readdirSync(folder).sort(), files.sort());
  const manifest = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  for (const path of [manifest.types, manifest.exports['.'].types, manifest.exports['.'].default])
    assert.ok(existsSync(new URL(path, folder)), path);
  const stated = Number(/(\d+) kB with gzip/.exec(readFileSync(new URL('README.md', folder), 'utf8'))?.[1]);
  const size = gzipSync(readFileSync(WASM), { level: 9 }).length / 1000;
  console.log(`# veridoku.wasm: ${Math.round(size)} kB with gzip`);
  assert.ok(
    Math.abs(size - stated) < stated / 20,
    `README states ${stated} kB, but it is ${Math.round(size)} kB`,
  );
});

test('CommonJS can load the package', { skip: !process.features.require_module }, async () => {
  const { solve: solveRequired } = createRequire(import.meta.url)('veridoku');
  assert.equal((await solveRequired(PUZZLE)).solution, SOLUTION);
});
