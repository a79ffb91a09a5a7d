/**
 * The page starts here: state, engine and views are made and tied together, nothing else.
 *
 *   keys, pointer, buttons ──▶ actions, lessons ──▶ store ──▶ views, saving, announcer
 *                                    └──▶ engine (worker or server)
 */
import { Actions } from './actions.js';
import { mountAnnouncer } from './announcer.js';
import { mountClock } from './clock.js';
import { digitsOfLine, newGame } from './domain/game.js';
import { isGame, unpack, unread } from './domain/link.js';
import { openEngine } from './engine/engine.js';
import { mountKeyboard } from './keyboard.js';
import { Lessons } from './lessons.js';
import { mountLook } from './look.js';
import { mountPointing } from './pointing.js';
import { WELCOME } from './puzzles.js';
import { load, mountSaving } from './saving.js';
import { Store, initialState } from './store.js';
import { Tasks } from './tasks.js';
import { BoardView } from './view/board.js';
import { mountBusy } from './view/busy.js';
import { open } from './view/dialogs/dialog.js';
import { mountNewPuzzle } from './view/dialogs/new-puzzle.js';
import { mountOpening } from './view/dialogs/opening.js';
import { mountSettings } from './view/dialogs/settings.js';
import { mountSharing } from './view/dialogs/sharing.js';
import { byId } from './view/element.js';
import { Laboratory } from './view/laboratory/laboratory.js';
import { mountLearn } from './view/learn.js';
import { mountPlay } from './view/play.js';
import { mountViews, show } from './view/views.js';

/** What the board shows; the clock is not among it. */
const BOARD = /** @type {const} */ (['history', 'selection', 'cursor', 'mistakes', 'won', 'lesson', 'pointer', 'settings']);

const initial = initialState();
const kept = load(initial);
const store = new Store({ ...initial, ...kept });
const engine = openEngine();
const tasks = new Tasks(store);
const actions = new Actions(store, engine, tasks);
const lessons = new Lessons(store, engine, actions, tasks);

mountLook(store);
const board = new BoardView(byId('board'), byId('overlay'));
board.render(store.state);
store.listen((state, before) => {
  if (BOARD.some((field) => state[field] !== before[field])) board.render(state);
});
/** The keyboard to the board, where the next key belongs. */
const focusBoard = () => board.focus(store.state.cursor);

mountPlay(store, actions);
mountLearn(store, lessons, engine);
const laboratory = new Laboratory(store, engine, tasks);
mountPointing(store, board);
mountNewPuzzle(store, actions, engine, focusBoard);
mountOpening(actions, tasks);
mountSharing(store, actions, engine);
mountSettings(store, engine);
mountClock(store);
mountAnnouncer(store);
mountBusy(store, actions);
mountViews(store, focusBoard);
mountKeyboard({ store, actions, lessons, laboratory, dialog: open, view: (view) => show(store, view), focus: (cell) => board.focus(cell) });

mountSaving(store, actions);
openShared();
window.addEventListener('hashchange', openShared);
if (!kept.history && store.game === initial.history.present.game) actions.start(newGame(digitsOfLine(WELCOME)), 'Easy · ER 1.5');

if (engine.kind === 'wasm' && 'serviceWorker' in navigator) void navigator.serviceWorker.register('service-worker.js');
document.documentElement.dataset.ready = 'true';
performance.mark('ready');

/** A link with a game in it begins that game, once. What cannot be read of it is told. */
function openShared() {
  const text = location.hash.slice(1);
  if (!isGame(text)) return;
  history.replaceState(null, '', '#play');
  show(store, 'play');
  const game = unpack(text);
  if (game) actions.start(game, 'Shared');
  if (!game) actions.say('This link holds no puzzle that can be read.', 'bad');
  else if (unread(text)) actions.say('A part of this link could not be read; the rest is on the board.', 'bad');
}
