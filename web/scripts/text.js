/** Words as people read them. */

/**
 * A reason as a asSentence.
 * @param {string} reason
 */
export const asSentence = (reason) => `${capitalize(reason)}${/[.!?…]$/.test(reason) ? '' : '.'}`;

/** A word with a capital letter. @param {string} word */
export const capitalize = (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** A number with its thousands apart. @param {number} number */
export const formatNumber = (number) => number.toLocaleString('en');
