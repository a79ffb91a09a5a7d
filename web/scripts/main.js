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
import { unpack } from './domain/link.js';
import { openEngine } from './engine/engine.js';
import { mountKeyboard } from './keyboard.js';
import { Lessons } from './lessons.js';
import { mountLook } from './look.js';
import { mountPointing } from './pointing.js';
import { WELCOME } from './puzzles.js';
import { load, mountSaving } from './saving.js';
import { Store, initialState } from './store.js';
import { BoardView } from './view/board.js';
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

const initial = initialState();
const kept = load(initial);
const store = new Store({ ...initial, ...kept });
const engine = openEngine();
const actions = new Actions(store, engine);
const lessons = new Lessons(store, engine, actions);

mountLook(store);
const board = new BoardView(byId('board'), byId('overlay'));
board.render(store.state);
store.listen((state) => board.render(state));

mountPlay(store, actions);
mountLearn(store, lessons, engine);
const laboratory = new Laboratory(store, engine);
mountPointing(store, board);
mountNewPuzzle(actions, engine);
mountOpening(actions);
mountSharing(store, actions, engine);
mountSettings(store, engine);
mountClock(store);
mountAnnouncer(store);
mountViews(store);
mountKeyboard({ store, actions, lessons, laboratory, dialog: open, view: (view) => show(store, view), focus: (cell) => board.focus(cell) });

mountSaving(store, actions);
openShared();
window.addEventListener('hashchange', openShared);
if (!kept.history && store.game === initial.history.present) actions.start(newGame(digitsOfLine(WELCOME)), 'Easy · ER 1.5');

if (engine.kind === 'wasm' && 'serviceWorker' in navigator) void navigator.serviceWorker.register('service-worker.js');
document.documentElement.dataset.ready = 'true';
performance.mark('ready');

/** A link with a game in it begins that game, once. */
function openShared() {
  const game = unpack(location.hash.slice(1));
  if (!game) return;
  history.replaceState(null, '', '#play');
  actions.start(game, 'Shared');
  show(store, 'play');
}
