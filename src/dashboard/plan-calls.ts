/** One act on many items: first drawn up, shown exactly as it would be done, and only then carried out. */
import { newKey } from './acts.ts';
import { ask, failureWords } from './api.ts';
import { isLost, note, type Session, stateOf } from './asking.ts';
import type { BulkPlan, BulkVerb } from './verbs.ts';

/** What the queue may ask. */
export interface PlanCalls {
  /** Draws up what a verb would do to the chosen items; changes nothing. */
  draw(verb: BulkVerb): void;
  execute(): void;
  close(): void;
}

/** The plan that is shown is the one that is carried out: the service refuses it when a row has changed. */
export function createPlanCalls(session: Session): PlanCalls {
  const { api } = session;
  const change = (part: Partial<BulkPlan>): void => {
    const { plan } = stateOf(session);
    if (plan !== null) note(session, { plan: { ...plan, ...part } });
  };
  const draw = async (verb: BulkVerb): Promise<void> => {
    const key = newKey();
    note(session, { plan: { verb, phase: 'drawing', plan: null, problem: null, key } });
    const body = {
      verb,
      project_ids: [...stateOf(session).chosen],
      requested_by: 'dashboard',
    };
    const answer = await ask(api.post('/control/api/v1/queue/plan', { body }));
    if (isLost(session, answer) || stateOf(session).plan?.key !== key) return;
    if (answer.kind === 'ok') change({ phase: 'drawn', plan: answer.told });
    else change({ phase: 'failed', problem: failureWords(answer) });
  };
  const execute = async (): Promise<void> => {
    const { plan: shown } = stateOf(session);
    const id = shown?.plan?.plan_id;
    if (shown === null || id === undefined || shown.phase === 'executing') return;
    change({ phase: 'executing', problem: null });
    const answer = await ask(
      api.post('/control/api/v1/plans/{plan_id}/execute', {
        params: { path: { plan_id: id } },
        body: { idempotency_key: shown.key, requested_by: 'dashboard' },
      }),
    );
    if (isLost(session, answer)) return;
    if (answer.kind === 'ok') {
      change({ phase: 'done', plan: answer.told });
      note(session, { chosen: new Set() });
      session.done();
      return;
    }
    const isKnown = answer.status !== null;
    change({
      phase: isKnown ? 'failed' : 'drawn',
      problem: isKnown
        ? failureWords(answer)
        : `Whether it was done is not known: ${answer.why}. Press again: it is not done twice.`,
    });
  };
  return {
    draw: (verb) => void draw(verb),
    execute: () => void execute(),
    close: () => note(session, { plan: null }),
  };
}
