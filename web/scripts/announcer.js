/** What a screen reader is told when something happens that can only be seen. */
import { byId } from './view/element.js';

/** @param {import('./store.js').Store} store */
export function mountAnnouncer(store) {
  const place = byId('announcer');
  store.listen((state, before) => {
    if (state.message !== before.message && state.message.text) place.textContent = state.message.text;
    else if (state.mode !== before.mode) place.textContent = `Mode: ${state.mode}`;
    else if (state.paused !== before.paused) place.textContent = state.paused ? 'Paused' : 'The game goes on';
    else if (state.history.present !== before.history.present) place.textContent = difference(before, state);
  });
}

/**
 * @param {import('./store.js').State} before
 * @param {import('./store.js').State} after
 */
function difference(before, after) {
  const old = before.history.present.values;
  const now = after.history.present.values;
  const changed = now.flatMap((value, cell) => (value === old[cell] ? [] : [cell]));
  if (!changed.length) return 'Notes changed';
  if (changed.length > 3) return `${changed.length} cells changed`;
  return changed.map((cell) => `${now[cell] || 'empty'} in row ${Math.floor(cell / 9) + 1} column ${(cell % 9) + 1}`).join(', ');
}
