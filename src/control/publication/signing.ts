/** What the installation states when it signs a package or an imported paper. */
import { queueItemSchema } from '../../domain/records.ts';
import type { Signing } from '../../papers/attestation/attest.ts';
import { newestEvents, type ReadModels } from '../../store/ports/read-models.ts';

/** The key, the stored decision of the project, and where the event log has the paper as it is now. */
export async function signingOf(
  { keyFile, reads }: { readonly keyFile: string; readonly reads: ReadModels },
  { projectId, paperId }: { readonly projectId: string; readonly paperId: string },
): Promise<Signing> {
  const [row, chain] = await Promise.all([
    reads.get('queue_item', projectId),
    newestOf(reads, paperId),
  ]);
  const decision = row === undefined ? null : queueItemSchema.parse(row).decision;
  return {
    keyFile,
    chain,
    decision:
      decision === null
        ? null
        : {
            project_decision: decision.project_decision,
            hypothesis_status: decision.hypothesis_status,
            evidence_strength: decision.evidence_strength ?? null,
          },
  };
}

/** The head of the whole log moves with what has nothing to do with the paper. */
async function newestOf(reads: ReadModels, paperId: string): Promise<Signing['chain']> {
  const [newest] = await reads.events({
    ...newestEvents,
    limit: 1,
    entityType: 'paper',
    entityId: paperId,
  });
  return { event_id: newest?.event_id ?? 0, hash: newest?.hash ?? '' };
}
