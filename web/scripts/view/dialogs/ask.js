/** Sends any operation of the engine the current position and shows the answer as JSON. */
import { parseCandidates } from '../../domain/game.js';
import { asSentence } from '../../text.js';
import { byId, element, onClick } from '../element.js';
import { copyField, dialogOf, open } from './dialog.js';

/**
 * @param {import('../../store.js').Store} store
 * @param {import('../../actions.js').Actions} actions
 * @param {import('../../engine/engine.js').Engine} engine
 * @param {import('../../tasks.js').Tasks} tasks
 */
export function mountAsk(store, actions, engine, tasks) {
  const dialog = dialogOf('dialog-ask');
  const operation = /** @type {HTMLSelectElement} */ (byId('ask-operation'));
  const options = /** @type {HTMLTextAreaElement} */ (byId('ask-options'));
  const answer = /** @type {HTMLTextAreaElement} */ (byId('ask-answer'));
  const [send, result, error, status] = ['ask-send', 'ask-result', 'ask-error', 'ask-status'].map((id) =>
    byId(id),
  );
  /** The description of each operation. @type {Map<string, string>} */
  const descriptions = new Map();
  let isWaiting = false;
  /** The candidates in the answer. @type {import('../../domain/cells.js').DigitSet[] | null} */
  let candidates = null;

  onClick('show-ask', () => {
    reset();
    open('dialog-ask');
    fillOperations().catch(showError);
  });
  onClick('ask-send', () => {
    if (!isWaiting) return void ask().catch(showError);
    reset();
    status.textContent = 'Cancelled.';
  });
  onClick('ask-copy', () => copyField(answer, status));
  onClick('ask-notes', () => {
    const sets = candidates;
    // First, so that screen readers hear what changed on the board.
    dialog.close();
    if (sets) actions.setNotes(sets);
  });
  // The event may arrive after the dialog was opened again.
  dialog.addEventListener('close', () => {
    if (!dialog.open) reset();
  });
  operation.addEventListener('change', () => {
    showDescription();
    reset();
  });
  // An answer is about one position.
  store.subscribe((state, before) => {
    if (dialog.open && state.history.present.game !== before.history.present.game) reset();
  });

  /** Fills the list of operations from the engine's catalogue. */
  async function fillOperations() {
    if (operation.options.length) return;
    const rows = (await engine.catalogue()).puzzle_operations;
    for (const { operation: name, description } of rows) descriptions.set(name, asSentence(description));
    operation.replaceChildren(
      ...Array.from(descriptions.keys(), (name) => element('option', { value: name }, name)),
    );
    showDescription();
  }

  function showDescription() {
    byId('ask-description').textContent = descriptions.get(operation.value) ?? '';
  }

  async function ask() {
    reset();
    if (store.state.paused) throw new Error('The game is paused.');
    const params = { puzzle: actions.engineText(), from: 'hodoku', options: parseOptions(options.value) };
    setWaiting(true);
    const report = await tasks.run('ask', 'Asking the engine', (signal) =>
      engine.request(operation.value, params, signal),
    );
    if (!report) return;
    setWaiting(false);
    candidates = parseCandidates(report.candidates);
    answer.value = JSON.stringify(report, null, 2);
    byId('ask-notes').hidden = !candidates;
    result.hidden = false;
    status.textContent = 'The engine has answered.';
  }

  /** Cancels the request and removes the answer. */
  function reset() {
    tasks.stop('ask');
    setWaiting(false);
    candidates = null;
    answer.value = '';
    result.hidden = true;
    error.textContent = '';
  }

  /** @param {boolean} waiting */
  function setWaiting(waiting) {
    isWaiting = waiting;
    send.textContent = waiting ? 'Cancel' : 'Ask';
    status.textContent = waiting ? 'Asking…' : '';
  }

  /** @param {unknown} problem */
  function showError(problem) {
    setWaiting(false);
    error.textContent = problem instanceof Error ? problem.message : String(problem);
  }
}

/** Parses the options; an empty text means none. @param {string} text */
function parseOptions(text) {
  try {
    return JSON.parse(text.trim() || '{}');
  } catch {
    throw new Error('The options are not valid JSON.');
  }
}
