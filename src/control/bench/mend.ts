/**
 * Mending: an actor is released, a dead letter is retried (with its event or another) or discarded.
 * A plan unless told otherwise, and nothing but what was shown: the mark of the entry must still be
 * its mark. What was done is an audit event with its reason.
 */
import { runtimeEvents } from '../../actors/runtime/repair-turns.ts';
import type { RepairOutcome } from '../../actors/runtime/repairs.ts';
import { ServiceError } from '../../domain/errors.ts';
import { stateWord } from '../../domain/state-words.ts';
import {
  type BenchContext,
  keepOnce,
  type MendOrder,
  type Once,
  stampOf,
} from '../common/index.ts';

import { findLetter, findQuarantine, requireLetter, requireQuarantine } from './find.ts';
import { describePlan, type MendAct, type MendPlan, type MendSubject } from './plan.ts';
import { findMendEvent, newestEventOf } from './trace-of-mend.ts';

/** What is to be done about one entry of the bench. Without a mark or a reason it is only planned. */
export interface MendRequest {
  readonly subject: MendSubject;
  /** Of the entry as it was shown; needed to do it. */
  readonly mark: string | null;
  /** Needed to do it. */
  readonly reason: string | null;
  readonly dry_run: boolean;
  readonly requested_by: string;
}

/** Newest dead letters among which that of an event that failed again is looked for. */
const lettersLookedAtMax = 20;

const eventTypeOf: Readonly<Record<MendAct, string>> = {
  release: runtimeEvents.released,
  retry: runtimeEvents.letterRetried,
  discard: runtimeEvents.letterDiscarded,
};

/** What was done, as the audit log has it and the turn of a retried event answered. */
interface Done {
  readonly event_id: number | null;
  readonly outcome: {
    readonly accepted: boolean;
    readonly status: string;
    readonly refusal: { readonly code: string; readonly message: string } | null;
  } | null;
}
interface Live {
  readonly plan: MendPlan;
  readonly order: MendOrder;
  /** The newest event of the actor before it. */
  readonly after: number;
}

/** Throws `bench_entry_not_found` when what is to be mended is not on the bench. */
export function requireSubject({ bench }: BenchContext, subject: MendSubject): Promise<unknown> {
  return subject.act === 'release'
    ? Promise.resolve(requireQuarantine(bench, subject))
    : requireLetter(bench, subject.sequence);
}

/** Plans or does it. 404 when it is gone, 409 when it is not what was shown or could not be done. */
export async function mend(context: BenchContext, request: MendRequest, once: Once | null) {
  const earlier = await findEarlier(context, request, once);
  if (earlier !== null) return earlier;
  const plan = await describePlan(context, request.subject);
  if (request.mark !== null && request.mark !== plan.mark) throw changed(request, plan);
  const { mark, reason, requested_by: by } = request;
  if (request.dry_run || mark === null || reason === null) {
    const message = `${plan.message} Nothing was changed.`;
    return reply(context, request, { plan: { ...plan, message }, done: null });
  }
  if (context.bench.isReadOnly) {
    throw new ServiceError('read_only', 'this control plane only reads');
  }
  if (plan.obstacle !== null) throw new ServiceError('mend_failed', plan.obstacle);
  // Kept before it is done, so that another attempt knows that it may have been this one's doing.
  const { after } = await keepOnce(context.actors, once, 'planned', async () => ({
    plan: { ...plan, trial: null, waiting: null, replacement: null },
    after: await newestEventOf(context, plan),
  }));
  const live = { plan, order: { mark, by, reason }, after };
  const done = await carryOut(context, request.subject, live);
  return reply(context, request, { plan: { ...plan, message: doneWords(plan, done) }, done });
}

/** The answer when an earlier attempt at this very request did it and was cut off before answering. */
async function findEarlier(context: BenchContext, request: MendRequest, once: Once | null) {
  const { subject } = request;
  if (once === null || !once.repeated) return null;
  const left = await findEntry(context, subject);
  if (left !== undefined && left.mark === request.mark) return null;
  const kept = await context.actors.recall(`${once.key}:planned`);
  if (kept === undefined || !kept.ok || kept.outcome.body === null) return null;
  const { plan, after } = kept.outcome.body as unknown as { plan: MendPlan; after: number };
  const event = await findMendEvent(context, toQuery(plan, request, after));
  if (event === null) return null;
  const done: Done = { event_id: event, outcome: null };
  // A letter that was retried and is still there was refused.
  const message =
    left === undefined || plan.act !== 'retry'
      ? doneWords(plan, done)
      : `${plan.kind}/${plan.id} refused the event; the dead letter stays, with the refusal as its reason.`;
  return reply(context, request, { plan: { ...plan, message }, done });
}

const findEntry = async ({ bench }: BenchContext, subject: MendSubject) =>
  subject.act === 'release'
    ? findQuarantine(bench, subject)
    : await findLetter(bench, subject.sequence);

const toQuery = (
  plan: MendPlan,
  { requested_by: by, reason }: Pick<MendRequest, 'requested_by' | 'reason'>,
  after: number,
) => ({
  kind: plan.kind,
  id: plan.id,
  type: eventTypeOf[plan.act],
  letter: plan.sequence,
  by,
  reason: reason ?? '',
  after,
});

async function carryOut(
  context: BenchContext,
  subject: MendSubject,
  { plan, order, after }: Live,
): Promise<Done> {
  const outcome = await perform(context.bench, subject, { plan, order });
  if (!outcome.ok) throw await refusalOf(context, plan, outcome);
  const query = toQuery(plan, { requested_by: order.by, reason: order.reason }, after);
  const answer = outcome.reply?.ok === true ? outcome.reply.outcome : null;
  return {
    event_id: await findMendEvent(context, query),
    outcome:
      answer === null
        ? null
        : { accepted: answer.accepted, status: answer.status, refusal: answer.refusal },
  };
}

function perform(
  bench: BenchContext['bench'],
  subject: MendSubject,
  { plan, order }: Pick<Live, 'plan' | 'order'>,
): Promise<RepairOutcome> {
  switch (subject.act) {
    case 'release':
      return bench.release(subject, order);
    case 'retry':
      return bench.retry(subject.sequence, { ...order, event: plan.replacement });
    case 'discard':
      return bench.discard(subject.sequence, order);
  }
}

/** The error for what the runtime would not do, or what failed again. */
async function refusalOf(
  { bench }: BenchContext,
  plan: MendPlan,
  outcome: Extract<RepairOutcome, { ok: false }>,
): Promise<ServiceError> {
  const { reason, detail } = outcome;
  const said = bench.redact(detail);
  if (reason === 'changed') return new ServiceError('bench_entry_changed', said);
  if (reason === 'gone') return new ServiceError('bench_entry_not_found', said);
  const still = plan.sequence === null ? undefined : await findLetter(bench, plan.sequence);
  // It is there as it was: the event did not reach its actor, which may be otherwise in a moment.
  if (still?.mark === plan.mark) return new ServiceError('overloaded', said);
  const newest = await bench.deadLetters(lettersLookedAtMax);
  const own = newest.find(({ kind, id }) => kind === plan.kind && id === plan.id);
  const where = own === undefined ? '' : `; it is kept as dead letter ${own.sequence}`;
  return new ServiceError('mend_failed', `${plan.kind}/${plan.id} failed again: ${said}${where}`, {
    reason: 'failed_again',
    dead_letter: own?.sequence ?? null,
  });
}

function changed({ mark }: MendRequest, plan: MendPlan): ServiceError {
  const what =
    plan.sequence === null ? `${plan.kind}/${plan.id}` : `dead letter ${String(plan.sequence)}`;
  return new ServiceError(
    'bench_entry_changed',
    `${what} is not what was shown any more, so nothing was done; look at it again`,
    { shown: mark, now: plan.mark },
  );
}

function doneWords({ act, kind, id, sequence }: MendPlan, { outcome }: Done): string {
  const name = `${kind}/${id}`;
  switch (act) {
    case 'release':
      return `${name} is back in service.`;
    case 'discard':
      return `Dead letter ${String(sequence)} is removed; the audit log keeps what it held.`;
    case 'retry':
      if (outcome === null) return `${name} took the event of dead letter ${String(sequence)}.`;
      return outcome.accepted
        ? `${name} accepted the event and is ${stateWord(outcome.status)}.`
        : `${name} refused the event (${outcome.refusal?.message ?? 'no reason was given'}); the dead letter stays, with that as its reason.`;
  }
}

function reply(
  { clock }: BenchContext,
  request: MendRequest,
  { plan, done }: { readonly plan: MendPlan; readonly done: Done | null },
) {
  const { obstacle, replacement: _, ...rest } = plan;
  return {
    ok: true as const,
    dry_run: done === null,
    ...rest,
    possible: obstacle === null,
    obstacle,
    requested_by: request.requested_by,
    reason: request.reason,
    event_id: done?.event_id ?? null,
    outcome: done?.outcome ?? null,
    ...stampOf(clock, 'store'),
  };
}
