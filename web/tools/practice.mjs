// Writes data/practice.json, the practice positions for each technique, from the examples in
// testdata/steps.txt.
//   node web/tools/practice.mjs
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const text = readFileSync(new URL('testdata/steps.txt', root), 'utf8');

/** @type {Record<string, string[]>} */
const practice = {};
let technique = '';
for (const line of text.split('\n')) {
  if (line.startsWith('#') || !line.trim()) continue;
  if (!line.startsWith(' ')) technique = line.trim();
  else if (line.startsWith('  :0000:')) (practice[technique] ??= []).push(line.trim());
}
writeFileSync(new URL('web/data/practice.json', root), `${JSON.stringify(practice, null, 1)}\n`);
