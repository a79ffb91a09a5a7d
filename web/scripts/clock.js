/** The timer of a game. It runs while the page is visible and the game is neither solved nor paused. */
import { byId } from './view/element.js';

/** Formats a duration as m:ss or h:mm:ss. @param {number} milliseconds */
export function timeText(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const twoDigits = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`
    : `${minutes}:${twoDigits(seconds % 60)}`;
}

/** @param {import('./store.js').Store} store */
export function mountClock(store) {
  let last = Date.now();
  const show = () => {
    byId('time').textContent = timeText(store.state.elapsed);
  };
  setInterval(() => {
    const now = Date.now();
    // Count at most two seconds per tick, so that time spent in sleep mode is ignored.
    const passed = Math.min(now - last, 2000);
    last = now;
    const { state } = store;
    const runs =
      state.settings.timer &&
      !state.paused &&
      !state.won &&
      !store.round.own &&
      state.view !== 'laboratory' &&
      !document.hidden;
    if (!runs) return;
    store.update({ elapsed: state.elapsed + passed });
  }, 1000);
  store.subscribe((state, before) => {
    if (state.elapsed !== before.elapsed) show();
  });
  show();
}
