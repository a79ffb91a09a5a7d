/** The language of the laboratory, lessons and practice, and the few texts needed before these are loaded. */

/** @typedef {'en' | 'zh'} Language */

/** The languages with their own names. @type {Record<Language, string>} */
export const LANGUAGES = { en: 'English', zh: '中文' };

const EARLY_TEXTS = {
  en: {
    loading: 'Loading the laboratory…',
    loadingFailed: 'The laboratory could not be loaded. Check your connection, then reload the page.',
    lessonFailed: 'The lesson could not be loaded. Check your connection, then reload the page.',
    practiceFailed: 'Practice could not be loaded. Check your connection, then reload the page.',
    reload: 'Reload the page',
    cancel: 'Cancel',
  },
  zh: {
    loading: '正在加载实验室…',
    loadingFailed: '实验室加载失败。请检查网络连接，然后重新加载页面。',
    lessonFailed: '课程加载失败。请检查网络连接，然后重新加载页面。',
    practiceFailed: '练习加载失败。请检查网络连接，然后重新加载页面。',
    reload: '重新加载页面',
    cancel: '取消',
  },
};

/** @type {Language} */
let current = 'en';

/** The language of the laboratory, the lessons and practice. */
export const language = () => current;

/** @param {Language} next */
export function setLanguage(next) {
  current = next;
}

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

/** Returns a text, by default in the current language. @param {keyof typeof EARLY_TEXTS['en']} key */
export const earlyText = (key, tag = current) => EARLY_TEXTS[tag][key];

/** Follows the language of the settings. @param {import('../store.js').Store} store */
export function mountLanguage(store) {
  const apply = () => setLanguage(selectLanguage(store.state.settings.language, navigator.languages));
  store.subscribe((state, before) => {
    if (state.settings.language !== before.settings.language) apply();
  });
  apply();
}
