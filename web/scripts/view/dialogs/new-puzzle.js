/** The dialog for a new puzzle: level, seed, puzzle of the day. */
import { LEVELS, anySeed, dailySeed } from '../../puzzles.js';
import { byId, element, onClick } from '../element.js';
import { dialogOf, open } from './dialog.js';

/** @param {import('../../actions.js').Actions} actions */
export function mountNewPuzzle(actions) {
  const dialog = dialogOf('dialog-new');
  const seed = /** @type {HTMLInputElement} */ (byId('seed'));
  for (const { level, what } of LEVELS) {
    const button = element('button', { type: 'button' }, level, element('small', {}, what));
    button.addEventListener('click', () => {
      dialog.close();
      void actions.fresh(level, seed.value.trim() || anySeed());
    });
    byId('daily').before(button);
  }
  // Enter in the field must not close the dialog without a puzzle.
  seed.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault();
  });
  onClick('show-new', () => open('dialog-new'));
  onClick('daily', () => {
    dialog.close();
    const today = new Date();
    // Sunday is the hardest day.
    const level = ['Extreme', 'Easy', 'Easy', 'Medium', 'Medium', 'Hard', 'Hard'][today.getDay()];
    void actions.fresh(level, dailySeed(today));
  });
}
