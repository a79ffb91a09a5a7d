/**
 * Guided comparisons: short stories about solvers, each a few pages long. A page defines what the laboratory
 * shows, and its text explains it. `messages/stories` has the titles and texts; figures in them are
 * placeholders, filled from the recordings. A test checks every claim with the engine.
 */

/** @typedef {import('../messages/messages.js').Key} Key */
/**
 * What a page claims about its puzzle:
 *
 *   ['restart', '=', 'resume']         the same number of calls
 *   ['tables', '>', 'columns', 100]    more calls, at least by this factor
 *   ['tables', '≠', 'mrv']             another solution first
 *   ['norvig', 'calls', 1]             exactly this number of calls
 *   ['dlx', 'ends', 'none']            this status
 *
 * @typedef {[string, '=' | '≠', string] | [string, '>', string, number] | [string, 'calls', number] |
 *   [string, 'ends', 'unique' | 'none' | 'multiple']} Claim
 */
/**
 * @typedef {object} Page
 * @property {string} puzzle
 * @property {string[]} solvers
 * @property {number} at      the moment to show; Infinity for the end
 * @property {Key} text
 * @property {Claim[]} claims
 */
/** @typedef {{id: string, title: Key, pages: Page[]}} Story */

/** Returns a puzzle turned clockwise by 90°. @param {string} puzzle */
export const turned = (puzzle) =>
  Array.from({ length: 81 }, (_, cell) => puzzle[9 * (8 - (cell % 9)) + Math.floor(cell / 9)]).join('');

/** LeetCode's sample. */
const SAMPLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
/** The sample, turned counterclockwise: a short search. */
const SHORT = turned(turned(turned(SAMPLE)));
/** Easy by columns, hard by rows; the other way round if it is turned. */
const SIDED = '..3.86.5..4..1......1..2.8..........76..........89..1.2.73.......8.2.3.....7...95';
/** Easy by rows, hard in static order. */
const MISLEADING = '5..3..84.1...459............3..7...........26.56.8........9.7.2.19......4...1.3..';
const SEVENTEEN_CLUES = '........1.....2..3..4.5..........46....7.....17...3.......8.......64..8.31.......';
const UNSOLVABLE = '1.85..9...........23...65.....3.8.1...6.5...35..7..6..6...29.......341.........3.';
/** One of the hardest for players; hard for exact cover, too. */
const HARDEST = '1....6.8..5.1....6..9.3.5...7.8.......5.2.9.......7...39....4......4......4....52';
/** The first row of its solution is 987654321. */
const ADVERSARY = '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9';
/** The sample without two of its clues. */
const TWO_SOLUTIONS = '53..7....6..195.....8....6.8...6...34..8.3..17...2...6.6....28....4.9..5....8..79';

/**
 * @param {Key} text
 * @param {string} puzzle
 * @param {string[]} solvers
 * @param {number} at
 * @param {...Claim} claims
 * @returns {Page}
 */
const page = (text, puzzle, solvers, at, ...claims) => ({ puzzle, solvers, at, text, claims });
const END = Infinity;

/** @type {readonly Story[]} */
export const STORIES = [
  {
    id: 'resume',
    title: 'storyResume',
    pages: [
      page('storyResume1', SHORT, ['restart', 'resume'], 31),
      page('storyResume2', SHORT, ['restart', 'resume'], END, ['restart', '=', 'resume']),
      page('storyResume3', SHORT, ['restart', 'resume'], END, ['restart', '=', 'resume']),
    ],
  },
  {
    id: 'tables',
    title: 'storyTables',
    pages: [
      page('storyTables1', SAMPLE, ['resume', 'tables'], 4),
      page('storyTables2', SAMPLE, ['resume', 'tables'], END, ['resume', '=', 'tables']),
      page('storyTables3', SAMPLE, ['restart', 'resume', 'tables'], END, ['restart', '=', 'tables']),
    ],
  },
  {
    id: 'order',
    title: 'storyOrder',
    pages: [
      page('storyOrder1', SIDED, ['tables', 'columns'], END, ['tables', '>', 'columns', 100]),
      page('storyOrder2', turned(SIDED), ['tables', 'columns'], END, ['columns', '>', 'tables', 10]),
      page(
        'storyOrder3',
        turned(SIDED),
        ['tables', 'columns', 'mrv'],
        END,
        ['tables', '>', 'mrv', 20],
        ['columns', '>', 'mrv', 300],
      ),
      page(
        'storyOrder4',
        SIDED,
        ['tables', 'columns', 'mrv'],
        END,
        ['tables', '>', 'mrv', 200],
        ['columns', '>', 'mrv', 1.5],
      ),
    ],
  },
  {
    id: 'static',
    title: 'storyStatic',
    pages: [
      page('storyStatic1', SAMPLE, ['tables', 'static-order'], END, ['tables', '>', 'static-order', 40]),
      page('storyStatic2', MISLEADING, ['tables', 'static-order'], END, ['static-order', '>', 'tables', 800]),
      page(
        'storyStatic3',
        MISLEADING,
        ['tables', 'static-order', 'mrv'],
        END,
        ['static-order', '>', 'mrv', 2000],
        ['tables', '>', 'mrv', 2],
      ),
    ],
  },
  {
    id: 'propagation',
    title: 'storyPropagation',
    pages: [
      page(
        'storyPropagation1',
        SAMPLE,
        ['tables', 'mrv', 'norvig'],
        END,
        ['norvig', 'calls', 1],
        ['tables', '>', 'mrv', 80],
      ),
      page('storyPropagation2', SEVENTEEN_CLUES, ['mrv', 'norvig'], END, ['mrv', '>', 'norvig', 600]),
      page(
        'storyPropagation3',
        HARDEST,
        ['mrv', 'norvig', 'tables'],
        END,
        ['mrv', '>', 'norvig', 6],
        ['tables', '>', 'norvig', 15],
      ),
    ],
  },
  {
    id: 'cover',
    title: 'storyCover',
    pages: [
      page('storyCover1', SEVENTEEN_CLUES, ['mrv', 'dlx'], END, ['mrv', '>', 'dlx', 25]),
      page(
        'storyCover2',
        UNSOLVABLE,
        ['mrv', 'dlx'],
        END,
        ['dlx', 'calls', 1],
        ['dlx', 'ends', 'none'],
        ['mrv', '>', 'dlx', 1000],
      ),
      page('storyCover3', HARDEST, ['mrv', 'dlx'], END, ['dlx', '>', 'mrv', 30]),
    ],
  },
  {
    id: 'adversary',
    title: 'storyAdversary',
    pages: [
      page('storyAdversary1', ADVERSARY, ['tables'], 2000),
      page(
        'storyAdversary2',
        ADVERSARY,
        ['tables', 'mrv', 'norvig', 'dlx'],
        END,
        ['tables', '>', 'mrv', 4],
        ['mrv', '>', 'dlx', 500],
        ['norvig', 'calls', 1],
      ),
    ],
  },
  {
    id: 'none',
    title: 'storyNone',
    pages: [
      page(
        'storyNone1',
        UNSOLVABLE,
        ['tables', 'columns'],
        END,
        ['tables', '>', 'columns', 2000],
        ['tables', 'ends', 'none'],
      ),
      page(
        'storyNone2',
        UNSOLVABLE,
        ['mrv', 'norvig', 'dlx'],
        END,
        ['norvig', 'calls', 0],
        ['dlx', 'calls', 1],
        ['mrv', '>', 'dlx', 1000],
      ),
    ],
  },
  {
    id: 'two',
    title: 'storyTwo',
    pages: [
      page('storyTwo1', TWO_SOLUTIONS, ['tables', 'mrv'], END, ['tables', '≠', 'mrv'], ['mrv', 'ends', 'multiple']),
      page('storyTwo2', TWO_SOLUTIONS, ['tables', 'mrv'], END, ['tables', 'ends', 'multiple']),
    ],
  },
];

/**
 * Returns a page of a story, or null if there is none.
 * @param {string | null} id
 * @param {number} number from 1
 */
export function findPage(id, number) {
  const story = STORIES.find((other) => other.id === id);
  const found = story?.pages[Math.min(number, story.pages.length) - 1];
  return story && found ? { story, page: found, number: Math.min(number, story.pages.length) } : null;
}
