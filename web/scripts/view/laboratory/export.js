/** Saves what the laboratory shows: the boards as an SVG picture, and the events as JSON. */
import { text } from '../../messages/messages.js';
import { saveFile } from '../dialogs/dialog.js';
import { byId, onClick, svgElement } from '../element.js';

/** Maximum number of events per solver in a file; longer searches are shortened. */
const MAX_EVENTS = 100_000;

/** The colours of squares, as in the light theme: background and digit. @type {[string, string, string][]} */
const COLOURS = [
  ['newest', '#8fd0a6', '#1d2126'],
  ['placed', '#e2ece8', '#1f5a86'],
  ['rejected', '#f6c1bb', '#1d2126'],
  ['trying', '#c5d8f7', '#1d2126'],
  ['undone', '#f3f1ec', '#565d66'],
  ['given', '#ffffff', '#1d2126'],
];

/** The colours of frames in squares. @type {[string, string][]} */
const FRAMES = [
  ['clash', '#b3261e'],
  ['looked', '#2f5d50'],
];

const SQUARE = 36;
const BOARD = 9 * SQUARE;
const GAP = 32;
const HEAD = 56;
const FOOT = 64;
const FONT = 'system-ui, "Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", sans-serif';

/** @param {import('./laboratory.js').Laboratory} laboratory */
export function mountExport(laboratory) {
  const status = byId('lab-share-status');
  /** @param {string} content @param {string} type @param {string} name */
  const save = (content, type, name) => {
    saveFile(new Blob([content], { type }), name);
    status.textContent = text('labSaved', { name });
  };
  onClick('lab-save-svg', () => {
    const picture = drawLaboratory(laboratory);
    save(new XMLSerializer().serializeToString(picture), 'image/svg+xml', 'laboratory.svg');
  });
  onClick('lab-save-events', async () => {
    try {
      const content = await eventsOf(laboratory);
      if (content) save(JSON.stringify(content), 'application/json', 'laboratory.json');
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : String(error);
    }
  });
}

/**
 * Records the searches that are shown; null if that is cancelled.
 * @param {import('./laboratory.js').Laboratory} laboratory
 */
async function eventsOf({ tasks, engine, puzzle, runs }) {
  const solvers = runs.map((run) => run.algorithm).filter((name) => name !== 'own');
  const reports = await tasks.run('quiz', text('labSaveEvents'), (signal) =>
    Promise.all(
      solvers.map((algorithm) => {
        const options = { algorithm, limit: MAX_EVENTS, fold: true };
        return engine.request('trace', { puzzle, from: 'line', options }, signal);
      }),
    ),
  );
  return reports && { puzzle, searches: reports };
}

/**
 * Draws the boards in a row, each with its title and its counters.
 * @param {import('./laboratory.js').Laboratory} laboratory
 */
function drawLaboratory({ runs, titles, at }) {
  const width = GAP + runs.length * (BOARD + GAP);
  const height = HEAD + BOARD + FOOT;
  const root = svgElement('svg', {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    'font-family': FONT,
  });
  root.append(svgElement('rect', { width, height, fill: '#faf9f6' }));
  for (const [index, run] of runs.entries()) {
    const title = titles.get(run.algorithm) ?? run.algorithm;
    const group = svgElement('g', { transform: `translate(${GAP + index * (BOARD + GAP)} ${HEAD})` });
    const caption = text('exportCaption', { title, step: Math.floor(at) });
    group.append(label(caption, 0, -18, 16, '#1d2126', 'start'), ...drawBoard(run));
    const count = (/** @type {'calls' | 'placements' | 'undos'} */ name) =>
      run.counters.get(name)?.textContent ?? '0';
    const counters = { calls: count('calls'), placements: count('placements'), undos: count('undos') };
    group.append(
      label(text('exportCounters', counters), 0, BOARD + 26, 14, '#565d66', 'start'),
      label(run.sentenceText, 0, BOARD + 48, 12, '#1d2126', 'start', BOARD),
    );
    root.append(group);
  }
  return root;
}

/** @param {import('./run.js').RunView} run */
function drawBoard(run) {
  const nodes = run.squares.flatMap((square, cell) => {
    const [x, y] = [(cell % 9) * SQUARE, Math.floor(cell / 9) * SQUARE];
    const [, fill, ink] = COLOURS.find(([name]) => square.classList.contains(name)) ?? ['', '#ffffff', '#1d2126'];
    const digit = run.digits[cell].textContent ?? '';
    const struck = square.classList.contains('rejected') || square.classList.contains('undone');
    const text = label(digit, x + SQUARE / 2, y + SQUARE * 0.7, 21, ink, 'middle');
    if (struck) text.setAttribute('text-decoration', 'line-through');
    if (square.classList.contains('given')) text.setAttribute('font-weight', '600');
    const frames = FRAMES.filter(([name]) => square.classList.contains(name)).map(([, stroke]) =>
      svgElement('path', { d: `M${x + 2} ${y + 2}h${SQUARE - 4}v${SQUARE - 4}h${4 - SQUARE}z`, stroke, 'stroke-width': 3, fill: 'none' }),
    );
    return [svgElement('rect', { x, y, width: SQUARE, height: SQUARE, fill }), ...frames, ...(digit ? [text] : [])];
  });
  for (let line = 0; line <= 9; line += 1) {
    const at = line * SQUARE;
    const stroke = line % 3 ? '#d9d6cf' : '#2a2f36';
    const d = `M${at} 0V${BOARD}M0 ${at}H${BOARD}`;
    nodes.push(svgElement('path', { d, stroke, 'stroke-width': line % 3 ? 1 : 2, 'stroke-linecap': 'square' }));
  }
  return nodes;
}

/**
 * @param {string} content
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} fill
 * @param {string} anchor
 * @param {number} [width] long texts are compressed to this width
 */
function label(content, x, y, size, fill, anchor, width) {
  const node = svgElement('text', { x, y, 'font-size': size, fill, 'text-anchor': anchor });
  const isLong = width && [...content].reduce((sum, letter) => sum + (letter > '⺀' ? 1 : 0.52), 0) * size > width;
  if (isLong) {
    node.setAttribute('textLength', String(width));
    node.setAttribute('lengthAdjust', 'spacingAndGlyphs');
  }
  node.append(content);
  return node;
}
