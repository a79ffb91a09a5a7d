/** The English texts of the laboratory. */
export const english = {
  play: 'Play',
  pause: 'Pause',
};
