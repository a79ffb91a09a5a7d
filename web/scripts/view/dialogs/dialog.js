/** Opening dialogs; the browser keeps the keyboard inside and brings it back. */
import { byId } from '../element.js';

/** @param {string} id @returns {HTMLDialogElement} */
export const dialogOf = (id) => /** @type {HTMLDialogElement} */ (byId(id));

/** What else happens when a dialog is opened. @type {Map<string, () => void>} */
const openings = new Map();

/** @param {string} id @param {() => void} action */
export const onOpen = (id, action) => openings.set(id, action);

/** @param {string} id */
export function open(id) {
  const dialog = dialogOf(id);
  if (dialog.open) return;
  dialog.showModal();
  openings.get(id)?.();
}

/** Saves a text or a picture as a file. @param {Blob} blob @param {string} name */
export function saveFile(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
