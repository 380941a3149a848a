/** The paper that a completed item could have, and what a plan freezes of drafting it. */
import { paperIdOf } from '../../domain/ids.ts';
import { type QueueItem, queueItemSchema } from '../../domain/records.ts';
import type { EvidenceCheck, Needs, PlanMember } from '../common/index.ts';
import { heldReason } from './paper-obstacles.ts';

/** A paper that could be drafted, as replies name it. */
export interface DraftCandidate {
  readonly project_id: string;
  readonly project_name: string;
  readonly run_id: string;
  readonly paper_id: string;
}

/** Null for an item without run or decision. */
export function candidateOf(item: QueueItem): DraftCandidate | null {
  if (item.current_run_id === null || item.decision === null) return null;
  return {
    project_id: item.project_id,
    project_name: item.project_name,
    run_id: item.current_run_id,
    paper_id: paperIdOf(item.current_run_id),
  };
}

/** A draft as it could be made now; both null where it could not, and the member says why. */
export interface FrozenDraft {
  readonly member: PlanMember;
  readonly ready: { readonly item: QueueItem; readonly candidate: DraftCandidate } | null;
}

/** Reads and changes nothing. */
export async function freezeDraft(
  context: Needs<'reads'>,
  checkEvidence: EvidenceCheck,
  { projectId, force }: { readonly projectId: string; readonly force: boolean },
): Promise<FrozenDraft> {
  const row = await context.reads.get('queue_item', projectId);
  const item = row === undefined ? null : queueItemSchema.parse(row);
  const candidate = item === null ? null : candidateOf(item);
  const [paper, held, missing] = await Promise.all([
    candidate === null ? undefined : context.reads.get('paper', candidate.paper_id),
    candidate === null ? null : heldReason(context.reads, candidate.paper_id),
    item === null ? null : checkEvidence(item.project_dir),
  ]);
  const isDue =
    item?.status === 'completed' &&
    item.gate_verdict?.positive === true &&
    item.paper_id === null &&
    held === null;
  const hasEvidence = missing === null || (force && !missing.fatal);
  const ready =
    item !== null && candidate !== null && isDue && hasEvidence ? { item, candidate } : null;
  const values = {
    status: item?.status ?? null,
    run_id: candidate?.run_id ?? null,
    paper_id: candidate?.paper_id ?? null,
    paper_version: paper?.version ?? null,
    evidence: missing?.reason ?? 'complete',
  };
  const act = ready === null ? 'none' : 'draft';
  const member = { kind: 'queue_item', id: projectId, version: row?.version ?? null, act, values };
  return { member, ready };
}
