/** Applies the theme: light, dark or high contrast, as chosen in the settings or requested by the system. */

/** @param {import('./store.js').Store} store */
export function mountTheme(store) {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const contrast = matchMedia('(prefers-contrast: more)');
  const apply = () => {
    const { theme } = store.state.settings;
    const system = contrast.matches ? 'contrast' : dark.matches ? 'dark' : 'light';
    document.documentElement.dataset.theme = theme === 'auto' ? system : theme;
  };
  dark.addEventListener('change', apply);
  contrast.addEventListener('change', apply);
  store.subscribe((state, before) => {
    if (state.settings.theme !== before.settings.theme) apply();
  });
  apply();
}
