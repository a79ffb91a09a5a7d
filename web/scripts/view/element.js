/** Making elements. Text is always text: nothing on this page is ever parsed as markup. */

/**
 * The element of an id that the page is sure to have.
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`there is no element #${id}`);
  return /** @type {T} */ (/** @type {unknown} */ (found));
}

/**
 * An element with attributes and children; strings become text.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | boolean | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, '');
    else if (value !== false) made.setAttribute(name, String(value));
  }
  made.append(...children);
  return made;
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...Node} children
 */
export function svgElement(tag, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/**
 * @param {string} id
 * @param {() => unknown} action
 */
export const onClick = (id, action) => byId(id).addEventListener('click', () => void action());
