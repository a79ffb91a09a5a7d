// The sentences about events, in both languages.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { describeState } from '../../scripts/domain/sentences.js';
import { Recording } from '../../scripts/domain/trace.js';
import { setLanguage } from '../../scripts/messages/language.js';
import { say } from '../../scripts/messages/messages.js';
import { PUZZLE, searchRows } from './small-search.mjs';

after(() => setLanguage('en'));

/** @param {string} algorithm @param {import('../../scripts/domain/trace.js').Row[]} rows @param {number} [at] */
const sentence = (algorithm, rows, at = rows.length) => {
  const recording = new Recording(rows);
  return say(describeState(recording, recording.seek(at), algorithm));
};

/**
 * @param {import('../../scripts/domain/trace.js').Kind} event
 * @param {string | null} cell
 * @param {number | null} digit
 * @param {Partial<import('../../scripts/domain/trace.js').Row>} [more]
 */
const row = (event, cell = null, digit = null, more = {}) => ({ event, cell, digit, depth: 0, ...more });

test('a search tells its story', () => {
  const rows = searchRows(PUZZLE);
  const story = Array.from({ length: 8 }, (_, at) => sentence('resume', rows, at));
  assert.deepEqual(story, [
    'Nothing has happened yet.',
    'Starts the search: the first call.',
    'Turns to r1c3, the next empty cell.',
    'Tries 1 at r1c3.',
    'Places 1 at r1c3: no cell that it sees has a 1.',
    'Calls itself to fill the rest: level 1, digits placed: 1.',
    'Turns to r1c4, the next empty cell.',
    'Tries 1 at r1c4.',
  ]);
  assert.equal(sentence('resume', rows, 8), 'Tries 1 at r1c4: row 1 already has a 1 at r1c3.');
  const back = rows.findIndex(({ event }) => event === 'return') + 1;
  assert.match(sentence('resume', rows, back), /^Goes back to r1c\d: no digit is left for r1c\d\.$/);
  assert.match(sentence('resume', rows, back + 1), /^Backtracks: removes \d from r1c\d/);
  assert.match(sentence('resume', rows), /^Solved/);
});

test('choices, eliminations, covers and conflicts say why', () => {
  const call = row('call');
  /** @type {[string, import('../../scripts/domain/trace.js').Row, RegExp][]} */
  const cases = [
    ['mrv', row('choose', 'r4c7', null, { options: 2 }), /^Chooses r4c7: only 2 digits are left there; no cell has fewer\.$/],
    ['mrv', row('choose', 'r4c7', null, { options: 0 }), /no digit is left/],
    ['static-order', row('choose', 'r4c7', null, { options: 3 }), /sorted list: the givens left 3 digits/],
    ['singles-first', row('choose', 'r4c7', null, { options: 1 }), /no guess is needed/],
    ['columns', row('choose', 'r4c7'), /column by column/],
    ['restart', row('choose', 'r4c7'), /first empty cell/],
    ['dlx', row('choose', null, 5, { house: 'row 1', options: 2 }), /^Chooses “row 1 needs a 5”: 2 candidates/],
    ['dlx', row('cover', 'r5c5', null, { options: 1 }), /^Covers “r5c5 needs a digit”/],
    ['dlx', row('uncover', null, 4, { house: 'box 3', options: 2 }), /^Uncovers “box 3 needs a 4”/],
    ['norvig', row('eliminate', 'r1c3', 5, { with: 'r1c1' }), /^Eliminates 5 from r1c3: r1c1 is 5\.$/],
    ['norvig', row('eliminate', 'r1c3', 5, { house: 'column 3' }), /only this place left in column 3/],
    ['norvig', row('place', 'r1c3', 5), /not a guess/],
    ['norvig', row('conflict', null, 7, { house: 'box 1' }), /no place is left for 7 in box 1/],
    ['mrv', row('conflict', 'r1c4'), /no digit is left for r1c4/],
    ['brute-force', row('conflict', 'r1c4', 1, { with: 'r9c4' }), /r1c4 and r9c4 in column 4 are both 1/],
    ['brute-force', row('place', 'r1c4', 1), /without checking/],
    ['tables', row('return'), /every possibility has been tried/],
    ['own', row('read', 'r1c4'), /^Reads r1c4/],
  ];
  for (const [algorithm, event, expected] of cases) assert.match(sentence(algorithm, [call, event]), expected);
  setLanguage('zh');
  for (const [algorithm, event] of cases) {
    const chinese = sentence(algorithm, [call, event]);
    assert.match(chinese, /\p{Script=Han}/u);
    assert.doesNotMatch(chinese, /[{}]|undefined|object/);
  }
  assert.equal(
    sentence('tables', [call, row('try', 'r1c8', 1), row('conflict', 'r1c8', 1, { with: 'r1c1' })]),
    '在 r1c8 尝试 1：第 1 行的 r1c1 已经是 1。',
  );
});
