/** The time of a game: runs while somebody can see it, the puzzle is not solved and nobody paused. */
import { byId } from './view/element.js';

/** @param {number} milliseconds */
export function timeText(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** @param {import('./store.js').Store} store */
export function mountClock(store) {
  let last = Date.now();
  const show = () => {
    byId('time').textContent = timeText(store.state.elapsed);
  };
  setInterval(() => {
    const now = Date.now();
    // After a sleep of the machine the missing hours do not count.
    const passed = Math.min(now - last, 2000);
    last = now;
    const { state } = store;
    const runs = state.settings.timer && !state.paused && !state.won && !store.round.own && state.view !== 'laboratory' && !document.hidden;
    if (!runs) return;
    store.update({ elapsed: state.elapsed + passed });
  }, 1000);
  store.subscribe((state, before) => {
    if (state.elapsed !== before.elapsed) show();
  });
  show();
}
