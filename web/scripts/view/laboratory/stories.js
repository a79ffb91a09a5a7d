/** The panel of the guided comparisons: the list of stories, and the page of one of them. */
import { packAddress } from '../../domain/laboratory-link.js';
import { STORIES } from '../../domain/stories.js';
import { text } from '../../messages/messages.js';
import { byId, element } from '../element.js';

/** @typedef {NonNullable<ReturnType<typeof import('../../domain/stories.js').findPage>>} StoryPage */

export class StoryPanel {
  /** @param {import('./laboratory.js').Laboratory} laboratory */
  constructor(laboratory) {
    this.laboratory = laboratory;
    /** The page that is shown. @type {StoryPage | null} */
    this.current = null;
    this.title = element('h2', { id: 'story-title' });
    this.body = element('div', { class: 'story-text', 'aria-live': 'polite' });
    this.previous = this.button('', () => this.turn(-1));
    this.next = this.button('primary', () => this.turn(1));
    this.place = element('span', { class: 'story-place' });
    this.close = this.button('quiet', () => this.goTo(null));
    byId('story').append(
      element('div', { class: 'story-head' }, this.title, this.place, this.previous, this.next, this.close),
      this.body,
    );
    laboratory.listeners.push(() => this.showText());
    this.render();
  }

  /** @param {string} kind @param {() => void} action */
  button(kind, action) {
    const button = element('button', { type: 'button', class: kind });
    button.addEventListener('click', action);
    return button;
  }

  /** Shows a page, or none. @param {StoryPage | null} page */
  show(page) {
    const isOpened = page !== null && page.story !== this.current?.story;
    this.current = page;
    this.render();
    if (isOpened) byId('story').scrollIntoView({ block: 'nearest' });
  }

  /** Opens a page through its link, so that it gets an entry in the history. @param {number | null} number */
  goTo(number) {
    const story = number === null ? null : (this.current?.story.id ?? null);
    location.hash = packAddress({ story, page: number ?? 1 });
  }

  /** @param {1 | -1} by */
  turn(by) {
    if (!this.current) return;
    const number = this.current.number + by;
    if (number > this.current.story.pages.length) this.goTo(null);
    else if (number > 0) this.goTo(number);
  }

  /** Closes the panel without changing the URL. */
  leave() {
    if (this.current) this.show(null);
  }

  render() {
    const list = STORIES.map(({ id, title }) => {
      const isCurrent = id === this.current?.story.id;
      const address = `#${packAddress({ story: id, page: 1 })}`;
      return element('li', {}, element('a', { href: address, 'aria-current': isCurrent && 'true' }, text(title)));
    });
    byId('story-list').replaceChildren(...list);
    byId('story').hidden = !this.current;
    if (!this.current) return;
    const { story, number } = this.current;
    const isLast = number === story.pages.length;
    this.title.textContent = text(story.title);
    this.previous.textContent = text('storyPrevious');
    this.previous.disabled = number === 1;
    this.next.textContent = text(isLast ? 'storyLeave' : 'storyNext');
    this.place.textContent = text('storyPlace', { number, count: story.pages.length });
    this.close.textContent = text('storyLeave');
    this.close.setAttribute('aria-label', text('storyLeaveHint'));
    this.close.hidden = isLast;
    this.showText();
  }

  /** Writes the text of the page with the figures that are known. */
  showText() {
    if (!this.current) return;
    const paragraphs = text(this.current.page.text, this.values()).split('\n\n');
    if (paragraphs.join() === [...this.body.children].map((child) => child.textContent).join()) return;
    this.body.replaceChildren(...paragraphs.map((paragraph) => element('p', {}, paragraph)));
  }

  /** Returns the values of the placeholders. A solver that gave up made more calls than were counted. */
  values() {
    /** @type {Record<string, string | number>} */
    const values = {};
    for (const solver of this.current?.page.solvers ?? []) {
      const found = this.laboratory.figures.get(`${this.current?.page.puzzle} ${solver}`);
      const name = solver.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
      const figure = (/** @type {number | null | undefined} */ number) =>
        number === null || number === undefined
          ? '…'
          : found?.finished
            ? number
            : text('storyMoreThan', { number });
      values[`${name}Calls`] = figure(found?.calls);
      values[`${name}Tries`] = figure(found?.tries);
      values[`${name}Undos`] = figure(found?.undos);
      values[`${name}Scanned`] = figure(found?.scanned);
      values[`${name}Peers`] = figure(found && 20 * found.tries);
      values[`${name}Entries`] = figure(found && 3 * found.tries);
      values[`${name}Writes`] = figure(found && 3 * (found.placements + found.undos));
    }
    return values;
  }
}
