/** What a run was registered with, and the audit event that held it: its number is known once the turn is stored. */
import { ServiceError } from '../../domain/errors.ts';
import { runSchema } from '../../domain/records.ts';
import { toBundleRegistration } from '../../papers/evidence/registration.ts';
import type { BundleRegistration } from '../../papers/evidence/schema.ts';
import { newestEvents, type ReadModels } from '../../store/ports/read-models.ts';

/** Name of the event, one of each run that has a criterion. */
const eventType = 'run.registered';

/**
 * The registration of a run; null where nothing was registered before it. Throws `evidence_missing` where
 * the log has no such event, or one of another criterion than the run keeps.
 */
export async function registrationOfRun(
  reads: Pick<ReadModels, 'get' | 'events'>,
  runId: string,
): Promise<BundleRegistration | null> {
  const row = await reads.get('run', runId);
  const kept = row === undefined ? null : (runSchema.parse(row).registration ?? null);
  if (kept === null) return null;
  const [event] = await reads.events({
    ...newestEvents,
    limit: 1,
    entityType: 'run',
    entityId: runId,
    eventType,
  });
  if (event?.payload['sha256'] === kept.sha256) return toBundleRegistration(kept, event);
  throw new ServiceError(
    'evidence_missing',
    `Run ${runId} was registered with a criterion, and the event log does not hold it: ${event === undefined ? `there is no ${eventType} of the run` : `event ${event.event_id} is of another criterion`}. Without it no paper can say what was registered before the run.`,
    { run_id: runId, event_id: event?.event_id ?? null },
  );
}
