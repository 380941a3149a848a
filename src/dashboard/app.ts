/**
 * The operator dashboard: a token, then a page that the live feed keeps up to date and that says at
 * all times whether it is. It changes only what has changed, and does nothing while hidden.
 */
import { tokenRefused } from '../http/live/client.ts';
import type { LiveStatus } from '../http/live/client-types.ts';
import { filterInAddress, pageInAddress } from './address.ts';
import { pollMs } from './connection-words.ts';
import { draw, tick } from './draw.ts';
import { connectLive } from './live.ts';
import { pages, queryOf } from './places.ts';
import { ask, askOlder, type Outcome } from './questions.ts';
import { createRefresher } from './refresher.ts';
import { createShell } from './shell.ts';
import { applyTheme, keepToken, readToken } from './storage.ts';
import { emptyStore, foldEvent, foldGap, foldSample, showHeld } from './store.ts';
import { tokenPrompt } from './views/prompt.ts';

const root = document.getElementById('app')!;
const tickMs = 1_000;
/** Openings that must fail before the page asks by itself instead. */
const pollAfterMs = 3_000;
/** Further down than this someone is reading: new events wait above. */
const readingPx = 160;

applyTheme();
const kept = readToken();
if (kept === null) askForToken(null);
else openDashboard(kept);

function askForToken(notice: string | null): void {
  keepToken(null);
  document.documentElement.removeAttribute('data-stale');
  root.replaceChildren(tokenPrompt(notice, openDashboard));
  document.getElementById('token')?.focus();
}

function openDashboard(token: string): void {
  const store = emptyStore();
  const session = new AbortController();
  const { signal } = session;
  const shell = createShell(() => leave(null));
  let drawing = false;

  const leave = (notice: string | null): void => {
    live?.close();
    refresher.stop();
    clearInterval(ticking);
    session.abort();
    askForToken(notice);
  };
  const refused = (): void => leave('The service no longer accepts the token that was kept here.');
  const settle = (outcome: Outcome): boolean | 'stop' => {
    if (outcome === 'left') return 'stop';
    if (outcome === 'unauthorized') {
      refused();
      return 'stop';
    }
    show();
    return outcome === 'heard';
  };
  const refresher = createRefresher(async ({ list }) =>
    settle(await ask(store, { page: pageInAddress(), list, token, signal })),
  );
  const tryNow = (): void => {
    live?.tryNow();
    refresher.now();
  };
  const refresh = (): void => {
    store.feedHeardMs = live?.lastHeardMs() ?? null;
    tick(shell, store, { nextMs: refresher.nextMs(), now: tryNow });
  };
  const show = (): void => {
    if (signal.aborted) return;
    draw(shell, store, {
      showHeld() {
        showHeld(store);
        scrollTo(0, 0);
        show();
      },
      showOlder: async () => void settle(await askOlder(store, { token, signal })),
    });
    refresh();
  };
  /** Many frames come in one tick: drawn once. */
  const showSoon = (): void => {
    if (drawing) return;
    drawing = true;
    requestAnimationFrame(() => {
      drawing = false;
      show();
    });
  };

  const live = connectLive(token, {
    onFrame(frame) {
      if (frame.type === 'sample') foldSample(store, frame.data);
      if (frame.type === 'event') {
        const hold = scrollY > readingPx;
        const list = foldEvent(store, frame.data, { page: pageInAddress(), hold });
        refresher.soon({ list });
      }
      showSoon();
    },
    onGap(gap) {
      foldGap(store, gap);
      refresher.now();
      showSoon();
    },
    onStatus(status) {
      onStatus(status);
      showSoon();
    },
  });
  const onStatus = (status: LiveStatus): void => {
    store.feed = status;
    if (status.state === 'stopped' && status.reason === tokenRefused) {
      refused();
      return;
    }
    // What happened between the last answer and the first frame was seen by neither.
    if (status.state === 'live') refresher.now();
    choosePolling();
  };
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

  root.replaceChildren(shell.root);
  const ticking = setInterval(() => {
    if (!document.hidden) refresh();
  }, tickMs);
  if (live === null) choosePolling();
  show();
  refresher.now();

  const onVisibility = (): void => {
    refresher.setHidden(document.hidden);
    if (document.hidden) live?.pause();
    else {
      live?.resume();
      refresher.now();
      show();
    }
  };
  const onPage = (): void => {
    // Rows found with another filter are not what is asked for now.
    const isSame = queryOf(filterInAddress()).toString() === queryOf(store.filter).toString();
    if (pageInAddress() === 'events' && !isSame) store.events = null;
    show();
    refresher.now();
    scrollTo(0, 0);
  };
  const onStorage = (): void => {
    if (readToken() === null) leave('The token was forgotten in another tab.');
  };
  document.addEventListener('visibilitychange', onVisibility, { signal });
  if (document.hidden) onVisibility();
  addEventListener('hashchange', onPage, { signal });
  addEventListener('storage', onStorage, { signal });
  addEventListener('keydown', (event) => onKey(event, shell.toggleTheme), { signal });
}

/** Digits open the pages in order, `t` changes the theme; nothing happens while typing. */
function onKey(event: KeyboardEvent, toggleTheme: () => void): void {
  const typing = event.target instanceof HTMLInputElement;
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const page = pages[Number(event.key) - 1];
  if (page !== undefined) location.hash = `#/${page}`;
  else if (event.key === 't') toggleTheme();
}
