// Practice: progress and answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromHodoku } from '../../scripts/domain/formats.js';
import { candidates, toggleNote, writeDigit } from '../../scripts/domain/game.js';
import { answerOf, nextNumber, parseProgress, solvedOf, withSolved } from '../../scripts/domain/practice.js';
import { digitsOf, parseCell } from '../../scripts/domain/cells.js';

const game = fromHodoku(
  ':0000:x:1+7+4....+62+29+34+6+7+15+8+5+86+1.+27.+4+45+19+23+8+7+6.+2.+67+4.+1+5' +
    '.+6+785+1+24.7+1..+4.6+2.+63+5+2+19+48+7.+42+7.+6+5.1:::',
);
assert.ok(game);
const start = { ...game, centre: candidates(game) };

test('the next position is the first unsolved one after the current one', () => {
  let progress = parseProgress(null);
  assert.equal(nextNumber(progress, 'X-Wing', 3), 0);
  progress = withSolved(withSolved(progress, 'X-Wing', 0), 'X-Wing', 2);
  assert.equal(nextNumber(progress, 'X-Wing', 3, 2), 1, 'it starts again at the first');
  assert.equal(nextNumber(progress, 'Swordfish', 3), 0, 'techniques are independent');
  progress = withSolved(withSolved(progress, 'X-Wing', 1), 'X-Wing', 1);
  assert.equal(nextNumber(progress, 'X-Wing', 3, 1), null);
  assert.deepEqual(solvedOf(progress, 'X-Wing', 3), { solved: 3, generated: 0 });
  progress = withSolved(progress, 'X-Wing', null);
  assert.deepEqual(solvedOf(progress, 'X-Wing', 2), { solved: 2, generated: 1 });
});

test('progress survives storage, and invalid data does not harm', () => {
  const progress = withSolved(withSolved({}, 'X-Wing', 4), 'X-Wing', null);
  assert.deepEqual(parseProgress(JSON.parse(JSON.stringify(progress))), progress);
  assert.deepEqual(parseProgress('x'), {});
  assert.deepEqual(parseProgress({ a: 7, b: { solved: ['1', 2], generated: 'x' } }), {
    a: { solved: [], generated: 0 },
    b: { solved: [2], generated: 0 },
  });
});

test('an answer has the digits and eliminations of the learner, without what digits imply', () => {
  const none = { place: [], eliminate: [] };
  assert.deepEqual(answerOf(start, start), none);
  const cell = parseCell('r1c5');
  const eliminated = toggleNote(start, [cell], 3, 'centre');
  assert.deepEqual(answerOf(start, eliminated), { place: [], eliminate: ['r1c5<>3'] });
  assert.deepEqual(answerOf(start, toggleNote(eliminated, [cell], 3, 'centre')), none);
  const digits = digitsOf(start.centre[cell]);
  /** @type {import('../../scripts/domain/game.js').Game} */
  let emptied = start;
  for (const digit of digits) emptied = toggleNote(emptied, [cell], digit, 'centre');
  assert.deepEqual(answerOf(start, emptied).eliminate, digits.map((digit) => `r1c5<>${digit}`));
  const placed = writeDigit(start, [cell], 8);
  assert.deepEqual(answerOf(start, placed), { place: ['r1c5=8'], eliminate: [] });
});
