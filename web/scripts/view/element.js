/** Helpers for DOM elements. Strings always become text nodes; the page never parses markup. */

/**
 * Returns the element with an id. Throws if there is none.
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`element #${id} not found`);
  return /** @type {T} */ (/** @type {unknown} */ (found));
}

/**
 * Creates an element with attributes and children; strings become text.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | boolean | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(name, '');
    else if (value !== false) node.setAttribute(name, String(value));
  }
  node.append(...children);
  return node;
}

/**
 * Creates an SVG element with attributes and children.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...Node} children
 */
export function svgElement(tag, attributes, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/**
 * Runs an action when the element with the given id is clicked.
 * @param {string} id
 * @param {() => unknown} action
 */
export const onClick = (id, action) => byId(id).addEventListener('click', () => void action());

/** The style sheets that were added, unless they could not be loaded. @type {Map<string, Promise<void>>} */
const styles = new Map();

/** Adds a style sheet to the page once, and waits until it is loaded. @param {string} href */
export function loadStyles(href) {
  const loaded =
    styles.get(href) ??
    addStyles(href).catch((error) => {
      styles.delete(href);
      throw error;
    });
  styles.set(href, loaded);
  return loaded;
}

/** @param {string} href @returns {Promise<void>} */
function addStyles(href) {
  const link = element('link', { rel: 'stylesheet', href });
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${href} could not be loaded`));
    });
    document.head.append(link);
  });
}
