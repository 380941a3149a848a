/** What the follow-up of a finished run would be, and why there can be none. */
import { projectSchema, type QueueItem } from '../../domain/records.ts';
import { stateWord } from '../../domain/state-words.ts';
import { asText } from '../../lib/as-text.ts';
import type { CreateEvent } from '../../machines/project/events.ts';
import type { EntityRow } from '../../store/ports/read-models.ts';
import type { Needs } from '../common/index.ts';
import { projectsOfTitle } from '../intake/index.ts';
import { type FollowupFields, followupProject, readFollowup } from './followup-plan.ts';

/** A follow-up that could be launched: its parent, what the decision says of it, the child. */
export interface FollowupPlan {
  readonly item: QueueItem;
  readonly fields: FollowupFields;
  readonly child: CreateEvent;
}

/** What would be launched from an item, or why nothing can be. */
export async function planOf(
  context: Needs<'reads' | 'workers'>,
  item: QueueItem,
  depthMax: number,
): Promise<FollowupPlan | string> {
  const found = await judgeFollowup(context, item, depthMax);
  return 'reason' in found ? found.reason : found;
}

/** That nothing can be, as long as the item, its project and these others are as they are; null: who knows how long. */
interface Refusal {
  readonly reason: string;
  readonly others: ReadonlyMap<string, number> | null;
}

const ofItsOwn: ReadonlyMap<string, number> = new Map();

/** Reads what speaks against it, which is told with the versions that were read. */
export async function judgeFollowup(
  context: Needs<'reads' | 'workers'>,
  item: QueueItem,
  depthMax: number,
): Promise<FollowupPlan | Refusal> {
  const no = (reason: string, others: Refusal['others'] = ofItsOwn): Refusal => ({
    reason,
    others,
  });
  const objection = objectionTo(item);
  if (objection !== null) return no(objection);
  const read = readFollowup(item.decision!);
  if (!read.ok) return no(`the decision leaves out ${read.missing.join(', ')}`);
  const { fields } = read;
  const [parentRow, launched] = await Promise.all([
    context.reads.get('project', item.project_id),
    context.reads.get('followup', item.project_id),
  ]);
  if (launched !== undefined) {
    const child = asText(launched['child_project_id']);
    return no(`its follow-up was launched already, as ${child}`, null);
  }
  if (parentRow === undefined)
    return no('its project record does not exist, so its depth is unknown');
  const project = projectSchema.parse(parentRow);
  const depth = project.lineage_depth + 1;
  if (depth > depthMax)
    return no(`its follow-up would be at depth ${depth}, max_followup_depth is ${depthMax}`);
  const child = followupProject(fields, { item, project });
  const same = await findSame(context, child);
  if (same !== null) {
    const id = asText(same['project_id']);
    const reason = `project ${id} has the title or id of its follow-up already`;
    return no(reason, new Map([[id, same.version]]));
  }
  const routed = context.workers.route(child.enqueue);
  // Where no worker takes the class an item waits; a target nobody knows is a mistake.
  if (!routed.ok && child.enqueue.machine_target !== null) return no(routed.reason, null);
  return { item, fields, child };
}

/** Why an item is no parent of a follow-up at all; null when it may be. Pure. */
function objectionTo(item: QueueItem): string | null {
  const { status, decision } = item;
  if (item.replicates != null) return `it does run ${item.replicates.run_id} again`;
  if (status !== 'completed')
    return `it is ${stateWord(status)}; only completed items are followed up`;
  if (item.paper_id !== null) return `it has a paper (${item.paper_id})`;
  if (item.current_run_id === null) return 'it has no run, so there is no evidence to go on from';
  if (decision === null) return 'it has no decision';
  if (item.gate_verdict?.positive === true)
    return 'its decision is positive: a paper is to be drafted of it';
  if (decision.followup_recommended !== true)
    return 'its decision does not recommend a follow-up (followup_recommended)';
  return null;
}

async function findSame(context: Needs<'reads'>, child: CreateEvent): Promise<EntityRow | null> {
  const taken = await context.reads.get('project', child.project_id);
  if (taken !== undefined) return taken;
  const [row] = await projectsOfTitle(context, child.project_name, 1);
  return row ?? null;
}
