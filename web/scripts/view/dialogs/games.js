/** The dialog with the games that were begun, and the statistics of the solved ones. */
import { timeText } from '../../clock.js';
import { unpack } from '../../domain/link.js';
import { withoutGame } from '../../domain/saved-games.js';
import { OTHER } from '../../domain/statistics.js';
import { readGames, readStatistics, writeGames } from '../../persistence.js';
import { capitalize } from '../../text.js';
import { byId, element, onClick } from '../element.js';
import { dialogOf, open } from './dialog.js';

/** @typedef {import('../../domain/saved-games.js').SavedGame} SavedGame */

/**
 * @param {import('../../store.js').Store} store
 * @param {import('../../actions.js').Actions} actions
 * @param {() => void} focusBoard
 */
export function mountGames(store, actions, focusBoard) {
  onClick('show-games', () => {
    showGames();
    showStatistics();
    open('dialog-games');
  });

  function showGames() {
    const games = readGames();
    byId('games-list').replaceChildren(...games.map(row));
    byId('games-none').hidden = games.length > 0;
  }

  /** @param {SavedGame} saved */
  function row(saved) {
    const { round } = saved;
    const title = round.title || 'Untitled';
    const game = unpack(saved.game);
    const filled = game?.values.filter(Boolean).length ?? 0;
    const details = [
      `${filled} of 81 cells`,
      timeText(round.elapsed),
      new Date(saved.when).toLocaleDateString('en', { day: 'numeric', month: 'short' }),
    ];
    if (round.id === store.round.id) details.unshift('on the board');
    const start = element(
      'button',
      { type: 'button' },
      element('span', {}, title),
      element('small', {}, details.join(' · ')),
    );
    start.addEventListener('click', () => {
      dialogOf('dialog-games').close();
      if (game && round.id !== store.round.id) actions.start(game, round);
      focusBoard();
    });
    const remove = element('button', { type: 'button', class: 'quiet', 'aria-label': `Delete ${title}` }, '×');
    remove.addEventListener('click', () => {
      writeGames(withoutGame(readGames(), round.id));
      showGames();
      dialogOf('dialog-games').focus();
    });
    return element('li', {}, start, remove);
  }

  function showStatistics() {
    const rows = Object.entries(readStatistics());
    byId('statistics').hidden = !rows.length;
    byId('statistics-rows').replaceChildren(
      ...rows.map(([level, { solved, time, best, hints, mistakes }]) =>
        element(
          'tr',
          {},
          element('th', { scope: 'row' }, level === OTHER ? 'Other puzzles' : capitalize(level)),
          ...[solved, timeText(best), timeText(time / solved), hints, mistakes].map((figure) =>
            element('td', {}, String(figure)),
          ),
        ),
      ),
    );
  }
}
