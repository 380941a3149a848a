/** The operator dashboard: a token, then a session that lasts until the token is forgotten or refused. */
import { options, render } from 'preact';
import { openSession } from './session.ts';
import { Prompt } from './shell/prompt.tsx';
import { Shell } from './shell/shell.tsx';
import { applyTheme, keepToken, readToken } from './storage.ts';
import { DashboardContext } from './ui/context.tsx';

const root = document.getElementById('app')!;
// Many frames of the feed come between two pictures: drawn once.
options.debounceRendering = (draw) => requestAnimationFrame(draw);

applyTheme();
const kept = readToken();
if (kept === null) askForToken(null);
else open(kept);

function open(token: string): void {
  const dashboard = openSession({ token, onEnd: askForToken });
  render(
    <DashboardContext.Provider value={dashboard}>
      <Shell />
    </DashboardContext.Provider>,
    root,
  );
}

/** `notice` says why it is asked for again. */
function askForToken(notice: string | null): void {
  keepToken(null);
  document.documentElement.removeAttribute('data-stale');
  document.title = 'Orrery';
  render(<Prompt notice={notice} onAccepted={open} />, root);
}
