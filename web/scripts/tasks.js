/**
 * Asynchronous tasks: at most one of each kind runs at a time, slow ones show a busy indicator, and all can
 * be cancelled.
 *
 * Starting a task aborts the previous one of the same kind, because its result would be out of date.
 */
import { language } from './messages/language.js';

/** Milliseconds before the busy indicator appears; most tasks finish sooner. */
const BUSY_DELAY = 400;

/** The kinds of tasks of the laboratory, whose labels are translated. @type {readonly Kind[]} */
const LABORATORY_TASKS = ['record', 'compare', 'quiz', 'window'];

/** @typedef {'game' | 'givens' | 'check' | 'lesson' | 'ask' | 'record' | 'compare' | 'quiz' | 'window'} Kind */
/** @typedef {import('./messages/language.js').Language} Language */
/**
 * @typedef {{kind: Kind, label: string, language: Language, slow: boolean, controller: AbortController}} Task
 */

export class Tasks {
  /** @param {import('./store.js').Store} store */
  constructor(store) {
    this.store = store;
    /** The running tasks, oldest first. @type {Task[]} */
    this.running = [];
  }

  /**
   * Runs a task and returns its result, or null if it was aborted.
   * @template T
   * @param {Kind} kind
   * @param {string} label the text of the busy indicator
   * @param {(signal: AbortSignal, setLabel: (label: string) => void) => Promise<T>} work
   * @param {Language} [tag] the language of the label
   * @returns {Promise<T | null>}
   */
  async run(kind, label, work, tag = LABORATORY_TASKS.includes(kind) ? language() : 'en') {
    this.stop(kind);
    /** @type {Task} */
    const task = { kind, label, language: tag, slow: false, controller: new AbortController() };
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

  /** Aborts the tasks of the given kinds. @param {...Kind} kinds */
  stop(...kinds) {
    const stopped = this.running.filter((task) => kinds.includes(task.kind));
    if (!stopped.length) return;
    this.running = this.running.filter((task) => !stopped.includes(task));
    for (const task of stopped) task.controller.abort();
    this.updateBusy();
  }

  /** Aborts the task in the busy indicator, and reports whether there was one. */
  cancel() {
    const { busy } = this.store.state;
    if (busy) this.stop(busy.kind);
    return busy !== null;
  }

  /** Shows the newest slow task in the busy indicator, or hides it. */
  updateBusy() {
    const task = this.running.findLast(({ slow }) => slow);
    const { busy } = this.store.state;
    if (busy?.kind === task?.kind && busy?.label === task?.label) return;
    this.store.update({ busy: task ? { kind: task.kind, label: task.label, language: task.language } : null });
  }
}
