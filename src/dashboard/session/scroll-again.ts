/** Where a page was scrolled to before it was loaded again: gone back to once it is as long, which it is only when it was told. */

/** Whoever does one of these goes where they want. */
const ownWays = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'hashchange'] as const;
/** A page that is not as long by then is another one. */
const waitMsMost = 60_000;

/** Only once; not after somebody scrolls, types or presses. */
export function scrollAgain(toPx: number): void {
  if (toPx <= 0) return;
  const page = document.documentElement;
  const end = (): void => {
    observer.disconnect();
    clearTimeout(ending);
    for (const way of ownWays) removeEventListener(way, end);
  };
  const observer = new ResizeObserver(() => {
    if (page.scrollHeight - innerHeight < toPx) return;
    scrollTo({ top: toPx, behavior: 'instant' });
    end();
  });
  const ending = setTimeout(end, waitMsMost);
  for (const way of ownWays) addEventListener(way, end, { passive: true });
  observer.observe(page);
}
