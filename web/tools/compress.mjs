// Writes a .br and a .gz version of every file of a built site, and prints how much a first visit downloads.
//   node web/tools/compress.mjs FOLDER
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const folder = process.argv[2];
const page = readFileSync(join(folder, 'index.html'), 'utf8');
/** The files that a first visit loads: those that the page names, and those of the engine. */
const firstVisit = [
  'index.html',
  ...[...page.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]+)"/g)].map((found) => found[1]),
  ...['scripts/engine/worker.js', 'scripts/engine/timing.js', 'wasm/simd128.wasm'],
].map((file) => join(folder, file));

const sums = { plain: 0, gzip: 0, brotli: 0 };
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
  const path = join(entry.parentPath ?? entry.path, entry.name);
  const bytes = readFileSync(path);
  const gzip = gzipSync(bytes, { level: 9 });
  const brotli = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  writeFileSync(`${path}.gz`, gzip);
  writeFileSync(`${path}.br`, brotli);
  if (!firstVisit.includes(path)) continue;
  sums.plain += bytes.length;
  sums.gzip += gzip.length;
  sums.brotli += brotli.length;
}
const kilobytes = (/** @type {number} */ bytes) => `${Math.round(bytes / 1000)} kB`;
console.log(
  `a first visit loads ${kilobytes(sums.brotli)} (brotli) or ${kilobytes(sums.gzip)} (gzip); ` +
    `uncompressed ${kilobytes(sums.plain)}`,
);
