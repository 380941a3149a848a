/** Drawing at once where the next key must already find what was drawn. */
import { options } from 'preact';

/** What `change` changes is drawn before this returns, and not with the next picture. */
export function drawNow(change: () => void): void {
  const { debounceRendering: later } = options;
  options.debounceRendering = (draw) => draw();
  change();
  if (later !== undefined) options.debounceRendering = later;
}
