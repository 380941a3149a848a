/** What the installation states when it signs a package or an imported paper. */
import { queueItemSchema } from '../../domain/records.ts';
import type { Signing } from '../../papers/attestation/attest.ts';
import type { ReadModels } from '../../store/ports/read-models.ts';

/** The key, the stored decision of the project, and the head of the event log as it is now. */
export async function signingOf(
  { keyFile, reads }: { readonly keyFile: string; readonly reads: ReadModels },
  projectId: string,
): Promise<Signing> {
  const [row, chain] = await Promise.all([reads.get('queue_item', projectId), chainHead(reads)]);
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

const newestEvent = {
  before: null,
  limit: 1,
  entityType: '',
  entityId: '',
  eventType: '',
  search: '',
} as const;

async function chainHead(reads: ReadModels): Promise<Signing['chain']> {
  const [newest] = await reads.events(newestEvent);
  return { event_id: newest?.event_id ?? 0, hash: newest?.hash ?? '' };
}
