// The user's own solver: instrumented code, the recorder, the verdict, and the policy of the sandbox.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import vm from 'node:vm';
import { findFunctions, instrument, tokenize } from '../../scripts/domain/instrument.js';
import { Recording } from '../../scripts/domain/trace.js';
import { programFor, readAnswer } from '../../scripts/sandbox/sandbox.js';
import { findConflict, foldedEvents, judge, lineOfError, rowsOf } from '../../scripts/sandbox/verdict.js';

const SAMPLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const TRUTH = { status: 'unique', solution: SOLVED };

/** Plain backtracking, like the textbook solver `restart`. */
const SOLVER = `var solveSudoku = function(board) {
  const fits = (r, c, d) => {
    for (let i = 0; i < 9; i++) {
      if (board[r][i] === d || board[i][c] === d) return false;
      if (board[3 * (r / 3 | 0) + (i / 3 | 0)][3 * (c / 3 | 0) + i % 3] === d) return false;
    }
    return true;
  };
  function solve() {
    for (let r = 0; r < 9; r++) for (let c = 0; c < 9; c++) {
      if (board[r][c] !== '.') continue;
      for (const d of '123456789') {
        if (!fits(r, c, d)) continue;
        board[r][c] = d;
        if (solve()) return true;
        board[r][c] = '.';
      }
      return false;
    }
    return true;
  }
  solve();
};`;

/**
 * Runs a solver as the worker does, in a separate realm.
 * @param {string} source
 * @param {{puzzle?: string, reads?: boolean, limit?: number, capacity?: number}} [options]
 */
function run(source, { puzzle = SAMPLE, ...options } = {}) {
  /** @type {any[]} */
  const answers = [];
  /** @type {Record<string, unknown>} */
  const scope = vm.createContext({
    performance,
    postMessage: (/** @type {any} */ answer) => answers.push(structuredClone(answer)),
    setTimeout: () => {},
    addEventListener: () => {},
    fetch: () => {},
    leaked: 'leaked',
  });
  scope.self = vm.runInContext('globalThis', scope);
  vm.runInContext(programFor(source, puzzle, options), scope);
  assert.equal(answers.length, 1, 'one answer');
  const answer = readAnswer(answers[0], options.capacity);
  assert.ok(answer, 'a valid answer');
  return answer;
}

/** Returns the verdict on a solver. @param {string} source @param {string} [puzzle] */
const verdict = (source, puzzle = SAMPLE) => judge(run(source, { puzzle }), source, puzzle, TRUTH);

/** Wraps statements in the function to be judged. @param {string} body */
const solver = (body) => `var solveSudoku = function(board) {\n${body}\n};`;

test('comments, strings, templates and regular expressions are not code', () => {
  const source = [
    "const a = '}'; // }",
    'const b = "\\"}"; /* } */',
    'const c = `}${ [1].map((x) => { return `${x}}`; }) }}`;',
    'const d = /[/}]\\/}/g.test(a) ? a.length / 2 / 1 : 3;',
    'if (a) /}/.test(b);',
    'const e = { f() { return 1 } }.f() / 2;',
    'const é = 0x1F + 1e-3 + .5 + 1_000n;',
  ].join('\n');
  const tokens = tokenize(source) ?? assert.fail('no tokens');
  assert.deepEqual(
    tokens.filter(({ type }) => type === 'regex').map(({ text }) => text),
    ['/[/}]\\/}/g', '/}/'],
  );
  assert.equal(tokens.find(({ text }) => text === 'é')?.line, 7);
  for (const broken of ['{', ')', "'", '`${', '"\n"', '(]']) assert.equal(tokenize(broken), null, broken);
});

test('functions of all kinds are found, with their names', () => {
  const source = `
    function plain(a) {} function* generator() {}
    const expression = function (b) {}, arrow = (c) => { }, concise = d => d + 1
    const object = { method(e) {}, get getter() { return 1 }, key: function () {}, nested: { inner() {} } };
    class Solution extends Object { constructor() { super() } solve(f) { if (f) { return } while (f) {} }
      static other() {} field = () => {}; #secret() {} }
    for (const x of []) {} if (1) {} switch (1) {} try {} catch (e) {}
    call(1)
    { block() }
    async function later() {} const soon = async () => {};
  `;
  const names = findFunctions(tokenize(source) ?? []).map(({ name }) => name);
  assert.deepEqual(
    names.sort(),
    'plain generator expression arrow concise method getter key inner constructor solve other field #secret'
      .split(' ')
      .sort(),
  );
});

test('calls are reported for recursive functions, without moving lines', () => {
  const { code } = instrument(SOLVER);
  assert.equal(code.split('\n').length, SOLVER.split('\n').length);
  assert.equal(code.match(/\.enter\(/g)?.length, 1);
  assert.match(code.split('\n')[8], /function solve\(\) \{.*enter\(9\)/);
  assert.match(code.split('\n')[13], /board\[r\]\[_v\.at\(14\),c\] = d/);
  // Mutual recursion, methods, and arrow functions without braces.
  const entered = (/** @type {string} */ source) =>
    [...instrument(source).code.matchAll(/enter\((\d+)\)/g)].map(([, line]) => Number(line));
  assert.deepEqual(entered('function a() { b() }\nfunction b() { a() }\nfunction c() { a() }'), [1, 2]);
  assert.deepEqual(entered('class Solution {\n solve() { return this.solve() }\n other() {}\n}'), [2]);
  assert.deepEqual(entered('const f = (n) => n < 1 ||\n  [1].some((d) => f(n - d))\nf(3)'), [1]);
  assert.deepEqual(entered('var solveSudoku = function(board) {}\nfunction other() {}'), [1]);
  assert.deepEqual(entered('const _v = 1; function f() { "use strict"; f() }'), [1]);
  for (const source of [
    'const f = (n) => n < 1 ||\n  [1].some((d) => f(n - d))\nreturn f(3)',
    'const f = n => n ? { a: f(n - 1) }.a : [1, 2]\n;return f(3)[0] === 1',
    'function f(n) { "use strict"; return this === undefined && (n === 0 || f(n - 1)) } return f(2)',
    'const o = { f(n) { return n === 0 || this.f(n - 1) } }; return o.f(2)',
    'let a = [[1]], [b] = a; [a[0][0], b] = [7, 8]; a[0][0] += 1; function f() { f }; return a[0][0] === 8',
    'let a = 1, b; if (a) [a, b] = [2, 3]; const f = () => f; return a + b === 5',
    'function* f(n) { yield n; if (n) yield* f(n - 1) } return [...f(2)].join("") === "210"',
    'const f = n => n > 2 ? n : f(n + 1), g = 4; return f(0) + g === 7',
  ]) {
    const { code: changed, hook } = instrument(source);
    const hooks = { enter: () => 0, leave: () => {}, at: () => {} };
    assert.match(changed, /enter/);
    assert.equal(Function(hook, changed)(hooks), true, changed);
  }
});

test('a recording has the calls of the textbook solver, and the lines of the code', () => {
  const answer = run(SOLVER);
  const { calls, placements, undos, max_depth: deepest, reads } = answer.totals;
  assert.deepEqual([calls, placements, undos, deepest], [4209, 4208, 4157, 51]);
  assert.equal(reads, 511_652);
  assert.equal(answer.dropped, 0);
  const rows = rowsOf(answer);
  assert.deepEqual(
    rows.slice(0, 4).map(({ event, cell, digit, depth, line }) => [event, cell, digit, depth, line]),
    [
      ['call', null, null, 0, 9],
      ['try', 'r1c3', 1, 0, 14],
      ['place', 'r1c3', 1, 0, 14],
      ['call', null, null, 1, 9],
    ],
  );
  assert.equal(rows.at(-1)?.event, 'solved');
  const recording = new Recording(rows);
  const end = recording.seek(Infinity);
  assert.equal([...SAMPLE].map((given, cell) => (given === '.' ? end.values[cell] : given)).join(''), SOLVED);
  assert.deepEqual([end.calls, end.placements, recording.end], [4209, 4208, answer.totals.events]);
  assert.deepEqual(judge(answer, SOLVER, SAMPLE, TRUTH).key, 'ownSolved');
});

test('a long recording is shortened without losing its end', () => {
  for (const options of [{ capacity: 500 }, { capacity: 4000, reads: true }]) {
    const answer = run(SOLVER, options);
    assert.deepEqual([answer.dropped, answer.totals.calls], [0, 4209]);
    assert.ok(answer.length <= options.capacity && answer.length > 150, `${answer.length} events`);
    assert.ok(foldedEvents(answer) > 10_000);
    const rows = rowsOf(answer);
    const moments = rows.map(({ counts }) => counts?.events ?? 0);
    assert.ok(moments.every((moment, index) => index === 0 || moment > moments[index - 1]));
    // At every event, the digits on the board are those that the events have placed and not undone.
    const board = new Map();
    for (const { event, cell, digit } of rows) {
      if (event === 'place') {
        assert.ok(!board.has(cell), `${cell} is empty`);
        board.set(cell, digit);
      } else if (event === 'undo') {
        assert.equal(board.get(cell), digit);
        board.delete(cell);
      }
    }
    assert.equal(board.size, 51);
    assert.equal(rows.at(-1)?.event, 'solved');
  }
});

test('a recording that cannot be shortened keeps its first events', () => {
  const body = "for (let i = 0; i < 3000; i++) { board[0][2] = '4'; board[0][2] = '.'; }";
  const answer = run(solver(body), { capacity: 300 });
  assert.deepEqual([answer.length, answer.totals.placements, answer.totals.events], [300, 3000, 9002]);
  assert.equal(answer.dropped, answer.totals.events - 300);
  assert.equal(rowsOf(answer)[299].counts?.events, 300);
});

test('overwritten digits, repeated digits and odd values are recorded', () => {
  const body =
    "board[0][2] = '1'; board[0][2] = '2'; board[0][2] = '2'; board[0][2] = ''; board[0] = board[0].slice();";
  const answer = run(solver(body));
  assert.deepEqual(
    rowsOf(answer).map(({ event, digit }) => `${event}${digit ?? ''}`),
    ['call', 'try1', 'place1', 'undo1', 'try2', 'place2', 'undo2', 'return'],
  );
  assert.equal(answer.board.slice(0, 4), '53?.');
});

test('every mistake gets a sentence', () => {
  const fill = `const s = '${SOLVED}'; for (let i = 0; i < 81; i++) board[i / 9 | 0][i % 9] = s[i];`;
  /** @type {[string, string, Record<string, string | number>][]} */
  const cases = [
    [solver(fill), 'ownSolved', {}],
    [solver(''), 'ownUnchanged', {}],
    [solver('board = [];'), 'ownUnchanged', {}],
    ['let x = 1;', 'ownMissing', {}],
    ['class Solution { solveSudoku(board) { ' + fill + ' } }', 'ownSolved', {}],
    ['var solveSudoku = async (board) => {}', 'ownPromise', {}],
    [solver('\nboard[9][0] = 1;'), 'ownThrownAt', { line: 3 }],
    [solver('board[0].push(1);'), 'ownThrownAt', { line: 2 }],
    [solver("'use strict'; board.length = 3;"), 'ownThrownAt', { line: 2 }],
    [solver('throw null'), 'ownThrown', { message: 'null' }],
    [solver('throw { get message() { throw 1 }, toJSON() { throw 2 } }'), 'ownThrown', { message: '…' }],
    ['function solveSudoku(b) { solveSudoku(b) }', 'ownThrownAt', { line: 1 }],
    [solver('const a = []; for (;;) a.push(new Uint8Array(1e8));'), 'ownThrownAt', { line: 2 }],
    [solver('const a = []; for (;;) a.push(new Float64Array(1e6).slice());'), 'ownThrownAt', { line: 2 }],
    [
      solver('const a = new Uint16Array([1, 2]); a.length === 2 && a instanceof Uint16Array || x'),
      'ownUnchanged',
      {},
    ],
    [solver('board[0][2] = 4;'), 'ownNumber', { cell: 'r1c3', digit: '4' }],
    [solver("board[0][0] = '4';"), 'ownGiven', { cell: 'r1c1', digit: '5' }],
    [solver('board[0][2] = {};'), 'ownOdd', { cell: 'r1c3' }],
    [solver("board[0][2] = '4';"), 'ownEmpty', { count: 50, cell: 'r1c4' }],
    [solver("board[0][3] = '2';"), 'ownWrong', { cell: 'r1c4', found: '2', expected: '6' }],
    [solver(`${fill} board[0][2] = '5'`), 'ownWrong', { cell: 'r1c3', found: '5', expected: '4' }],
  ];
  for (const [source, key, values] of cases) {
    const found = verdict(source);
    assert.equal(found.key, key, source);
    for (const [name, value] of Object.entries(values)) assert.equal(found.values[name], value, source);
  }
  const several = { status: 'multiple', solution: null };
  assert.equal(judge(run(solver(fill)), '', SAMPLE, several).key, 'ownSolvedOne');
  assert.equal(judge(run(solver("board[0][2] = '5'")), '', SAMPLE, several).key, 'ownConflict');
  assert.deepEqual(findConflict(`.5.5${'.'.repeat(77)}`), { cell: 3, other: 1 });
  assert.equal(findConflict(SAMPLE), null);
  const wrong = run(solver(`${fill} board[0][2] = '5'`));
  assert.deepEqual(judge(wrong, '', SAMPLE, several), {
    key: 'ownConflict',
    values: { cell: 'r1c3', digit: '5', other: 'r1c1' },
    result: 'wrong',
  });
  assert.equal(
    judge(run(solver("board[0][2] = '1'")), '', SAMPLE, { status: 'none', solution: null }).key,
    'ownNoSolution',
  );
  assert.equal(lineOfError('f@blob:null/1-2 line 382 > Function:7:3\nworkerMain@blob:null/1-2:9:1'), 5);
});

test('a solver that takes too long is stopped, with what it has done', () => {
  const answer = run(solver("for (;;) { board[0][2] = '4'; board[0][2] = '.'; }"), {
    limit: 50,
    capacity: 1000,
  });
  assert.equal(answer.outcome, 'late');
  assert.equal(answer.length, 1000);
  // Catching the exception does not help while the board is used.
  const stubborn = solver(
    "for (let i = 0; i < 1e7; i++) try { board[0][2] = '4'; } catch { if (i > 1e6) break }",
  );
  assert.equal(run(stubborn, { limit: 50 }).outcome, 'late');
});

test('the recorder does not depend on what a solver redefines', () => {
  const expected = run(SOLVER, { capacity: 500, reads: true });
  const hostile = `
    const evil = () => { throw new Error('evil') };
    const define = Object.defineProperty;
    const attempt = (target, name, descriptor) => { try { define(target, name, descriptor) } catch {} };
    const names = Object.getOwnPropertyNames;
    const prototypes =
      [Array, Map, Uint8Array, Uint16Array, Uint32Array, RegExp, Error, String, Function, Object];
    for (let i = 0; i < prototypes.length; i++) {
      const target = prototypes[i].prototype;
      const own = names(target);
      for (let j = 0; j < own.length; j++)
        if (own[j] !== 'constructor') attempt(target, own[j], { get: evil, set: evil });
    }
    attempt(Array.prototype, Symbol.iterator, { value: evil });
    const globals =
      ['JSON', 'Math', 'Proxy', 'Reflect', 'String', 'Uint8Array', 'Error', 'postMessage', 'console'];
    for (let i = 0; i < globals.length; i++) globalThis[globals[i]] = evil;
    const fields = ['kind', 'length', 'outcome', 'board', 'events', 'then', 'value', 'set', 'get'];
    for (let i = 0; i < fields.length; i++) attempt(Object.prototype, fields[i], { get: evil, set: evil });
  `;
  const answer = run(`${SOLVER}\n(() => {${hostile}})();`, { capacity: 500, reads: true });
  assert.deepEqual([answer.outcome, answer.board], ['returned', SOLVED]);
  assert.deepEqual(answer.totals, expected.totals);
  assert.deepEqual(answer.kind, expected.kind);
  assert.deepEqual(answer.counts.events, expected.counts.events);
});

test('a solver sees only the language, and its output is bounded', () => {
  const seen = run(
    solver(`const names = [];
      for (let level = globalThis; level; level = Object.getPrototypeOf(level))
        if (level !== Object.prototype) names.push(...Object.getOwnPropertyNames(level));
      console.log(names.join(' '));`),
  ).log;
  for (const name of [
    'fetch',
    'postMessage',
    'setTimeout',
    'addEventListener',
    'performance',
    'leaked',
    'eval',
  ])
    assert.ok(!seen.split(/\s/).includes(name), name);
  assert.match(seen, /\bMap\b/);
  const noisy = run(solver("for (let i = 0; i < 1e4; i++) console.log('x'.repeat(1e5), { i });"));
  assert.ok(noisy.log.length <= 4_001);
  assert.equal(
    run(solver("console.log('a', 1, null, [board[0][0]]); console.error(undefined)")).log,
    'a 1 null ["5"]\nundefined\n',
  );
});

test('only a whole answer is accepted', () => {
  const answer = run(SOLVER);
  for (const [name, value] of Object.entries({
    outcome: 'won',
    message: 'x'.repeat(1e6),
    board: SOLVED + '1',
    length: 1e9,
    kind: new Uint8Array(5),
    counts: {},
    totals: { ...answer.totals, calls: 'many' },
    log: null,
  }))
    assert.equal(readAnswer({ ...answer, [name]: value }), null, name);
  for (const junk of [null, undefined, 5, 'started', [], {}]) assert.equal(readAnswer(junk), null);
});

test('the policy of the sandbox contains the hash of its script, and allows no requests', () => {
  const html = readFileSync(new URL('../../sandbox.html', import.meta.url), 'utf8').replaceAll('\r\n', '\n');
  const script = /<script>([^]*?)<\/script>/.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
  assert.equal(
    policy,
    `default-src 'none'; script-src 'sha256-${hash}' 'unsafe-eval'; worker-src blob:; ` +
      "base-uri 'none'; form-action 'none'",
  );
});
