/** Imports puzzles from pasted text, from a file, or by drag and drop. */
import { digitsOfLine, newGame } from '../../domain/game.js';
import { asSentence, formatNumber } from '../../text.js';
import { byId, element, onClick } from '../element.js';
import { dialogOf, open, saveFile } from './dialog.js';

/** Maximum number of puzzles listed; all of them are solved. */
const MAX_LISTED = 200;
/** Maximum size of the input in bytes, the same as the limit of the server. */
const MAX_BYTES = 4 << 20;

/** @param {number} size */
const tooLarge = (size) =>
  `this text has ${formatNumber(size)} bytes, but the limit is ${formatNumber(MAX_BYTES)}; ` +
  'use the command line for larger files';

/**
 * @param {import('../../actions.js').Actions} actions
 * @param {import('../../tasks.js').Tasks} tasks
 */
export function mountImport(actions, tasks) {
  const dialog = dialogOf('dialog-import');
  const text = /** @type {HTMLTextAreaElement} */ (byId('import-text'));
  const file = /** @type {HTMLInputElement} */ (byId('import-file'));
  const error = byId('import-error');

  onClick('show-import', () => {
    error.textContent = '';
    open('dialog-import');
    text.select();
  });
  onClick('import-open', async () => {
    error.textContent = '';
    const chosen = file.files?.[0];
    if (!chosen && !text.value.trim())
      return void showError('Nothing to open: paste a puzzle or choose a file.');
    await importText(chosen ? await readFile(chosen) : text.value);
    file.value = '';
  });
  // Closing the dialog cancels the import. The event may arrive after the dialog was opened again.
  dialog.addEventListener('close', () => {
    if (isReading() && !dialog.open) tasks.stop('game');
  });
  const isReading = () => byId('import-status').textContent !== '';

  document.addEventListener('paste', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches?.('input, textarea') || document.querySelector('dialog[open]')) return;
    const pasted = event.clipboardData?.getData('text') ?? '';
    if (pasted.trim()) void importText(pasted);
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', async (event) => {
    event.preventDefault();
    const dropped = event.dataTransfer?.files[0];
    await importText(dropped ? await readFile(dropped) : (event.dataTransfer?.getData('text') ?? ''));
  });

  /** @param {File} chosen */
  async function readFile(chosen) {
    if (chosen.size <= MAX_BYTES) return chosen.text();
    showError(tooLarge(chosen.size));
    return '';
  }

  /** @param {string} content */
  async function importText(content) {
    if (!content.trim()) return;
    // The size as sent: JSON escapes line breaks and quotes with two characters.
    const size = new Blob([JSON.stringify({ text: content })]).size;
    if (size > MAX_BYTES) return void showError(tooLarge(size));
    byId('import-status').textContent = dialog.open ? 'Reading…' : '';
    try {
      const found = await actions.openText(content);
      byId('import-status').textContent = '';
      if (!found) return;
      dialog.close();
      if (found !== true) showPuzzles(actions, found);
    } catch (problem) {
      byId('import-status').textContent = '';
      showError(problem instanceof Error ? problem.message : String(problem));
    }
  }

  /** @param {string} problem */
  function showError(problem) {
    if (dialog.open) error.textContent = asSentence(problem);
    else actions.showMessage(`Cannot read this: ${problem}`, 'bad');
  }
}

/**
 * @param {import('../../actions.js').Actions} actions
 * @param {{results: {line: number, puzzle: string | null, status: string | null, solution: string | null,
 *   error?: string}[], dropped: number}} report
 */
function showPuzzles(actions, { results, dropped }) {
  const count = (/** @type {string | null} */ status) =>
    results.filter((row) => row.status === status).length;
  const parts = [
    `${formatNumber(results.length)} puzzles`,
    `${formatNumber(count('unique'))} with one solution`,
  ];
  for (const [status, words] of [
    ['none', 'with no solution'],
    ['multiple', 'with several solutions'],
    ['invalid', 'that break the rules'],
    ['undecided', 'not solved in time'],
  ]) {
    if (count(status)) parts.push(`${formatNumber(count(status))} ${words}`);
  }
  if (count(null)) parts.push(`${formatNumber(count(null))} unreadable`);
  if (dropped) parts.push(`${formatNumber(dropped)} more not processed`);
  byId('many-rows').replaceChildren(
    ...results.slice(0, MAX_LISTED).map((row, index) => {
      const button = element(
        'button',
        { type: 'button' },
        element('span', {}, row.puzzle ?? row.error ?? ''),
        element('small', {}, row.solution ?? row.status ?? ''),
      );
      const puzzle = row.puzzle;
      button.disabled = puzzle?.length !== 81;
      button.addEventListener('click', () => {
        if (!puzzle) return;
        dialogOf('dialog-many').close();
        actions.start(newGame(digitsOfLine(puzzle)), `Puzzle ${index + 1} of ${results.length}`);
      });
      return button;
    }),
  );
  byId('many-save').onclick = () => {
    const lines = results.map((row) => row.solution ?? row.status ?? `error: ${row.error}`);
    saveFile(new Blob([`${lines.join('\n')}\n`], { type: 'text/plain' }), 'solutions.txt');
  };
  open('dialog-many');
  // Set after opening: screen readers do not announce changes in a closed dialog.
  const shortened = results.length > MAX_LISTED ? ` The first ${MAX_LISTED} are listed.` : '';
  byId('many-summary').textContent = `${parts.join(', ')}.${shortened}`;
}
