/**
 * What this tab showed last, for a reload while the service cannot be asked, and how far down it was. It is kept when the
 * page is left, by this tab alone and until it is closed or the token forgotten; the token is not among it.
 */

import type { Place } from '../places/places.ts';
import { shortened } from '../queue/queue-list.ts';
import type { State } from './state.ts';

/** Of the browser, which may refuse to keep anything. */
const tab = globalThis as unknown as {
  readonly location: { readonly hash: string };
  readonly scrollY: number;
  readonly performance: {
    getEntriesByType(type: 'navigation'): readonly { readonly type: string }[];
  };
  readonly sessionStorage: {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
  };
};

const key = 'orrery.shown';
/** A longer one is kept without its lists. */
const charsMax = 1_000_000;
/** Enough for a stretch between two rows that it can be read on from, and what is in sight behind it. */
const rowsMax = 700;
/** Another edition may know other states. The built file that holds this is named by what it and all it loads hold. */
const madeBy = import.meta.url;

type Shown = Partial<State>;

const whole = (state: State): Shown => {
  const { queue, look, item, run, paper } = state;
  return {
    ...bare(state),
    queue: queue && shortened(queue, rowsMax, look),
    runs: state.runs,
    papers: state.papers,
    workers: state.workers,
    alerts: state.alerts,
    events: state.events,
    filter: state.filter,
    corpus: state.corpus,
    // What was about to be done is not done by a reload.
    item: item && { ...item, act: null },
    run: run && { ...run, log: null, act: null },
    paper: paper && { ...paper, act: null },
  };
};
const bare = ({ overview, recent, atMs, skewMs }: State): Shown => ({
  overview,
  recent,
  atMs,
  skewMs,
});

/** A page that has shown nothing leaves what is kept. */
export function keepShown(state: State): void {
  if (state.overview === null) return;
  const text = (shown: Shown): string =>
    JSON.stringify({ madeBy, hash: tab.location.hash, scrollPx: tab.scrollY, shown });
  const all = text(whole(state));
  try {
    tab.sessionStorage.setItem(key, all.length <= charsMax ? all : text(bare(state)));
  } catch {
    // Where nothing may be kept, nothing is shown after a reload.
  }
}

interface Kept {
  readonly madeBy: string;
  readonly hash: string;
  readonly scrollPx: number;
  readonly shown: State;
}

/** Null: nothing, or what is no such thing. */
function lastKept(): Kept | null {
  try {
    const kept = JSON.parse(tab.sessionStorage.getItem(key) ?? 'null') as Kept | null;
    return kept?.madeBy === madeBy ? kept : null;
  } catch {
    return null;
  }
}

/** What was kept; of another address only what every page has. Null: nothing. */
export function lastShown({ at }: Place): Shown | null {
  const kept = lastKept();
  if (kept === null || at !== null) return null;
  return kept.hash === tab.location.hash ? kept.shown : bare(kept.shown);
}

/** How far down this page was, px, where it is loaded again; 0 where it is opened. */
export function lastScrollPx(): number {
  const kept = lastKept();
  const isOpened = tab.performance.getEntriesByType('navigation')[0]?.type === 'navigate';
  return isOpened || kept?.hash !== tab.location.hash ? 0 : kept.scrollPx;
}

/** With the token. */
export function forgetShown(): void {
  try {
    tab.sessionStorage.removeItem(key);
  } catch {
    // Nothing could be kept there either.
  }
}
