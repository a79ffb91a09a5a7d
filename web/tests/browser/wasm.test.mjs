// The two engines of the static site, with and without vector instructions, must return the same results.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openModule } from '../../tools/wasm-module.mjs';
import { SAMPLE, SITES, SOLVED, publish, siteFile } from './sites.mjs';

const HARD = '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..';
const REQUESTS = [
  { operation: 'solve', puzzle: SAMPLE },
  { operation: 'check', puzzle: HARD },
  { operation: 'hint', puzzle: HARD, options: { level: 'full' } },
  { operation: 'path', puzzle: SAMPLE },
  { operation: 'rate', puzzle: SAMPLE },
  { operation: 'trace', puzzle: SAMPLE, options: { algorithm: 'dlx' } },
  { operation: 'generate', options: { level: 'hard', seed: 'stone' } },
  { operation: 'count', puzzle: SOLVED.slice(0, 45) + '.'.repeat(36) },
  // A long text, so that the memory has to grow.
  { operation: 'solve-many', text: `${SAMPLE}\n`.repeat(2000) },
  { operation: 'solve', puzzle: 'nonsense' },
];

test('the licences of the libraries lie beside the engines', { skip: !SITES.includes(publish) }, () => {
  const licences = readFileSync(siteFile('wasm/LICENCES-OF-LIBRARIES'), 'utf8');
  assert.match(licences, /^serde_json .*\n/mu);
  assert.match(licences, /^the Rust standard library \(MIT OR Apache-2\.0\)\n/mu);
});

test('both engines return the same results', { skip: !SITES.includes(publish) }, async () => {
  const paths = ['simd128', 'portable'].map((build) => siteFile(`wasm/${build}.wasm`));
  for (const path of paths) assert.ok(existsSync(path), `${path} is missing; run web/build`);
  const [one, other] = await Promise.all(paths.map(openModule));
  for (const request of REQUESTS) {
    const response = one(request);
    assert.equal(response.operation, request.puzzle === 'nonsense' ? 'error' : request.operation);
    assert.deepEqual(other(request), response, request.operation);
  }
  assert.equal(other(REQUESTS[0]).solution, SOLVED);
});
