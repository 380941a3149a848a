/** From the live feed into the store, and what to do where there is no feed. */
import { tokenRefused } from '../http/live/client.ts';
import type { LiveGap, LiveStatus } from '../http/live/client-types.ts';
import type { LiveSample } from '../http/live/protocol.ts';
import { pageInAddress } from './address.ts';
import { pollMs } from './connection-words.ts';
import { connectLive } from './live.ts';
import type { Refresher } from './refresher.ts';
import { foldEvent, foldGap, foldSample, type Store } from './store.ts';

interface FeedOptions {
  readonly store: Store;
  readonly token: string;
  readonly signal: AbortSignal;
  readonly refresher: Refresher;
  refused(): void;
  onSample(sample: LiveSample): void;
  /** Something in the store changed. */
  onChange(): void;
}

interface Feed {
  /** Begins; before that nothing is heard. */
  start(): void;
  tryNow(): void;
  lastHeardMs(): number | null;
  /** A hidden page listens to nothing; it goes on where it was. */
  setHidden(hidden: boolean): void;
}

/** Openings that must fail before the page asks by itself instead. */
const pollAfterMs = 3_000;
/** Further down than this someone is reading: new events wait above. */
const readingPx = 160;

/** Connects on `start`; ends with the signal. */
export function followFeed({
  store,
  token,
  signal,
  refresher,
  refused,
  onSample,
  onChange,
}: FeedOptions): Feed {
  let live: ReturnType<typeof connectLive> = null;

  /** Asks at a slow beat where no connection can be opened, until one can. */
  const choosePolling = (): void => {
    const { feed } = store;
    const isShut =
      live === null ||
      feed.state === 'stopped' ||
      (feed.state === 'offline' && feed.neverOpened && Date.now() - feed.sinceMs >= pollAfterMs);
    if (isShut && store.mode === 'feed') store.mode = 'polling';
    else if (feed.state === 'live') store.mode = 'feed';
    refresher.repeat(store.mode === 'polling' ? pollMs : null);
  };
  const onStatus = (status: LiveStatus): void => {
    store.feed = status;
    if (status.state === 'stopped' && status.reason === tokenRefused) {
      refused();
      return;
    }
    // What happened between the last answer and the first frame was seen by neither.
    if (status.state === 'live') refresher.now();
    choosePolling();
    onChange();
  };

  return {
    start() {
      live = connectLive(token, {
        onFrame(frame) {
          if (frame.type === 'sample') {
            foldSample(store, frame.data);
            onSample(frame.data);
          }
          if (frame.type === 'event') {
            const hold = scrollY > readingPx;
            refresher.soon({ list: foldEvent(store, frame.data, { page: pageInAddress(), hold }) });
          }
          onChange();
        },
        onGap(gap: LiveGap) {
          foldGap(store, gap);
          refresher.now();
          onChange();
        },
        onStatus,
      });
      if (live === null) choosePolling();
      signal.addEventListener('abort', () => live?.close());
    },
    tryNow: () => live?.tryNow(),
    lastHeardMs: () => live?.lastHeardMs() ?? null,
    setHidden(hidden) {
      if (hidden) live?.pause();
      else live?.resume();
    },
  };
}
