/** What a screen reader is told when something happens that can only be seen. */
import { digitsOf, placeName } from './domain/cells.js';
import { centreNotes } from './domain/game.js';
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
 * What was done, in words.
 * @param {import('./store.js').State} before
 * @param {import('./store.js').State} after
 */
function difference(before, after) {
  const { game: old } = before.history.present;
  const { game: now, round } = after.history.present;
  if (round !== before.history.present.round && now.givens !== old.givens) return `${round.title || 'A puzzle'}: ${now.givens.filter(Boolean).length} givens`;
  return (
    told(now.values, old.values, (cell) => `${now.values[cell] || 'empty'}`) ??
    told(centreNotes(now), centreNotes(old), (cell) => notes('notes', centreNotes(now)[cell])) ??
    told(now.corner, old.corner, (cell) => notes('corner', now.corner[cell])) ??
    told(now.colours, old.colours, (cell) => notes('colour', now.colours[cell])) ??
    'Nothing changed'
  );
}

/** @param {string} kind @param {number} set */
const notes = (kind, set) => (set ? `${kind} ${digitsOf(set).join(' ')}` : `no ${kind}`);

/**
 * The cells that changed, or null where none did.
 * @param {readonly number[]} now
 * @param {readonly number[]} old
 * @param {(cell: number) => string} what
 */
function told(now, old, what) {
  const changed = now.flatMap((value, cell) => (value === old[cell] ? [] : [cell]));
  if (!changed.length) return null;
  if (changed.length > 3) return `${changed.length} cells changed`;
  return changed.map((cell) => `${what(cell)} in ${placeName(cell)}`).join(', ');
}
