/** The dialog for a new puzzle: level, seed, puzzle of the day. */
import { titled } from '../../actions.js';
import { anySeed, dailyLevel, dailySeed } from '../../puzzles.js';
import { byId, element, onClick } from '../element.js';
import { dialogOf, open } from './dialog.js';

/**
 * @param {import('../../actions.js').Actions} actions
 * @param {import('../../engine/engine.js').Engine} engine
 */
export function mountNewPuzzle(actions, engine) {
  const dialog = dialogOf('dialog-new');
  const seed = /** @type {HTMLInputElement} */ (byId('seed'));
  // Enter in the field must not close the dialog without a puzzle.
  seed.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault();
  });
  onClick('show-new', () => open('dialog-new'));
  dialog.addEventListener('toggle', () => void fillLevels().catch(complain));
  onClick('daily', async () => {
    dialog.close();
    const today = new Date();
    const levels = await levelsOf(engine).catch(complain);
    if (levels) void actions.fresh(levels[dailyLevel(today)].level, dailySeed(today));
  });

  /** @param {unknown} error */
  function complain(error) {
    dialog.close();
    actions.sayError(error);
  }

  /** The levels are those that the engine can make. */
  async function fillLevels() {
    if (byId('levels').childElementCount > 1) return;
    const rows = await levelsOf(engine);
    if (byId('levels').childElementCount > 1) return;
    for (const { level, about, low, high } of rows) {
      const range = high < 20 ? `ER ${low.toFixed(1)} to ${high.toFixed(1)}` : `ER from ${low.toFixed(1)}`;
      const button = element('button', { type: 'button', title: range }, titled(level), element('small', {}, about));
      button.addEventListener('click', () => {
        dialog.close();
        void actions.fresh(level, seed.value.trim() || anySeed());
      });
      byId('daily').before(button);
    }
  }
}

/**
 * @param {import('../../engine/engine.js').Engine} engine
 * @returns {Promise<{level: string, about: string, low: number, high: number}[]>}
 */
const levelsOf = async (engine) => (await engine.catalogue()).levels;
