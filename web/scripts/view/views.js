/** Switches between the three views. The current view is also in the URL. */
import { isLabAddress } from '../domain/laboratory-link.js';
import { byId } from './element.js';

/** @typedef {'play' | 'learn' | 'laboratory'} View */

const VIEWS = /** @type {const} */ (['play', 'learn', 'laboratory']);

/**
 * @param {import('../store.js').Store} store
 * @param {() => void} focusBoard
 */
export function mountViews(store, focusBoard) {
  const follow = () => {
    const view = VIEWS.find((name) => isAddressOf(name));
    if (view) store.update({ view });
  };
  window.addEventListener('hashchange', follow);
  // The skip link does not change the URL, because the hash is reserved for the view.
  byId('skip').addEventListener('click', (event) => {
    event.preventDefault();
    if (store.state.view === 'laboratory') show(store, 'play');
    focusBoard();
  });
  store.subscribe((state, before) => {
    if (state.view !== before.view) render(state.view);
  });
  render(store.state.view);
  follow();
}

/** Reports whether the URL shows a view. Without a fragment, it shows Play. @param {View} view */
function isAddressOf(view) {
  const fragment = location.hash.slice(1) || 'play';
  return view === 'laboratory' ? isLabAddress(fragment) : fragment === view;
}

/** Shows a view and puts it into the URL. @param {import('../store.js').Store} store @param {View} view */
export function show(store, view) {
  if (!isAddressOf(view)) history.replaceState(null, '', `#${view}`);
  store.update({ view });
}

/** Shows the elements of a view and hides the others. @param {View} view */
function render(view) {
  byId('game').hidden = view === 'laboratory';
  byId('laboratory').hidden = view !== 'laboratory';
  byId('panel-play').hidden = view !== 'play';
  byId('panel-learn').hidden = view !== 'learn';
  for (const link of document.querySelectorAll('[data-view]')) {
    if (link.getAttribute('data-view') === view) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}
