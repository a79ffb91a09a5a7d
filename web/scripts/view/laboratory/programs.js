/** The source code of the textbook solvers: one file per language, loaded on demand. */
import { text } from '../../messages/messages.js';

/** The code, and for each kind of event the lines on which it happens. */
/** @typedef {{source: string, lines: Record<string, number[]>}} Program */

/** The files by language. @type {Map<string, Promise<Record<string, Program>>>} */
const files = new Map();

/** @param {string} language @returns {Promise<Record<string, Program>>} */
async function load(language) {
  const response = await fetch(`data/programs/${language}.json`).catch(() => null);
  if (!response?.ok) throw new Error(text('codeNotLoaded'));
  return response.json();
}

/**
 * Returns a solver in a language. A file that could not be loaded is requested again the next time.
 * @param {string} algorithm
 * @param {string} language
 */
export async function program(algorithm, language) {
  const file = files.get(language) ?? load(language);
  files.set(language, file);
  file.catch(() => files.delete(language));
  return (await file)[algorithm];
}
