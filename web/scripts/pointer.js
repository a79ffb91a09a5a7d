/** Mouse, pen and touch input: press to select, drag to extend, Ctrl or Shift to add or remove cells. */

/**
 * @param {import('./store.js').Store} store
 * @param {import('./view/board.js').BoardView} board
 */
export function mountPointer(store, board) {
  /** Whether the current drag adds or removes cells. @type {'add' | 'remove' | null} */
  let drag = null;

  board.root.addEventListener('pointerdown', (event) => {
    const cell = board.cellAt(event.clientX, event.clientY);
    if (cell < 0 || event.button !== 0) return;
    event.preventDefault();
    const { selection } = store.state;
    const several = event.ctrlKey || event.metaKey || event.shiftKey;
    drag = several && selection.includes(cell) ? 'remove' : 'add';
    const kept = several ? selection : [];
    store.update({ cursor: cell, selection: changed(kept, cell, drag) });
    board.focus(cell);
    board.root.setPointerCapture(event.pointerId);
  });
  board.root.addEventListener('pointermove', (event) => {
    if (!drag) return;
    const cell = board.cellAt(event.clientX, event.clientY);
    if (cell < 0 || cell === store.state.cursor) return;
    store.update({ cursor: cell, selection: changed(store.state.selection, cell, drag) });
    board.focus(cell);
  });
  for (const end of ['pointerup', 'pointercancel']) {
    board.root.addEventListener(end, () => {
      drag = null;
    });
  }
  board.root.addEventListener('dblclick', () => {
    const { cursor } = store.state;
    const digit = store.game.values[cursor];
    if (digit)
      store.update({
        selection: store.game.values.flatMap((value, cell) => (value === digit ? [cell] : [])),
      });
  });
  // Screen readers move the focus without pointer or key events.
  board.root.addEventListener('focusin', (event) => {
    const cell = Number(/** @type {HTMLElement} */ (event.target).dataset.cell);
    if (Number.isInteger(cell) && cell !== store.state.cursor)
      store.update({ cursor: cell, selection: [cell] });
  });
}

/**
 * Adds a cell to the selection, or removes it.
 * @param {readonly number[]} selection
 * @param {number} cell
 * @param {'add' | 'remove'} drag
 */
function changed(selection, cell, drag) {
  if (drag === 'remove') return selection.filter((other) => other !== cell);
  return selection.includes(cell) ? selection : [...selection, cell];
}
