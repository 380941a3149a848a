/** Asks for the token. It goes into the browser's storage once the service has accepted it. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ask, createApi } from '../service/api.ts';
import { keepToken } from '../session/storage.ts';
import { Icon } from '../ui/parts.tsx';

interface PromptProps {
  /** Why it is asked for again; null the first time. */
  readonly notice: string | null;
  readonly onAccepted: (token: string) => void;
}

/** The whole page while there is no token. */
export function Prompt({ notice, onAccepted }: PromptProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState(notice ?? '');
  const [isAsking, setAsking] = useState(false);
  useLayoutEffect(() => input.current?.focus(), []);

  const submit = async (): Promise<void> => {
    const token = input.current?.value.trim() ?? '';
    if (token === '' || isAsking) return;
    setAsking(true);
    setProblem('');
    const api = createApi(token, location.origin);
    const answer = await ask(api.get('/control/api/v1/overview', {}));
    setAsking(false);
    if (answer.kind === 'ok') {
      keepToken(token);
      onAccepted(token);
    } else if (answer.kind === 'unauthorized') {
      setProblem('The service did not accept this token.');
      input.current?.select();
    } else {
      setProblem(`The token could not be checked: ${answer.why}. It was not kept.`);
    }
  };
  return (
    <main class="gate">
      <form
        class="prompt"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h1>
          <Icon name="brand" />
          Orrery
        </h1>
        <label for="token">Control token</label>
        <input
          id="token"
          name="token"
          type="password"
          ref={input}
          autocomplete="current-password"
          spellcheck={false}
          required
          aria-describedby="token-help token-problem"
        />
        <p id="token-help" class="help">
          The value of <code>control_api_bearer_token</code> in the configuration. It stays in this
          browser and is never part of an address.
        </p>
        <button type="submit" class="primary" aria-disabled={isAsking ? 'true' : undefined}>
          Open the dashboard
        </button>
        <p id="token-problem" class="problem" role="alert">
          {problem}
        </p>
      </form>
    </main>
  );
}
