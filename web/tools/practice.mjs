// Writes data/practice.json, the practice positions for each technique, from the examples in
// testdata/steps.txt.
//   node web/tools/practice.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);

export const file = new URL('web/data/practice.json', root);

/** Returns the text of the file. */
export function practice() {
  const text = readFileSync(new URL('testdata/steps.txt', root), 'utf8');
  /** @type {Record<string, string[]>} */
  const positions = {};
  let technique = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('#') || !line.trim()) continue;
    if (!line.startsWith(' ')) technique = line.trim();
    else if (line.startsWith('  :0000:')) (positions[technique] ??= []).push(line.trim());
  }
  return `${JSON.stringify(positions, null, 1)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(file, practice());
