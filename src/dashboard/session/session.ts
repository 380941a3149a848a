/**
 * One session with a token: a store that answers and the live feed keep up to date, and what the
 * reader may ask of it. It puts the parts together; each ends when the session's signal is aborted.
 */
import type { LiveEvent } from '../../http/live/protocol.ts';
import { createPlanCalls, type PlanCalls } from '../acts/plan-calls.ts';
import { createReasonCalls } from '../acts/reason-calls.ts';
import { createSwitchCalls, type SwitchName } from '../acts/switch-calls.ts';
import { createUndoCalls, type UndoCalls } from '../acts/undo-calls.ts';
import { createReportCalls, type ReportCalls } from '../operations/report-calls.ts';
import { createPaperCalls, type PaperCalls } from '../papers/paper-calls.ts';
import { addressOf, chosenMax, type Place, placeOf } from '../places/places.ts';
import { createItemCalls, type ItemCalls } from '../queue/item-calls.ts';
import { createQueueCalls, type QueueCalls } from '../queue/queue-calls.ts';
import { createRunCalls, type RunCalls } from '../runs/run-calls.ts';
import { createApi } from '../service/api.ts';
import { note, type Session, stateOf } from '../service/asking.ts';
import { createRefresher } from '../service/refresher.ts';
import type { Reason } from '../service/wire.ts';
import { createWorkerCalls, type PerformOnWorker } from '../workers/worker-calls.ts';
import { followFeed } from './feed.ts';
import { keepShown, lastScrollPx, lastShown } from './last-shown.ts';
import { createNotices, type Notices } from './notices.ts';
import { askOlder, askPage, type Outcome } from './questions.ts';
import { scrollAgain } from './scroll-again.ts';
import { createDashboardStore } from './state.ts';
import { keepLooked, readLooked, readToken } from './storage.ts';

/** What components need of a session. */
export interface Dashboard extends Session {
  readonly item: ItemCalls;
  readonly run: RunCalls;
  readonly queue: QueueCalls;
  readonly plan: PlanCalls;
  readonly onWorker: PerformOnWorker;
  readonly turn: (name: SwitchName) => void;
  /** The act of a reason. */
  readonly perform: (reason: Reason) => void;
  readonly report: ReportCalls;
  readonly paper: PaperCalls;
  readonly undo: UndoCalls;
  readonly notices: Notices;
  /** Goes to a place; what is not named stays as it is at the start. */
  go(to: Partial<Place>): void;
  /** Changes something of where we are. */
  change(part: Partial<Place>): void;
  /** These items of the queue are chosen, which the address says; no step back leads over it. */
  choose(ids: Iterable<string>): void;
  /** Asks for everything now, whatever the pause. */
  tryNow(): void;
  showOlder(): void;
  /** Forgets the token. */
  leave(): void;
}

interface SessionOptions {
  readonly token: string;
  /** Called once; `notice` says why it ended, null when the reader ended it or another token is kept. */
  onEnd(notice: string | null): void;
}

const tickMs = 1_000;
/** How often what the feed does not tell is asked for: workers that stay as they are make no event. */
const lookAgainMs = 15_000;

/** Opens the session; it goes on until `onEnd`. */
export function openSession({ token, onEnd }: SessionOptions): Dashboard {
  const ending = new AbortController();
  const { signal } = ending;
  const leave = (notice: string | null): void => {
    if (signal.aborted) return;
    ending.abort();
    onEnd(notice);
  };
  const session: Session = {
    api: createApi(token, location.origin),
    store: createDashboardStore(),
    signal,
    refused: () => leave('The service no longer accepts the token that was kept here.'),
    done: () => refresher.now(),
  };
  const settle = (outcome: Outcome): boolean | 'stop' =>
    outcome === 'over' ? 'stop' : outcome === 'heard';
  const refresher = createRefresher(async ({ list }) => {
    if (list) followPane();
    const asked = list
      ? await queue.reading(() => askPage(session, { list }))
      : await askPage(session, { list });
    const outcome = settle(asked);
    if (outcome === false) showLast();
    if (outcome === true) feed.answered();
    // What came while nobody looks grows old from here on.
    note(session, { nowMs: Date.now(), ...(isAway() ? { figuresOld: true } : {}) });
    return outcome;
  });
  /** Where nothing was told yet and nobody answers: what this tab showed last, with its age. */
  const showLast = (): void => {
    const { overview, place, run: shown } = stateOf(session);
    const kept = overview === null ? lastShown(place) : null;
    if (kept === null) return;
    note(session, {
      ...kept,
      // Its log is read by who follows it.
      run: kept.run ? { ...kept.run, log: shown?.log ?? null } : shown,
      resync: 'the page was loaded again while the service did not answer',
    });
  };
  const undo = createUndoCalls(session);
  const notices = createNotices(session);
  /** Who wants to be told goes on listening. */
  const isAway = (): boolean => document.hidden && !notices.areOn();
  const item = createItemCalls(session, undo);
  const run = createRunCalls(session);
  const queue = createQueueCalls(session, () => refresher.soon({ list: true }));
  const feed = followFeed({
    session,
    token,
    refresher,
    onSilence: showLast,
    onSample: (sample) => run.sample(sample),
    onItem(id) {
      if (stateOf(session).place.page === 'queue') queue.changed(id);
    },
    onNews(event) {
      const { place } = stateOf(session);
      // What was does not change by what comes.
      if (place.at === null && concernsPane(event, place)) followPane();
    },
  });
  const report = createReportCalls(session, { read: readLooked, keep: keepLooked });
  const paper = createPaperCalls(session);
  const followPane = (): void => {
    paper.follow();
    report.follow();
    item.follow();
    run.follow();
  };
  const tick = (): void => {
    if (document.hidden) return;
    note(session, {
      nowMs: Date.now(),
      feedHeardMs: feed.lastHeardMs(),
      retryMs: refresher.nextMs(),
    });
  };

  const moved = (): void => {
    session.store.trigger.moved({ place: placeOf(location.hash) });
    followPane();
  };
  moved();
  tick();
  scrollAgain(lastScrollPx());
  feed.start();
  refresher.now();
  const ticking = setInterval(() => {
    tick();
    undo.tick();
  }, tickMs);
  const looking = setInterval(() => {
    const { place } = stateOf(session);
    const isShown = place.page === 'workers' || (place.page === 'runs' && place.id !== null);
    if (isShown && !document.hidden) refresher.soon({ list: true });
  }, lookAgainMs);
  signal.addEventListener('abort', () => {
    clearInterval(ticking);
    clearInterval(looking);
    refresher.stop();
  });
  addEventListener(
    'hashchange',
    () => {
      moved();
      refresher.now();
    },
    { signal },
  );
  // Nothing is done while the tab is hidden.
  const follow = (): void => {
    if (document.hidden) keepShown(stateOf(session));
    const hidden = isAway();
    refresher.setHidden(hidden);
    feed.setHidden(hidden);
    run.setHidden(hidden);
    if (hidden) {
      note(session, { figuresOld: true });
      return;
    }
    refresher.now();
    tick();
  };
  document.addEventListener('visibilitychange', follow, { signal });
  addEventListener('pagehide', () => keepShown(stateOf(session)), { signal });
  if (document.hidden) follow();
  const onStorage = (): void => {
    const kept = readToken();
    if (kept === null) leave('The token was forgotten in another tab.');
    else if (kept !== token) leave(null);
  };
  addEventListener('storage', onStorage, { signal });

  const go = (to: Partial<Place>): void => {
    location.hash = addressOf(to);
  };
  const choose = (ids: Iterable<string>): void => {
    const place = { ...placeOf(location.hash), chosen: [...ids].slice(0, chosenMax) };
    history.replaceState(null, '', addressOf(place));
    session.store.trigger.moved({ place });
  };
  return {
    ...session,
    item,
    run,
    queue,
    plan: createPlanCalls(session, choose, undo),
    onWorker: createWorkerCalls(session),
    turn: createSwitchCalls(session, undo),
    undo,
    notices,
    perform: createReasonCalls(session),
    report,
    paper,
    go,
    // Of where the reader has gone, which may not have been told yet.
    change: (part) => go({ ...placeOf(location.hash), ...part }),
    choose,
    tryNow() {
      feed.tryNow();
      refresher.now();
    },
    showOlder: () => void askOlder(session),
    leave: () => leave(null),
  };
}

/** Whether an event may change what is said of the item or run beside the list; ids of runs begin with that of their item. */
function concernsPane({ entity_type: type, entity_id: id }: LiveEvent, { page, id: shown }: Place) {
  if (shown === null || (page !== 'queue' && page !== 'runs')) return false;
  const isOwn = id === shown || id.startsWith(shown) || shown.startsWith(id);
  return isOwn || ['control', 'pump', 'worker_target'].includes(type);
}
