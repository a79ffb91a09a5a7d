/** The dialog for a new puzzle: level, seed and daily puzzle. */
import { dailyLevel, dailySeed } from '../../puzzles.js';
import { capitalize, rangeText } from '../../text.js';
import { byId, element, onClick } from '../element.js';
import { dialogOf, onOpen, open } from './dialog.js';

/**
 * @param {import('../../store.js').Store} store
 * @param {import('../../actions.js').Actions} actions
 * @param {import('../../engine/engine.js').Engine} engine
 * @param {() => void} focusBoard
 */
export function mountNewPuzzle(store, actions, engine, focusBoard) {
  const dialog = dialogOf('dialog-new');
  const seed = /** @type {HTMLInputElement} */ (byId('seed'));
  const today = /** @type {HTMLInputElement} */ (byId('seed-today'));
  today.addEventListener('change', () => {
    seed.value = today.checked ? dailySeed(new Date()) : '';
    seed.readOnly = today.checked;
  });
  // Enter in the seed field uses the last level.
  seed.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    start(store.state.settings.level, seed.value.trim());
  });
  onOpen('dialog-new', () => {
    fillLevels().catch(fail);
    markLevel();
  });
  onClick('show-new', () => open('dialog-new'));
  onClick('daily', async () => {
    const today = new Date();
    const levels = await levelsOf(engine).catch(fail);
    if (levels) start(levels[dailyLevel(today)].level, dailySeed(today));
  });

  /** @param {string} level @param {string} chosenSeed */
  function start(level, chosenSeed) {
    dialog.close();
    focusBoard();
    void actions.newPuzzle(level, chosenSeed);
  }

  /** Highlights the last level, which Enter uses, and focuses it if another level has the focus. */
  function markLevel() {
    for (const button of byId('levels').querySelectorAll('[data-level]')) {
      const isLast = button.getAttribute('data-level') === store.state.settings.level;
      button.classList.toggle('last', isLast);
      if (isLast && byId('levels').contains(document.activeElement))
        /** @type {HTMLElement} */ (button).focus();
    }
  }

  /** @param {unknown} error */
  function fail(error) {
    dialog.close();
    actions.showError(error);
  }

  /** Adds a button for each level of the engine. */
  async function fillLevels() {
    if (byId('levels').childElementCount > 1) return;
    const rows = await levelsOf(engine);
    if (byId('levels').childElementCount > 1) return;
    for (const { level, about, low, high } of rows) {
      const button = element(
        'button',
        { type: 'button', 'data-level': level },
        capitalize(level),
        element('small', {}, about),
        element('small', {}, `ER ${rangeText(low, high)}`),
      );
      button.addEventListener('click', () => {
        store.update({ settings: { ...store.state.settings, level } });
        start(level, seed.value.trim());
      });
      byId('daily').before(button);
    }
    markLevel();
  }
}

/**
 * @param {import('../../engine/engine.js').Engine} engine
 * @returns {Promise<{level: string, about: string, low: number, high: number}[]>}
 */
const levelsOf = async (engine) => (await engine.catalogue()).levels;
