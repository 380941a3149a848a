/** Asks for the token. It goes into the browser's storage once the service has accepted it. */
import { getJson } from '../api.ts';
import { el, icon } from '../dom.ts';
import { keepToken } from '../storage.ts';

/** The prompt; `onAccepted` gets the token. `notice` says why one is asked for again. */
export function tokenPrompt(
  notice: string | null,
  onAccepted: (token: string) => void,
): HTMLElement {
  const input = el('input', {
    id: 'token',
    name: 'token',
    type: 'password',
    autocomplete: 'current-password',
    spellcheck: 'false',
    required: '',
    'aria-describedby': 'token-help token-problem',
  });
  const problem = el('p', { id: 'token-problem', class: 'problem', role: 'alert' }, notice ?? '');
  const button = el('button', { type: 'submit', class: 'primary' }, 'Open the dashboard');
  const form = el(
    'form',
    { class: 'prompt' },
    el('h1', {}, icon('brand'), 'Orrery'),
    el('label', { for: 'token' }, 'Control token'),
    input,
    el(
      'p',
      { id: 'token-help', class: 'help' },
      'The value of ',
      el('code', {}, 'control_api_bearer_token'),
      ' in the configuration. It stays in this browser and is never part of an address.',
    ),
    button,
    problem,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });

  const submit = async (): Promise<void> => {
    const token = input.value.trim();
    if (token === '') return;
    button.disabled = true;
    problem.textContent = '';
    const answer = await getJson('/control/api/v1/overview', token);
    button.disabled = false;
    if (answer.kind === 'ok') {
      keepToken(token);
      onAccepted(token);
    } else if (answer.kind === 'unauthorized') {
      problem.textContent = 'The service did not accept this token.';
      input.select();
    } else {
      problem.textContent = `The token could not be checked: ${answer.why}. It was not kept.`;
    }
  };
  return el('main', { class: 'gate' }, form);
}
