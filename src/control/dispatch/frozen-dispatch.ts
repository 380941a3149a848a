/** What a plan freezes of a dispatch: the item, where it would go, and all that lets it go. */
import { queueItemSchema } from '../../domain/records.ts';
import type { Needs, PlanMember } from '../common/index.ts';
import { type Candidate, judge, whyClosed } from './candidates.ts';

/** A candidate as it is now; null where it may not go, and the member says why. */
export interface FrozenDispatch {
  readonly member: PlanMember;
  readonly candidate: Candidate | null;
  readonly activeCount: number;
}

/** Reads and changes nothing. */
export async function freezeDispatch(
  context: Needs<'reads' | 'workers'>,
  projectId: string,
): Promise<FrozenDispatch> {
  const [row, closed, lanes] = await Promise.all([
    context.reads.get('queue_item', projectId),
    whyClosed(context),
    context.reads.activeLanes(),
  ]);
  const item = row === undefined ? null : queueItemSchema.parse(row);
  const judged = item === null ? null : judge(context, item, new Set(lanes));
  const candidate = closed === null && judged?.ok === true ? judged.candidate : null;
  const values = {
    status: item?.status ?? null,
    queue: closed ?? 'open',
    worker_target: candidate?.target.name ?? null,
    lane: candidate?.target.lane ?? null,
    mode: item?.next_mode ?? null,
    obstacle: judged?.ok === false ? judged.reason : null,
  };
  const act = candidate === null ? 'none' : 'dispatch';
  const version = row?.version ?? null;
  const member = { kind: 'queue_item', id: projectId, version, act, values };
  return { member, candidate, activeCount: lanes.length };
}
