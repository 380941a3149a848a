/** One act on many items: first drawn up, shown exactly as it would be done, and only then carried out. */

import { ask, failureWords } from '../service/api.ts';
import { isLost, note, type Session, stateOf } from '../service/asking.ts';
import { fieldsOf, textOf } from '../service/loose.ts';
import type { Plan, QueueRow } from '../service/wire.ts';
import { stateWord } from '../words/state-words.ts';
import { newKey } from './acts.ts';
import type { Inverse } from './undo.ts';
import type { UndoCalls } from './undo-calls.ts';
import type { BulkFields, BulkPlan, BulkVerb } from './verbs.ts';

/** What the queue may ask. */
export interface PlanCalls {
  /** Draws up what a verb would do to these items, or to the chosen ones; changes nothing. */
  draw(verb: BulkVerb, fields?: BulkFields, ids?: readonly string[]): void;
  execute(): void;
  close(): void;
}

/** The plan that is shown is the one that is carried out: the service refuses it when a row has changed. */
export function createPlanCalls(
  session: Session,
  choose: (ids: readonly string[]) => void,
  undo: Pick<UndoCalls, 'offer'>,
): PlanCalls {
  const { api } = session;
  const change = (part: Partial<BulkPlan>): void => {
    const { plan } = stateOf(session);
    if (plan !== null) note(session, { plan: { ...plan, ...part } });
  };
  const draw = async (
    verb: BulkVerb,
    fields: BulkFields | undefined,
    ids: Iterable<string>,
  ): Promise<void> => {
    const key = newKey();
    note(session, { plan: { verb, phase: 'drawing', plan: null, problem: null, key } });
    const body = {
      verb,
      project_ids: [...ids],
      requested_by: 'dashboard',
      ...(fields === undefined ? {} : { fields: { ...fields } }),
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
      const inverses = inversesOf(shown.verb, answer.told, stateOf(session).queue?.rows ?? []);
      if (inverses.length > 0)
        undo.offer(
          inverses.length === 1
            ? 'One item was changed.'
            : `${inverses.length} items were changed.`,
          inverses,
        );
      choose([]);
      session.done();
      return;
    }
    const isKnown = answer.status !== null;
    change({
      phase: isKnown ? 'failed' : 'drawn',
      problem: isKnown
        ? [failureWords(answer), ...changedWords(answer.problem)].join('. ')
        : `Whether it was done is not known: ${answer.why}. Press again: it is not done twice.`,
    });
  };
  return {
    draw: (verb, fields, ids) => void draw(verb, fields, ids ?? stateOf(session).chosen),
    execute: () => void execute(),
    close: () => note(session, { plan: null }),
  };
}

/** Rows that are not as they were shown, each in words; the first of them. */
function changedWords(problem: object | null): string[] {
  const listed = problem !== null && 'differences' in problem ? problem.differences : null;
  if (!Array.isArray(listed)) return [];
  return listed.slice(0, changedShown).map((difference) => {
    const { project_id: id, from_status, to_status } = fieldsOf(difference);
    const now = to_status == null ? 'gone' : stateWord(textOf(to_status));
    const what = from_status === to_status ? 'was changed' : `is ${now} now`;
    return `${textOf(id) ?? 'one of them'} was ${stateWord(textOf(from_status))} and ${what}`;
  });
}
const changedShown = 5;

/** What takes back what was done to each row; nothing where it cannot be taken back. */
function inversesOf(verb: BulkVerb, plan: Plan, before: readonly QueueRow[]): readonly Inverse[] {
  const applied = (plan.results ?? []).flatMap(({ project_id: id, result }) =>
    result === 'applied' && id !== undefined ? [id] : [],
  );
  if (verb === 'pause') return applied.map((id) => ({ verb: 'resume', id }));
  if (verb === 'resume') return applied.map((id) => ({ verb: 'pause', id }));
  if (verb !== 'edit') return [];
  return applied.flatMap((id): Inverse[] => {
    const priority = before.find(({ project_id: each }) => each === id)?.dispatch_priority;
    return priority === undefined
      ? []
      : [{ verb: 'edit', id, fields: { dispatch_priority: priority } }];
  });
}
