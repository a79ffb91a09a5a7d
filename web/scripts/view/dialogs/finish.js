/** The dialog that appears when the player has solved a puzzle. */
import { timeText } from '../../clock.js';
import { byId, element, onClick } from '../element.js';
import { dialogOf, open } from './dialog.js';

/** Milliseconds until the dialog appears, while the digits on the board move. */
const DELAY = 900;

/**
 * @param {import('../../store.js').Store} store
 * @param {import('../../actions.js').Actions} actions
 */
export function mountFinish(store, actions) {
  const dialog = dialogOf('dialog-finish');
  onClick('finish-next', () => {
    dialog.close();
    void actions.newPuzzle(store.state.finish?.round.level ?? store.state.settings.level, '');
  });
  onClick('finish-new', () => {
    dialog.close();
    open('dialog-new');
  });
  store.subscribe(({ finish, settings }, before) => {
    if (!finish || finish === before.finish) return;
    const { round } = finish;
    const figures = [
      ['hints', round.hints],
      ['mistakes', round.mistakes],
    ];
    if (settings.timer) figures.unshift(['time', timeText(round.elapsed)]);
    byId('finish-figures').replaceChildren(
      ...figures.map(([name, figure]) =>
        element('div', {}, element('dt', {}, String(name)), element('dd', {}, String(figure))),
      ),
    );
    byId('finish-text').textContent = praise(finish, settings.timer);
    byId('finish-next').textContent = round.level ? `Next ${round.level} puzzle` : 'Next puzzle';
    // The player may go on before the dialog appears.
    setTimeout(() => {
      if (store.state.finish === finish && store.state.won) open('dialog-finish');
    }, matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : DELAY);
  });
}

/**
 * Compares a result with earlier ones of the same level.
 * @param {import('../../store.js').Finish} finish
 * @param {boolean} timed
 */
function praise({ round, before }, timed) {
  const flawless = round.hints + round.mistakes === 0 ? 'Without a hint and without a mistake.' : '';
  if (!round.level || !timed) return flawless || 'Well done!';
  if (!before) return `${flawless} Your first ${round.level} puzzle.`.trim();
  const average = before.time / before.solved;
  const compared =
    round.elapsed < before.best
      ? `Your best time for ${round.level} puzzles; it was ${timeText(before.best)}.`
      : round.elapsed < average
        ? `Faster than your average of ${timeText(average)}.`
        : `Your best time for ${round.level} puzzles is ${timeText(before.best)}.`;
  return `${flawless} ${compared}`.trim();
}
