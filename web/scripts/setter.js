/**
 * What the engine says about a puzzle that the player is entering.
 */
import { parseCell } from './domain/cells.js';
import { digitsOfLine, newGame, parseCandidates } from './domain/game.js';
import { lineOf } from './domain/link.js';
import { MAX_SOLUTIONS } from './domain/setter.js';
import { asSentence, formatNumber, plural } from './text.js';

/** @typedef {import('./actions.js').Actions} Actions */
/** @typedef {import('./domain/setter.js').SetterReport} SetterReport */

/**
 * Reports the number of solutions, and then redundant clues and the rating, or the digits that occur in the
 * solutions.
 * @param {Actions} actions
 */
export async function reportGivens(actions) {
  const line = lineOf(actions.store.game.givens);
  if (!/[1-9]/.test(line)) return void actions.showMessage('Enter the givens of your puzzle.');
  try {
    await actions.tasks.run('givens', 'Counting solutions', (signal) => examine(actions, line, signal));
  } catch (error) {
    actions.showError(error);
  }
}

/**
 * Asks the engine one question after another, and shows each answer at once.
 * @param {Actions} actions
 * @param {string} line
 * @param {AbortSignal} signal
 */
async function examine(actions, line, signal) {
  const { engine, store } = actions;
  /** @param {string} operation @param {object} [options] */
  const ask = (operation, options = {}) =>
    engine.request(operation, { puzzle: line, from: 'line', options }, signal);
  const check = await ask('check');
  if (signal.aborted) return;
  if (!['unique', 'multiple'].includes(check.status)) return void actions.showMessage(...describeProblem(check));
  const redundant = check.redundant.map(parseCell);
  /** @type {SetterReport} */
  let report = { clues: check.clues, solutions: 1, redundant, candidates: null, rating: null };
  /** @param {Partial<SetterReport>} change */
  const show = (change) => {
    if (signal.aborted) return;
    report = { ...report, ...change };
    store.update({ setter: report });
    actions.showMessage(...describeReport(report));
  };
  if (check.status === 'multiple') {
    show({ solutions: (await ask('count', { limit: MAX_SOLUTIONS })).count });
    const { candidates, budget_reached: isPartial } = await ask('true-candidates');
    if (!isPartial) show({ candidates: parseCandidates(candidates) });
  } else {
    show({});
    const [{ er }, { levels }] = await Promise.all([ask('rate', { only: 'er' }), engine.catalogue()]);
    const level = levels.find((/** @type {{high: number}} */ { high }) => er <= high)?.level;
    if (er) show({ rating: { er, level } });
  }
}

/** Removes redundant clues until every clue is needed. @param {Actions} actions */
export async function minimize(actions) {
  const puzzle = lineOf(actions.store.game.givens);
  const options = { seed: Math.floor(Math.random() * 1e9) };
  try {
    const report = await actions.tasks.run('givens', 'Removing clues', (signal) =>
      actions.engine.request('minimize', { puzzle, from: 'line', options }, signal),
    );
    if (report?.minimal[0]) actions.play(newGame(digitsOfLine(report.minimal[0])));
    else if (report) actions.showMessage(asSentence(report.reason ?? 'the search was cut short'), 'bad');
  } catch (error) {
    actions.showError(error);
  }
}

/**
 * Describes the givens in one line.
 * @param {SetterReport} report
 * @returns {[string, 'good' | 'plain']}
 */
function describeReport({ clues, solutions, redundant, rating }) {
  if (solutions > 1) {
    const count = `${formatNumber(solutions)}${solutions >= MAX_SOLUTIONS ? ' or more' : ''}`;
    return [`${count} solutions, ${plural(clues, 'clue')}.`, 'plain'];
  }
  const needed =
    redundant.length > 1
      ? `Each of the ${redundant.length} underlined clues is redundant on its own.`
      : redundant.length
        ? 'The underlined clue is redundant.'
        : 'No clue can be removed.';
  const rated = rating ? ` ER ${rating.er.toFixed(1)}, ${rating.level}.` : '';
  return [`One solution, ${plural(clues, 'clue')}. ${needed}${rated}`, 'good'];
}

/**
 * Says why a puzzle does not have exactly one solution.
 * @param {{status: string, reason: string | null}} check
 * @returns {[string, 'bad']}
 */
export const describeProblem = ({ status, reason }) => [asSentence(reason ?? status), 'bad'];
