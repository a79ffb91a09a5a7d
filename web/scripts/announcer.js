/** Announces visual changes to screen readers through a live region. */
import { digitsOf, spokenName } from './domain/cells.js';
import { centreNotes } from './domain/game.js';
import { plural } from './text.js';
import { byId } from './view/element.js';

/** @param {import('./store.js').Store} store */
export function mountAnnouncer(store) {
  const region = byId('announcer');
  // A live region is read only when its text changes, so a repeated text gets a trailing non-breaking space.
  const announce = (/** @type {string} */ text) => {
    region.lang = store.state.message.text === text ? (store.state.message.language ?? 'en') : 'en';
    region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  };
  store.subscribe((state, before) => {
    // What was said about the game does not describe the puzzle of the laboratory.
    if (state.view !== before.view) region.textContent = '';
    const played = state.history.present.game !== before.history.present.game;
    // A message that stays the same is not repeated; the move is announced instead.
    const unchanged = played && state.message.text === before.message.text;
    if (state.message !== before.message && state.message.text && !unchanged) announce(state.message.text);
    else if (state.mode !== before.mode) announce(`Mode: ${state.mode}`);
    else if (state.paused !== before.paused) announce(state.paused ? 'Paused' : 'Resumed');
    else if (played && state.view !== 'laboratory') announce(describeMove(before, state));
  });
}

/**
 * Describes the latest move.
 * @param {import('./store.js').State} before
 * @param {import('./store.js').State} after
 */
function describeMove(before, after) {
  const { game: old } = before.history.present;
  const { game: now, round } = after.history.present;
  if (round !== before.history.present.round && now.givens !== old.givens)
    return `${round.title || 'New puzzle'}: ${plural(now.givens.filter(Boolean).length, 'given')}`;
  return (
    describeCells(now.values, old.values, (cell) => `${now.values[cell] || 'no digit'}`) ??
    describeCells(centreNotes(now), centreNotes(old), (cell) => notes('notes', centreNotes(now)[cell])) ??
    describeCells(now.corner, old.corner, (cell) => notes('corner notes', now.corner[cell])) ??
    describeCells(now.colours, old.colours, (cell) => notes('colour', now.colours[cell])) ??
    describePaint(now.painted, old.painted) ??
    'No change'
  );
}

/** Lists the notes or colours in a set. @param {string} kind @param {number} set */
const notes = (kind, set) => (set ? `${kind} ${digitsOf(set).join(' ')}` : `no ${kind}`);

/**
 * Describes the colours of candidates that changed, or returns null if none did.
 * @param {readonly number[]} now
 * @param {readonly number[]} old
 */
function describePaint(now, old) {
  const changed = now.flatMap((colour, place) => (colour === old[place] ? [] : [place]));
  if (!changed.length) return null;
  const colour = now[changed[0]];
  return `${colour ? `colour ${colour}` : 'no colour'} on ${plural(changed.length, 'candidate')}`;
}

/**
 * Describes the cells that changed, or returns null if none did.
 * @param {readonly number[]} now
 * @param {readonly number[]} old
 * @param {(cell: number) => string} describe
 */
function describeCells(now, old, describe) {
  const changed = now.flatMap((value, cell) => (value === old[cell] ? [] : [cell]));
  if (!changed.length) return null;
  if (changed.length > 3) return `${changed.length} cells changed`;
  return changed.map((cell) => `${describe(cell)} in ${spokenName(cell)}`).join(', ');
}
