/**
 * What this tab showed last, for a reload while the service cannot be asked. It is kept when the page is left, by this
 * tab alone and until it is closed or the token forgotten; the token is not among it.
 */
import type { Place } from './places.ts';
import { shortened } from './queue-list.ts';
import type { State } from './state.ts';

/** Of the browser, which may refuse to keep anything. */
const tab = globalThis as unknown as {
  readonly location: { readonly hash: string };
  readonly sessionStorage: {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
  };
};

const key = 'orrery.shown';
/** A longer one is kept without its lists. */
const charsMax = 1_000_000;
const rowsMax = 200;
/** Another edition may know other states. The built file that holds this is named by what it and all it loads hold. */
const madeBy = import.meta.url;

type Shown = Partial<State>;

const whole = (state: State): Shown => {
  const { queue, item, run, paper } = state;
  return {
    ...bare(state),
    queue: queue && shortened(queue, rowsMax),
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
  const text = (shown: Shown): string => JSON.stringify({ madeBy, hash: tab.location.hash, shown });
  const all = text(whole(state));
  try {
    tab.sessionStorage.setItem(key, all.length <= charsMax ? all : text(bare(state)));
  } catch {
    // Where nothing may be kept, nothing is shown after a reload.
  }
}

/** What was kept; of another address only what every page has. Null: nothing, or what is no such thing. */
export function lastShown({ at }: Place): Shown | null {
  try {
    const kept = JSON.parse(tab.sessionStorage.getItem(key) ?? 'null') as {
      readonly madeBy: string;
      readonly hash: string;
      readonly shown: State;
    } | null;
    if (kept === null || kept.madeBy !== madeBy || at !== null) return null;
    return kept.hash === tab.location.hash ? kept.shown : bare(kept.shown);
  } catch {
    return null;
  }
}

/** With the token. */
export function forgetShown(): void {
  try {
    tab.sessionStorage.removeItem(key);
  } catch {
    // Nothing could be kept there either.
  }
}
