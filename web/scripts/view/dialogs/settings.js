/** The settings dialog and the list of keyboard shortcuts. */
import { KEYS } from '../../keyboard.js';
import { LANGUAGES } from '../../messages/language.js';
import { byId, element, onClick } from '../element.js';
import { open } from './dialog.js';

/**
 * @param {import('../../store.js').Store} store
 * @param {import('../../engine/engine.js').Engine} engine
 */
export function mountSettings(store, engine) {
  const theme = /** @type {HTMLSelectElement} */ (byId('theme'));
  /** @param {Partial<import('../../store.js').Settings>} change */
  const set = (change) => store.update({ settings: { ...store.state.settings, ...change } });
  theme.addEventListener('change', () => set({ theme: /** @type {any} */ (theme.value) }));
  const notes = /** @type {HTMLSelectElement} */ (byId('notes'));
  notes.addEventListener('change', () => set({ notes: /** @type {any} */ (notes.value) }));
  const language = /** @type {HTMLSelectElement} */ (byId('language'));
  language.append(element('option', { value: 'auto' }, 'same as browser'));
  for (const [tag, name] of Object.entries(LANGUAGES))
    language.append(element('option', { value: tag, lang: tag }, name));
  language.addEventListener('change', () => set({ language: /** @type {any} */ (language.value) }));
  const checkboxes = /** @type {const} */ (['timer', 'peers', 'same', 'conflicts', 'checking', 'letters']);
  for (const name of checkboxes) {
    const box = /** @type {HTMLInputElement} */ (byId(`setting-${name}`));
    box.addEventListener('change', () => set({ [name]: box.checked }));
  }
  onClick('show-settings', () => {
    theme.value = store.state.settings.theme;
    notes.value = store.state.settings.notes;
    language.value = store.state.settings.language;
    for (const name of checkboxes)
      /** @type {HTMLInputElement} */ (byId(`setting-${name}`)).checked = store.state.settings[name];
    open('dialog-settings');
  });
  byId('engine-note').textContent =
    engine.kind === 'wasm'
      ? 'The engine runs in this browser. No data is sent anywhere.'
      : 'The engine runs on the veridoku server. Games are saved in this browser.';

  for (const { labels, description } of KEYS) {
    byId('keys-list').append(
      element('dt', {}, ...labels.flatMap((key) => [element('kbd', {}, key), ' '])),
      element('dd', {}, description),
    );
  }
  onClick('show-keys', () => open('dialog-keys'));
}
