/**
 * Entry point of the page: creates the state, the engine and the views, and connects them.
 *
 *   keys, pointer, buttons ──▶ actions, lessons ──▶ store ──▶ views, persistence, announcer
 *                                    └──▶ engine (worker or server)
 */
import { Actions } from './actions.js';
import { mountAnnouncer } from './announcer.js';
import { mountClock } from './clock.js';
import { digitsOfLine, newGame } from './domain/game.js';
import { isLabAddress } from './domain/laboratory-link.js';
import { looksLikeGame, unpack, hasUnreadableParts } from './domain/link.js';
import { openEngine } from './engine/engine.js';
import { mountKeyboard } from './keyboard.js';
import { Lessons } from './lessons.js';
import { mountLanguage } from './messages/language.js';
import { mountTheme } from './theme.js';
import { mountPointer } from './pointer.js';
import { WELCOME } from './puzzles.js';
import { load, mountPersistence } from './persistence.js';
import { reportGivens } from './setter.js';
import { Store, initialState } from './store.js';
import { Tasks } from './tasks.js';
import { BoardView } from './view/board.js';
import { mountBusy } from './view/busy.js';
import { mountAsk } from './view/dialogs/ask.js';
import { open } from './view/dialogs/dialog.js';
import { mountNewPuzzle } from './view/dialogs/new-puzzle.js';
import { mountImport } from './view/dialogs/import.js';
import { mountFinish } from './view/dialogs/finish.js';
import { mountGames } from './view/dialogs/games.js';
import { mountSettings } from './view/dialogs/settings.js';
import { mountTechniques } from './view/dialogs/techniques.js';
import { mountExport } from './view/dialogs/export.js';
import { byId } from './view/element.js';
import { LaboratoryLoader } from './view/laboratory-loader.js';
import { mountLearn } from './view/learn.js';
import { mountPlay } from './view/play.js';
import { mountViews, show } from './view/views.js';

/** The state that the board depends on. The timer is not part of it. */
const BOARD_FIELDS = /** @type {const} */ ([
  'view',
  'history',
  'selection',
  'cursor',
  'highlight',
  'mistakes',
  'setter',
  'won',
  'lesson',
  'hintCard',
  'settings',
]);

const initial = initialState();
const saved = load(initial);
const store = new Store({ ...initial, ...saved });
const engine = openEngine();
const tasks = new Tasks(store);
const actions = new Actions(store, engine, tasks);
const lessons = new Lessons(store, engine, actions, tasks);

mountTheme(store);
mountLanguage(store);
const board = new BoardView(byId('board'), byId('overlay'));
board.render(store.state);
store.subscribe((state, before) => {
  if (BOARD_FIELDS.some((field) => state[field] !== before[field])) board.render(state);
});
/** Moves the keyboard focus to the board. */
const focusBoard = () => board.focus(store.state.cursor);

mountPlay(store, actions, lessons);
const learn = mountLearn(store, lessons, engine);
mountPointer(store, board);
mountNewPuzzle(store, actions, engine, focusBoard);
mountImport(actions, tasks);
mountExport(store, engine);
mountAsk(store, actions, engine, tasks);
mountSettings(store, engine);
mountTechniques(store, engine, actions);
mountGames(store, actions, focusBoard);
mountFinish(store, actions);
mountClock(store);
mountAnnouncer(store);
mountBusy(store, actions);
mountViews(store, focusBoard);
const laboratoryLoader = new LaboratoryLoader(store, engine, tasks);
mountKeyboard({
  store,
  actions,
  lessons,
  practice: learn.practice,
  laboratory: () => laboratoryLoader.laboratory,
  dialog: open,
  view: (view) => show(store, view),
  focus: (cell) => board.focus(cell),
});

mountPersistence(store, actions);
if (store.round.own) void reportGivens(actions);
openLink();
window.addEventListener('hashchange', openLink);
if (!saved.history && store.game === initial.history.present.game)
  actions.start(newGame(digitsOfLine(WELCOME)), 'Easy · ER 1.5');

if (engine.kind === 'wasm' && 'serviceWorker' in navigator)
  void navigator.serviceWorker.register('service-worker.js');
document.documentElement.dataset.ready = 'true';
performance.mark('ready');

/** Starts the game in the URL, if there is one, and removes it from the URL. Reports unreadable parts. */
function openLink() {
  const text = location.hash.slice(1);
  if (!looksLikeGame(text) || isLabAddress(text)) return;
  history.replaceState(null, '', '#play');
  show(store, 'play');
  const game = unpack(text);
  if (game) actions.start(game, 'Shared puzzle');
  if (!game) actions.showMessage('This link does not contain a valid puzzle.', 'bad');
  else if (hasUnreadableParts(text))
    actions.showMessage('Part of this link could not be read; the rest is on the board.', 'bad');
}
