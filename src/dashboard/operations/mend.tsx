/** What can be done about an entry of the bench: first exactly what would follow, then that, with a reason for the log. */
import { useState } from 'preact/hooks';
import { newKey } from '../acts/acts.ts';
import { type Api, ask, failureWords } from '../service/api.ts';
import { isLost } from '../service/asking.ts';
import type { Reply } from '../service/wire.ts';
import { useDashboard } from '../ui/context.tsx';
import { CopyLines } from '../ui/copy.tsx';
import { Button, Outcome } from '../ui/parts.tsx';
import { capital, endSentence, sentence } from '../words/words.ts';

type Plan = Reply<'bench.release'>;

/** What of the bench an act is about. */
export type Subject =
  | { readonly act: 'release'; readonly kind: string; readonly id: string }
  | { readonly act: 'retry' | 'discard'; readonly sequence: number };

const labels = {
  release: 'Put it back into service',
  retry: 'Send the message again',
  discard: 'Discard the message',
} as const;

/** How far an act has come: asked what would follow, that was shown, it is done or it was refused. */
type Phase =
  | { readonly is: 'idle' }
  | { readonly is: 'asking' }
  | { readonly is: 'planned'; readonly subject: Subject; readonly plan: Plan; readonly key: string }
  | { readonly is: 'said'; readonly words: string; readonly hasFailed: boolean };

interface MendProps {
  readonly onDone: () => void;
  readonly subjects: readonly Subject[];
  /** As the command line calls it. */
  readonly name: string;
}

/** First what it would do, exactly; then, with a reason for the log, it is done to just that. */
export function Mend({ subjects, name, onDone }: MendProps) {
  const session = useDashboard();
  const [phase, setPhase] = useState<Phase>({ is: 'idle' });
  const plan = async (subject: Subject): Promise<void> => {
    setPhase({ is: 'asking' });
    const answer = await send(session.api, subject, {});
    if (isLost(session, answer)) return;
    if (answer.kind === 'ok')
      setPhase({ is: 'planned', subject, plan: answer.told, key: newKey() });
    else setPhase({ is: 'said', words: capital(failureWords(answer)), hasFailed: true });
  };
  const carryOut = async (
    { subject, plan: shown, key }: Extract<Phase, { is: 'planned' }>,
    reason: string,
  ): Promise<void> => {
    setPhase({ is: 'asking' });
    const { mark } = shown;
    const more = { dry_run: false, reason, idempotency_key: key, ...(mark ? { mark } : {}) };
    const answer = await send(session.api, subject, more);
    if (isLost(session, answer)) return;
    const isUnsure = answer.kind === 'failed' && answer.status === null;
    const words =
      answer.kind === 'ok' ? (answer.told.message ?? 'It was done') : failureWords(answer);
    setPhase({
      is: 'said',
      words: isUnsure ? `Whether it was done is not known: ${words}` : capital(words),
      hasFailed: answer.kind !== 'ok',
    });
    onDone();
    session.done();
  };
  return (
    <div class="mend">
      {(phase.is === 'idle' || phase.is === 'said') && (
        <div class="choice">
          {subjects.map((subject) => (
            <Button key={subject.act} needsService onPress={() => void plan(subject)}>
              {labels[subject.act]}…
            </Button>
          ))}
        </div>
      )}
      {phase.is === 'asking' && <p role="status">Waiting for the service…</p>}
      {phase.is === 'said' && (
        <Outcome failed={phase.hasFailed}>{endSentence(phase.words)}</Outcome>
      )}
      {phase.is === 'planned' && (
        <Planned
          planned={phase}
          onKeep={() => setPhase({ is: 'idle' })}
          onSure={(reason) => void carryOut(phase, reason)}
        />
      )}
      <CopyLines
        lines={subjects.map(({ act }) => ({ name: act, command: ['bench', act, name] }))}
      />
    </div>
  );
}

interface PlannedProps {
  readonly planned: Extract<Phase, { is: 'planned' }>;
  readonly onKeep: () => void;
  readonly onSure: (reason: string) => void;
}

function Planned({ planned: { subject, plan }, onKeep, onSure }: PlannedProps) {
  const { message, obstacle } = plan;
  const label = labels[subject.act];
  return (
    <form
      class="confirm"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        const reason = new FormData(event.currentTarget).get('reason');
        if (typeof reason === 'string' && reason.trim() !== '') onSure(reason.trim());
      }}
    >
      {message !== undefined && (
        <p>{endSentence(message.replace(/ Nothing was changed\.$/, ''))}</p>
      )}
      {obstacle != null && <p class="trouble">{sentence(forPeople(obstacle))}</p>}
      {obstacle == null && (
        <label class="answer-field">
          <span>Why, for the log</span>
          <input type="text" name="reason" required maxLength={1_000} autocomplete="off" />
        </label>
      )}
      <div class="choice">
        <Button onPress={onKeep}>Leave it as it is</Button>
        {obstacle == null && (
          <button type="submit" class={subject.act === 'discard' ? 'danger' : ''}>
            {label}
          </button>
        )}
      </div>
    </form>
  );
}

/** Without the request that only a program sends. */
const forPeople = (text: string): string => text.replace(/ \(POST [^)]{0,400}\)/, '');

interface MendBody {
  readonly dry_run?: boolean;
  readonly mark?: string;
  readonly reason?: string;
  readonly idempotency_key?: string;
}

/** A dry run unless the body says otherwise. */
function send(api: Api, subject: Subject, more: MendBody) {
  const body = { requested_by: 'dashboard', dry_run: true, ...more };
  if (subject.act === 'release') {
    const path = { kind: subject.kind, id: subject.id };
    const call = api.post('/control/api/v1/bench/actors/{kind}/{id}/release', {
      params: { path },
      body,
    });
    return ask(call);
  }
  const params = { path: { sequence: subject.sequence } };
  return ask(
    subject.act === 'retry'
      ? api.post('/control/api/v1/bench/dead-letters/{sequence}/retry', { params, body })
      : api.post('/control/api/v1/bench/dead-letters/{sequence}/discard', { params, body }),
  );
}
