/** The operator dashboard: a token, then a session that lasts until the token is forgotten or refused. */
import { options, render } from 'preact';
import { forgetShown } from './session/last-shown.ts';
import { keepPage } from './session/offline.ts';
import { openSession } from './session/session.ts';
import { codeIn } from './session/sign-in.ts';
import { applyTheme, keepToken, readToken } from './session/storage.ts';
import { Shell } from './shell/shell.tsx';
import { DashboardContext } from './ui/context.tsx';
import { createDrawing } from './ui/draw-later.ts';
import { later } from './ui/later.tsx';

const Prompt = later(async () => (await import('./shell/extras.ts')).Prompt);

const root = document.getElementById('app')!;
// Many frames of the feed come between two pictures: drawn once.
options.debounceRendering = createDrawing();

applyTheme();
// After all that the page itself needs.
addEventListener('load', keepPage);
const code = codeIn(location.hash);
if (code === null) begin();
// What asks for the token says what it is that could not be loaded.
else signIn(code).catch(() => askForToken(null));

function begin(): void {
  const kept = readToken();
  if (kept === null) askForToken(null);
  else open(kept);
}

/** The code leaves the address before anything else: it must not stay in the history. */
async function signIn(given: string): Promise<void> {
  history.replaceState(null, '', '#/overview');
  const { exchangeCode } = await import('./shell/extras.ts');
  const answer = await exchangeCode(given);
  if ('refused' in answer) {
    keepToken(null);
    return askForToken(answer.refused);
  }
  keepToken(answer.token);
  begin();
}

function open(token: string): void {
  const dashboard = openSession({ token, onEnd: (notice) => goOn(token, notice) });
  render(
    <DashboardContext.Provider value={dashboard}>
      <Shell />
    </DashboardContext.Provider>,
    root,
  );
}

/** With the token that another tab was given meanwhile; otherwise the one that ended is forgotten. */
function goOn(ended: string, notice: string | null): void {
  const kept = readToken();
  if (kept === null || kept === ended) {
    keepToken(null);
    askForToken(notice);
    return;
  }
  // Nothing of what the session before was asked stays on the screen.
  render(null, root);
  open(kept);
}

/** `notice` says why it is asked for again. What is told to another tab is taken over here. */
function askForToken(notice: string | null): void {
  forgetShown();
  document.documentElement.removeAttribute('data-stale');
  document.title = 'Orrery';
  const given = new AbortController();
  const accept = (token: string): void => {
    if (given.signal.aborted) return;
    given.abort();
    open(token);
  };
  addEventListener(
    'storage',
    () => {
      const kept = readToken();
      if (kept !== null) accept(kept);
    },
    { signal: given.signal },
  );
  render(<Prompt notice={notice} onAccepted={accept} />, root);
}
