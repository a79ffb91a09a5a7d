/**
 * Keyboard shortcuts: one table defines what each key does, where it works, and its entry in the list that
 * `?` opens.
 *
 * Single-character keys work only while the focus is on the board or on no element, and the letters can be
 * switched off. This keeps dictated text, or a key pressed on some control, from changing the game by
 * accident. Letters are identified by the character on Latin layouts and by their physical position on
 * others; digits always by position, because Shift changes their character.
 */

import { lessonOnBoard } from './store.js';

/** @typedef {import('./domain/game.js').Mode} Mode */

/**
 * The objects that keyboard commands act on.
 * @typedef {object} Commands
 * @property {import('./store.js').Store} store
 * @property {import('./actions.js').Actions} actions
 * @property {import('./lessons.js').Lessons} lessons
 * @property {(id: string) => void} dialog
 * @property {(view: 'play' | 'learn' | 'laboratory') => void} view
 * @property {(cell: number) => void} focus
 * @property {() => import('./view/practice.js').PracticeView | null} practice once it is loaded
 * @property {() => import('./view/laboratory/laboratory.js').Laboratory | null} laboratory once it is loaded
 */

/**
 * A key press. Its name starts with the modifiers: `Ctrl+z`, `Shift+ArrowLeft`, `5`, `m`.
 * @typedef {{name: string, target: EventTarget | null}} KeyPress
 */

/**
 * A row of the shortcut table.
 * @typedef {object} Row
 * @property {string[]} labels        the keys as shown in the list
 * @property {string} description     the action as shown in the list
 * @property {RegExp} keys            matches the names of the keys
 * @property {'everywhere' | 'game' | 'laboratory'} scope
 * @property {(commands: Commands, press: KeyPress) => unknown} run
 *   returns false to leave the key to the browser
 */

/** @type {Record<string, Mode>} */
const MODES = { z: 'digit', x: 'corner', c: 'centre', v: 'colour' };

/** The change of row and column for each movement key. @type {Record<string, [number, number]>} */
const MOVES = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  w: [-1, 0],
  s: [1, 0],
  a: [0, -1],
  d: [0, 1],
};

/** Returns the key without its modifiers. @param {KeyPress} press */
const keyOf = ({ name }) => name.slice(name.lastIndexOf('+') + 1);

/** @type {Row[]} */
export const KEYS = [
  {
    labels: ['↑ ↓ ← →', 'W A S D'],
    description: 'move',
    keys: /^(Arrow\w+|[wasd])$/,
    scope: 'game',
    run: (commands, press) => move(commands, MOVES[keyOf(press)]),
  },
  {
    labels: ['Home', 'End'],
    description: 'first or last cell of the row (with Ctrl: of the board)',
    keys: /^(Ctrl\+)?(Home|End)$/,
    scope: 'game',
    run: jump,
  },
  {
    labels: ['Shift', '+ arrow'],
    description: 'extend the selection',
    keys: /^Shift\+Arrow/,
    scope: 'game',
    run: (commands, press) => move(commands, MOVES[keyOf(press)], 'more'),
  },
  {
    labels: ['Ctrl', 'A'],
    description: 'select all',
    keys: /^Ctrl\+a$/,
    scope: 'game',
    run: ({ store }) => store.update({ selection: Array.from({ length: 81 }, (_, cell) => cell) }),
  },
  {
    labels: ['1', '…', '9'],
    description: 'enter a digit, note or colour, depending on the mode',
    keys: /^[1-9]$/,
    scope: 'game',
    run: ({ actions }, press) => actions.enter(Number(press.name)),
  },
  {
    labels: ['Shift', '1…9'],
    description: 'corner note',
    keys: /^Shift\+[1-9]$/,
    scope: 'game',
    run: ({ actions }, press) => actions.enter(Number(keyOf(press)), 'corner'),
  },
  {
    labels: ['Ctrl', '1…9'],
    description: 'centre note (use Alt if the browser reserves Ctrl)',
    keys: /^(Ctrl|Alt)\+[1-9]$/,
    scope: 'game',
    run: ({ actions }, press) => actions.enter(Number(keyOf(press)), 'centre'),
  },
  {
    labels: ['Z', 'X', 'C', 'V'],
    description: 'mode: digit, corner, centre, colour',
    keys: /^[zxcv]$/,
    scope: 'game',
    run: ({ store }, press) => store.update({ mode: MODES[press.name] }),
  },
  {
    labels: ['F'],
    description: 'highlight the digit of the cell, otherwise the next digit',
    keys: /^f$/,
    scope: 'game',
    run: ({ store }) => {
      const { highlight, cursor } = store.state;
      const last = typeof highlight === 'number' ? highlight : 0;
      const next = store.game.values[cursor] || (last + 1) % 10;
      store.update({ highlight: next === last ? null : next || null });
    },
  },
  {
    labels: ['B'],
    description: 'highlight cells with two notes',
    keys: /^b$/,
    scope: 'game',
    run: ({ store }) => store.update({ highlight: store.state.highlight === 'pairs' ? null : 'pairs' }),
  },
  {
    labels: ['Delete', '0'],
    description: 'erase',
    keys: /^(Delete|Backspace|0)$/,
    scope: 'game',
    run: ({ actions }) => actions.erase(),
  },
  {
    labels: ['Ctrl Z'],
    description: 'undo',
    keys: /^Ctrl\+z$/,
    scope: 'game',
    run: ({ actions }) => actions.undo(),
  },
  {
    labels: ['Ctrl Y'],
    description: 'redo',
    keys: /^(Ctrl\+y|Ctrl\+Shift\+z)$/,
    scope: 'game',
    run: ({ actions }) => actions.redo(),
  },
  {
    labels: ['M'],
    description: 'automatic notes',
    keys: /^m$/,
    scope: 'game',
    run: ({ actions }) => actions.toggleAutomaticNotes(),
  },
  {
    labels: ['K'],
    description: 'check for mistakes',
    keys: /^k$/,
    scope: 'game',
    run: ({ actions, practice }) => practice()?.check() || actions.check(),
  },
  {
    labels: ['H'],
    description: 'hint; press again for more help',
    keys: /^h$/,
    scope: 'game',
    run: ({ lessons }) => lessons.nextHint(),
  },
  {
    labels: ['Shift H'],
    description: 'hint: show the full step',
    keys: /^Shift\+h$/,
    scope: 'game',
    run: ({ lessons }) => lessons.nextHint('full'),
  },
  {
    labels: ['Enter'],
    description: 'apply the step shown; in practice, check the answer',
    keys: /^Enter$/,
    scope: 'game',
    run: ({ store, lessons, practice }, { target }) => {
      if (usesEnterAndSpace(target)) return false;
      return practice()?.check() || (lessonOnBoard(store.state) ? lessons.apply() : false);
    },
  },
  {
    labels: ['Shift Enter'],
    description: 'apply the step shown, and show the next one',
    keys: /^Shift\+Enter$/,
    scope: 'game',
    run: ({ store, lessons }) => (lessonOnBoard(store.state) ? lessons.applyAndNext() : false),
  },
  {
    labels: [','],
    description: 'previous step',
    keys: /^,$/,
    scope: 'game',
    run: ({ store, lessons }) => lessons.show((store.state.lesson?.at ?? 0) - 1),
  },
  {
    labels: ['.'],
    description: 'next step',
    keys: /^\.$/,
    scope: 'game',
    run: ({ store, lessons }) => lessons.show((store.state.lesson?.at ?? 0) + 1),
  },
  {
    labels: ['N'],
    description: 'new puzzle',
    keys: /^n$/,
    scope: 'game',
    run: ({ dialog }) => dialog('dialog-new'),
  },
  {
    labels: ['P'],
    description: 'pause',
    keys: /^p$/,
    scope: 'game',
    run: ({ actions }) => actions.togglePause(),
  },
  {
    labels: ['Space', 'P'],
    description: 'laboratory: play or pause',
    keys: /^( |p)$/,
    scope: 'laboratory',
    run: ({ laboratory }, { name, target }) =>
      name === ' ' && usesEnterAndSpace(target) ? false : laboratory()?.toggle(),
  },
  {
    labels: ['←', '→'],
    description: 'laboratory: step back, step forward',
    keys: /^Arrow(Left|Right)$/,
    scope: 'laboratory',
    run: ({ laboratory }, { name }) => laboratory()?.step(name === 'ArrowRight' ? 1 : -1),
  },
  {
    labels: ['Home', 'End'],
    description: 'laboratory: go to start, go to end',
    keys: /^(Home|End)$/,
    scope: 'laboratory',
    run: ({ laboratory }, { name }) => laboratory()?.seek(name === 'Home' ? 0 : Infinity),
  },
  {
    labels: ['D', 'B', 'U'],
    description: 'laboratory: next dead end, next backtrack, up one level',
    keys: /^[dbu]$/,
    scope: 'laboratory',
    run: ({ laboratory }, { name }) =>
      laboratory()?.jump(
        /** @type {const} */ ({ d: 'dead end', b: 'backtrack', u: 'up' })[/** @type {'d'} */ (name)],
      ),
  },
  {
    labels: ['F1', 'F2', 'F3'],
    description: 'switch to Play, Learn, Laboratory',
    keys: /^F[123]$/,
    scope: 'everywhere',
    run: ({ view }, { name }) =>
      view(/** @type {const} */ ({ F1: 'play', F2: 'learn', F3: 'laboratory' })[/** @type {'F1'} */ (name)]),
  },
  {
    labels: ['Esc'],
    description: 'cancel the current task, leave a quiz or a story, or return to my game',
    keys: /^Escape$/,
    scope: 'everywhere',
    run: ({ actions, laboratory, lessons }) =>
      actions.cancel() || laboratory()?.escape() || lessons.close(),
  },
  {
    labels: ['?'],
    description: 'show this list',
    keys: /^\?$/,
    scope: 'everywhere',
    run: ({ dialog }) => dialog('dialog-keys'),
  },
];

/** The keys that still work during a pause: resume, new puzzle, views, Escape and help. */
const WHILE_PAUSED = /^([pn]|F[123]|Escape|\?)$/;

/** @param {Commands} commands */
export function mountKeyboard(commands) {
  document.addEventListener('keydown', (event) => {
    const { state } = commands.store;
    if (document.querySelector('dialog[open]') || isTyping(event.target)) return;
    const press = { name: keyName(event), target: event.target };
    if (isSingleCharacter(press.name) && !isShortcutAllowed(press, state.settings)) return;
    const here = state.view === 'laboratory' ? 'laboratory' : 'game';
    if (here === 'laboratory' ? isScrollable(event.target) : state.paused && !WHILE_PAUSED.test(press.name))
      return;
    const row = KEYS.find(
      ({ keys, scope }) => (scope === here || scope === 'everywhere') && keys.test(press.name),
    );
    if (row && row.run(commands, press) !== false) event.preventDefault();
  });
  // Clicking a button must not move the focus away from the board.
  document.addEventListener('mousedown', (event) => {
    if (
      event.target instanceof Element &&
      event.target.closest('main button, header button, header a') &&
      !event.target.closest('dialog')
    )
      event.preventDefault();
  });
}

/** Returns the name of a key with its modifiers. @param {KeyboardEvent} event */
export function keyName(event) {
  const { key, code } = event;
  const digit =
    /^Digit([0-9])$/.exec(code)?.[1] ?? (/^Numpad/.test(code) && /^[0-9]$/.test(key) ? key : null);
  const letter = /^[a-z]$/i.test(key)
    ? key.toLowerCase()
    : key.charCodeAt(0) > 127
      ? /^Key([A-Z])$/.exec(code)?.[1].toLowerCase()
      : null;
  const command = event.ctrlKey || event.metaKey ? 'Ctrl+' : '';
  const alt = event.altKey ? 'Alt+' : '';
  // Symbols already include Shift. `?` counts as a symbol even on layouts that have it on a digit key.
  const isSymbol = key.length === 1 && !letter && !(digit && key !== '?');
  const shift = event.shiftKey && !isSymbol ? 'Shift+' : '';
  return `${command}${alt}${shift}${isSymbol ? key : (digit ?? letter ?? key)}`;
}

/** Reports whether the name is a single character, with or without Shift. @param {string} name */
const isSingleCharacter = (name) => /^(Shift\+)?[^ ]$/u.test(name);

/**
 * Reports whether a single-character shortcut may be handled now.
 * @param {KeyPress} press
 * @param {import('./store.js').Settings} settings
 */
function isShortcutAllowed({ name, target }, settings) {
  if (!settings.letters && !/[0-9]$/.test(name)) return false;
  // The pause screen counts as part of the board.
  const onBoard = target instanceof Element && target.closest('.board-frame') !== null;
  return onBoard || (settings.letters && target === document.body);
}

/**
 * Reports whether an element takes text or a selection from the keyboard.
 * @param {EventTarget | null} target
 */
const isTyping = (target) =>
  target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select');

/**
 * Reports whether an element handles Space and Enter itself, as native controls do.
 * @param {EventTarget | null} target
 */
const usesEnterAndSpace = (target) =>
  target instanceof HTMLElement && target.matches('button, a, summary, input, select, textarea');

/**
 * Reports whether Space, the arrow keys, Home and End scroll an element, that is, whether it is focusable but
 * neither a button nor a cell.
 * @param {EventTarget | null} target
 */
const isScrollable = (target) =>
  target instanceof HTMLElement && target.matches('[tabindex]:not(button, [role="gridcell"])');

/** Moves to the start or end of the row or the board. @param {Commands} commands @param {KeyPress} press */
function jump(commands, { name }) {
  const { cursor } = commands.store.state;
  const row = name.startsWith('Ctrl') ? (name.endsWith('Home') ? 0 : 8) : Math.floor(cursor / 9);
  select(commands, 9 * row + (name.endsWith('Home') ? 0 : 8));
}

/**
 * Moves the cursor; it wraps around at the edges of the board.
 * @param {Commands} commands
 * @param {[number, number]} by
 * @param {'more'} [extend]
 */
function move(commands, [down, right], extend) {
  const { cursor } = commands.store.state;
  const row = (Math.floor(cursor / 9) + down + 9) % 9;
  const column = ((cursor % 9) + right + 9) % 9;
  select(commands, 9 * row + column, extend);
}

/**
 * @param {Commands} commands
 * @param {number} cell
 * @param {'more'} [extend]
 */
function select({ store, focus }, cell, extend) {
  const { selection } = store.state;
  store.update({ cursor: cell, selection: extend ? [...new Set([...selection, cell])] : [cell] });
  focus(cell);
}
