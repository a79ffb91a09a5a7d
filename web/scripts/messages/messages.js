/**
 * The texts of the laboratory in several languages.
 *
 * `en.js` defines the keys; the type checker requires every other language to have the same ones. A text can
 * have `{name}` placeholders. Elements of the page name their text in the attribute `data-text`, and the label
 * for screen readers in `data-label`.
 */
import { english } from './en.js';
import { chinese } from './zh.js';

/** @typedef {keyof typeof english} Key */
/** @typedef {Record<Key, string>} Messages */
/** @typedef {'en' | 'zh'} Language */

/** @type {Record<Language, Messages>} */
const MESSAGES = { en: english, zh: chinese };

/** The languages with their own names. @type {Record<Language, string>} */
export const LANGUAGES = { en: 'English', zh: '中文' };

/** @type {Language} */
let current = 'en';

/** The language of `text`. */
export const language = () => current;

/**
 * Returns the language to use: the chosen one, or the first known one of the browser.
 * @param {string} chosen a language, or `auto`
 * @param {readonly string[]} preferred the languages of the browser
 * @returns {Language}
 */
export function selectLanguage(chosen, preferred) {
  const known = [chosen, ...preferred].map((tag) => tag.toLowerCase().split('-')[0]);
  return /** @type {Language} */ (known.find((tag) => tag in LANGUAGES) ?? 'en');
}

/** @param {Language} next */
export function setLanguage(next) {
  current = next;
}

/**
 * Returns a text in the current language. Numbers are formatted with separators.
 * @param {Key} key
 * @param {Record<string, string | number>} [values] of the placeholders
 */
export const text = (key, values = {}) =>
  MESSAGES[current][key].replace(/\{(\w+)\}/g, (placeholder, name) => {
    const value = values[name] ?? placeholder;
    return typeof value === 'number' ? value.toLocaleString(current) : value;
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
  root.lang = current;
  for (const element of [root, ...root.querySelectorAll('[data-text], [data-label]')]) {
    if (!(element instanceof HTMLElement)) continue;
    const { text: content, label } = element.dataset;
    if (content) element.textContent = text(/** @type {Key} */ (content));
    if (label) element.setAttribute('aria-label', text(/** @type {Key} */ (label)));
  }
}
