/** Words as people read them. */

/**
 * A reason as a sentence.
 * @param {string} reason
 */
export const sentence = (reason) => `${titled(reason)}${/[.!?…]$/.test(reason) ? '' : '.'}`;

/** A word with a capital letter. @param {string} word */
export const titled = (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** A number with its thousands apart. @param {number} number */
export const written = (number) => number.toLocaleString('en');
