/** Formatting of text and numbers for display. */

/**
 * Formats a reason as a sentence: capitalizes the first letter and adds a full stop.
 * @param {string} reason
 */
export const asSentence = (reason) => `${capitalize(reason)}${/[.!?…]$/.test(reason) ? '' : '.'}`;

/** Capitalizes the first letter. @param {string} word */
export const capitalize = (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/**
 * Formats a count with its noun, such as "1 step" or "2 steps".
 * @param {number} count
 * @param {string} noun
 */
export const plural = (count, noun) => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

/**
 * Formats a range of ratings, such as "1.6 to 2.5". Ratings are below 20.
 * @param {number} low
 * @param {number} high
 */
export const rangeText = (low, high) =>
  low === 0
    ? `up to ${high.toFixed(1)}`
    : high < 20
      ? `${low.toFixed(1)} to ${high.toFixed(1)}`
      : `from ${low.toFixed(1)}`;

const numbers = new Intl.NumberFormat('en');

/** Formats a number with thousands separators. @param {number} number */
export const formatNumber = (number) => numbers.format(number);

/** Formats a duration with its unit and up to three digits, such as "68 µs". @param {number} micros */
export function formatDuration(micros) {
  const [value, unit] =
    micros < 999.5 ? [micros, 'µs'] : micros < 999_500 ? [micros / 1000, 'ms'] : [micros / 1e6, 's'];
  const digits = value < 10 ? 1 : 0;
  return `${value.toFixed(digits)} ${unit}`;
}
