/** Drawing at the right moments: at once, once a frame while many things change, and ages each second. */

import type { DrawCalls } from './draw.ts';
import { draw, tick } from './draw.ts';
import type { Shell } from './shell.ts';
import type { Store } from './store.ts';

/** Draws the store onto the page; whoever changes the store says so here. */
export interface Screen {
  show(): void;
  /** Many frames come in one tick: drawn once. */
  showSoon(): void;
  /** Puts the focus where a reader goes on after the pane of an item opened or closed. */
  focusItem(closed: string | null): void;
}

interface ScreenOptions {
  readonly shell: Shell;
  readonly store: Store;
  readonly signal: AbortSignal;
  readonly feed: { lastHeardMs(): number | null };
  readonly retry: { nextMs(): number | null; now(): void };
  readonly calls: DrawCalls;
}

const tickMs = 1_000;

/** By itself it keeps only ages and the connection current, each second while the page is seen. */
export function createScreen({ shell, store, signal, feed, retry, calls }: ScreenOptions): Screen {
  let drawing = false;
  const refresh = (): void => {
    store.feedHeardMs = feed.lastHeardMs();
    tick(shell, store, { nextMs: retry.nextMs(), now: () => retry.now() });
  };
  const show = (): void => {
    if (signal.aborted) return;
    draw(shell, store, calls);
    refresh();
  };
  const ticking = setInterval(() => {
    if (!document.hidden) refresh();
  }, tickMs);
  signal.addEventListener('abort', () => clearInterval(ticking));
  return {
    show,
    showSoon() {
      if (drawing) return;
      drawing = true;
      requestAnimationFrame(() => {
        drawing = false;
        show();
      });
    },
    focusItem(closed) {
      const opened = document.getElementById('detail-title');
      const row =
        closed === null
          ? null
          : shell.content.querySelector<HTMLElement>(`[data-focus="open-${CSS.escape(closed)}"]`);
      (opened ?? row)?.focus();
    },
  };
}
