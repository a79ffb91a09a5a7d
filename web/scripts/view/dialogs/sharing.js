/** Share and export: a link with the game in it, every text form, pictures, paper, SudokuWiki. */
import { svg } from '../../domain/forms.js';
import { pack } from '../../domain/link.js';
import { sentence } from '../../words.js';
import { byId, element, onClick } from '../element.js';
import { open, saveFile } from './dialog.js';

/** The forms that people ask for stand first. */
const FIRST = ['line', 'candidates', 'json', 'leetcode', 'hodoku', 'sudokuwiki'];

/**
 * @param {import('../../store.js').Store} store
 * @param {import('../../actions.js').Actions} actions
 * @param {import('../../engine/engine.js').Engine} engine
 */
export function mountSharing(store, actions, engine) {
  const link = /** @type {HTMLInputElement} */ (byId('share-link'));
  const form = /** @type {HTMLSelectElement} */ (byId('export-form'));
  const text = /** @type {HTMLTextAreaElement} */ (byId('export-text'));
  // Inside the dialog: what lies behind it is not read while it is open.
  const said = byId('export-status');
  const wiki = /** @type {HTMLAnchorElement} */ (byId('export-wiki'));

  /** What each form is. @type {Map<string, string>} */
  const descriptions = new Map();

  onClick('show-export', async () => {
    link.value = `${location.origin}${location.pathname}#${pack(store.game)}`;
    said.textContent = '';
    open('dialog-export');
    try {
      await fillForms();
      await Promise.all([showText(), showWiki()]);
    } catch (error) {
      text.value = error instanceof Error ? error.message : String(error);
    }
  });
  form.addEventListener('change', showText);
  onClick('share-copy', () => copy(link));
  onClick('export-copy', () => copy(text));
  onClick('export-svg', () => saveFile(new Blob([svg(store.game)], { type: 'image/svg+xml' }), 'sudoku.svg'));
  onClick('export-png', savePng);
  onClick('export-print', () => {
    /** @type {HTMLDialogElement} */ (byId('dialog-export')).close();
    window.print();
  });

  /** The list of forms, from the engine's table. */
  async function fillForms() {
    if (form.options.length) return;
    const { formats } = await engine.catalogue();
    descriptions.set('json', 'Everything about this game: notes and colours too. This page reads it.');
    for (const { format, description } of formats) descriptions.set(format, sentence(description));
    const place = (/** @type {string} */ name) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
    const names = [...descriptions.keys()].sort((one, other) => place(one) - place(other));
    form.replaceChildren(...names.map((name) => element('option', { value: name }, name)));
  }

  async function showText() {
    byId('export-note').textContent = descriptions.get(form.value) ?? '';
    text.value = form.value === 'json' ? JSON.stringify(store.game) : await converted(form.value);
  }

  async function showWiki() {
    const address = await converted('sudokuwiki');
    wiki.hidden = !address.startsWith('https://');
    wiki.href = wiki.hidden ? '' : address;
  }

  /** @param {string} to */
  async function converted(to) {
    try {
      return (await engine.ask('convert', { puzzle: actions.question(), from: 'hodoku', options: { to } })).text;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {HTMLInputElement | HTMLTextAreaElement} field */
  async function copy(field) {
    field.select();
    said.textContent = '';
    try {
      await navigator.clipboard.writeText(field.value);
      said.textContent = 'Copied.';
    } catch {
      said.textContent = 'Selected; copy it with the keyboard.';
    }
  }

  /** The picture, painted by the browser. */
  async function savePng() {
    const picture = new Image();
    picture.src = `data:image/svg+xml,${encodeURIComponent(svg(store.game))}`;
    await picture.decode();
    const canvas = element('canvas', { width: picture.width * 2, height: picture.height * 2 });
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => {
      if (blob) saveFile(blob, 'sudoku.png');
    });
  }
}
