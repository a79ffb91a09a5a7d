// The examples of README in Node.js, as they are and bundled by esbuild.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { build } from 'esbuild';
import { examples, promisedOutput } from './readme.mjs';

const WASM = 'node_modules/veridoku/veridoku.wasm';
/** Runs a program and returns its output. @param {string} file */
function run(file) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  // Without the line of the error, which may be the whole engine.
  assert.equal(status, 0, stderr.slice(-1000));
  return stdout;
}

const programs = examples().filter(({ file }) => !file);

test('the examples of README print what their comments say', () => {
  assert.equal(programs.length, 4);
  for (const { code } of programs) {
    writeFileSync('example.mjs', code);
    assert.ok(promisedOutput(code));
    assert.equal(run('example.mjs'), promisedOutput(code));
  }
  rmSync('example.mjs');
});

for (const platform of ['node', 'browser'])
  test(`esbuild bundles the package for ${platform}, with the engine in the same folder`, async () => {
    const [{ code }] = programs;
    mkdirSync(platform);
    const outfile = `${platform}/bundle.mjs`;
    const stdin = { contents: code, resolveDir: process.cwd() };
    const { warnings } = await build({ stdin, outfile, bundle: true, format: 'esm', platform });
    assert.deepEqual(warnings, []);
    copyFileSync(WASM, `${platform}/veridoku.wasm`);
    assert.equal(run(outfile), promisedOutput(code));
  });

test('esbuild bundles the package with the engine in one file', async () => {
  const code = `import bytes from 'veridoku/veridoku.wasm';
    import { load, solve } from 'veridoku';
    (async () => {
      await load(bytes);
      console.log((await solve('.'.repeat(81))).status);
    })();`;
  const stdin = { contents: code, resolveDir: process.cwd() };
  const loader = { '.wasm': 'binary' };
  for (const format of ['esm', 'cjs']) {
    const outfile = `one-file.${format === 'esm' ? 'mjs' : 'cjs'}`;
    const logOverride = { 'empty-import-meta': 'silent' };
    await build({
      stdin,
      outfile,
      bundle: true,
      format,
      platform: 'node',
      target: 'node20',
      loader,
      logOverride,
    });
    assert.equal(run(outfile), 'multiple\n');
  }
});
