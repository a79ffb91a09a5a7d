// The package in Chromium: as plain modules without a bundler, and README's worker, bundled by esbuild.
//   CHROMIUM    the browser [/usr/bin/chromium]
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { examples } from './readme.mjs';

const TYPES = { js: 'text/javascript', wasm: 'application/wasm', html: 'text/html' };
const PAGE = `<!doctype html><script type="importmap">
  { "imports": { "veridoku": "/node_modules/veridoku/index.js" } }
</script>`;
let browser, page, server;

before(async () => {
  server = createServer((request, response) => {
    const [path, query] = request.url.slice(1).split('?');
    try {
      const content = path ? readFileSync(path) : PAGE;
      const type = query === 'untyped' ? 'application/octet-stream' : TYPES[path.split('.').pop() || 'html'];
      response.writeHead(200, { 'content-type': type }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
});

after(async () => {
  await browser?.close();
  server.close();
});

test('plain modules load the engine by fetch', async () => {
  const result = await page.evaluate(async () => {
    const { VeridokuError, load, solve } = await import('veridoku');
    const { status } = await solve('.'.repeat(81));
    const engine = await load('/node_modules/veridoku/veridoku.wasm?untyped');
    const missing = await load('/missing.wasm').catch((error) => error);
    return [
      status,
      engine.count('.'.repeat(81)).limitReached,
      missing instanceof VeridokuError && missing.message,
    ];
  });
  assert.deepEqual(result.slice(0, 2), ['multiple', true]);
  assert.match(result[2], /status 404 for .*missing\.wasm/);
});

test("README's worker answers", async () => {
  mkdirSync('site');
  const files = examples().filter(({ file }) => ['main.js', 'worker.js'].includes(file));
  assert.equal(files.length, 2);
  for (const { file, code } of files) {
    writeFileSync(`site-${file}`, code);
    await build({ entryPoints: [`site-${file}`], outfile: `site/${file}`, bundle: true, format: 'esm' });
  }
  copyFileSync('node_modules/veridoku/veridoku.wasm', 'site/veridoku.wasm');
  const result = await page.evaluate(async () => {
    const { ask } = await import(`${location.origin}/site/main.js`);
    const unreadable = ask('solve', 'nonsense').catch((error) => error.message);
    const [rating, generated] = await Promise.all([
      ask('rate', '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..', {
        only: 'er',
      }),
      ask('generate', { level: 'medium', symmetry: 'rotate180', seed: '2026-11-16' }),
    ]);
    return { er: rating.er, clues: generated.puzzles[0].clues, unreadable: await unreadable };
  });
  assert.deepEqual([result.er, result.clues], [10.7, 29]);
  assert.match(result.unreadable, /expected|found/);
});
