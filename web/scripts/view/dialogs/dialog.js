/**
 * Opens dialogs, copies text and saves files. The browser traps the keyboard focus in a dialog and restores it afterwards.
 */
import { byId } from '../element.js';

/** @param {string} id @returns {HTMLDialogElement} */
export const dialogOf = (id) => /** @type {HTMLDialogElement} */ (byId(id));

/** Callbacks that run when a dialog is opened. @type {Map<string, () => void>} */
const openCallbacks = new Map();

/** @param {string} id @param {() => void} action */
export const onOpen = (id, action) => openCallbacks.set(id, action);

/** @param {string} id */
export function open(id) {
  const dialog = dialogOf(id);
  if (dialog.open) return;
  dialog.showModal();
  openCallbacks.get(id)?.();
}

/**
 * Copies the text of a field to the clipboard, or selects it if the browser does not allow that.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {HTMLElement} status shows the result; inside the dialog, because screen readers ignore the page
 *   behind it
 */
export async function copyField(field, status) {
  field.select();
  status.textContent = '';
  try {
    await navigator.clipboard.writeText(field.value);
    status.textContent = 'Copied.';
  } catch {
    status.textContent = 'The text is selected; press Ctrl+C or ⌘C to copy it.';
  }
}

/** Downloads text or an image as a file. @param {Blob} blob @param {string} name */
export function saveFile(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
