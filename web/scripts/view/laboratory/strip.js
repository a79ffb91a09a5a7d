/**
 * The tree strip: the depth of a search over time, with its dead ends, as a slider.
 *
 *   depth ▲     ▄▄  ▄▄▄▄
 *         │ ▄▄▄▄██▄▄████▄▄
 *         └──────│──────────▶ moment      the line is the current moment
 *             ' ' ''  '                   dead ends
 */
import { text } from '../../messages/messages.js';
import { element, svgElement } from '../element.js';

/** The size of the drawing; it is stretched to the width of the board. */
const WIDTH = 1024;
const HEIGHT = 40;
/** The height of the marks of dead ends. */
const MARK = 7;

/**
 * Returns the outline of a profile, and the marks of its dead ends, as SVG paths.
 * @param {import('../../domain/search.js').Profile} profile
 * @param {number} end the moment of the last event
 */
export function outline({ calls_per_bucket: width, buckets: all }, end) {
  // Buckets whose calls were all collapsed are missing.
  const buckets = all.filter(Boolean);
  const deepest = Math.max(1, ...buckets.map((bucket) => bucket.max_depth));
  const x = (/** @type {number} */ moment) => ((moment / Math.max(1, end)) * WIDTH).toFixed(1);
  const y = (/** @type {number} */ depth) => (HEIGHT - MARK - 2 - (depth / deepest) * (HEIGHT - MARK - 4)).toFixed(1);
  let depths = '';
  let marks = '';
  buckets.forEach((bucket, index) => {
    const left = x(bucket.events_before);
    const right = x(buckets[index + 1]?.events_before ?? end);
    depths += `M${left} ${HEIGHT - MARK}V${y(bucket.max_depth)}H${right}V${HEIGHT - MARK}z`;
    if (bucket.dead_ends) {
      const height = 2 + (MARK - 2) * Math.min(1, (bucket.dead_ends / width) * 2);
      marks += `M${left} ${HEIGHT}H${right}V${(HEIGHT - height).toFixed(1)}H${left}z`;
    }
  });
  return { depths, marks };
}

export class Strip {
  /**
   * @param {import('../../domain/search.js').Search} search
   * @param {string} title
   * @param {(moment: number) => void} jump
   */
  constructor(search, title, jump) {
    this.search = search;
    this.jump = jump;
    this.moment = 0;
    this.line = element('span', { class: 'strip-now', 'aria-hidden': 'true' });
    this.root = element('div', {
      class: 'strip',
      role: 'slider',
      tabindex: '0',
      'aria-label': text('stripLabel', { title }),
      'aria-valuemin': 0,
    });
    this.draw();
    this.root.addEventListener('pointerdown', (event) => {
      this.root.setPointerCapture(event.pointerId);
      this.jumpTo(event);
    });
    this.root.addEventListener('pointermove', (event) => {
      if (this.root.hasPointerCapture(event.pointerId)) this.jumpTo(event);
    });
    this.root.addEventListener('keydown', (event) => {
      const target = this.targetOf(event.key);
      if (target === null || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      this.jump(Math.max(0, Math.min(Math.round(target), this.search.end)));
    });
  }

  draw() {
    const { depths, marks } = outline(this.search.profile, this.search.end);
    const drawing = svgElement(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      svgElement('path', { class: 'strip-depth', d: depths }),
      svgElement('path', { class: 'strip-dead', d: marks }),
    );
    this.root.setAttribute('aria-valuemax', String(this.search.end));
    this.root.replaceChildren(drawing, this.line);
  }

  /** Returns the moment to which a key leads, or null. @param {string} key */
  targetOf(key) {
    const { end } = this.search;
    const step = Math.max(1, end / 100);
    const targets = {
      ArrowLeft: this.moment - step,
      ArrowDown: this.moment - step,
      ArrowRight: this.moment + step,
      ArrowUp: this.moment + step,
      PageDown: this.moment - 10 * step,
      PageUp: this.moment + 10 * step,
      Home: 0,
      End: end,
    };
    return /** @type {Record<string, number>} */ (targets)[key] ?? null;
  }

  /** @param {PointerEvent} event */
  jumpTo(event) {
    const { left, width } = this.root.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (event.clientX - left) / width));
    this.jump(Math.round(share * this.search.end));
  }

  /**
   * Moves the line. The values for screen readers are updated only while the user moves by hand.
   * @param {number} moment
   * @param {number} depth
   * @param {boolean} playing
   */
  render(moment, depth, playing) {
    const { end } = this.search;
    this.moment = Math.min(moment, end);
    this.line.style.transform = `translateX(${((this.moment / Math.max(1, end)) * 100).toFixed(3)}%)`;
    if (playing) return;
    this.root.setAttribute('aria-valuenow', String(this.moment));
    this.root.setAttribute('aria-valuetext', text('stripValue', { moment: this.moment, end, depth }));
  }
}
