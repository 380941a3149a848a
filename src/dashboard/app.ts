/** The operator dashboard: a token, then a session that lasts until the token is forgotten or refused. */
import { openSession } from './session.ts';
import { codeIn, exchangeCode } from './sign-in.ts';
import { applyTheme, keepToken, readToken } from './storage.ts';
import { tokenPrompt } from './views/prompt.ts';

const root = document.getElementById('app')!;

applyTheme();
const code = codeIn(location.hash);
if (code !== null) void signIn(code);
else begin();

function begin(): void {
  const kept = readToken();
  if (kept === null) askForToken(null);
  else open(kept);
}

/** The code leaves the address before anything else: it must not stay in the history. */
async function signIn(code: string): Promise<void> {
  history.replaceState(null, '', '#/overview');
  const answer = await exchangeCode(code);
  if ('refused' in answer) return askForToken(answer.refused);
  keepToken(answer.token);
  begin();
}

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
