/** Which finished runs could have a follow-up, what it would be, and why others have none. */
import { setImmediate as nextTick } from 'node:timers/promises';
import { ServiceError } from '../../domain/errors.ts';
import { projectSchema, type QueueItem, queueItemSchema } from '../../domain/records.ts';
import { asText } from '../../lib/as-text.ts';
import type { CreateEvent } from '../../machines/project/events.ts';
import type { Needs } from '../common/index.ts';
import { projectsOfTitle } from '../intake/index.ts';
import { type FollowupFields, followupProject, readFollowup } from './followup-plan.ts';

/** Candidates read at once; between two readings others have their turn. */
const readAtOnce = 50;

/** A follow-up that could be launched: its parent, what the decision says of it, the child. */
export interface FollowupPlan {
  readonly item: QueueItem;
  readonly fields: FollowupFields;
  readonly child: CreateEvent;
}

/** Parents in their order, or the named one alone; throws `queue_item_not_found`. */
export async function* candidates(
  context: Needs<'reads'>,
  request: { readonly project_id?: string | undefined },
): AsyncGenerator<QueueItem> {
  if (request.project_id !== undefined) {
    const row = await context.reads.get('queue_item', request.project_id);
    if (row === undefined) {
      throw new ServiceError(
        'queue_item_not_found',
        `project ${request.project_id} is not in the queue`,
      );
    }
    yield queueItemSchema.parse(row);
    return;
  }
  // However many cannot be launched: what finishes later must not wait for them.
  let behind: QueueItem | undefined;
  for (;;) {
    const rows = await context.reads.followupCandidates(readAtOnce, behind);
    for (const row of rows) {
      behind = queueItemSchema.parse(row);
      yield behind;
    }
    if (rows.length < readAtOnce) return;
    await nextTick();
  }
}

/** What would be launched from an item, or why nothing can be. */
export async function planOf(
  context: Needs<'reads' | 'workers'>,
  item: QueueItem,
  depthMax: number,
): Promise<FollowupPlan | string> {
  const objection = objectionTo(item);
  if (objection !== null) return objection;
  const read = readFollowup(item.decision!);
  if (!read.ok) return `the decision leaves out ${read.missing.join(', ')}`;
  const { fields } = read;
  const [parentRow, launched] = await Promise.all([
    context.reads.get('project', item.project_id),
    context.reads.get('followup', item.project_id),
  ]);
  if (launched !== undefined)
    return `its follow-up was launched already, as ${asText(launched['child_project_id'])}`;
  if (parentRow === undefined) return 'its project record does not exist, so its depth is unknown';
  const project = projectSchema.parse(parentRow);
  const depth = project.lineage_depth + 1;
  if (depth > depthMax)
    return `its follow-up would be at depth ${depth}, max_followup_depth is ${depthMax}`;
  const child = followupProject(fields, { item, project });
  const same = await findSame(context, child);
  if (same !== null) return `project ${same} has the title or id of its follow-up already`;
  const routed = context.workers.route(child.enqueue);
  // Where no worker takes the class an item waits; a target nobody knows is a mistake.
  if (!routed.ok && child.enqueue.machine_target !== null) return routed.reason;
  return { item, fields, child };
}

/** Why an item is no parent of a follow-up at all; null when it may be. Pure. */
function objectionTo(item: QueueItem): string | null {
  const { status, decision } = item;
  if (item.replicates != null) return `it does run ${item.replicates.run_id} again`;
  if (status !== 'completed') return `it is ${status}; only completed items are followed up`;
  if (item.paper_id !== null) return `it has a paper (${item.paper_id})`;
  if (item.current_run_id === null) return 'it has no run, so there is no evidence to go on from';
  if (decision === null) return 'it has no decision';
  if (item.gate_verdict?.positive === true)
    return 'its decision is positive: a paper is to be drafted of it';
  if (decision.followup_recommended !== true)
    return 'its decision does not recommend a follow-up (followup_recommended)';
  return null;
}

async function findSame(context: Needs<'reads'>, child: CreateEvent): Promise<string | null> {
  if ((await context.reads.get('project', child.project_id)) !== undefined) return child.project_id;
  const [row] = await projectsOfTitle(context, child.project_name, 1);
  return row === undefined ? null : asText(row['project_id']);
}
