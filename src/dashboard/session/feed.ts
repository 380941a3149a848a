/** From the live feed into the store, and what to do where there is no feed. */
import { tokenRefused } from '../../http/live/client.ts';
import type { LiveStatus } from '../../http/live/client-types.ts';
import type { LiveEvent, LiveSample } from '../../http/live/protocol.ts';
import { note, type Session, stateOf } from '../service/asking.ts';
import { connectLive } from '../service/live.ts';
import type { Refresher } from '../service/refresher.ts';
import { pollMs } from './connection-words.ts';
import { passesFilter, touchesList } from './fold.ts';

interface FeedOptions {
  readonly session: Session;
  readonly token: string;
  readonly refresher: Refresher;
  /** The service is not heard. */
  onSilence(): void;
  onSample(sample: LiveSample): void;
  /** An item of the queue has changed. */
  onItem(id: string): void;
  /** Something happened that the pane beside a list may have to tell. */
  onNews(event: LiveEvent): void;
}

interface Feed {
  /** Begins; before that nothing is heard. */
  start(): void;
  tryNow(): void;
  /** The service has answered a question: where it can be asked and not heard, it is asked. */
  answered(): void;
  lastHeardMs(): number | null;
  /** A hidden page listens to nothing; it goes on where it was. */
  setHidden(hidden: boolean): void;
}

/** Openings that must fail before the page asks by itself instead. */
const pollAfterMs = 3_000;
/** Further down than this someone is reading: new events wait above. */
const readingPx = 160;

/** Connects on `start`; ends with the session. */
export function followFeed(options: FeedOptions): Feed {
  const { session, token, refresher } = options;
  let live: ReturnType<typeof connectLive> = null;

  /** Whether no feed is to be had. An opening may still go on: then the service must have answered meanwhile. */
  const isShut = (): boolean => {
    const { feed, atMs } = stateOf(session);
    if (live === null || feed.state === 'stopped') return true;
    if ((feed.state !== 'offline' && feed.state !== 'silent') || !feed.neverOpened) return false;
    const knownMs = feed.state === 'offline' ? Date.now() : (atMs ?? 0);
    return knownMs - feed.sinceMs >= pollAfterMs;
  };
  /** Asks at a slow beat where no connection can be opened, until one can. */
  const choosePolling = (): void => {
    const { feed, mode } = stateOf(session);
    const next = isShut() ? 'polling' : feed.state === 'live' ? 'feed' : mode;
    if (next !== mode) note(session, { mode: next });
    refresher.repeat(next === 'polling' ? pollMs : null);
  };
  const onStatus = (status: LiveStatus): void => {
    if (status.state === 'stopped' && status.reason === tokenRefused) {
      session.refused();
      return;
    }
    note(session, { feed: status, feedHeardMs: live?.lastHeardMs() ?? null, nowMs: Date.now() });
    if (status.state === 'silent' || status.state === 'offline') options.onSilence();
    // What happened between the last answer and the first frame was seen by neither.
    if (status.state === 'live') refresher.now();
    // Perhaps it is only the feed that is kept from it: its answer tells.
    if (status.state === 'silent' && status.neverOpened) refresher.now();
    choosePolling();
  };
  const onEvent = (event: LiveEvent): void => {
    const { place, filter, runs } = stateOf(session);
    session.store.trigger.happened({ event, hold: scrollY > readingPx });
    const isItem = event.entity_type === 'queue_item';
    if (isItem) options.onItem(event.entity_id);
    options.onNews(event);
    const list =
      place.page === 'events'
        ? passesFilter(filter, event) === null
        : touchesList(place.page, event, runs?.rows ?? []) && !(isItem && place.page === 'queue');
    refresher.soon({ list });
  };

  return {
    start() {
      live = connectLive(
        { token, api: session.api },
        {
          onFrame(frame) {
            if (frame.type === 'sample') {
              session.store.trigger.sampled({ sample: frame.data });
              options.onSample(frame.data);
            }
            if (frame.type === 'event') onEvent(frame.data);
          },
          onGap(gap) {
            session.store.trigger.missed({ gap });
            refresher.now();
          },
          onStatus,
        },
      );
      if (live === null) choosePolling();
      session.signal.addEventListener('abort', () => live?.close());
    },
    tryNow: () => live?.tryNow(),
    answered: choosePolling,
    lastHeardMs: () => live?.lastHeardMs() ?? null,
    setHidden(hidden) {
      if (hidden) live?.pause();
      else live?.resume();
    },
  };
}
