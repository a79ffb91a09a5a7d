// The laboratory's links, stories, quiz, texts, figures and times.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figuresOf } from '../../scripts/domain/figures.js';
import { hasBadPuzzle, isLabAddress, packAddress, parseAddress } from '../../scripts/domain/laboratory-link.js';
import { looksLikeGame } from '../../scripts/domain/link.js';
import { nextQuestion } from '../../scripts/domain/quiz.js';
import { STORIES, findPage, turned } from '../../scripts/domain/stories.js';
import { addTimes } from '../../scripts/engine/timing.js';
import { TRANSLATED, localized } from '../../scripts/messages/algorithms.js';
import { english } from '../../scripts/messages/en.js';
import { selectLanguage, setLanguage } from '../../scripts/messages/language.js';
import { text } from '../../scripts/messages/messages.js';
import { chinese } from '../../scripts/messages/zh.js';
import { formatDuration } from '../../scripts/text.js';

const SAMPLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

test('the state of the laboratory survives a link', () => {
  const address = {
    puzzle: SAMPLE,
    solvers: ['tables', 'static-order'],
    at: 1234,
    code: 'python',
    story: 'order',
    page: 2,
  };
  const link = packAddress(address);
  assert.equal(
    link,
    `laboratory?p=${SAMPLE}&solvers=tables,static-order&at=1234&code=python&story=order&page=2`,
  );
  assert.deepEqual(parseAddress(link), address);
  assert.equal(packAddress({}), 'laboratory');
  assert.equal(parseAddress(packAddress({ at: Infinity }))?.at, Infinity);
  assert.ok(isLabAddress('laboratory') && !isLabAddress('laboratory-2') && !isLabAddress('play'));
  assert.ok(!looksLikeGame(link), 'not a game');
});

test('invalid fields of a link are ignored', () => {
  assert.ok(hasBadPuzzle('laboratory?p=garbage&solvers=tables'));
  assert.ok(!hasBadPuzzle('laboratory?solvers=tables') && !hasBadPuzzle(`laboratory?p=${SAMPLE}`));
  const empty = { puzzle: null, solvers: null, at: null, code: null, story: null, page: 1 };
  assert.equal(parseAddress('play'), null);
  assert.deepEqual(parseAddress('laboratory'), empty);
  assert.deepEqual(parseAddress('laboratory?p=12&at=-3&code=%3Cb%3E&story=A B&page=x'), empty);
  assert.deepEqual(parseAddress('laboratory?solvers=a,a,<b>,c,d,e,f')?.solvers, ['a', 'c', 'd', 'e']);
  assert.equal(parseAddress(`laboratory?p=${SAMPLE.replaceAll('.', '0')}`)?.puzzle, SAMPLE);
});

test('every page of every story can be found, and its figures belong to its solvers', () => {
  assert.equal(STORIES.length, 9);
  for (const { id, title, pages } of STORIES) {
    assert.ok(pages.length >= 2 && english[title] && chinese[title], id);
    for (const [index, page] of pages.entries()) {
      assert.equal(findPage(id, index + 1)?.page, page);
      assert.match(page.puzzle, /^[.1-9]{81}$/);
      assert.ok(page.solvers.length >= 1 && page.solvers.length <= 4);
      const names = page.solvers.map((name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()));
      const figure = new RegExp(`^(${names.join('|')})(Calls|Tries|Undos|Scanned|Peers|Entries|Writes)$`);
      const inBoth = [english, chinese].map((messages) =>
        [...messages[page.text].matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort(),
      );
      assert.deepEqual([...new Set(inBoth[0])], [...new Set(inBoth[1])], page.text);
      for (const name of inBoth[0]) assert.match(name, figure, page.text);
      assert.doesNotMatch(english[page.text].replace('324 constraints', ''), /\d{3}/, `${page.text}: no figures are typed in`);
    }
  }
  assert.equal(findPage('order', 99)?.number, 4, 'the last page');
  assert.equal(findPage('nothing', 1), null);
  assert.equal(turned(turned(turned(turned(SAMPLE)))), SAMPLE);
});

test('both languages have the same keys and placeholders', () => {
  assert.deepEqual(Object.keys(chinese).sort(), Object.keys(english).sort());
  for (const [key, message] of Object.entries(english)) {
    const names = (/** @type {string} */ words) =>
      [...new Set([...words.matchAll(/\{\w+\}/g)].map(String))].sort();
    const translated = chinese[/** @type {keyof typeof chinese} */ (key)];
    assert.deepEqual(names(translated), names(message), key);
  }
});

test('the language follows the settings, then the browser', () => {
  assert.equal(selectLanguage('auto', ['fr-FR', 'zh-CN', 'en']), 'zh');
  assert.equal(selectLanguage('en', ['zh-CN']), 'en');
  assert.equal(selectLanguage('auto', ['fr']), 'en');
  const row = { algorithm: 'dlx', title: 'Dancing links' };
  assert.equal(localized(row).title, 'Dancing links');
  setLanguage('zh');
  assert.equal(localized(row).title, '舞蹈链');
  assert.equal(localized({ ...row, algorithm: 'own' }).title, 'Dancing links');
  assert.equal(text('labStep'), '步数');
  setLanguage('en');
  assert.equal(TRANSLATED.length, 13);
});

/** @param {string} line an event as words, such as "place r1c1 5" */
const row = (line) => {
  const [event, cell, digit, other] = line.split(' ');
  const kind = /** @type {import('../../scripts/domain/trace.js').Kind} */ (event);
  return { event: kind, cell: cell ?? null, digit: digit ? Number(digit) : null, depth: 0, ...(other && { with: other }) };
};

test('figures count the events, or take the counts of a shortened recording', () => {
  const events = ['call', 'choose r1c1', 'try r1c1 1', 'place r1c1 1', 'call', 'choose r1c3', 'try r1c3 1'].map(row);
  const whole = { events, folded: 0, ending: 'solved' };
  const found = figuresOf('restart', whole);
  assert.deepEqual([found.calls, found.tries, found.placements, found.finished], [2, 2, 1, true]);
  assert.equal(found.scanned, 1 + 3, 'from r1c1 in every call');
  assert.equal(figuresOf('resume', whole).scanned, 1 + 2, 'from the cell after r1c1');
  const counts = { events: 99, calls: 7, tries: 8, placements: 6, undos: 5, dead_ends: 1, max_depth: 3 };
  const short = { events: [{ ...row('call'), counts }], folded: 98, ending: 'out of budget' };
  const { calls, scanned, finished } = figuresOf('restart', short);
  assert.deepEqual([calls, scanned, finished], [7, null, false]);
});

test('questions have one right answer among different options', () => {
  const puzzle = `12${'.'.repeat(79)}`;
  const rows = [
    'call',
    'choose r1c3',
    'try r1c3 1',
    'conflict r1c3 1 r1c1',
    'try r1c3 2',
    'conflict r1c3 2 r1c2',
    'try r1c3 3',
    'place r1c3 3',
    'call',
    'choose r1c4',
    'return',
    'undo r1c3 3',
    'try r1c3 4',
    'place r1c3 4',
  ].map(row);
  const topics = [];
  let last = null;
  let at = 0;
  for (;;) {
    const question = nextQuestion(puzzle, 'tables', rows, at, last);
    if (!question) break;
    topics.push(`${question.topic} ${question.moment}`);
    assert.ok(question.options.length >= 2 && question.options.length <= 4);
    assert.equal(new Set(question.options.map((option) => JSON.stringify(option))).size, question.options.length);
    const right = question.options[question.answer];
    const next = rows[question.moment];
    if (question.topic === 'choose') assert.equal(right.values.cell, next.cell);
    else assert.match(right.key, next.event === 'conflict' ? /Conflict/ : /Placed|Try|Return/);
    last = question.topic;
    at = question.moment + 1;
  }
  assert.deepEqual(topics, ['choose 1', 'try 3', 'retreat 4', 'choose 9', 'retreat 12']);
  assert.equal(nextQuestion(puzzle, 'tables', [], 0, null), null);
});

test('a choice among equals is not asked for', () => {
  // Every empty cell has the same number of candidates, so any of them could be the answer.
  const events = [row('call'), { ...row('choose r1c1'), options: 9 }];
  assert.equal(nextQuestion('.'.repeat(81), 'mrv', events, 0, null), null);
});

test('times in the browser are measured in batches, without the cost of the request', () => {
  let clock = 0;
  /** Takes 0.1 ms, and 0.4 ms more to solve the sample. @param {any} request */
  const run = (request) => {
    clock += 0.1 + (request.puzzle === SAMPLE ? 0.4 : 0);
  };
  const missing = { micros: null, micros_median: null, runs: 0 };
  const report = {
    results: [
      { algorithm: 'tables', finished: true, ...missing },
      { algorithm: 'brute-force', finished: false, ...missing },
      { algorithm: 'mrv', finished: true, micros: 5, micros_median: 6, runs: 3 },
    ],
  };
  // The clock of the browser has a resolution of 1 ms.
  const now = () => Math.floor((clock += 0.001));
  addTimes({ operation: 'compare', puzzle: SAMPLE }, report, run, now);
  const [tables, brute, mrv] = report.results;
  assert.ok(Math.abs((tables.micros ?? 0) - 400) < 60, `${tables.micros} µs`);
  assert.ok((tables.micros_median ?? 0) >= (tables.micros ?? 0) && tables.runs > 50);
  assert.deepEqual([brute.micros, mrv.micros], [null, 5]);
  assert.equal(Reflect.get(tables, 'is_bound'), false);
  // For a search that takes no time, the clock gives an upper bound.
  const row = { algorithm: 'mrv', finished: true, micros: null, micros_median: null, runs: 0 };
  addTimes({ operation: 'compare', puzzle: '.'.repeat(81) }, { results: [row] }, run, now);
  assert.ok((row.micros ?? 0) > 1 && (row.micros ?? 0) < 50, `${row.micros} µs`);
  assert.equal(Reflect.get(row, 'is_bound'), true);
  assert.deepEqual([0.26, 68.2, 999.6, 8100, 2_500_000].map(formatDuration), [
    '0.3 µs',
    '68 µs',
    '1.0 ms',
    '8.1 ms',
    '2.5 s',
  ]);
});
