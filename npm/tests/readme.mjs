// The examples of README: its blocks of JavaScript.
import { readFileSync } from 'node:fs';

/**
 * Returns the examples. Some have the name of a file in their first line.
 * @returns {{code: string, file: string | null}[]}
 */
export function examples() {
  const text = readFileSync('node_modules/veridoku/README.md', 'utf8');
  return [...text.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, code]) => ({
    code,
    file: /^\/\/ (\S+\.js)\n/.exec(code)?.[1] ?? null,
  }));
}

/** Returns the output that the comments after calls of `console.log` promise. @param {string} code */
export const promisedOutput = (code) =>
  [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, output]) => `${output}\n`).join('');
