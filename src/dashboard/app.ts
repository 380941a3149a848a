/** The operator dashboard: a token, then a session that lasts until the token is forgotten or refused. */
import { openSession } from './session.ts';
import { applyTheme, keepToken, readToken } from './storage.ts';
import { tokenPrompt } from './views/prompt.ts';

const root = document.getElementById('app')!;

applyTheme();
const kept = readToken();
if (kept === null) askForToken(null);
else open(kept);

function open(token: string): void {
  openSession({ root, token, onEnd: askForToken });
}

/** `notice` says why it is asked for again. */
function askForToken(notice: string | null): void {
  keepToken(null);
  document.documentElement.removeAttribute('data-stale');
  root.replaceChildren(tokenPrompt(notice, open));
  document.getElementById('token')?.focus();
}
