/** The Play panel: input modes, digits and the buttons for a game. */
import { DIGITS } from '../domain/cells.js';
import { minimize } from '../setter.js';
import { byId, element, onClick } from './element.js';

/**
 * @param {import('../store.js').Store} store
 * @param {import('../actions.js').Actions} actions
 * @param {import('../lessons.js').Lessons} lessons
 */
export function mountPlay(store, actions, lessons) {
  const keypad = byId('keypad');
  const keys = Array.from({ length: 9 }, (_, index) => {
    const digit = index + 1;
    const remaining = element('span', { class: 'remaining', 'aria-hidden': 'true' });
    const name = element('span', { class: 'hidden' });
    const key = element(
      'button',
      { type: 'button' },
      element('span', { 'aria-hidden': 'true' }, String(digit)),
      remaining,
      name,
    );
    key.addEventListener('click', () => actions.enter(digit));
    keypad.append(key);
    return { digit, key, remaining, name };
  });

  const highlights = [...DIGITS, /** @type {const} */ ('pairs')].map((what) => {
    const button = element('button', { type: 'button' }, what === 'pairs' ? 'Pairs' : String(what));
    if (what === 'pairs') button.title = 'Cells with two notes';
    button.addEventListener('click', () =>
      store.update({ highlight: store.state.highlight === what ? null : what }),
    );
    byId('highlight').append(button);
    return { what, button };
  });

  /** @type {NodeListOf<HTMLButtonElement>} */
  const modes = document.querySelectorAll('[data-mode][role="radio"]');
  for (const button of modes) {
    button.addEventListener('click', () => store.update({ mode: /** @type {any} */ (button.dataset.mode) }));
    button.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const list = [...modes];
      const next = list[(list.indexOf(button) + step + list.length) % list.length];
      next.click();
      next.focus();
    });
  }

  onClick('undo', () => actions.undo());
  onClick('redo', () => actions.redo());
  onClick('erase', () => actions.erase());
  onClick('automatic', () => actions.toggleAutomaticNotes());
  onClick('hint', () => lessons.nextHint());
  onClick('check', () => actions.check());
  onClick('restart', () => actions.restart());
  onClick('own', () => actions.toggleEditing());
  onClick('minimize', () => minimize(actions));
  /** @param {Partial<import('../store.js').Settings>} change */
  const set = (change) => store.update({ settings: { ...store.state.settings, ...change } });
  const possible = /** @type {HTMLInputElement} */ (byId('possible'));
  possible.addEventListener('change', () => set({ possible: possible.checked }));
  const symmetry = /** @type {HTMLSelectElement} */ (byId('symmetry'));
  symmetry.addEventListener('change', () => set({ symmetry: symmetry.value }));
  onClick('pause', () => actions.togglePause());
  onClick('resume', () => actions.togglePause());

  store.subscribe(render);
  render(store.state);

  /** @param {import('../store.js').State} state */
  function render(state) {
    const { game, round } = state.history.present;
    for (const button of modes) {
      const checked = button.dataset.mode === state.mode;
      button.setAttribute('aria-checked', String(checked));
      button.tabIndex = checked ? 0 : -1;
      button.disabled = round.own;
    }
    keypad.dataset.mode = round.own ? 'digit' : state.mode;
    for (const { digit, key, remaining, name } of keys) {
      const missing = 9 - game.values.filter((value) => value === digit).length;
      const digits = state.mode === 'digit' || round.own;
      remaining.textContent = digits && missing > 0 ? String(missing) : '';
      key.classList.toggle('done', digits && missing <= 0);
      name.textContent = digits ? `${digit}, ${Math.max(0, missing)} left` : `${state.mode} ${digit}`;
      key.style.backgroundColor = state.mode === 'colour' && !round.own ? `var(--colour-${digit})` : '';
    }
    for (const { what, button } of highlights)
      button.setAttribute('aria-pressed', String(state.highlight === what));
    const paints = state.mode === 'colour' && !round.own;
    byId('colour-note').hidden = !paints;
    byId('colour-note').textContent =
      typeof state.highlight === 'number'
        ? `Colours the notes ${state.highlight} of the selected cells.`
        : 'Colours whole cells. To colour single notes, highlight their digit first.';
    /** @type {HTMLButtonElement} */ (byId('undo')).disabled = !state.history.past.length;
    /** @type {HTMLButtonElement} */ (byId('redo')).disabled = !state.history.future.length;
    byId('automatic').setAttribute('aria-pressed', String(game.automatic));
    byId('own').textContent = round.own ? 'Play it' : 'Enter your own';
    byId('restart').textContent = round.own ? 'Clear board' : 'Start over';
    byId('setter').hidden = !round.own;
    possible.checked = state.settings.possible;
    symmetry.value = state.settings.symmetry;
    for (const id of ['automatic', 'hint', 'check'])
      /** @type {HTMLButtonElement} */ (byId(id)).disabled = round.own;
    const movesFocus = state.paused && byId('board').contains(document.activeElement);
    byId('pause-screen').hidden = !state.paused;
    byId('board').inert = state.paused;
    if (movesFocus) byId('resume').focus();
    byId('pause').setAttribute('aria-pressed', String(state.paused));
    byId('clock').hidden = !state.settings.timer || round.own;
    byId('title').textContent = round.title;
    byId('title').title = round.title;
    const status = byId('status');
    status.textContent = state.message.text;
    status.lang = state.message.language ?? 'en';
    status.className = `status ${state.message.tone}`;
  }
}
