/**
 * Keys: what each does, and the table of words from which the list that `?` shows is made.
 */

/** @typedef {import('./domain/game.js').Mode} Mode */

/** What the list says. @type {[string[], string][]} */
export const KEYS = [
  [['↑ ↓ ← →', 'W A S D'], 'move'],
  [['Shift', '+ arrow'], 'select more cells'],
  [['Ctrl', 'A'], 'select all'],
  [['1', '…', '9'], 'what the mode says: digit, corner, centre or colour'],
  [['Shift', '1…9'], 'corner note'],
  [['Ctrl', '1…9'], 'centre note (Alt where the browser keeps Ctrl for itself)'],
  [['Z', 'X', 'C', 'V'], 'mode: digit, corner, centre, colour'],
  [['Delete', '0'], 'erase'],
  [['Ctrl Z', 'Ctrl Y'], 'undo, redo'],
  [['M'], 'automatic notes'],
  [['K'], 'check for mistakes'],
  [['H', 'Shift H'], 'hint: the next stronger one; the whole step'],
  [['Enter'], 'do the step that is shown'],
  [[',', '.'], 'previous and next step of a list'],
  [['N'], 'new puzzle'],
  [['P'], 'pause; in the laboratory play'],
  [['Space'], 'laboratory: play or pause'],
  [['←', '→', 'Home', 'End'], 'laboratory: step, start, end'],
  [['F1', 'F2', 'F3'], 'play, learn, laboratory'],
  [['Esc'], 'back to my game'],
  [['?'], 'this list'],
];

/** @type {Record<string, Mode>} */
const MODES = { KeyZ: 'digit', KeyX: 'corner', KeyC: 'centre', KeyV: 'colour' };

/** Rows and columns that a key moves by. @type {Record<string, [number, number]>} */
const MOVES = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
  KeyW: [-1, 0], KeyS: [1, 0], KeyA: [0, -1], KeyD: [0, 1],
};

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

/** @param {Commands} commands */
export function mountKeyboard(commands) {
  document.addEventListener('keydown', (event) => {
    if (document.querySelector('dialog[open]') || isTyping(event.target)) return;
    const done = view(commands, event) || (commands.store.state.view === 'laboratory' ? watch(commands, event) : play(commands, event));
    if (done) event.preventDefault();
  });
}

/** Whether a key belongs to a field. @param {EventTarget | null} target */
const isTyping = (target) => target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select');

/** Whether Space and Enter belong to what has the focus: every control of the browser's own. @param {KeyboardEvent} event */
const presses = (event) => event.target instanceof HTMLElement && event.target.matches('button, a, summary, input, select, textarea');

/** Whether Space, arrows, Home and End scroll what has the focus: a place that can be reached, but is no cell. @param {KeyboardEvent} event */
const scrolls = (event) => event.target instanceof HTMLElement && event.target.matches('[tabindex]:not(button, [role="gridcell"])');

/** @param {Commands} commands @param {KeyboardEvent} event */
function view(commands, event) {
  const chosen = /** @type {const} */ ({ F1: 'play', F2: 'learn', F3: 'laboratory' })[event.key];
  if (chosen) commands.view(chosen);
  else if (event.key === '?') commands.dialog('dialog-keys');
  else return false;
  return true;
}

/** @param {Commands} commands @param {KeyboardEvent} event */
function watch({ laboratory }, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || (scrolls(event) && event.code !== 'KeyP')) return false;
  if ((event.key === ' ' && !presses(event)) || event.code === 'KeyP') laboratory.toggle();
  else if (event.key === 'ArrowRight') laboratory.step(1);
  else if (event.key === 'ArrowLeft') laboratory.step(-1);
  else if (event.key === 'Home') laboratory.seek(0);
  else if (event.key === 'End') laboratory.seek(Infinity);
  else return false;
  return true;
}

/** @param {Commands} commands @param {KeyboardEvent} event */
function play(commands, event) {
  const { store, actions } = commands;
  if (store.state.paused && !['p', 'n'].includes(event.key)) return false;
  const command = event.ctrlKey || event.metaKey;
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(event.code);
  if (digit) {
    const mode = event.shiftKey ? 'corner' : command || event.altKey ? 'centre' : undefined;
    // With Ctrl it is the browser's: back to the usual size.
    if (digit[1] === '0' && mode === 'centre') return false;
    if (digit[1] === '0') actions.erase();
    else actions.enter(Number(digit[1]), mode);
    return true;
  }
  if (command) return withCommand(commands, event);
  if (event.altKey) return false;
  const move = MOVES[event.code];
  if (move && !(event.shiftKey && event.code.startsWith('Key'))) {
    moveCursor(commands, move, event.shiftKey);
    return true;
  }
  if (MODES[event.code] && !event.shiftKey) store.update({ mode: MODES[event.code] });
  else if (['Delete', 'Backspace'].includes(event.key)) actions.erase();
  else return byLetter(commands, event);
  return true;
}

/** @param {Commands} commands @param {KeyboardEvent} event */
function withCommand({ store, actions }, event) {
  const key = event.key.toLowerCase();
  if (key === 'z' && !event.shiftKey) actions.undo();
  else if (key === 'y' || key === 'z') actions.redo();
  else if (key === 'a') store.update({ selection: Array.from({ length: 81 }, (_, cell) => cell) });
  else return false;
  return true;
}

/** @param {Commands} commands @param {KeyboardEvent} event */
function byLetter({ store, actions, lessons, dialog, view: show }, event) {
  const { lesson, pointer } = store.state;
  switch (event.key) {
    case 'm': actions.automatic(); break;
    case 'k': void actions.check(); break;
    case 'n': dialog('dialog-new'); break;
    case 'p': actions.togglePause(); break;
    case 'h':
      show('learn');
      void lessons.hint(lesson || pointer?.strength === 'what' ? 'full' : pointer?.strength === 'where' ? 'what' : 'where');
      break;
    case 'H': show('learn'); void lessons.hint('full'); break;
    case ',': lessons.show((lesson?.at ?? 0) - 1); break;
    case '.': lessons.show((lesson?.at ?? 0) + 1); break;
    case 'Escape': lessons.close(); break;
    case 'Enter':
      if (presses(event) || !lesson) return false;
      lessons.apply();
      break;
    default: return false;
  }
  return true;
}

/**
 * @param {Commands} commands
 * @param {[number, number]} move
 * @param {boolean} extend
 */
function moveCursor({ store, focus }, [down, right], extend) {
  const { cursor, selection } = store.state;
  const row = (Math.floor(cursor / 9) + down + 9) % 9;
  const column = ((cursor % 9) + right + 9) % 9;
  const next = 9 * row + column;
  store.update({ cursor: next, selection: extend ? [...new Set([...selection, next])] : [next] });
  focus(next);
}
