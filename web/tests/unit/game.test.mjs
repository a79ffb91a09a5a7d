// The domain functions: games, undo, links, pasted text and formats.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import { PEERS, cellName, parseCell, digitsOf, has } from '../../scripts/domain/cells.js';
import * as games from '../../scripts/domain/game.js';
import { push, newHistory, redo, undo } from '../../scripts/domain/history.js';
import { toHodoku, fromHodoku, svg } from '../../scripts/domain/formats.js';
import { parseGame, looksLikeGame, pack, unpack, hasUnreadableParts } from '../../scripts/domain/link.js';
import { findPuzzle, normalizePaste, onlyPuzzle } from '../../scripts/domain/paste.js';
import { isFirstSnapshot, newRound, withRound } from '../../scripts/domain/round.js';
import { readSudokuCoach } from '../../scripts/domain/sudoku-coach.js';
import { MAX_GAMES, parseGames, withMove, withoutGame } from '../../scripts/domain/saved-games.js';
import { partners, wantedCells } from '../../scripts/domain/setter.js';
import { OTHER, parseStatistics, withSolved } from '../../scripts/domain/statistics.js';
import { afterStep, parseCandidate, placeOf } from '../../scripts/domain/step.js';
import { WELCOME, dailyLevel, dailySeed } from '../../scripts/puzzles.js';
import { timeText } from '../../scripts/clock.js';
import { rangeText } from '../../scripts/text.js';

const SAMPLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const sample = () => games.newGame(games.digitsOfLine(SAMPLE));

test('every cell has twenty peers and a name', () => {
  for (let cell = 0; cell < 81; cell += 1) {
    assert.equal(PEERS[cell].length, 20);
    assert.equal(parseCell(cellName(cell)), cell);
  }
  assert.equal(parseCell('r0c1'), -1);
});

test('a digit removes the notes that it rules out, and one undo restores them all', () => {
  let game = games.toggleNote(sample(), [2, 3], 4, 'centre');
  game = games.toggleNote(game, [11], 4, 'corner');
  const history = push(newHistory(game), games.writeDigit(game, [2], 4));
  assert.equal(history.present.values[2], 4);
  assert.deepEqual(
    [history.present.centre[2], history.present.centre[3], history.present.corner[11]],
    [0, 0, 0],
  );
  assert.equal(undo(history).present, game);
  assert.equal(redo(undo(history)).present, history.present);
});

test('givens cannot be changed, and entering a digit again erases it', () => {
  const game = sample();
  assert.equal(games.writeDigit(game, [0], 9), game);
  const written = games.writeDigit(game, [2, 3], 1);
  assert.deepEqual(games.writeDigit(written, [2, 3], 1).values, game.values);
  const history = newHistory(game);
  assert.equal(push(history, games.writeDigit(game, [0], 9)), history);
  assert.equal(games.setGivens(game, [], 0), game);
  const automatic = games.toggleAutomatic(game);
  assert.equal(games.toggleNote(automatic, [2], 5, 'centre'), automatic, 'a note that the rules forbid');
});

test('candidates from the engine become the notes of the empty cells', () => {
  const game = games.toggleNote(games.writeDigit(sample(), [3], 6), [2], 9, 'centre');
  const text = Array.from({ length: 81 }, (_, cell) => (cell === 2 ? '.2.4.....' : '1........')).join('');
  const sets = games.parseCandidates(text);
  assert.ok(sets);
  const noted = games.setNotes(game, sets);
  assert.deepEqual([2, 3, 5].map((cell) => digitsOf(noted.centre[cell])), [[2, 4], [], [1]]);
  assert.deepEqual([noted.values, noted.corner], [game.values, game.corner]);
  assert.equal(games.setNotes(noted, sets), noted, 'the same notes again');

  const automatic = games.toggleAutomatic(sample());
  const eliminated = games.setNotes(automatic, sets);
  assert.ok(eliminated.automatic);
  assert.deepEqual(digitsOf(games.centreNotes(eliminated)[2]), [2, 4]);
  assert.deepEqual(digitsOf(eliminated.struck[2]), [1], 'only what the rules allow');

  for (const other of [undefined, 81, text.slice(1), text.replace('2', '3'), `${text}1`, [text]])
    assert.equal(games.parseCandidates(other), null);
});

test('automatic notes follow the digits and keep eliminated candidates out', () => {
  let game = games.toggleAutomatic(sample());
  assert.deepEqual(digitsOf(games.centreNotes(game)[2]), [1, 2, 4]);
  game = games.toggleNote(game, [2], 1, 'centre');
  assert.deepEqual(digitsOf(games.centreNotes(game)[2]), [2, 4]);
  game = games.writeDigit(game, [3], 2);
  assert.deepEqual(digitsOf(games.centreNotes(game)[2]), [4]);
  game = games.clear(game, [3]);
  assert.deepEqual(digitsOf(games.centreNotes(game)[2]), [2, 4], 'the 2 comes back, the 1 stays eliminated');
  const manual = games.toggleAutomatic(game);
  assert.deepEqual(digitsOf(manual.centre[2]), [2, 4], 'the notes shown are kept');
});

test('notes are candidates only if every empty cell has some', () => {
  const partial = games.toggleNote(sample(), [2], 9, 'centre');
  assert.ok(!games.areNotesComplete(partial));
  assert.deepEqual(digitsOf(games.candidates(partial)[2]), [1, 2, 4], 'a single note excludes nothing');
  assert.equal(toHodoku(partial).split(':')[4], '');
  const complete = games.toggleNote(games.toggleAutomatic(games.toggleAutomatic(sample())), [2], 1, 'centre');
  assert.ok(games.areNotesComplete(complete) && !complete.automatic);
  assert.deepEqual(digitsOf(games.candidates(complete)[2]), [2, 4]);
  assert.equal(toHodoku(complete).split(':')[4], '113');
});

test('eliminations survive switching automatic notes off and on', () => {
  const eliminated = games.toggleNote(games.toggleAutomatic(sample()), [2], 1, 'centre');
  const off = games.toggleAutomatic(eliminated);
  assert.deepEqual(digitsOf(games.centreNotes(games.toggleAutomatic(off))[2]), [2, 4]);
  const more = games.toggleAutomatic(games.toggleNote(off, [2], 4, 'centre'));
  assert.deepEqual(digitsOf(games.centreNotes(more)[2]), [2], 'also those made meanwhile');
  const restored = games.toggleAutomatic(games.toggleNote(off, [2], 1, 'centre'));
  assert.deepEqual(digitsOf(games.centreNotes(restored)[2]), [1, 2, 4]);
  const filled = games.writeDigit(eliminated, [2], 4);
  const again = games.clear(games.toggleAutomatic(games.toggleAutomatic(filled)), [2]);
  assert.deepEqual(digitsOf(games.centreNotes(again)[2]), [2, 4], 'also in cells that had a digit meanwhile');
});

test('an applied elimination counts, although the other cells have no notes', () => {
  const step = { placements: [], eliminations: [parseCandidate('r1c4<>2')] };
  const game = games.applyStep(sample(), step);
  assert.deepEqual(digitsOf(game.centre[3]), [6]);
  assert.deepEqual(digitsOf(games.candidates(game)[3]), [6]);
  assert.deepEqual(digitsOf(games.candidates(games.clear(game, [3]))[3]), [2, 6], 'erasing restores it');
  assert.deepEqual(digitsOf(games.centreNotes(games.toggleAutomatic(game))[3]), [6]);
});

test('conflicts are described with their house', () => {
  const game = games.writeDigit(sample(), [2], 5);
  const found = games.conflicts(game.values);
  assert.deepEqual(
    found.map((conflict) => conflict.house),
    ['row 1', 'box 1'],
  );
  assert.equal(games.conflictReason(found[0]), 'Two 5s in row 1: r1c1, r1c3');
  const three = games.conflicts(games.writeDigit(sample(), [2, 3], 5).values);
  assert.equal(games.conflictReason(three[0]), 'Three 5s in row 1: r1c1, r1c3, r1c4');
});

test('a note is added to all selected cells, and removed only if all of them have it', () => {
  let game = games.toggleNote(sample(), [2], 7, 'corner');
  game = games.toggleNote(game, [2, 3], 7, 'corner');
  assert.ok(has(game.corner[2], 7) && has(game.corner[3], 7));
  game = games.toggleNote(game, [2, 3], 7, 'corner');
  assert.ok(!has(game.corner[2], 7) && !has(game.corner[3], 7));
});

test('a link contains the whole game, and invalid links are rejected', () => {
  let game = games.writeDigit(sample(), [2], 4);
  game = games.toggleNote(game, [3], 6, 'centre');
  game = games.toggleNote(game, [5], 2, 'corner');
  game = games.toggleColour(game, [80, 5], 9);
  game = { ...game, automatic: true };
  assert.deepEqual(unpack(pack(game)), game);
  for (const nonsense of ['', 'p=1', `p=${'x'.repeat(81)}`, 'play', '<script>'])
    assert.equal(unpack(nonsense), null);
  const partial = unpack(`p=${SAMPLE}&v=123&c=zz&k=${'w'.repeat(162)}`);
  assert.deepEqual(partial, sample(), 'invalid fields are ignored');
});

test('single candidates have a colour, which links, JSON and images contain', () => {
  const game = games.paintCandidate(games.toggleAutomatic(sample()), [2, 3, 0], 2, 4);
  assert.deepEqual([2, 3, 0].map((cell) => games.paintOf(game, cell, 2)), [4, 4, 0], 'not in a cell with a digit');
  const other = games.paintCandidate(game, [3], 2, 7);
  assert.deepEqual([2, 3].map((cell) => games.paintOf(other, cell, 2)), [4, 7]);
  assert.deepEqual(games.paintCandidate(game, [2, 3], 2, 4).painted, sample().painted, 'the same again');
  assert.deepEqual(unpack(pack(other)), other);
  assert.deepEqual(parseGame(JSON.stringify(other)), other);
  const { painted, ...old } = game;
  assert.deepEqual(parseGame(JSON.stringify(old)), { ...game, painted: painted.map(() => 0) });
  assert.equal(parseGame(JSON.stringify({ ...game, painted: [1] })), null);
  assert.ok(hasUnreadableParts(`p=${SAMPLE}&m=0`) && unpack(`p=${SAMPLE}&m=zz9`));
  assert.equal(svg(other).match(/<circle /g)?.length, 2);
  assert.deepEqual(games.clear(other, [2, 3]).painted, sample().painted);
  assert.ok(!games.isUntouched(game));
});

test('values, givens and eliminated candidates are sent to the engine', () => {
  let game = games.toggleAutomatic(games.writeDigit(sample(), [2], 4));
  game = games.toggleNote(game, [3], 2, 'centre');
  const text = toHodoku(game);
  assert.equal(
    text,
    `:0000:x:53+4.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:214::`,
  );
  const back = fromHodoku(text);
  assert.deepEqual(back?.values, game.values);
  assert.deepEqual(back?.givens, game.givens);
  assert.deepEqual(digitsOf(back?.centre[3] ?? 0), digitsOf(games.centreNotes(game)[3]));
  assert.equal(fromHodoku(':0000:x:123:::'), null);
});

test('a step is applied to the board, and its eliminations to the notes', () => {
  const step = { placements: [parseCandidate('r1c3=4')], eliminations: [parseCandidate('r1c4<>2')] };
  const game = games.applyStep(sample(), step);
  assert.equal(game.values[2], 4);
  assert.deepEqual(digitsOf(game.centre[3]), [6]);
  const position = afterStep(
    { givens: sample().givens, values: [...sample().values], candidates: games.candidates(sample()) },
    step,
  );
  assert.deepEqual(digitsOf(position.candidates[3]), [6]);
});

test('the place of a hint is converted to cells of the board', () => {
  assert.deepEqual(placeOf({ cells: ['r1c9'], houses: ['box 3'], digit: null }), {
    cells: [8],
    houses: ['box 3'],
    digit: null,
  });
});

test('only links and JSON written by this page are parsed as games', () => {
  const game = games.toggleNote(games.writeDigit(sample(), [2], 4), [3], 6, 'centre');
  assert.deepEqual(parseGame(`https://example.org/sudoku/#${pack(game)}`), game);
  assert.deepEqual(parseGame(JSON.stringify(game)), game);
  for (const other of [
    SAMPLE,
    '[]',
    'null',
    '{"givens":[1]}',
    JSON.stringify({ ...game, values: game.values.map(() => 99) }),
    '#p=1',
  ]) {
    assert.equal(parseGame(other), null, other);
  }
});

test('the daily seed is the date, and every day has a level', () => {
  assert.equal(dailySeed(new Date(2026, 10, 5)), '2026-11-05');
  for (let day = 1; day <= 7; day += 1) assert.ok(dailyLevel(new Date(2026, 10, day)) < 5);
  assert.match(WELCOME, /^[.1-9]{81}$/);
});

test('the exported image shows exactly what is on the board', () => {
  const texts = (/** @type {games.Game} */ game) =>
    [...svg(game).matchAll(/<text [^>]*>([^<]*)</g)].map((found) => found[1]).join('');
  const digits = SAMPLE.replaceAll('.', '');
  assert.equal(texts(sample()), digits);
  // Cell 2 is drawn after the 5 and the 3 of the first row.
  const noted = games.toggleNote(sample(), [2], 4, 'centre');
  assert.equal(texts(noted), `534${digits.slice(2)}`);
  assert.equal(texts(games.toggleNote(noted, [2], 1, 'corner')), `5314${digits.slice(2)}`);
  const painted = svg(games.toggleColour(games.toggleColour(sample(), [0], 2), [0], 7));
  assert.equal(painted.match(/<rect /g)?.length, 3, 'the background and two colours');
});

test('a cell has no candidates if all its automatic notes are eliminated', () => {
  let game = games.toggleAutomatic(sample());
  for (const digit of [1, 2, 4]) game = games.toggleNote(game, [2], digit, 'centre');
  assert.equal(games.candidates(game)[2], 0);
  assert.equal(toHodoku(game).split(':')[4], '113 213 413');
  assert.deepEqual(digitsOf(games.candidates(sample())[2]), [1, 2, 4]);
});

test('the time is shown in minutes and hours', () => {
  assert.deepEqual([0, 61_000, 3_723_000].map(timeText), ['0:00', '1:01', '1:02:03']);
});

test('ranges of ratings are open at both ends of the scale', () => {
  assert.equal(rangeText(0, 1.5), 'up to 1.5');
  assert.equal(rangeText(1.6, 2.5), '1.6 to 2.5');
  assert.equal(rangeText(9, 20), 'from 9.0');
});

test('the page preloads every module that it imports at the start', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const preloaded = [
    ...readFileSync(`${root}index.html`, 'utf8').matchAll(/rel="modulepreload" href="([^"]+)"/g),
  ].map((found) => found[1]);
  /** @type {Set<string>} */
  const imported = new Set();
  const follow = (/** @type {string} */ path) => {
    if (imported.has(path)) return;
    imported.add(path);
    for (const [, target] of readFileSync(root + path, 'utf8').matchAll(/^import\b[^;]*? from '([^']+)';$/gm))
      follow(posix.join(posix.dirname(path), target));
  };
  follow('scripts/main.js');
  assert.deepEqual(preloaded, [...imported].sort());
});

test('actions that change nothing return the same game', () => {
  const noted = games.toggleAutomatic(games.toggleNote(sample(), [2], 4, 'centre'));
  assert.equal(games.clear(noted, [2]), noted, 'own notes are hidden by automatic ones');
  assert.equal(games.setGivens(sample(), [], 0).givens.length, 81);
  const game = sample();
  assert.equal(games.setGivens(game, [], 0), game);
  assert.equal(games.toggleNote(noted, [2], 5, 'centre'), noted, 'a note that the rules forbid');
  assert.ok(games.isUntouched(game) && !games.isUntouched(games.toggleColour(game, [0], 1)));
});

test('unreadable parts of a link are detected', () => {
  for (const [text, game, lost] of /** @type {[string, boolean, boolean][]} */ ([
    [`p=${SAMPLE}`, true, false],
    [`p=${SAMPLE}&v=7`, true, true],
    [`p=${SAMPLE}&c=~~~~`, true, true],
    ['p=xyz', false, false],
    ['p=', false, false],
    ['p=%E0%A4%A', false, false],
    [`p=${'1'.repeat(100_000)}`, false, false],
  ])) {
    assert.deepEqual(
      [looksLikeGame(text), unpack(text) !== null, hasUnreadableParts(text)],
      [true, game, lost],
      text.slice(0, 100),
    );
  }
  for (const view of ['', 'play', 'learn', 'laboratory', 'panel']) assert.ok(!looksLikeGame(view), view);
});

test('rounds keep their time, and each snapshot has its round', () => {
  const [first, second] = [newRound('first'), newRound('second')];
  let history = newHistory({ game: sample(), round: first });
  assert.ok(isFirstSnapshot(history));
  history = push(history, { game: games.writeDigit(sample(), [2], 4), round: first });
  assert.ok(!isFirstSnapshot(history));
  history = push(withRound(history, { elapsed: 5000 }), { game: sample(), round: second });
  assert.ok(isFirstSnapshot(history));
  const back = undo(withRound(history, { elapsed: 700 }));
  assert.deepEqual([back.present.round.title, back.present.round.elapsed], ['first', 5000]);
  assert.equal(back.past[0].round, back.present.round);
  assert.deepEqual([redo(back).present.round.title, redo(back).present.round.elapsed], ['second', 700]);
});

test('spreadsheets, full-width digits and puzzles in sentences are recognized', () => {
  const clues = SAMPLE.replaceAll('.', '');
  assert.equal(clues.length, 30);
  const sheet = SAMPLE.match(/.{9}/g)
    ?.map((row) => [...row].map((cell) => (cell === '.' ? '' : cell)).join('\t'))
    .join('\r\n');
  assert.equal(normalizePaste(`${sheet}\r\n`), SAMPLE);
  const wide = SAMPLE.replace(/[1-9]/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
  assert.equal(normalizePaste(wide), SAMPLE);
  assert.equal(findPuzzle(`Can you solve ${SAMPLE}. I cannot!`), SAMPLE);
  assert.equal(findPuzzle(`Here: ${SAMPLE.replaceAll('.', '_')}`), SAMPLE);
  assert.equal(findPuzzle(`https://sudoku.coach/en/solver/${SAMPLE}`), SAMPLE);
  for (const blank of '.0') assert.equal(findPuzzle(blank.repeat(256)), null, 'a grid of another size');
  for (const other of ['', 'hello', `${SAMPLE}1`, `1${SAMPLE}`, `${SAMPLE} ${SAMPLE}`, 'a\tb\n']) {
    assert.equal(findPuzzle(other), null, other);
    assert.equal(normalizePaste(other), other);
  }
});

test('prose and the solution around a puzzle are ignored', () => {
  const solved = '1'.repeat(81);
  const prose = { puzzle: null, solution: null };
  const puzzle = { puzzle: SAMPLE, solution: solved };
  const answer = { puzzle: solved, solution: solved };
  assert.equal(onlyPuzzle([prose, puzzle, prose, answer]), SAMPLE);
  assert.equal(onlyPuzzle([answer]), solved);
  assert.equal(onlyPuzzle([puzzle, { puzzle: WELCOME, solution: null }]), null);
  assert.equal(onlyPuzzle([prose]), null);
});

test('the time to find the only puzzle is proportional to the number of puzzles', () => {
  let reads = 0;
  const rows = Array.from({ length: 1000 }, (_, index) => ({
    puzzle: String(index),
    get solution() {
      reads += 1;
      return 'solved';
    },
  }));
  assert.equal(onlyPuzzle(rows), null);
  assert.ok(reads <= 4 * rows.length, `${reads} reads`);
});

test('links of sudoku.coach contain the game with its notes', async () => {
  /** @param {object} saved */
  const link = (saved) => {
    const bits = [...deflateSync(JSON.stringify(saved))].map((byte) => byte.toString(2).padStart(8, '0'));
    const digits = bits.join('').match(/.{1,5}/g) ?? [];
    return `SCv7_32_${digits.map((five) => parseInt(five.padEnd(5, '0'), 2).toString(32)).join('')}`;
  };
  const zero = (/** @type {string} */ line) => line.replaceAll('.', '0');
  const notes = Array.from({ length: 81 }, (_, cell) => (cell === 3 ? 2 ** 2 + 2 ** 6 : 0));
  const saved = {
    gridSize: 9,
    givenDigits: zero(SAMPLE),
    userDigits: zero(`..4${'.'.repeat(78)}`),
    userCellCandidates: notes.join('-'),
  };
  const game = await readSudokuCoach(`https://sudoku.coach/en/play/${link(saved)}`);
  const written = games.writeDigit(sample(), [2], 4);
  const noted = games.toggleNote(games.toggleNote(written, [3], 2, 'centre'), [3], 6, 'centre');
  assert.deepEqual(game, noted);
  assert.deepEqual(await readSudokuCoach(link({ givenDigits: zero(SAMPLE) })), sample());
  assert.equal(await readSudokuCoach(SAMPLE), null);
  for (const broken of ['SCv7_32_abc', link({ ...saved, gridSize: 6 }), link({ givenDigits: '123' }), link([])])
    await assert.rejects(readSudokuCoach(broken), /sudoku\.coach|nine rows/);
});

test('games that were begun are kept, newest first, until they are solved', () => {
  const game = games.writeDigit(sample(), [2], 4);
  const [one, two] = ['one', 'two'].map((id) => newRound(id, { id, level: 'hard' }));
  assert.deepEqual(withMove([], { game: sample(), round: one }, 0, 1), [], 'nothing was entered');
  let list = withMove([], { game, round: one }, 5000, 1);
  list = withMove(list, { game, round: two }, 0, 2);
  list = withMove(list, { game: games.writeDigit(game, [3], 6), round: one }, 7000, 3);
  assert.deepEqual(list.map(({ round, when }) => [round.id, round.elapsed, when]), [['one', 7000, 3], ['two', 0, 2]]);
  assert.deepEqual(parseGames(JSON.parse(JSON.stringify(list))), list);
  assert.deepEqual(parseGames([{ game: 'p=1' }, null, 7]), []);
  const solved = games.newGame(games.digitsOfLine(SOLVED));
  assert.deepEqual(withMove(list, { game: solved, round: one }, 9000, 4), withoutGame(list, 'one'));
  for (let index = 0; index < MAX_GAMES + 5; index += 1)
    list = withMove(list, { game, round: newRound('', { id: String(index) }) }, 0, index);
  assert.equal(list.length, MAX_GAMES);
});

test('solved puzzles are counted by level', () => {
  const hard = newRound('', { level: 'hard', elapsed: 60_000, hints: 1 });
  let statistics = withSolved({}, hard);
  statistics = withSolved(statistics, { ...hard, elapsed: 40_000, hints: 0, mistakes: 2 });
  statistics = withSolved(statistics, newRound('', { elapsed: 1000 }));
  assert.deepEqual(statistics.hard, { solved: 2, time: 100_000, best: 40_000, hints: 1, mistakes: 2 });
  assert.equal(statistics[OTHER].solved, 1);
  assert.deepEqual(parseStatistics(JSON.parse(JSON.stringify(statistics))), statistics);
  assert.deepEqual(parseStatistics({ hard: { solved: 'x' }, easy: null }), {});
  for (const other of [null, 7, 'x']) assert.deepEqual(parseStatistics(other), {});
});

test('the cells of a symmetry belong together', () => {
  for (const symmetry of ['none', 'rotate180', 'rotate90', 'horizontal', 'vertical', 'diagonal'])
    for (let cell = 0; cell < 81; cell += 1)
      for (const other of partners(cell, symmetry))
        assert.deepEqual(partners(other, symmetry).sort(), partners(cell, symmetry).sort());
  assert.deepEqual(partners(1, 'rotate180'), [1, 79]);
  assert.deepEqual(partners(1, 'rotate90'), [1, 17, 79, 63]);
  assert.deepEqual([partners(40, 'rotate90'), partners(1, 'none'), partners(1, '?')], [[40], [1], [1]]);
  const givens = games.digitsOfLine(`12${'.'.repeat(77)}3.`);
  assert.deepEqual(wantedCells(givens, 'rotate180'), [80]);
  assert.deepEqual(wantedCells(sample().givens, 'rotate180'), []);
});
