/**
 * Keeps the URL and the laboratory in step: a link opens a puzzle, solvers, a step and a page of a story, and
 * what is shown is written back, so that reloading and sharing keep it. Moving along replaces the entry in the
 * history of the browser; only links and pages of stories add one.
 */
import { hasBadPuzzle, isLabAddress, packAddress, parseAddress } from '../../domain/laboratory-link.js';
import { findPage } from '../../domain/stories.js';
import { text } from '../../messages/messages.js';
import { byId, onClick } from '../element.js';

/** Milliseconds between two writes; browsers limit how often a page may change its URL. */
const WRITE_INTERVAL = 500;

export class AddressBar {
  /**
   * @param {import('./laboratory.js').Laboratory} laboratory
   * @param {import('./stories.js').StoryPanel} stories
   */
  constructor(laboratory, stories) {
    this.laboratory = laboratory;
    this.stories = stories;
    /** The fragment that was last read or written. @type {string | null} */
    this.fragment = null;
    /** The number of links being opened; what is shown then is not written. */
    this.opening = 0;
    this.scheduled = false;
    laboratory.listeners.push(() => this.schedule());
    window.addEventListener('hashchange', () => {
      if (this.isShown()) this.follow();
      else this.fragment = null;
    });
    onClick('lab-copy-link', () => this.copy());
  }

  isShown() {
    return this.laboratory.store.state.view === 'laboratory' && isLabAddress(location.hash.slice(1));
  }

  /** Shows what the URL says. */
  async follow() {
    const fragment = location.hash.slice(1);
    const address = parseAddress(fragment);
    if (!address || fragment === this.fragment) return;
    this.fragment = fragment;
    this.opening += 1;
    const found = findPage(address.story, address.page);
    this.stories.show(found);
    if (address.code) this.laboratory.code.setLanguage?.(address.code);
    await this.laboratory.show({
      puzzle: address.puzzle ?? found?.page.puzzle ?? null,
      solvers: address.solvers ?? found?.page.solvers,
      at: address.at ?? found?.page.at,
    });
    this.opening -= 1;
    if (hasBadPuzzle(fragment) && fragment === this.fragment) byId('lab-note').textContent = text('labBadPuzzle');
  }

  /** Returns the address of what is shown. */
  current() {
    const { laboratory } = this;
    const base = this.stories.current;
    const at = Math.floor(laboratory.at);
    const isEnd = at > 0 && at >= laboratory.length;
    const solvers = laboratory.chosen.filter((name) => name !== 'own');
    const isPlace = base ? (base.page.at === Infinity ? isEnd : at === base.page.at) : at === 0;
    return packAddress({
      puzzle: base?.page.puzzle === laboratory.puzzle ? null : laboratory.puzzle,
      solvers: base?.page.solvers.join() === solvers.join() ? null : solvers,
      at: isPlace ? null : at,
      code: laboratory.code.language ?? null,
      story: base?.story.id ?? null,
      page: base?.number ?? 1,
    });
  }

  schedule() {
    if (this.scheduled) return;
    this.scheduled = true;
    setTimeout(() => {
      this.scheduled = false;
      this.write();
    }, WRITE_INTERVAL);
  }

  write() {
    if (this.opening || !this.isShown() || !this.laboratory.runs.length) return;
    // A link was opened, but the browser has not sent the event yet.
    if (this.fragment !== null && location.hash !== `#${this.fragment}`) return void this.follow();
    const fragment = this.current();
    if (fragment !== this.fragment) history.replaceState(history.state, '', `#${fragment}`);
    this.fragment = location.hash.slice(1);
  }

  /** Copies the link to what is shown. */
  async copy() {
    this.write();
    const status = byId('lab-share-status');
    try {
      await navigator.clipboard.writeText(location.href);
      const hasOwn = this.laboratory.chosen.includes('own');
      status.textContent = text(hasOwn ? 'labLinkCopiedWithoutOwn' : 'labLinkCopied');
    } catch {
      status.textContent = text('labLinkNotCopied');
    }
  }
}
