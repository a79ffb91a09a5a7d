/**
 * The texts of the laboratory in several languages.
 *
 * `en.js` defines the keys; the type checker requires every other language to have the same ones. A text can
 * have `{name}` placeholders. Elements of the page name their text in the attribute `data-text`, and the label
 * for screen readers in `data-label`.
 */
import { english } from './en.js';
import { language } from './language.js';
import { chinese } from './zh.js';

/** @typedef {keyof typeof english} Key */
/** @typedef {Record<Key, string>} Messages */

/** @type {Record<import('./language.js').Language, Messages>} */
const MESSAGES = { en: english, zh: chinese };

/**
 * Returns a text in the current language. Numbers are formatted with separators.
 * @param {Key} key
 * @param {Record<string, string | number>} [values] of the placeholders
 */
export const text = (key, values = {}) =>
  MESSAGES[language()][key].replace(/\{(\w+)\}/g, (placeholder, name) => {
    const value = values[name] ?? placeholder;
    return typeof value === 'number' ? value.toLocaleString(language()) : value;
  });

/**
 * Returns a text whose values can be texts themselves.
 * @param {import('../domain/sentences.js').Sentence} sentence
 * @returns {string}
 */
export const say = ({ key, values }) =>
  text(
    key,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? say(value) : value]),
    ),
  );

/** Writes the texts of an element and of all elements in it. @param {HTMLElement} root */
export function translate(root) {
  root.lang = language();
  for (const element of [root, ...root.querySelectorAll('[data-text], [data-label]')]) {
    if (!(element instanceof HTMLElement)) continue;
    const { text: content, label } = element.dataset;
    if (content) element.textContent = text(/** @type {Key} */ (content));
    if (label) element.setAttribute('aria-label', text(/** @type {Key} */ (label)));
  }
}
