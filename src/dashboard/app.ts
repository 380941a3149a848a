/**
 * The operator dashboard: a token, then a page that asks the service every two seconds and says
 * how old what it shows is. It changes only what has changed, and does nothing while hidden.
 */
import { draw, tick } from './draw.ts';
import { ask, nothingHeard } from './heard.ts';
import { startPolling } from './poller.ts';
import { createShell, pageInAddress, pages } from './shell.ts';
import { applyTheme, keepToken, readToken } from './storage.ts';
import { tokenPrompt } from './views/prompt.ts';

const root = document.getElementById('app')!;
const tickMs = 1_000;

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
  const heard = nothingHeard();
  const session = new AbortController();
  const { signal } = session;
  const shell = createShell(() => leave(null));
  const leave = (notice: string | null): void => {
    poller.stop();
    clearInterval(ticking);
    session.abort();
    askForToken(notice);
  };
  const refresh = (): void => tick(shell, heard, { nextMs: poller.nextMs(), now: poller.now });
  const show = (): void => {
    draw(shell, heard);
    refresh();
  };

  root.replaceChildren(shell.root);
  const poller = startPolling(async () => {
    const outcome = await ask(heard, { page: pageInAddress(), token, signal });
    if (outcome === 'left') return 'stop';
    if (outcome === 'unauthorized') {
      leave('The service no longer accepts the token that was kept here.');
      return 'stop';
    }
    show();
    return outcome === 'heard';
  });
  const ticking = setInterval(() => {
    if (!document.hidden) refresh();
  }, tickMs);
  show();

  const onPage = (): void => {
    show();
    poller.now();
    scrollTo(0, 0);
  };
  const onStorage = (): void => {
    if (readToken() === null) leave('The token was forgotten in another tab.');
  };
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
