/**
 * Questions about the next event of a search, made from its recording: which cell is chosen, whether a digit
 * fits, and what follows a dead end. Every option is a text, so that it can be shown in any language.
 */
import { CELLS, DIGITS, HOUSES, PEERS, cellName, maskOf, parseCell } from './cells.js';

/** @typedef {import('./trace.js').Row} Row */
/** @typedef {import('../messages/messages.js').Key} Key */
/** @typedef {{key: Key, values: Record<string, string | number>}} QuizText */
/** @typedef {'choose' | 'try' | 'retreat'} Topic */
/**
 * @typedef {object} Question
 * @property {number} moment     the number of events before the one that is asked for
 * @property {Topic} topic
 * @property {QuizText} ask
 * @property {QuizText[]} options  in the order in which they are shown
 * @property {number} answer     the index of the right option
 * @property {QuizText} why
 */

/** How many events ahead a question of another topic is preferred. */
const LOOK_AHEAD = 400;
/** @type {readonly Topic[]} */
const TOPICS = ['choose', 'try', 'retreat'];

/** @param {Key} key @param {Record<string, string | number>} [values] @returns {QuizText} */
const say = (key, values = {}) => ({ key, values });

/**
 * Returns the next question at or after a moment, or null if there is none.
 * @param {string} puzzle
 * @param {string} algorithm
 * @param {readonly Row[]} rows all events from the start
 * @param {number} from a moment
 * @param {Topic | null} last the topic of the question before
 * @returns {Question | null}
 */
export function nextQuestion(puzzle, algorithm, rows, from, last) {
  const board = new Board(puzzle, algorithm.startsWith('static'));
  const fits = rows.some((row, index) => isRejection(row) && rows[index - 1]?.event === 'try');
  /** @type {Question | null} */
  let fallback = null;
  const wanted = TOPICS[(TOPICS.indexOf(last ?? 'retreat') + 1) % TOPICS.length];
  for (const [index, row] of rows.entries()) {
    if (index >= from && index > 0) {
      const question = questionAt(board, rows, index, fits);
      if (question?.topic === wanted) return question;
      fallback ??= question;
      if (fallback && index > fallback.moment + LOOK_AHEAD) return fallback;
    }
    board.apply(row);
  }
  return fallback;
}

/** @param {Row} row */
const isRejection = (row) => row.event === 'conflict' && Boolean(row.with);

/** The digits on the board, including the givens. */
class Board {
  /** @param {string} puzzle @param {boolean} [isStatic] whether the solver counts candidates only at the start */
  constructor(puzzle, isStatic = false) {
    this.puzzle = puzzle;
    this.isStatic = isStatic;
    this.digits = [...puzzle].map((character) => Number(character) || 0);
    /** The cells of the placed digits, oldest first. @type {number[]} */
    this.placed = [];
  }

  /** @param {Row} row */
  apply({ event, cell, digit }) {
    if (event === 'place' && cell) {
      this.digits[parseCell(cell)] = digit ?? 0;
      this.placed.push(parseCell(cell));
    }
    if (event === 'undo' && cell) {
      this.digits[parseCell(cell)] = 0;
      this.placed.pop();
    }
  }

  /** Returns the set of digits that no peer has. @param {number} cell */
  candidates(cell) {
    let used = 0;
    for (const peer of PEERS[cell]) if (this.digits[peer]) used |= maskOf(this.digits[peer]);
    return DIGITS.filter((digit) => !(used & maskOf(digit)));
  }

  /** Returns the number of cells that a digit can go in. @param {readonly number[]} cells @param {number} digit */
  places(cells, digit) {
    return cells.filter((cell) => !this.digits[cell] && this.candidates(cell).includes(digit)).length;
  }

  empty() {
    return Array.from({ length: CELLS }, (_, cell) => cell).filter((cell) => !this.digits[cell]);
  }
}

/**
 * Returns a question about an event, or null if it is not interesting.
 * @param {Board} board before the event
 * @param {readonly Row[]} rows
 * @param {number} index
 * @param {boolean} fits whether the solver tries digits that may not fit
 * @returns {Question | null}
 */
function questionAt(board, rows, index, fits) {
  const [before, row] = [rows[index - 1], rows[index]];
  if (row.event === 'choose' && before.event === 'call') return askChoice(board, row, index);
  if (before.event === 'try' && fits) return askTry(board, before, row, index);
  if (before.event === 'undo' || (isRejection(before) && rows[index - 2]?.event === 'try'))
    return askRetreat(board, before, row, index);
  return null;
}

/**
 * Puts the options in an order that does not give the answer away, but is the same every time.
 * @param {Omit<Question, 'options' | 'answer'>} question
 * @param {QuizText} right
 * @param {QuizText[]} wrong
 * @returns {Question | null}
 */
function withOptions(question, right, wrong) {
  const shown = (/** @type {QuizText} */ option) => JSON.stringify(option);
  const others = wrong.filter(
    (option, index) =>
      shown(option) !== shown(right) && wrong.findIndex((other) => shown(other) === shown(option)) === index,
  );
  if (!others.length) return null;
  const options = others.slice(0, 3);
  const answer = (question.moment * 7 + 3) % (options.length + 1);
  options.splice(answer, 0, right);
  return { ...question, options, answer };
}

/**
 * Wrong options have more candidates than the right one, so that there is no tie.
 * @param {Board} board
 * @param {Row} row
 * @param {number} index
 */
function askChoice(board, row, index) {
  const options = row.options ?? -1;
  if (row.house) {
    const looser = HOUSES.flatMap(({ name, cells }) =>
      DIGITS.filter((digit) => !cells.some((cell) => board.digits[cell] === digit))
        .filter((digit) => board.places(cells, digit) > options)
        .map((digit) => constraint(name, digit)),
    );
    const wrong = [0.3, 0.6, 0.9].flatMap((part) => looser[Math.floor(part * looser.length)] ?? []);
    const why = say('quizWhyConstraint', { options });
    return withOptions(
      { moment: index, topic: 'choose', ask: say('quizAskChooseConstraint'), why },
      constraint(row.house, row.digit ?? 0),
      wrong,
    );
  }
  if (!row.cell) return null;
  const empty = board.empty();
  const counted = board.isStatic ? new Board(board.puzzle) : board;
  const isLooser = (/** @type {number} */ cell) => options < 0 || counted.candidates(cell).length > options;
  const sorted = [...empty].sort((a, b) => board.candidates(a).length - board.candidates(b).length);
  const next = empty[empty.indexOf(parseCell(row.cell)) + 1];
  const wrong = [empty[0], sorted[0], next, empty[empty.length - 1], sorted[sorted.length >> 1]];
  const fewest = board.isStatic ? say('quizWhySorted') : say('quizWhyFewest', { options });
  return withOptions(
    {
      moment: index,
      topic: 'choose',
      ask: say('quizAskChoose'),
      why: options < 0 ? say('quizWhyFirst') : fewest,
    },
    say('quizCell', { cell: row.cell }),
    wrong
      .filter((cell) => cell !== undefined && isLooser(cell))
      .map((cell) => say('quizCell', { cell: cellName(cell) })),
  );
}

/** @param {string} house @param {number} digit */
const constraint = (house, digit) => say('quizConstraint', { house, digit });

/** @param {Board} board @param {Row} tried @param {Row} row @param {number} index */
function askTry(board, tried, row, index) {
  const digit = tried.digit ?? 0;
  const cell = parseCell(tried.cell ?? 'r1c1');
  const conflict = (/** @type {string} */ name) => say('quizConflict', { with: name, digit });
  const elsewhere = board.digits
    .flatMap((other, place) => (other === digit && !PEERS[cell].includes(place) ? [place] : []))
    .map((place) => conflict(cellName(place)));
  const isPlaced = row.event === 'place';
  if (!isPlaced && !row.with) return null;
  const right = isPlaced ? say('quizPlaced') : conflict(row.with ?? '');
  const wrong = isPlaced ? elsewhere.slice(0, 2) : [say('quizPlaced'), ...elsewhere.slice(0, 1)];
  return withOptions(
    {
      moment: index,
      topic: 'try',
      ask: say('quizAskTry', { digit, cell: tried.cell ?? '' }),
      why: isPlaced ? say('quizWhyPlaced', { digit }) : say('quizWhyConflict', { digit, with: row.with ?? '' }),
    },
    right,
    wrong,
  );
}

/** @param {Board} board @param {Row} before @param {Row} row @param {number} index */
function askRetreat(board, before, row, index) {
  const [cell, digit] = [before.cell ?? '', before.digit ?? 0];
  if (!(row.event === 'try' && row.cell === cell) && row.event !== 'return') return null;
  const attempt = (/** @type {number} */ next) => say('quizTry', { cell, digit: next });
  const last = board.placed[board.placed.length - 1];
  const isTry = row.event === 'try';
  const right = isTry ? attempt(row.digit ?? 0) : say('quizReturn', { cell });
  const wrong = [
    ...(isTry ? [say('quizReturn', { cell })] : []),
    ...[1, 2].map((more) => digit + more).filter((next) => next <= 9).map(attempt),
    ...(last === undefined ? [] : [say('quizUndo', { cell: cellName(last), digit: board.digits[last] })]),
    ...(isTry || digit < 9 ? [] : [attempt(1)]),
  ];
  return withOptions(
    {
      moment: index,
      topic: 'retreat',
      ask: say(before.event === 'undo' ? 'quizAskAfterUndo' : 'quizAskAfterConflict', { cell, digit }),
      why: isTry ? say('quizWhyTry', { digit: row.digit ?? 0 }) : say('quizWhyReturn', { cell }),
    },
    right,
    wrong,
  );
}
