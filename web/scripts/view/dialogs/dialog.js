/** Opening dialogs; the browser keeps the keyboard inside and brings it back. */
import { byId } from '../element.js';

/** @param {string} id @returns {HTMLDialogElement} */
export const dialogOf = (id) => /** @type {HTMLDialogElement} */ (byId(id));

/** @param {string} id */
export function open(id) {
  const dialog = dialogOf(id);
  if (!dialog.open) dialog.showModal();
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
