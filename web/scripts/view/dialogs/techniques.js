/** The dialog in which players choose the techniques of hints and paths, and their order. */
import { byId, element, onClick } from '../element.js';
import { open } from './dialog.js';

/** @typedef {{technique: string, ladder: string, uniqueness: boolean}} TechniqueRow */

/**
 * @param {import('../../store.js').Store} store
 * @param {import('../../engine/engine.js').Engine} engine
 * @param {import('../../actions.js').Actions} actions
 */
export function mountTechniques(store, engine, actions) {
  /** The techniques that hints use by default. @type {TechniqueRow[]} */
  let usual = [];
  /** All techniques in their order. @type {string[]} */
  let order = [];
  /** The techniques in use. @type {Set<string>} */
  let chosen = new Set();

  onClick('show-techniques', async () => {
    try {
      const { techniques } = await engine.catalogue();
      usual = techniques.filter((/** @type {TechniqueRow} */ row) => row.ladder !== 'all');
    } catch (error) {
      return actions.showError(error);
    }
    const own = store.state.settings.techniques.filter((name) => names().includes(name));
    show(own.length ? own : names());
    open('dialog-techniques');
  });
  onClick('techniques-all', () => change(names()));
  onClick('techniques-sound', () =>
    change(usual.filter((row) => !row.uniqueness).map((row) => row.technique)),
  );

  const names = () => usual.map((row) => row.technique);

  /** Shows which techniques are used, in which order; the others follow. @param {string[]} used */
  function show(used) {
    chosen = new Set(used);
    order = [...used, ...names().filter((name) => !chosen.has(name))];
    byId('technique-order').replaceChildren(...order.map(row));
  }

  /** @param {string[]} used */
  function change(used) {
    show(used);
    save();
  }

  function save() {
    const used = order.filter((name) => chosen.has(name));
    const isUsual = JSON.stringify(used) === JSON.stringify(names());
    store.update({ settings: { ...store.state.settings, techniques: isUsual ? [] : used } });
  }

  /** @param {string} name */
  function row(name) {
    const box = element('input', { type: 'checkbox', checked: chosen.has(name) });
    box.addEventListener('change', () => {
      if (box.checked) chosen.add(name);
      else chosen.delete(name);
      save();
    });
    const item = element(
      'li',
      {},
      element('label', { class: 'checkbox' }, box, ` ${name}`),
      mover(name, -1, '↑', 'up'),
      mover(name, 1, '↓', 'down'),
    );
    return item;
  }

  /**
   * Returns a button that moves a technique in the order.
   * @param {string} name
   * @param {1 | -1} step
   * @param {string} sign
   * @param {string} direction
   */
  function mover(name, step, sign, direction) {
    const label = `Move ${name} ${direction}`;
    const button = element('button', { type: 'button', class: 'quiet', 'aria-label': label }, sign);
    button.addEventListener('click', () => {
      const at = order.indexOf(name);
      const to = at + step;
      if (to < 0 || to >= order.length) return;
      [order[at], order[to]] = [order[to], order[at]];
      const item = /** @type {HTMLElement} */ (button.closest('li'));
      if (step < 0) item.previousElementSibling?.before(item);
      else item.nextElementSibling?.after(item);
      button.focus();
      save();
    });
    return button;
  }
}
