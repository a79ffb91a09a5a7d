// Saving and loading games, with a Map as local storage.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { digitsOfLine, newGame, writeDigit } from '../../scripts/domain/game.js';
import { push, newHistory } from '../../scripts/domain/history.js';
import { newRound } from '../../scripts/domain/round.js';
import { load, save } from '../../scripts/persistence.js';
import { initialState } from '../../scripts/store.js';

const SAMPLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';

/** @type {Map<string, string>} */
const storage = new Map();
Reflect.set(globalThis, 'localStorage', {
  getItem: (/** @type {string} */ key) => storage.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ text) => void storage.set(key, text),
});
beforeEach(() => storage.clear());

/** A state with two rounds: a puzzle left after two seconds, and one with a digit entered. */
const played = () => {
  /** @type {import('../../scripts/domain/round.js').Practice} */
  const practice = { technique: 'X-Wing', number: 3, position: ':0000:x::::', state: 'shown' };
  const first = newRound('Practice', { practice, elapsed: 2000 });
  const round = newRound('Mine');
  const game = newGame(digitsOfLine(SAMPLE));
  const history = push(newHistory({ game: newGame(digitsOfLine(SOLVED)), round: first }), { game, round });
  return {
    ...initialState(),
    history: push(history, { game: writeDigit(game, [2], 4), round }),
    elapsed: 61_000,
  };
};

test('a game is restored with its undo history, rounds, time and settings', () => {
  const state = played();
  assert.ok(save(state));
  const { history, elapsed, won, settings } = load(initialState());
  assert.deepEqual(
    { history, elapsed, won, settings },
    { history: state.history, elapsed: 61_000, won: false, settings: state.settings },
  );
  assert.equal(history?.past[1].round, history?.present.round, 'snapshots of a round share it');
});

test('data saved before rounds existed is loaded as one round', () => {
  storage.set(
    'veridoku',
    JSON.stringify({
      version: 1,
      past: [`p=${SAMPLE}`],
      present: `p=${SAMPLE}&v=4${SAMPLE.slice(1)}`,
      future: [],
      title: 'Old',
      own: true,
    }),
  );
  const { history } = load(initialState());
  assert.deepEqual(history?.present.round, newRound('Old', { own: true }));
  assert.equal(history?.past[0].round, history?.present.round);
});

test('a solved game is loaded as solved, a puzzle being entered is not', () => {
  const game = { ...newGame(digitsOfLine(SAMPLE)), values: digitsOfLine(SOLVED) };
  save({ ...played(), history: newHistory({ game, round: newRound('') }) });
  assert.equal(load(initialState()).won, true);
  save({ ...played(), history: newHistory({ game, round: newRound('', { own: true }) }) });
  assert.equal(load(initialState()).won, false);
});

test('data of another version is moved aside, and each version finds its own game', () => {
  save(played());
  const saved = String(storage.get('veridoku'));
  storage.set('veridoku', '{"version":2,"games":[]}');
  storage.set('veridoku-version-1', saved);
  assert.equal(load(initialState()).history?.present.round.title, 'Mine');
  save(played());
  assert.equal(storage.get('veridoku-version-2'), '{"version":2,"games":[]}');
});

test('a broken field is ignored, and a broken text is moved aside', () => {
  save(played());
  const { past, ...rest } = JSON.parse(String(storage.get('veridoku')));
  assert.equal(past.length, 2);
  storage.set('veridoku', JSON.stringify(rest));
  assert.deepEqual(load(initialState()).history, { ...played().history, past: [] });
  for (const broken of ['{"version":1', '{"version":1,"present":"p=1"}', '7']) {
    storage.set('veridoku', broken);
    assert.deepEqual(load(initialState()), {});
    assert.equal(storage.get('veridoku-unread'), broken);
  }
});
