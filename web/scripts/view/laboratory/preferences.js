/** What the laboratory remembers between visits: the language of the code, and which panels are open. */

const KEY = 'veridoku-laboratory';
const DEFAULTS = { code: 'python', live: true, tree: false };

/** @typedef {typeof DEFAULTS} Preferences */

/** @returns {Preferences} */
function load() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @type {Preferences | null} */
let loaded = null;

/** The current preferences. */
export const preferences = () => (loaded ??= load());

/** Changes and saves some preferences. @param {Partial<Preferences>} change */
export function prefer(change) {
  loaded = { ...preferences(), ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(loaded));
  } catch {
    // Storage may be disabled or full; the preferences then last until the page is closed.
  }
}
