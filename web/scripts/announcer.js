/** What a screen reader is told when something happens that can only be seen. */
import { byId } from './view/element.js';

/** @param {import('./store.js').Store} store */
export function mountAnnouncer(store) {
  const place = byId('announcer');
  // The same words again are no change, and would not be read; a space that nobody hears makes them one.
  const say = (/** @type {string} */ text) => {
    place.textContent = place.textContent === text ? `${text}\u00a0` : text;
  };
  store.listen((state, before) => {
    const played = state.history.present !== before.history.present;
    // A message that goes on standing is not news; what was done is.
    const stands = played && state.message.text === before.message.text;
    if (state.message !== before.message && state.message.text && !stands) say(state.message.text);
    else if (state.mode !== before.mode) say(`Mode: ${state.mode}`);
    else if (state.paused !== before.paused) say(state.paused ? 'Paused' : 'The game goes on');
    else if (played) say(difference(before, state));
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
