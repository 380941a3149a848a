/** One queue item as its pane shows it, read from replies of the API. Pure. */
import { type LogEvent, readEvent } from './model.ts';
import { type Fields, fieldsOf, listOf, textOf, textsOf, timeOf } from './read.ts';
import { type Act, type VerbName, type VerbState, verbs } from './verbs.ts';

/** One run in the pane of its item; null where the reply did not say. */
export interface ItemRun {
  readonly id: string | null;
  readonly status: string | null;
  readonly worker: string | null;
  readonly startedMs: number | null;
  readonly endedMs: number | null;
  readonly error: string | null;
}

/** What is known of an item. */
export interface ItemFacts {
  readonly title: string | null;
  readonly status: string | null;
  readonly flagged: boolean;
  readonly nextStep: string | null;
  readonly result: string | null;
  readonly tags: readonly string[] | null;
  readonly runs: readonly ItemRun[] | null;
  readonly events: readonly LogEvent[] | null;
}

/** Why it does not move, and what an operator could do. */
export interface ItemWhy {
  readonly reason: string | null;
  readonly sinceMs: number | null;
  readonly blocked: boolean;
  readonly remedy: string | null;
  /** Null: the service did not say. */
  readonly verbs: readonly VerbState[] | null;
}

/** How far an act of the operator has come. */
export type ItemAct = Act<VerbName>;

/** All that is known of the item shown. `createDetail` writes it, the pane reads it. */
export interface ItemDetail {
  readonly id: string;
  facts: ItemFacts | null;
  /** Why `facts` are missing or old; null when they are not. */
  factsProblem: string | null;
  why: ItemWhy | null;
  whyProblem: string | null;
  act: ItemAct | null;
}

/** From a reply about the project; members that are missing become null. */
export function readItemFacts(json: unknown): ItemFacts {
  const body = fieldsOf(json);
  const item = fieldsOf(body.queue_item);
  return {
    title: textOf(item.project_name),
    status: textOf(item.status),
    flagged: item.manual_review_required === true,
    nextStep: textOf(item.operator_next_step),
    result: textOf(item.last_result_summary),
    tags: textsOf(item.tags) ?? textsOf(fieldsOf(body.project).tags),
    runs: listOf(body.runs, readRun),
    events: listOf(body.events, readEvent),
  };
}

function readRun(row: Fields): ItemRun {
  return {
    id: textOf(row.run_id),
    status: textOf(row.state),
    worker: textOf(row.worker_target),
    startedMs: timeOf(row.started_at),
    endedMs: timeOf(row.ended_at),
    error: textOf(row.last_error),
  };
}

/** Null for what only tells a program where to ask next. */
function remedyOf(action: string | null): string | null {
  return action?.includes('/control/') === true ? null : action;
}

/** From a reply of the explain route; verbs that this page does not know are left out. */
export function readItemWhy(json: unknown): ItemWhy {
  const body = fieldsOf(json);
  return {
    reason: textOf(body.reason),
    sinceMs: timeOf(body.since),
    blocked: body.blocked === true,
    remedy: remedyOf(textOf(fieldsOf(body.unblock).action)),
    verbs:
      listOf(body.verbs, (row) => row)?.flatMap((row) => {
        const verb = verbs.find((name) => name === row.verb);
        return verb === undefined ? [] : [{ verb, whyNot: textOf(row.why_not) }];
      }) ?? null,
  };
}
