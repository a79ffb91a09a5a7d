/** Shares and exports the game: as a link, in every text format, as an image, on paper, or to SudokuWiki. */
import { svg, toHodoku } from '../../domain/formats.js';
import { newGame } from '../../domain/game.js';
import { pack } from '../../domain/link.js';
import { asSentence } from '../../text.js';
import { byId, element, onClick } from '../element.js';
import { copyField, open, saveFile } from './dialog.js';

/** The most common formats are listed first. */
const COMMON_FORMATS = ['line', 'candidates', 'json', 'leetcode', 'hodoku', 'sudokuwiki'];

/**
 * @param {import('../../store.js').Store} store
 * @param {import('../../engine/engine.js').Engine} engine
 */
export function mountExport(store, engine) {
  const link = /** @type {HTMLInputElement} */ (byId('share-link'));
  const formatSelect = /** @type {HTMLSelectElement} */ (byId('export-format'));
  const text = /** @type {HTMLTextAreaElement} */ (byId('export-text'));
  const status = byId('export-status');
  const wiki = /** @type {HTMLAnchorElement} */ (byId('export-wiki'));

  /** The description of each format. @type {Map<string, string>} */
  const descriptions = new Map();

  const puzzleOnly = /** @type {HTMLInputElement} */ (byId('export-puzzle-only'));

  onClick('show-export', () => {
    puzzleOnly.checked = false;
    open('dialog-export');
    return show();
  });
  puzzleOnly.addEventListener('change', show);
  formatSelect.addEventListener('change', showText);
  onClick('share-copy', () => copyField(link, status));
  onClick('export-copy', () => copyField(text, status));
  onClick('export-svg', () => saveFile(new Blob([svg(exported())], { type: 'image/svg+xml' }), 'sudoku.svg'));
  onClick('export-png', savePng);
  onClick('export-print', () => {
    /** @type {HTMLDialogElement} */ (byId('dialog-export')).close();
    window.print();
  });

  /** Returns the game to export. */
  const exported = () => (puzzleOnly.checked ? newGame(store.game.givens) : store.game);

  async function show() {
    link.value = `${location.origin}${location.pathname}#${pack(exported())}`;
    status.textContent = '';
    try {
      await fillFormats();
      await Promise.all([showText(), showWiki()]);
    } catch (error) {
      text.value = error instanceof Error ? error.message : String(error);
    }
  }

  /** Fills the list of formats from the engine's catalogue. */
  async function fillFormats() {
    if (formatSelect.options.length) return;
    const { formats } = await engine.catalogue();
    descriptions.set('json', 'The complete game with notes and colours, to be opened on this page again.');
    for (const { format, description } of formats) descriptions.set(format, asSentence(description));
    const rank = (/** @type {string} */ name) =>
      COMMON_FORMATS.includes(name) ? COMMON_FORMATS.indexOf(name) : COMMON_FORMATS.length;
    const names = [...descriptions.keys()].sort((a, b) => rank(a) - rank(b));
    formatSelect.replaceChildren(...names.map((name) => element('option', { value: name }, name)));
  }

  async function showText() {
    const { value: format } = formatSelect;
    const { game } = store;
    const { checked } = puzzleOnly;
    byId('export-note').textContent = descriptions.get(format) ?? '';
    const content = format === 'json' ? JSON.stringify(exported()) : await converted(format);
    // Something else may have been chosen meanwhile.
    if (format === formatSelect.value && game === store.game && checked === puzzleOnly.checked)
      text.value = content;
  }

  async function showWiki() {
    const { checked } = puzzleOnly;
    const address = await converted('sudokuwiki');
    if (checked !== puzzleOnly.checked) return;
    wiki.hidden = !address.startsWith('https://');
    wiki.href = wiki.hidden ? '' : address;
  }

  /** @param {string} to */
  async function converted(to) {
    try {
      return (
        await engine.request('convert', { puzzle: toHodoku(exported()), from: 'hodoku', options: { to } })
      ).text;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Saves the board as a PNG image, rendered by the browser. */
  async function savePng() {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(svg(exported()))}`;
    await image.decode();
    const canvas = element('canvas', { width: image.width * 2, height: image.height * 2 });
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => {
      if (blob) saveFile(blob, 'sudoku.png');
    });
  }
}
