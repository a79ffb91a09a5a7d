/**
 * Keys: one table says what each does, when, and what the list that `?` shows says of it.
 *
 * Keys of one character are the page's only while the focus is on the board or on nothing; letters can be switched off. So
 * nobody who speaks to the machine, or presses a key on some control, loses a game by it. Letters go by what is written on
 * the key, where that is a letter of ours, and by its place otherwise; digits go by their place, for Shift changes them.
 */

/** @typedef {import('./domain/game.js').Mode} Mode */

/**
 * What the keys do.
 * @typedef {object} Commands
 * @property {import('./store.js').Store} store
 * @property {import('./actions.js').Actions} actions
 * @property {import('./lessons.js').Lessons} lessons
 * @property {(id: string) => void} dialog
 * @property {(view: 'play' | 'learn' | 'laboratory') => void} view
 * @property {(cell: number) => void} focus
 * @property {import('./view/laboratory/laboratory.js').Laboratory} laboratory
 */

/**
 * A key that was pressed. Its name has the modifiers before it: `Ctrl+z`, `Shift+ArrowLeft`, `5`, `m`.
 * @typedef {{name: string, target: EventTarget | null}} Press
 */

/**
 * A row of the table.
 * @typedef {object} Row
 * @property {string[]} shown   the keys in the list
 * @property {string} what      what they do, in the list
 * @property {RegExp} keys      the names of the keys
 * @property {'everywhere' | 'game' | 'laboratory'} where
 * @property {(commands: Commands, press: Press) => unknown} act  false: the key is the browser's after all
 */

/** @type {Record<string, Mode>} */
const MODES = { z: 'digit', x: 'corner', c: 'centre', v: 'colour' };

/** Rows and columns that a key moves by. @type {Record<string, [number, number]>} */
const MOVES = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
  w: [-1, 0], s: [1, 0], a: [0, -1], d: [0, 1],
};

/** @param {Press} press */
const last = ({ name }) => name.slice(name.lastIndexOf('+') + 1);

/** @type {Row[]} */
export const KEYS = [
  { shown: ['↑ ↓ ← →', 'W A S D'], what: 'move', keys: /^(Arrow\w+|[wasd])$/, where: 'game', act: (commands, press) => move(commands, MOVES[last(press)]) },
  { shown: ['Home', 'End'], what: 'first and last cell of the row; with Ctrl of the board', keys: /^(Ctrl\+)?(Home|End)$/, where: 'game', act: jump },
  { shown: ['Shift', '+ arrow'], what: 'select more cells', keys: /^Shift\+Arrow/, where: 'game', act: (commands, press) => move(commands, MOVES[last(press)], 'more') },
  { shown: ['Ctrl', 'A'], what: 'select all', keys: /^Ctrl\+a$/, where: 'game', act: ({ store }) => store.update({ selection: Array.from({ length: 81 }, (_, cell) => cell) }) },
  { shown: ['1', '…', '9'], what: 'what the mode says: digit, corner, centre or colour', keys: /^[1-9]$/, where: 'game', act: ({ actions }, press) => actions.enter(Number(press.name)) },
  { shown: ['Shift', '1…9'], what: 'corner note', keys: /^Shift\+[1-9]$/, where: 'game', act: ({ actions }, press) => actions.enter(Number(last(press)), 'corner') },
  { shown: ['Ctrl', '1…9'], what: 'centre note (Alt where the browser keeps Ctrl for itself)', keys: /^(Ctrl|Alt)\+[1-9]$/, where: 'game', act: ({ actions }, press) => actions.enter(Number(last(press)), 'centre') },
  { shown: ['Z', 'X', 'C', 'V'], what: 'mode: digit, corner, centre, colour', keys: /^[zxcv]$/, where: 'game', act: ({ store }, press) => store.update({ mode: MODES[press.name] }) },
  { shown: ['Delete', '0'], what: 'erase', keys: /^(Delete|Backspace|0)$/, where: 'game', act: ({ actions }) => actions.erase() },
  { shown: ['Ctrl Z'], what: 'undo', keys: /^Ctrl\+z$/, where: 'game', act: ({ actions }) => actions.undo() },
  { shown: ['Ctrl Y'], what: 'redo', keys: /^(Ctrl\+y|Ctrl\+Shift\+z)$/, where: 'game', act: ({ actions }) => actions.redo() },
  { shown: ['M'], what: 'automatic notes', keys: /^m$/, where: 'game', act: ({ actions }) => actions.automatic() },
  { shown: ['K'], what: 'check for mistakes', keys: /^k$/, where: 'game', act: ({ actions }) => actions.check() },
  { shown: ['H'], what: 'hint: the next stronger one', keys: /^h$/, where: 'game', act: (commands) => hint(commands) },
  { shown: ['Shift H'], what: 'hint: the whole step', keys: /^Shift\+h$/, where: 'game', act: (commands) => hint(commands, 'full') },
  { shown: ['Enter'], what: 'do the step that is shown', keys: /^Enter$/, where: 'game', act: ({ store, lessons }, { target }) => (store.state.lesson && !presses(target) ? lessons.apply() : false) },
  { shown: [','], what: 'previous step of a list', keys: /^,$/, where: 'game', act: ({ store, lessons }) => lessons.show((store.state.lesson?.at ?? 0) - 1) },
  { shown: ['.'], what: 'next step of a list', keys: /^\.$/, where: 'game', act: ({ store, lessons }) => lessons.show((store.state.lesson?.at ?? 0) + 1) },
  { shown: ['N'], what: 'new puzzle', keys: /^n$/, where: 'game', act: ({ dialog }) => dialog('dialog-new') },
  { shown: ['P'], what: 'pause', keys: /^p$/, where: 'game', act: ({ actions }) => actions.togglePause() },
  { shown: ['Space', 'P'], what: 'laboratory: play or pause', keys: /^( |p)$/, where: 'laboratory', act: ({ laboratory }, { name, target }) => (name === ' ' && presses(target) ? false : laboratory.toggle()) },
  { shown: ['←', '→'], what: 'laboratory: step back, step', keys: /^Arrow(Left|Right)$/, where: 'laboratory', act: ({ laboratory }, { name }) => laboratory.step(name === 'ArrowRight' ? 1 : -1) },
  { shown: ['Home', 'End'], what: 'laboratory: start, end', keys: /^(Home|End)$/, where: 'laboratory', act: ({ laboratory }, { name }) => laboratory.seek(name === 'Home' ? 0 : Infinity) },
  { shown: ['F1', 'F2', 'F3'], what: 'play, learn, laboratory', keys: /^F[123]$/, where: 'everywhere', act: ({ view }, { name }) => view(/** @type {const} */ ({ F1: 'play', F2: 'learn', F3: 'laboratory' })[/** @type {'F1'} */ (name)]) },
  { shown: ['Esc'], what: 'stop what takes its time; back to my game', keys: /^Escape$/, where: 'everywhere', act: ({ actions, lessons }) => actions.cancel() || lessons.close() },
  { shown: ['?'], what: 'this list', keys: /^\?$/, where: 'everywhere', act: ({ dialog }) => dialog('dialog-keys') },
];

/** What a pause leaves: to end it, to begin something else, and the page around the board. */
const WHILE_PAUSED = /^([pn]|F[123]|Escape|\?)$/;

/** @param {Commands} commands */
export function mountKeyboard(commands) {
  document.addEventListener('keydown', (event) => {
    const { state } = commands.store;
    if (document.querySelector('dialog[open]') || isTyping(event.target)) return;
    const press = { name: nameOf(event), target: event.target };
    if (isOneCharacter(press.name) && !hears(press, state.settings)) return;
    const here = state.view === 'laboratory' ? 'laboratory' : 'game';
    if (here === 'laboratory' ? scrolls(event.target) : state.paused && !WHILE_PAUSED.test(press.name)) return;
    const row = KEYS.find(({ keys, where }) => (where === here || where === 'everywhere') && keys.test(press.name));
    if (row && row.act(commands, press) !== false) event.preventDefault();
  });
  // A click leaves the keyboard where it is, on the board; only the keyboard itself goes to buttons.
  document.addEventListener('mousedown', (event) => {
    if (event.target instanceof Element && event.target.closest('main button, header button, header a') && !event.target.closest('dialog')) event.preventDefault();
  });
}

/** The name of a key with its modifiers. @param {KeyboardEvent} event */
export function nameOf(event) {
  const { key, code } = event;
  const digit = /^Digit([0-9])$/.exec(code)?.[1] ?? (/^Numpad/.test(code) && /^[0-9]$/.test(key) ? key : null);
  const letter = /^[a-z]$/i.test(key) ? key.toLowerCase() : key.charCodeAt(0) > 127 ? /^Key([A-Z])$/.exec(code)?.[1].toLowerCase() : null;
  const command = event.ctrlKey || event.metaKey ? 'Ctrl+' : '';
  const alt = event.altKey ? 'Alt+' : '';
  // Other signs have their Shift in them, and a digit key may say one: `?` is a sign wherever it is.
  const sign = key.length === 1 && !letter && !(digit && key !== '?');
  const shift = event.shiftKey && !sign ? 'Shift+' : '';
  return `${command}${alt}${shift}${sign ? key : (digit ?? letter ?? key)}`;
}

/** Whether it is a key of one character, as speech may say it. @param {string} name */
const isOneCharacter = (name) => /^(Shift\+)?[^ ]$/u.test(name);

/**
 * Whether keys of one character are the page's now.
 * @param {Press} press
 * @param {import('./store.js').Settings} settings
 */
function hears({ name, target }, settings) {
  if (!settings.letters && !/[0-9]$/.test(name)) return false;
  // The curtain of a pause is the board's too.
  const onBoard = target instanceof Element && target.closest('.board-frame') !== null;
  return onBoard || (settings.letters && target === document.body);
}

/** Whether a key belongs to a field. @param {EventTarget | null} target */
const isTyping = (target) => target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select');

/** Whether Space and Enter belong to what has the focus: every control of the browser's own. @param {EventTarget | null} target */
const presses = (target) => target instanceof HTMLElement && target.matches('button, a, summary, input, select, textarea');

/** Whether Space, arrows, Home and End scroll what has the focus: a place that can be reached, but is no cell. @param {EventTarget | null} target */
const scrolls = (target) => target instanceof HTMLElement && target.matches('[tabindex]:not(button, [role="gridcell"])');

/** @param {Commands} commands @param {'full'} [strength] */
function hint({ store, lessons, view }, strength) {
  const { lesson, pointer } = store.state;
  view('learn');
  void lessons.hint(strength ?? (lesson || pointer?.strength === 'what' ? 'full' : pointer?.strength === 'where' ? 'what' : 'where'));
}

/** @param {Commands} commands @param {Press} press */
function jump(commands, { name }) {
  const { cursor } = commands.store.state;
  const row = name.startsWith('Ctrl') ? (name.endsWith('Home') ? 0 : 8) : Math.floor(cursor / 9);
  select(commands, 9 * row + (name.endsWith('Home') ? 0 : 8));
}

/**
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
