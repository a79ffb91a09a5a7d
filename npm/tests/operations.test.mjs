// Calls every operation of openapi.json with its example, and compares the report with the types.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import * as veridoku from 'veridoku';

const HARD = '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..';
const document = JSON.parse(readFileSync('openapi.json', 'utf8'));
const operations = Object.entries(document.paths)
  .filter(([, methods]) => methods.post)
  .map(([path, { post }]) => {
    const response = post.responses['200'].content['application/json'];
    return {
      name: path.replace('/api/v1/', '').replace(/-(.)/g, (_, letter) => letter.toUpperCase()),
      request: post.requestBody.content['application/json'].example,
      response: response.example,
    };
  });

/** The text of a report in the JSON of the engine: with snake_case, and without what the package omits. */
const comparable = (report) =>
  JSON.parse(
    JSON.stringify(report, (name, value) => {
      // Measured times differ from run to run.
      if (['version', 'form', 'dresses', 'micros', 'micros_median', 'runs'].includes(name)) return undefined;
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [
          key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
          item,
        ]),
      );
    }),
  );

/** Calls an operation with the example of its request. */
const ask = (functions, { name, request: { puzzle, text, options = {} } }) =>
  functions[name](...[puzzle ?? text, options].filter((argument) => argument !== undefined));

test('every operation is a function and a method of the engine', async () => {
  const engine = await veridoku.load();
  const names = operations.map(({ name }) => name);
  assert.deepEqual(Object.keys(engine).sort(), names.sort());
  assert.deepEqual(Object.keys(veridoku).sort(), [...names, 'VeridokuError', 'load'].sort());
  const readme = readFileSync('node_modules/veridoku/README.md', 'utf8');
  for (const name of names) assert.ok(readme.includes(`\`${name}\``), `README does not mention ${name}`);
});

test('reports are those of the OpenAPI document', async () => {
  const engine = await veridoku.load();
  for (const operation of operations) {
    const report = ask(engine, operation);
    assert.deepEqual(comparable(await ask(veridoku, operation)), comparable(report), operation.name);
    if (operation.response) {
      const { operation: _, ...expected } = operation.response;
      assert.deepEqual(comparable(report), comparable(expected), operation.name);
    }
  }
});

/** Requests whose reports have fields that the examples leave out. */
const RARE = [
  ['check', '55'.padEnd(81, '.')],
  ['generate', { technique: 'x-wing', attempts: 1, seed: 1 }],
  ['hint', '1+1'.padEnd(82, '.'), { svg: true }],
  ['path', HARD, { techniques: { only: ['Hidden Single'] } }],
  ['rate', HARD, { steps: true, upTo: 9 }],
  ['rate', HARD, { steps: true, budget: 1000 }],
  ['solve', '.'.repeat(81)],
  ['solveMany', 'nonsense'],
  ['trace', HARD, { algorithm: 'restart', fold: true, limit: 20 }],
];

test('types are exact, in browsers and in Node.js', async () => {
  const engine = await veridoku.load();
  const reports = operations.map((operation) => [operation.name, ask(engine, operation)]);
  for (const [name, ...given] of RARE) reports.push([name, engine[name](...given)]);
  // A field that is not declared is an error. Long arrays are too much for the compiler.
  const shortened = (_, value) => (Array.isArray(value) ? value.slice(0, 5) : value);
  const lines = reports.map(([name, report], index) => {
    const type = `${name[0].toUpperCase()}${name.slice(1)}Report`;
    return `export const report${index}: veridoku.${type} = ${JSON.stringify(report, shortened)};\n`;
  });
  writeFileSync('reports.ts', `import type * as veridoku from 'veridoku';\n${lines.join('')}`);

  const common = '--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --target es2022';
  for (const options of [
    '--module nodenext --lib es2022 --types node',
    '--module esnext --moduleResolution bundler --lib es2022,dom',
  ])
    try {
      const all = `${common} ${options} types.ts reports.ts`.split(' ');
      execFileSync('node_modules/.bin/tsc', all, { encoding: 'utf8' });
    } catch (error) {
      assert.fail(`${options}\n${error.stdout}`);
    }
  const declarations = ['index.d.ts', 'engine.d.ts'].map((file) =>
    readFileSync(`node_modules/veridoku/${file}`, 'utf8').replace(/\/\*[^]*?\*\//g, ''),
  );
  assert.doesNotMatch(declarations.join(''), /\b(any|unknown|object)\b/);
});
