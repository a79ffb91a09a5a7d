/** The busy indicator, with a button that cancels the task. */
import { earlyText } from '../messages/language.js';
import { byId, onClick } from './element.js';

/**
 * @param {import('../store.js').Store} store
 * @param {import('../actions.js').Actions} actions
 */
export function mountBusy(store, actions) {
  onClick('busy-cancel', () => actions.cancel());
  store.subscribe(({ busy }, before) => {
    if (busy === before.busy) return;
    const indicator = byId('busy');
    // Do not leave the keyboard focus on a hidden button.
    if (!busy && indicator.contains(document.activeElement))
      /** @type {HTMLElement} */ (document.querySelector('.cell.cursor'))?.focus();
    indicator.hidden = !busy;
    byId('busy-label').textContent = busy ? `${busy.label}…` : '';
    if (!busy) return;
    indicator.lang = busy.language;
    byId('busy-cancel').textContent = earlyText('cancel', busy.language);
  });
}
