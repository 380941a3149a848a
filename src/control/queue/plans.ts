/**
 * Plans: an operator verb for many queue items, drawn up first and carried out later, exactly as
 * drawn or not at all. Drawing judges every row by the item's own machine and freezes its version.
 */
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import {
  type Plan,
  type PlanRow,
  type PlanSkipped,
  planSchema,
  queueItemSchema,
} from '../../domain/records.ts';
import { fingerprint } from '../../lib/hash.ts';
import { type EntityRow, firstPage, type ListQuery } from '../../store/ports/read-models.ts';
import { ask, idempotencyOf, type Needs } from '../common/index.ts';

import { checkVerb, toStoredVerb, type Verb, whyRefused } from './operator-verbs.ts';

interface PlanFilter {
  readonly status?: string | undefined;
  readonly queue_group?: string | undefined;
  readonly machine_target?: string | undefined;
  readonly workload_class?: string | undefined;
  /** Of each list of words the item has one among its tags. */
  readonly tag?: readonly (readonly string[])[] | undefined;
  readonly manual_review_required?: boolean | undefined;
  readonly search?: string | undefined;
}
interface DrawRequest extends Verb {
  readonly idempotency_key?: string | undefined;
  readonly requested_by: string;
  readonly project_ids?: readonly string[] | undefined;
  readonly filter?: PlanFilter | undefined;
}

/** Draws up a plan; nothing is done. Rows beyond `limits.planRowsMax` are left out and said to be. */
export async function drawPlan(
  context: Needs<'actors' | 'entropy' | 'reads' | 'workers'>,
  request: DrawRequest,
) {
  const { idempotency_key: key, ...payload } = request;
  checkVerb(context, request);
  const planId =
    key === undefined
      ? context.entropy.id()
      : fingerprint({ plan: key, of: 'queue.plan' }).slice(0, 32);
  const frozen = await freeze(context, request);
  const { outcome, replayed } = await ask(
    context.actors,
    { kind: 'plan', id: planId },
    {
      type: 'DRAW',
      plan_id: planId,
      verb: toStoredVerb(request),
      ...frozen,
      ttl_ms: limits.planTtlMs,
    },
    { by: request.requested_by, ...idempotencyOf('queue.plan', key, payload) },
  );
  // As it was drawn, whatever became of it since: a repeat gets the same answer.
  const drawn = await context.reads.stateAt('plan', planId, outcome.event_id ?? 0);
  return {
    body: { ...view(planSchema.parse(drawn?.state)), event_id: outcome.event_id },
    replayed,
  };
}

async function freeze(context: Needs<'reads'>, request: DrawRequest) {
  const { rows, missing, truncated } = await select(context, request);
  const eligible: PlanRow[] = [];
  const skipped: PlanSkipped[] = missing.map((project_id) => ({
    project_id,
    version: null,
    status: null,
    code: 'queue_item_not_found',
    reason: `${project_id} is not in the queue.`,
  }));
  for (const row of rows) {
    const item = queueItemSchema.parse(row);
    const refusal = whyRefused(item, request);
    const frozen = { project_id: item.project_id, version: row.version, status: item.status };
    if (refusal === null) eligible.push(frozen);
    else skipped.push({ ...frozen, code: refusal.code, reason: refusal.message });
  }
  return { eligible, skipped, truncated };
}

async function select({ reads }: Needs<'reads'>, { project_ids: ids, filter = {} }: DrawRequest) {
  if (ids !== undefined) {
    const wanted = [...new Set(ids)];
    const found = await Promise.all(wanted.map((id) => reads.get('queue_item', id)));
    return {
      rows: found.filter((row): row is EntityRow => row !== undefined),
      missing: wanted.filter((_, index) => found[index] === undefined),
      truncated: false,
    };
  }
  const { search = '', ...rest } = filter;
  const filters = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  ) as ListQuery['filters'];
  const page = await reads.list('queue_item', {
    ...firstPage,
    pageSize: limits.planRowsMax,
    filters,
    search,
  });
  return { rows: page.rows, missing: [], truncated: page.nextCursor !== null };
}

/** A plan as replies show it. */
function view(plan: Plan) {
  const { pending_request: _, eligible, skipped, results, ...rest } = plan;
  const { verb, ...words } = plan.verb as unknown as Verb;
  const self = `/control/api/v1/plans/${plan.plan_id}`;
  return {
    ok: true as const,
    ...rest,
    verb,
    ...words,
    rows_max: limits.planRowsMax,
    eligible_count: eligible.length,
    skipped_count: skipped.length,
    applied_count: results.filter(({ result }) => result === 'applied').length,
    eligible,
    skipped,
    results,
    links: { self, execute: `${self}/execute` },
  };
}

async function requirePlan({ reads }: Needs<'reads'>, planId: string): Promise<Plan> {
  const row = await reads.get('plan', planId);
  if (row !== undefined) return planSchema.parse(row);
  throw new ServiceError(
    'plan_not_found',
    `no plan has the id ${JSON.stringify(planId)}; POST /control/api/v1/queue/plan draws one up`,
  );
}

/** A plan as it stands. Throws `plan_not_found`. */
export async function readPlan(context: Needs<'reads'>, planId: string) {
  return view(await requirePlan(context, planId));
}

/** Differences named in one refusal; the plan itself has them all. */
const differencesShownMax = 100;

/** Carries a plan out, once. 409 with the differences when a row has changed since it was drawn. */
export async function executePlan(
  context: Needs<'actors' | 'reads'>,
  planId: string,
  request: { readonly idempotency_key?: string | undefined; readonly requested_by: string },
) {
  await requirePlan(context, planId);
  const { idempotency_key: key, requested_by: by } = request;
  const { outcome, replayed } = await ask(
    context.actors,
    { kind: 'plan', id: planId },
    { type: 'EXECUTE' },
    { by, ...idempotencyOf('plan.execute', key, { plan_id: planId, requested_by: by }) },
  );
  const plan = await requirePlan(context, planId);
  const { refusal } = outcome;
  if (outcome.status === 'outdated') throw outdated(plan, replayed);
  if (refusal !== null) {
    const details = { reason: refusal.code, current_status: outcome.status };
    throw new ServiceError('transition_refused', refusal.message, details, { replayed });
  }
  if (outcome.status !== 'executed') {
    const words = `plan ${planId} kept failing (${plan.last_error ?? 'no reason was given'}); the items' events say which rows were done`;
    throw new ServiceError('internal', words, { plan_id: planId }, { replayed });
  }
  return { body: { ...view(plan), event_id: outcome.event_id }, replayed };
}

function outdated({ plan_id, differences }: Plan, replayed: boolean): ServiceError {
  const count = differences.length;
  const rows = count === 1 ? '1 row has' : `${count} rows have`;
  return new ServiceError(
    'plan_outdated',
    `${rows} changed since the plan was drawn up, so nothing was done; draw up a new plan`,
    { plan_id, difference_count: count, differences: differences.slice(0, differencesShownMax) },
    { replayed },
  );
}
