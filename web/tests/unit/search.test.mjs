// Long searches: an overview with windows, jumps, the call tree, the strip, and what solvers keep in mind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figuresOf } from '../../scripts/domain/figures.js';
import { digitsOfLine } from '../../scripts/domain/game.js';
import {
  constraintsOf,
  coverMatrix,
  digitsLeft,
  domains,
  lookedAt,
  scannedCells,
  sortedCells,
} from '../../scripts/domain/live.js';
import { Search, profileOf } from '../../scripts/domain/search.js';
import { Recording } from '../../scripts/domain/trace.js';
import { treeRows } from '../../scripts/view/laboratory/call-tree.js';
import { outline } from '../../scripts/view/laboratory/strip.js';
import { PUZZLE, overviewReport, searchRows, windowReport } from './small-search.mjs';

const rows = searchRows(PUZZLE);
const whole = new Recording(rows);
const calls = 4209;

/** A search of which only the first levels are known. */
const overview = () => new Search(overviewReport(rows, 3));

/** What must be the same in all recordings of a search. @param {import('../../scripts/domain/trace.js').SearchState} state */
const facts = ({ values, stack, last, calls, tries, placements, undos, deadEnds, depth, deepest }) =>
  JSON.stringify({ values, stack, last, calls, tries, placements, undos, deadEnds, depth, deepest });

test('any moment of a long search can be made exact', () => {
  const search = overview();
  assert.equal(search.end, rows.length);
  assert.equal(search.calls, calls);
  for (let moment = 1; moment < search.end; moment += 1777) {
    let rounds = 0;
    while (!search.isExact(moment)) {
      rounds += 1;
      assert.ok(rounds <= 4, `moment ${moment}`);
      search.add(windowReport(rows, search.rangeAt(moment)));
    }
    assert.equal(facts(search.stateAt(moment)), facts(whole.seek(moment)), `moment ${moment}`);
  }
});

test('stepping from window to window visits every event, forwards and backwards', () => {
  const search = overview();
  for (const by of [1, -1]) {
    for (let step = 0; step < 4000; step += 1) {
      const moment = 30_000 + by * step;
      for (let round = 0; round < 3 && !search.isExact(moment); round += 1)
        search.add(windowReport(rows, search.rangeAt(moment)));
      const { recording, at } = search.locate(moment);
      assert.equal(recording.momentAfter(at), moment);
      assert.equal(recording.kindAt(at - 1), rows[moment - 1].event);
    }
  }
  assert.ok(search.recordings.length < 15, 'old windows are dropped');
});

test('a window that was cut off ends with a whole call', () => {
  const search = overview();
  const report = windowReport(rows, { skip: 100, budget: 200, fold: false });
  search.add({ ...report, events: report.events.slice(0, 500), dropped: 99 });
  const window = search.recordings[1];
  assert.ok(window.length < 500);
  assert.equal(rows[window.end].event, 'call', 'the next event is a call');
});

test('dead ends, backtracks and returns are found', () => {
  const search = new Search({ events: rows, ending: 'solved' });
  const undo = rows.findIndex((row) => row.event === 'undo') + 1;
  const dead = rows.findIndex((row) => row.event === 'return') + 1;
  const isUndo = (/** @type {Recording} */ recording, /** @type {number} */ index) => recording.kindAt(index) === 'undo';
  assert.equal(search.find(0, isUndo).found, undo);
  assert.equal(search.find(undo, isUndo).found, rows.findIndex((row, index) => index >= undo && row.event === 'undo') + 1);
  assert.equal(whole.deadEnds[dead - 1], 1);
  assert.equal(whole.deadEnds[dead - 2], 0);
  const depth = rows[dead - 2].depth;
  assert.equal(search.returnFrom(dead - 1), rows.findIndex((row, index) => index >= dead && row.depth < depth) + 1);
  assert.equal(search.returnFrom(rows.length), null, 'the solution does not return');
  // In a gap, the search stops at its start.
  const short = overview();
  const { found, known } = short.find(0, isUndo);
  assert.equal(found, null);
  assert.ok(!short.isExact(known + 1));
});

test('the counts of dead ends are the same with and without counts in the rows', () => {
  const plain = new Recording(rows.map(({ counts, ...row }) => row));
  assert.deepEqual(plain.deadEnds, whole.deadEnds);
  assert.deepEqual(plain.calls, whole.calls);
  assert.deepEqual(plain.deepest, whole.deepest);
});

test('the call tree shows the path, its siblings, and the size of collapsed subtrees', () => {
  const complete = new Search({ events: rows, ending: 'solved' });
  const short = overview();
  for (const search of [complete, short]) {
    const root = search.childrenOf(1);
    assert.deepEqual(
      root.children.map(({ cell, digit }) => [cell, digit]),
      [
        [2, 1],
        [2, 2],
        [2, 4],
      ],
      'the digits tried in r1c3',
    );
    const sizes = root.children.map(({ size }) => size);
    assert.equal(sizes.reduce((sum, size) => sum + size, 1), calls);
    assert.deepEqual(root.children.map(({ end }) => end), ['returned', 'returned', 'solved']);
  }
  // A subtree that was left out is known after its window has arrived.
  const path = short.pathAt(40_000);
  const parent = path[path.length - 1];
  const collapsed = short.childrenOf(parent.call).children.find(({ end, size }) => end === 'collapsed' && size > 9);
  assert.ok(collapsed);
  assert.deepEqual(short.childrenOf(collapsed.call), { children: [], whole: false });
  const skip = collapsed.call - 1;
  short.add(windowReport(rows, { skip, budget: skip + collapsed.size, fold: true }));
  const known = complete.childrenOf(collapsed.call);
  assert.deepEqual(short.childrenOf(collapsed.call).children.map(({ call, size }) => [call, size]),
    known.children.map(({ call, size }) => [call, size]));
});

test('the rows of the call tree are few, and contain the current call once', () => {
  const search = new Search({ events: rows, ending: 'solved' });
  for (let moment = 0; moment < rows.length; moment += 997) {
    const shown = treeRows(search, moment, new Map());
    assert.ok(shown.length < 200, `${shown.length} rows`);
    assert.equal(shown.filter((row) => row.current).length, moment ? 1 : 0);
    assert.equal(shown[0].level, 1);
  }
  const collapsed = treeRows(search, 500, new Map([[1, false]]));
  assert.deepEqual(collapsed.map(({ expanded }) => expanded), [false]);
});

test('the profile covers the whole search', () => {
  const profile = profileOf(whole);
  assert.equal(profile.calls_per_bucket, 8);
  assert.equal(profile.buckets.length, Math.ceil(calls / 8));
  assert.equal(profile.buckets.reduce((sum, bucket) => sum + bucket.dead_ends, 0), whole.deadEnds[whole.size - 1]);
  const { depths, marks } = outline(profile, whole.end);
  assert.match(depths, /^M0\.0 33V/);
  assert.ok(marks.length > 100);
  assert.equal(outline(profileOf(new Recording([])), 0).depths, '');
  // Calls 2 to 4999 are collapsed.
  const counts = { events: 1, calls: 1, tries: 0, placements: 0, undos: 0, dead_ends: 0, max_depth: 0 };
  const call = { event: /** @type {const} */ ('call'), cell: null, digit: null, depth: 0 };
  const gap = new Recording([
    { ...call, counts },
    { ...call, counts: { ...counts, events: 9000, calls: 5000 } },
  ]);
  assert.doesNotMatch(outline(profileOf(gap), gap.end).depths, /NaN/);
});

test('eliminations are taken back by the undo of their placement', () => {
  const row = (/** @type {any} */ event, /** @type {string | null} */ cell, /** @type {number | null} */ digit) => ({ event, cell, digit, depth: 0 });
  const recording = new Recording([
    row('eliminate', 'r1c2', 5),
    row('call', null, null),
    row('choose', 'r1c3', null),
    row('place', 'r1c3', 1),
    row('eliminate', 'r1c2', 1),
    row('undo', 'r1c3', 1),
  ]);
  const givens = new Array(81).fill(0);
  const possible = (/** @type {number} */ at) => domains(givens, recording.seek(at))[1];
  assert.deepEqual([0, 1, 5, 6].map(possible), [0b111111111, 0b111101111, 0b111101110, 0b111101111]);
  assert.equal(domains(givens, recording.seek(4))[2], 1);
});

test('what solvers keep in mind is worked out from the board', () => {
  const givens = digitsOfLine(PUZZLE);
  assert.equal(digitsLeft(givens)[2], 0b1011, 'r1c3: 1, 2 or 4');
  const order = sortedCells(givens);
  assert.equal(order.length, 51);
  assert.deepEqual(order[0], { cell: 40, count: 1 });
  // Both visit the same cells in the same order, but one starts each scan at the top.
  const [restart, resume, tables] = ['restart', 'resume', 'tables'].map((name) => lookedAt(name, whole));
  const end = whole.size;
  assert.ok(restart.scanned[end] > resume.scanned[end]);
  assert.equal(restart.checked[end], resume.checked[end]);
  assert.ok(resume.checked[end] > 4 * tables.checked[end]);
  // The stories quote the same totals.
  const report = { events: rows, ending: 'solved' };
  assert.equal(restart.scanned[end], figuresOf('restart', report).scanned);
  assert.equal(resume.scanned[end], figuresOf('resume', report).scanned);
  const state = whole.seek(6);
  assert.deepEqual([rows[5].event, state.stack], ['choose', [2]]);
  assert.deepEqual(scannedCells('restart', whole, state), [0, 1, 2, 3]);
  assert.deepEqual(scannedCells('resume', whole, state), [3]);
});

test('the cover matrix has the candidates of the chosen constraint', () => {
  const givens = digitsOfLine(PUZZLE);
  const recording = new Recording([
    { event: 'call', cell: null, digit: null, depth: 0 },
    { event: 'choose', cell: 'r1c3', digit: null, depth: 0, options: 3 },
  ]);
  assert.equal(coverMatrix(givens, recording, recording.seek(1)), null);
  const matrix = coverMatrix(givens, recording, recording.seek(2));
  assert.deepEqual(matrix?.rows.map(({ digit }) => digit), [1, 2, 4]);
  assert.equal(matrix?.sizes.get(2), 3);
  assert.equal(matrix?.histogram.reduce((sum, count) => sum + count, 0), 324 - 4 * 30);
  assert.equal(new Set(constraintsOf(0, 1)).size, 4);
});
