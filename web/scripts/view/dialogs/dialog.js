/**
 * Opens dialogs and saves files. The browser traps the keyboard focus in a dialog and restores it afterwards.
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

/** Downloads text or an image as a file. @param {Blob} blob @param {string} name */
export function saveFile(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
