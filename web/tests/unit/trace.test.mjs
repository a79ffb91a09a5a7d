// Recorded searches, the code pane and chain links.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Recording } from '../../scripts/domain/trace.js';
import { lineOfEvent, splitSource } from '../../scripts/view/laboratory/code.js';
import { curve, middle } from '../../scripts/view/chain-links.js';

/** An artificial search that places and undoes digits, long enough for several keyframes. */
function events() {
  /** @type {import('../../scripts/domain/trace.js').Row[]} */
  const rows = [{ event: 'call', cell: null, digit: null, depth: 0 }];
  for (let round = 0; round < 900; round += 1) {
    const cell = `r${(round % 9) + 1}c${(Math.floor(round / 9) % 9) + 1}`;
    const digit = (round % 9) + 1;
    rows.push(
      { event: 'try', cell, digit, depth: 1 },
      { event: 'place', cell, digit, depth: 1 },
      { event: 'call', cell: null, digit: null, depth: 2 },
    );
    if (round % 3) rows.push({ event: 'undo', cell, digit, depth: 1 });
    else if (round > 200) break;
  }
  return rows;
}

test('jumping to a step gives the same state as stepping there', () => {
  const rows = events();
  const stepped = new Recording(rows);
  const jumped = new Recording(rows);
  const seen = [];
  for (let at = 0; at <= rows.length; at += 1) seen.push(JSON.stringify(stepped.seek(at)));
  for (const at of [rows.length, 0, 513, 512, 511, 1, 700, 699, rows.length - 1]) {
    const goal = Math.min(at, rows.length);
    assert.equal(JSON.stringify(jumped.seek(goal)), seen[goal], `step ${goal}`);
  }
  assert.equal(jumped.seek(Infinity).at, rows.length);
  assert.equal(jumped.seek(-5).at, 0);
});

test('a step back removes a digit', () => {
  const recording = new Recording(events());
  assert.equal(recording.seek(3).values[0], 1);
  assert.equal(recording.seek(2).values[0], 0);
  assert.equal(new Recording([]).seek(1).at, 0);
});

test('if events were left out, the counts come from the engine', () => {
  const counts = { events: 500, calls: 70, tries: 60, placements: 50, undos: 40, dead_ends: 20, max_depth: 30 };
  const recording = new Recording([
    { event: 'call', cell: null, digit: null, depth: 0 },
    { event: 'place', cell: 'r1c1', digit: 5, depth: 0, counts },
  ]);
  const { calls, deepest } = recording.seek(2);
  assert.deepEqual([calls, deepest], [70, 30]);
  assert.equal(recording.seek(1).calls, 1);
  assert.deepEqual([...recording.moments], [1, 500]);
});

test('the code line of an event is found', () => {
  const { lines, removed } = splitSource('//! Head.\n\nfn fill() {\n    run.call(1)?;\n}\n');
  assert.deepEqual([lines, removed], [['fn fill() {', '    run.call(1)?;', '}'], 2]);
  const map = { call: [4], try: [1, 7], undo: [] };
  assert.deepEqual(
    [lineOfEvent(map, 'call'), lineOfEvent(map, 'try'), lineOfEvent(map, 'undo'), lineOfEvent(map, 'read')],
    [4, 7, 0, 0],
  );
});

test('links run between the centres of candidates', () => {
  assert.deepEqual(middle(['r1c1=5']), { x: 5, y: 5 });
  assert.match(curve({ x: 5, y: 5 }, { x: 55, y: 5 }), /^M[\d.]+ [\d.]+Q30\.00 10\.00 [\d.]+ [\d.]+$/);
  assert.equal(curve({ x: 5, y: 5 }, { x: 6, y: 5 }), '', 'too short for a curve');
});

test('time counts all events of a search, recorded or not', () => {
  const rows = events();
  const whole = new Recording(rows);
  assert.deepEqual([whole.end, whole.eventsAt(7.5), whole.hasGaps], [rows.length, 7, false]);
  // The same search with only every tenth event recorded, and the counts up to it.
  const counts = { events: 0, calls: 0, tries: 0, placements: 0, undos: 0, dead_ends: 0, max_depth: 0 };
  /** @type {Record<string, 'calls' | 'tries' | 'placements' | 'undos'>} */
  const field = { call: 'calls', try: 'tries', place: 'placements', undo: 'undos' };
  const shortened = new Recording(
    rows
      .map((row) => {
        counts.events += 1;
        counts[field[row.event]] += 1;
        return { ...row, counts: { ...counts } };
      })
      .filter((_, index) => index % 10 === 9),
  );
  assert.deepEqual([shortened.eventsAt(9), shortened.eventsAt(10), shortened.hasGaps], [0, 1, true]);
  // At any moment, both recordings show the same counts.
  for (const moment of [10, 100, 500]) {
    const full = whole.seek(whole.eventsAt(moment));
    const short = shortened.seek(shortened.eventsAt(moment));
    assert.deepEqual([short.calls, short.tries], [full.calls, full.tries], `at ${moment}`);
  }
});
