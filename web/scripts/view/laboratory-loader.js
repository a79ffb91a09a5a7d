/** Loads the scripts and the style sheet of the laboratory when it is opened for the first time. */
import { earlyText, language } from '../messages/language.js';
import { byId, element, loadStyles } from './element.js';

export class LaboratoryLoader {
  /**
   * @param {import('../store.js').Store} store
   * @param {import('../engine/engine.js').Engine} engine
   * @param {import('../tasks.js').Tasks} tasks
   */
  constructor(store, engine, tasks) {
    this.parts = /** @type {const} */ ([store, engine, tasks]);
    /** The laboratory, once it is loaded. @type {import('./laboratory/laboratory.js').Laboratory | null} */
    this.laboratory = null;
    this.started = false;
    const openView = () => {
      if (store.state.view === 'laboratory') void this.load();
    };
    store.subscribe(openView);
    openView();
  }

  async load() {
    if (this.started) return;
    this.started = true;
    this.show(earlyText('loading'));
    try {
      const [{ Laboratory }] = await Promise.all([
        import('./laboratory/laboratory.js'),
        loadStyles('styles/laboratory.css'),
      ]);
      this.laboratory = new Laboratory(...this.parts);
      byId('lab-loading').hidden = true;
      byId('lab-content').hidden = false;
      if (this.parts[0].state.view === 'laboratory') this.laboratory.enter();
    } catch {
      // Browsers remember modules that could not be loaded, so only a new page can try again.
      const reload = element('button', { type: 'button' }, earlyText('reload'));
      reload.addEventListener('click', () => location.reload());
      this.show(earlyText('loadingFailed'), reload);
    }
  }

  /** Shows a message in place of the laboratory. @param {...(string | Node)} content */
  show(...content) {
    const place = byId('lab-loading');
    place.lang = language();
    place.replaceChildren(...content);
  }
}
