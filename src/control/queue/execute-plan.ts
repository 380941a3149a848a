/**
 * Effect `plan.execute`: does a plan's verb to each of its rows, each under a key of its own, so
 * that an execution cut off in the middle goes on where it was and does nothing twice.
 */
import type { EffectHandler } from '../../actors/runtime/effect-handler.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { PlanDifference, PlanResult, PlanRow } from '../../domain/records.ts';
import { asText } from '../../lib/as-text.ts';
import type { ExecutePlanInput } from '../../machines/plan/effects.ts';
import type { PlanEvent } from '../../machines/plan/events.ts';
import type { ControlContext, Needs } from '../common/index.ts';
import { standingCancel, stopFailure, stoppedRun } from './cancel-outcome.ts';
import { askVerb, type Verb } from './operator-verbs.ts';

/** Attempts at an execution that fails unexpectedly. */
const attemptsMax = 10;
/** The whole execution is tried again later; rows already done are found by their keys. */
const passing: ReadonlySet<string> = new Set(['overloaded', 'shutting_down']);

type Context = Pick<ControlContext, 'actors' | 'reads'>;

/** Answers `OUTDATED` with the differences before anything is done, else `EXECUTED` with a result per row. */
export function createExecutePlan(contextOf: () => ControlContext): EffectHandler {
  return {
    attemptsMax,
    backOff: { baseMs: 200, maxMs: 10_000, factor: 2 },
    async run(input, { resumed, attempt, signal }): Promise<PlanEvent> {
      const plan = input as unknown as ExecutePlanInput;
      const context = contextOf();
      const mayHaveBegun = resumed || attempt > 1;
      if (!(mayHaveBegun && (await hasBegun(context, plan)))) {
        const differences = await differ(context, plan.rows);
        if (differences.length > 0) return { type: 'OUTDATED', differences };
      }
      const results: PlanResult[] = [];
      for (const row of plan.rows) {
        signal.throwIfAborted();
        results.push(await doRow(context, plan, row, mayHaveBegun));
      }
      return { type: 'EXECUTED', results };
    },
  };
}

const keyOf = (plan: ExecutePlanInput, row: PlanRow): string =>
  `plan:${plan.plan_id}:${row.project_id}`;

/** True when an earlier attempt has asked any row already. */
async function hasBegun({ actors }: Context, plan: ExecutePlanInput): Promise<boolean> {
  for (const row of plan.rows) {
    if ((await actors.recall(keyOf(plan, row))) !== undefined) return true;
  }
  return false;
}

async function differ({ reads }: Context, rows: readonly PlanRow[]): Promise<PlanDifference[]> {
  const now = await Promise.all(rows.map((row) => reads.get('queue_item', row.project_id)));
  return rows.flatMap((row, index) => {
    const found = now[index];
    if (found?.version === row.version) return [];
    return [
      {
        project_id: row.project_id,
        from_status: row.status,
        to_status: found === undefined ? null : asText(found['status']),
        from_version: row.version,
        to_version: found?.version ?? null,
      },
    ];
  });
}

async function doRow(
  context: Needs<'actors' | 'reads'>,
  plan: ExecutePlanInput,
  row: PlanRow,
  mayHaveBegun: boolean,
): Promise<PlanResult> {
  const key = keyOf(plan, row);
  const { project_id } = row;
  const asked = mayHaveBegun ? await context.actors.recall(key) : undefined;
  if (asked === undefined) {
    const [difference] = await differ(context, [row]);
    if (difference !== undefined) {
      const detail = `it became ${difference.to_status ?? 'unknown'} (version ${difference.to_version}) while the plan was being carried out`;
      const status = difference.to_status ?? row.status;
      return {
        project_id,
        result: 'changed',
        status,
        event_id: null,
        stopped_run_id: null,
        detail,
      };
    }
  }
  try {
    const verb = plan.verb as unknown as Verb;
    const request = { ...verb, project_id, requested_by: plan.requested_by };
    const outcome = await askVerb(context, request, { key, payload: {} });
    const trouble = outcome.refusal?.message ?? stopFailure(outcome);
    const failed = outcome.refusal === null ? 'failed' : 'refused';
    return {
      project_id,
      result: trouble === null ? 'applied' : failed,
      status: outcome.status,
      event_id: outcome.event_id,
      stopped_run_id: stoppedRun(outcome),
      detail: trouble ?? standingCancel(project_id, outcome),
    };
  } catch (error) {
    if (!(error instanceof ServiceError) || passing.has(error.code)) throw error;
    const { status } = row;
    const detail = error.message;
    return { project_id, result: 'failed', status, event_id: null, stopped_run_id: null, detail };
  }
}
