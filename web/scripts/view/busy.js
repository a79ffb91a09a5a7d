/** The sign that something takes its time, and the button that stops it. */
import { byId, onClick } from './element.js';

/**
 * @param {import('../store.js').Store} store
 * @param {import('../actions.js').Actions} actions
 */
export function mountBusy(store, actions) {
  onClick('busy-cancel', () => actions.cancel());
  store.subscribe(({ busy }, before) => {
    if (busy === before.busy) return;
    const sign = byId('busy');
    // The keyboard must not stay on a button that is gone.
    if (!busy && sign.contains(document.activeElement)) /** @type {HTMLElement} */ (document.querySelector('.cell.cursor'))?.focus();
    sign.hidden = !busy;
    byId('busy-label').textContent = busy ? `${busy.label}…` : '';
  });
}
