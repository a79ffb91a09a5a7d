/**
 * What takes its time: one task of a kind at once, a sign for those that last, and a way to stop them.
 *
 * A newer task of a kind stops the older one, whose answer would come too late: it is never waited for, and where it has
 * not begun, never begun.
 */

/** Milliseconds before a sign is shown; most answers are quicker. */
const BUSY_DELAY = 400;

/** @typedef {'game' | 'givens' | 'check' | 'lesson' | 'record' | 'compare'} Kind */
/** @typedef {{kind: Kind, label: string, slow: boolean, controller: AbortController}} Task */

export class Tasks {
  /** @param {import('./store.js').Store} store */
  constructor(store) {
    this.store = store;
    /** Oldest first. @type {Task[]} */
    this.running = [];
  }

  /**
   * Runs a task. Gives null where it was stopped.
   * @template T
   * @param {Kind} kind
   * @param {string} label what the sign says
   * @param {(signal: AbortSignal, setLabel: (label: string) => void) => Promise<T>} work
   * @returns {Promise<T | null>}
   */
  async run(kind, label, work) {
    this.stop(kind);
    /** @type {Task} */
    const task = { kind, label, slow: false, controller: new AbortController() };
    const { signal } = task.controller;
    this.running.push(task);
    const timer = setTimeout(() => {
      task.slow = true;
      this.updateBusy();
    }, BUSY_DELAY);
    /** @param {string} text */
    const setLabel = (text) => {
      task.label = text;
      this.updateBusy();
    };
    try {
      const done = await work(signal, setLabel);
      return signal.aborted ? null : done;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      clearTimeout(timer);
      this.running = this.running.filter((other) => other !== task);
      this.updateBusy();
    }
  }

  /** Stops the tasks of some kinds. @param {...Kind} kinds */
  stop(...kinds) {
    const stopped = this.running.filter((task) => kinds.includes(task.kind));
    if (!stopped.length) return;
    this.running = this.running.filter((task) => !stopped.includes(task));
    for (const task of stopped) task.controller.abort();
    this.updateBusy();
  }

  /** Stops what the sign tells of, and says whether there was something. */
  cancel() {
    const { busy } = this.store.state;
    if (busy) this.stop(busy.kind);
    return busy !== null;
  }

  /** The newest of the tasks that last has the sign. */
  updateBusy() {
    const task = this.running.findLast(({ slow }) => slow);
    const { busy } = this.store.state;
    if (busy?.kind === task?.kind && busy?.label === task?.label) return;
    this.store.update({ busy: task ? { kind: task.kind, label: task.label } : null });
  }
}
