/** How the connection stands: a word beside the name, and a bar where more is needed. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type ConnectionWords, connectionWords } from '../session/connection-words.ts';
import type { State } from '../session/state.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { later } from '../ui/later.tsx';
import { Button } from '../ui/parts.tsx';

const NewerPage = later(async () => (await import('./extras.ts')).NewerPage);

const wordsOf = (state: State): string =>
  JSON.stringify(connectionWords(state, { nowMs: state.nowMs, retryMs: state.retryMs }));

/** As text, so that it is drawn anew only when it says something else. */
const useWords = (): ConnectionWords => JSON.parse(useValue(wordsOf)) as ConnectionWords;

/** One word and the age of the last word of the service. */
export function ConnectionState() {
  const { state, label, title } = useWords();
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-stale', state === 'offline');
  }, [state]);
  return (
    <span class="state" data-state={state} title={title}>
      {label}
    </span>
  );
}

/** Since when, why, when it is tried again, and how old all that is shown is. */
export function ConnectionBar() {
  const { state, bar } = useWords();
  const { tryNow } = useDashboard();
  const wasAway = useRef(false);
  wasAway.current ||= state === 'offline';
  return (
    <>
      <div class="lost" role="alert" data-state={state} hidden={bar === null}>
        {bar !== null && (
          <>
            <p>
              <strong>{bar.why}</strong>
            </p>
            {/* Counts on each second: spoken once with the rest, not again and again. */}
            <p class="stale-age" aria-hidden="true">
              {bar.now}
            </p>
            {bar.retry && <Button onPress={tryNow}>Try now</Button>}
          </>
        )}
      </div>
      {wasAway.current && state === 'live' && <NewerPage />}
    </>
  );
}
