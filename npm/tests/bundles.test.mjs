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
  const { code } = examples().find(({ file }) => file === 'one-file.js');
  // CommonJS modules cannot wait.
  const wrapped = code.replace(/^await[^]*/m, (body) => `(async () => {${body}})();`);
  const contents = { mjs: code, cjs: wrapped };
  for (const [extension, format] of Object.entries({ mjs: 'esm', cjs: 'cjs' })) {
    const outfile = `one-file.${extension}`;
    await build({
      stdin: { contents: contents[extension], resolveDir: process.cwd() },
      outfile,
      bundle: true,
      format,
      platform: 'node',
      target: 'node20',
      loader: { '.wasm': 'binary' },
      // The address of the module is not needed.
      logOverride: { 'empty-import-meta': 'silent' },
    });
    assert.equal(run(outfile), promisedOutput(code));
  }
});
