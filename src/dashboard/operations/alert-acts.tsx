/** Having the alerts looked at now, and sending a test message: what comes of each is said below it. */
import { useRef, useState } from 'preact/hooks';
import { perform } from '../acts/acts.ts';
import type { Act } from '../acts/verbs.ts';
import { type Answer, type Api, ask } from '../service/api.ts';
import { useDashboard } from '../ui/context.tsx';
import { Button, Outcome, WhyNot } from '../ui/parts.tsx';
import { capital, endSentence } from '../words/words.ts';
import { checkedWords, testedWords } from './alert-words.ts';

const names = ['check', 'test'] as const;
type Name = (typeof names)[number];
type Send = (api: Api, key: string) => Promise<Answer<{ readonly message?: string }>>;

const acts: Readonly<Record<Name, { readonly label: string; readonly send: Send }>> = {
  check: {
    label: 'Look for trouble now',
    send: async (api, idempotency_key) => {
      const body = { idempotency_key, dry_run: false, requested_by: 'dashboard' };
      const answer = await ask(api.post('/control/api/alerts/queue-check', { body }));
      return answer.kind === 'ok'
        ? { ...answer, told: { message: checkedWords(answer.told) } }
        : answer;
    },
  },
  test: {
    label: 'Send a test message to all who are told',
    send: async (api, idempotency_key) => {
      const body = { idempotency_key, requested_by: 'dashboard' };
      const answer = await ask(api.post('/control/api/v1/alerts/test', { body }));
      return answer.kind === 'ok'
        ? { ...answer, told: { message: testedWords(answer.told) } }
        : answer;
    },
  },
};

export function AlertActs() {
  const dashboard = useDashboard();
  const [act, setAct] = useState<Act<Name> | null>(null);
  /** As it is now, which may not be drawn yet. */
  const latest = useRef(act);
  const press = (verb: Name): void => {
    void perform(dashboard, {
      verb,
      before: latest.current,
      note(next) {
        latest.current = next;
        setAct(next);
      },
      send: (key) => acts[verb].send(dashboard.api, key),
    });
  };
  return (
    <>
      <div class="choice">
        {names.map((name) => (
          <Button
            key={name}
            id={`alert-${name}`}
            needsService
            blocked={act?.phase === 'sending'}
            onPress={() => press(name)}
          >
            {acts[name].label}
          </Button>
        ))}
        <WhyNot />
      </div>
      {act?.phase === 'sending' && (
        <Outcome>{acts[act.verb].label}: waiting for the service…</Outcome>
      )}
      {(act?.phase === 'done' || act?.phase === 'failed') && (
        <Outcome failed={act.phase === 'failed'}>{endSentence(capital(act.words))}</Outcome>
      )}
    </>
  );
}
