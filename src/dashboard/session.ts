/**
 * One session with a token: a page that the live feed keeps up to date and that says at all times
 * whether it is. It puts the parts together; each ends when the session's signal is aborted.
 */
import {
  filterInAddress,
  itemInAddress,
  pageInAddress,
  runInAddress,
  tagsInAddress,
} from './address.ts';
import { createDetail, type DetailCalls } from './detail.ts';
import { followFeed } from './feed.ts';
import { onKey } from './keys.ts';
import { queryOf } from './places.ts';
import { createPumpCalls } from './pump-calls.ts';
import { ask, askOlder, type Outcome } from './questions.ts';
import { createRefresher, type Refresher } from './refresher.ts';
import { createRunDetail, type RunCalls } from './run-detail.ts';
import { createScreen, type Screen } from './screen.ts';
import { createShell } from './shell.ts';
import { readToken } from './storage.ts';
import { emptyStore, narrowTo, type Store, showHeld } from './store.ts';
import { createWorkerCalls } from './worker-calls.ts';

interface SessionOptions {
  /** What the page is drawn into. */
  readonly root: HTMLElement;
  readonly token: string;
  /** Called once; `notice` says why it ended, null when the reader ended it. */
  onEnd(notice: string | null): void;
}

/** Opens the dashboard; it goes on until `onEnd`. */
export function openSession({ root, token, onEnd }: SessionOptions): void {
  const store = emptyStore();
  const ending = new AbortController();
  const { signal } = ending;
  const leave = (notice: string | null): void => {
    if (signal.aborted) return;
    ending.abort();
    onEnd(notice);
  };
  const refused = (): void => leave('The service no longer accepts the token that was kept here.');
  const settle = (outcome: Outcome): boolean | 'stop' => {
    if (outcome === 'unauthorized') refused();
    if (outcome === 'unauthorized' || outcome === 'left') return 'stop';
    screen.show();
    return outcome === 'heard';
  };

  const refresher = createRefresher(async ({ list }) => {
    if (list) {
      detail.follow();
      run.follow();
    }
    return settle(await ask(store, { page: pageInAddress(), list, token, signal }));
  });
  const detail = createDetail({
    token,
    signal,
    onUnauthorized: refused,
    onDone: () => refresher.now(),
    onChange(item) {
      store.item = item;
      screen.showSoon();
    },
  });
  const run = createRunDetail({
    token,
    signal,
    onUnauthorized: refused,
    onDone: () => refresher.now(),
    latest: (id) => store.frames.get(id) ?? null,
    onChange(shown) {
      store.run = shown;
      screen.showSoon();
    },
  });
  const workers = createWorkerCalls({
    token,
    signal,
    onUnauthorized: refused,
    onDone: () => refresher.now(),
    onAct(name, act) {
      store.workerActs = new Map(store.workerActs).set(name, act);
      screen.showSoon();
    },
    onWorker(worker) {
      store.workers =
        store.workers?.map((row) => (row.name === worker.name ? worker : row)) ?? null;
    },
  });
  const pump = createPumpCalls({
    token,
    signal,
    onUnauthorized: refused,
    onDone: () => refresher.now(),
    onAct(act) {
      store.pumpAct = act;
      screen.showSoon();
    },
  });
  const feed = followFeed({
    store,
    token,
    signal,
    refresher,
    refused,
    onSample: (sample) => run.sample(sample),
    onChange: () => screen.showSoon(),
  });
  const shell = createShell(() => leave(null));
  const screen = createScreen({
    shell,
    store,
    signal,
    feed,
    retry: {
      nextMs: () => refresher.nextMs(),
      now() {
        feed.tryNow();
        refresher.now();
      },
    },
    calls: {
      detail,
      run,
      workers,
      pump,
      showHeld() {
        showHeld(store);
        scrollTo(0, 0);
        screen.show();
      },
      showOlder: () => {
        void askOlder(store, { token, signal }).then(settle);
      },
    },
  });

  signal.addEventListener('abort', () => refresher.stop());
  root.replaceChildren(shell.root);
  feed.start();
  detail.follow();
  run.follow();
  screen.show();
  refresher.now();
  const setHidden = (hidden: boolean): void => {
    feed.setHidden(hidden);
    run.setHidden(hidden);
  };
  followVisibility({ signal, refresher, setHidden, screen });
  followAddress({ store, signal, refresher, detail, run, screen });
  lookAgain({ signal, refresher });
  const onStorage = (): void => {
    if (readToken() === null) leave('The token was forgotten in another tab.');
  };
  addEventListener('storage', onStorage, { signal });
  addEventListener('keydown', (event) => onKey(event, { shell, store, detail, run }), { signal });
}

interface Following {
  readonly signal: AbortSignal;
  readonly refresher: Refresher;
  readonly screen: Screen;
}

/** Nothing is done while the tab is hidden. */
function followVisibility({
  signal,
  refresher,
  screen,
  setHidden,
}: Following & { setHidden(hidden: boolean): void }): void {
  const follow = (): void => {
    refresher.setHidden(document.hidden);
    setHidden(document.hidden);
    if (document.hidden) return;
    refresher.now();
    screen.show();
  };
  document.addEventListener('visibilitychange', follow, { signal });
  if (document.hidden) follow();
}

/** Another page, filter or item in the address. */
function followAddress({
  store,
  signal,
  refresher,
  detail,
  run,
  screen,
}: Following & {
  readonly store: Store;
  readonly detail: DetailCalls;
  readonly run: RunCalls;
}): void {
  let page = pageInAddress();
  const follow = (): void => {
    const isSame = queryOf(filterInAddress()).toString() === queryOf(store.filter).toString();
    // Rows found with another filter are not what is asked for now.
    if (pageInAddress() === 'events' && !isSame) store.events = null;
    narrowTo(store, tagsInAddress());
    const item = store.item?.id ?? null;
    const shown = store.run?.id ?? null;
    detail.follow();
    run.follow();
    screen.show();
    refresher.now();
    if (pageInAddress() !== page) scrollTo(0, 0);
    page = pageInAddress();
    if (item !== itemInAddress()) screen.focusItem(item);
    else if (shown !== runInAddress()) screen.focusItem(shown);
  };
  addEventListener('hashchange', follow, { signal });
}

/** How often what the feed does not tell is asked for: workers that stay as they are make no event. */
const lookAgainMs = 15_000;

/** Keeps the workers and the reason of a run current while they are looked at. */
function lookAgain({ signal, refresher }: Pick<Following, 'signal' | 'refresher'>): void {
  const timer = setInterval(() => {
    const isShown = pageInAddress() === 'workers' || runInAddress() !== null;
    if (isShown && !document.hidden) refresher.soon({ list: true });
  }, lookAgainMs);
  signal.addEventListener('abort', () => clearInterval(timer));
}
