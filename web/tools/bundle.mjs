// Bundles and minifies the scripts and style sheets of a built site, so that a first visit loads fewer and
// smaller files.
//   node web/tools/bundle.mjs FOLDER
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build, transform } from 'esbuild';

const folder = resolve(process.argv[2]);
const scripts = join(folder, 'scripts');

/** The scripts that are loaded by name, at the start or on demand. Chunks hold what they share. */
const ENTRIES = [
  'main.js',
  'engine/worker.js',
  'sandbox/sandbox.js',
  'view/laboratory/laboratory.js',
  'view/practice.js',
  'view/technique-lesson.js',
];
const { outputFiles, metafile } = await build({
  entryPoints: ENTRIES.map((entry) => join(scripts, entry)),
  // The names of chunks then do not depend on the place of the folder.
  absWorkingDir: folder,
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  charset: 'utf8',
  outbase: scripts,
  outdir: scripts,
  metafile: true,
  write: false,
});
rmSync(scripts, { recursive: true });
for (const { path, contents } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}

// One style sheet replaces those that the page names; the others are loaded on demand.
const page = readFileSync(join(folder, 'index.html'), 'utf8');
const links = page.matchAll(/<link rel="stylesheet" href="([^"]+)">\n/g);
const styles = [...links].map(([, path]) => join(folder, path));
const rules = styles.map((path) => readFileSync(path, 'utf8')).join('');
styles.forEach((path) => rmSync(path));
writeFileSync(join(folder, 'styles/page.css'), rules);
for (const name of readdirSync(join(folder, 'styles'))) {
  const path = join(folder, 'styles', name);
  const source = readFileSync(path, 'utf8');
  const { code } = await transform(source, { loader: 'css', minify: true, charset: 'utf8' });
  writeFileSync(path, code);
}

/** The chunks that the page needs at the start. */
const chunks = Object.entries(metafile.outputs)
  .filter(([path]) => path === 'scripts/main.js')
  .flatMap(([, { imports }]) => imports.filter(({ kind }) => kind === 'import-statement'))
  .map(({ path }) => `<link rel="modulepreload" href="${path}">\n`);
const head = ['<link rel="stylesheet" href="styles/page.css">\n', ...chunks].join('');
writeFileSync(
  join(folder, 'index.html'),
  page
    .replace(/<link rel="(?:stylesheet|modulepreload)" href="[^"]+">\n/g, '')
    .replace(/(?=<link rel="stylesheet")/, head),
);
