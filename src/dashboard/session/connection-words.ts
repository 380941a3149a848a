/** What is said about the connection: one word beside the name, and a bar where more is needed. Pure. */

import { agoText, clockTime, spanText } from '../words/words.ts';
import { freshMs, type State } from './state.ts';

type ConnectionState = 'live' | 'connecting' | 'catching' | 'polling' | 'offline';

/** What the bar and its notice say, and whether buttons that need the service are of use. */
export interface ConnectionWords {
  readonly state: ConnectionState;
  readonly label: string;
  /** What the label leaves out. */
  readonly title: string;
  /** Null: no bar. `why` is said once; `now` counts on each second. */
  readonly bar: { readonly why: string; readonly now: string; readonly retry: boolean } | null;
  /** Why the service cannot be asked for anything; null when it can. */
  readonly cannotAsk: string | null;
}

/** What is older is not called live: the three seconds of silence, and one until the page looks at its clock. */
const liveMsMax = 4_000;

/** `retryMs`: when a question that failed is asked again, by the browser's clock. */
export function connectionWords(
  store: State,
  { nowMs, retryMs }: { readonly nowMs: number; readonly retryMs: number | null },
): ConnectionWords {
  const fresh = freshMs(store);
  const shown =
    fresh === null
      ? 'Nothing has been loaded yet.'
      : `What you see is ${spanText(nowMs - fresh)} old.`;
  if (store.mode === 'polling') return pollingWords(store, { nowMs, retryMs, shown });
  const { feed } = store;
  if (feed.state === 'offline') {
    const since = clockTime(feed.sinceMs);
    const next =
      feed.nextTryMs === null ? 'Trying…' : `Trying again ${inText(feed.nextTryMs - nowMs)}.`;
    return {
      state: 'offline',
      label: `offline since ${since}`,
      title: `No connection since ${since}: ${feed.reason}`,
      bar: { why: `Offline since ${since}: ${feed.reason}.`, now: `${next} ${shown}`, retry: true },
      cannotAsk: 'Not while offline: the service cannot be asked.',
    };
  }
  if (feed.state === 'silent') {
    const since = clockTime(feed.sinceMs);
    return {
      state: 'offline',
      label: `silent since ${since}`,
      title: `Nothing was heard since ${since}; the service speaks every second.`,
      bar: {
        why: `The service is silent since ${since}.`,
        now: `It is waited for. ${shown}`,
        retry: true,
      },
      cannotAsk: 'Not while the service is silent: it may not hear.',
    };
  }
  if (store.lost !== null) {
    const next = retryMs === null ? 'Asking again…' : `Asking again ${inText(retryMs - nowMs)}.`;
    const age =
      store.atMs === null ? shown : `The figures are ${spanText(nowMs - store.atMs)} old.`;
    return {
      state: 'catching',
      label: 'catching up',
      title: store.lost,
      bar: {
        why: `The service did not answer: ${store.lost}.`,
        now: `${next} ${age}`,
        retry: true,
      },
      cannotAsk: null,
    };
  }
  if (store.resync !== null) {
    return {
      state: 'catching',
      label: 'catching up',
      title: `Reading everything again: ${store.resync}`,
      bar: {
        why: `Some events were missed: ${store.resync}.`,
        now: 'Reading everything again…',
        retry: false,
      },
      cannotAsk: null,
    };
  }
  if (feed.state !== 'live' || store.atMs === null) {
    const label = feed.state === 'catching_up' ? 'catching up' : 'connecting…';
    const state = feed.state === 'catching_up' ? 'catching' : 'connecting';
    return { state, label, title: shown, bar: null, cannotAsk: null };
  }
  const ageMs = nowMs - (fresh ?? nowMs);
  if (ageMs > liveMsMax) {
    // This page, or its clock, stood still: what came meanwhile has not had its turn, or nothing came.
    const title = `Nothing was heard for ${spanText(ageMs)}; the next second tells whether the service is silent.`;
    return { state: 'catching', label: 'catching up', title, bar: null, cannotAsk: null };
  }
  return {
    state: 'live',
    label: `live · ${(Math.max(0, ageMs) / 1000).toFixed(1)} s`,
    title:
      'Connected. The age is that of the last word from the service, which speaks every second.',
    bar: null,
    cannotAsk: null,
  };
}

/** Whether what was told last is not known to be so now: nobody is heard, or the figures are old. */
export const isUnsure = (store: State): boolean =>
  store.figuresOld ||
  connectionWords(store, { nowMs: store.nowMs, retryMs: null }).state === 'offline';

function pollingWords(
  { feed, lost, atMs }: State,
  { nowMs, retryMs, shown }: { nowMs: number; retryMs: number | null; shown: string },
): ConnectionWords {
  if (lost !== null) {
    const next = retryMs === null ? 'Trying…' : `Trying again ${inText(retryMs - nowMs)}.`;
    return {
      state: 'offline',
      label: 'offline',
      title: lost,
      bar: { why: `Connection lost: ${lost}.`, now: `${next} ${shown}`, retry: true },
      cannotAsk: 'Not while offline: the service cannot be asked.',
    };
  }
  // That the service answers is known here, so an opening that failed failed on the way.
  const reason =
    feed.state === 'stopped'
      ? feed.reason
      : 'no WebSocket can be opened; perhaps a proxy does not let them through';
  return {
    state: 'polling',
    label: atMs === null ? 'asking…' : `asked ${agoText(nowMs - atMs)}`,
    title: `No live feed: ${reason}`,
    bar: {
      why: `No live feed: ${reason}.`,
      now: `The service is asked every ${pollMs / 1000} s instead; telemetry is not shown.`,
      retry: true,
    },
    cannotAsk: null,
  };
}

/** How often the service is asked where there is no feed. */
export const pollMs = 10_000;

function inText(ms: number): string {
  return ms < 1_000 ? 'now' : `in ${spanText(ms)}`;
}
