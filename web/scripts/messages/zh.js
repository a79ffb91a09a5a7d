/** The Chinese texts of the laboratory. */

/** @type {import('./messages.js').Messages} */
export const chinese = {
  play: '播放',
  pause: '暂停',
};
