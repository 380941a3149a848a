/** Why nothing is begun beside a run that lives. */
import { ServiceError } from '../../domain/errors.ts';

/** Refuses in the name of that run. */
export const busy = (runId: string): ServiceError =>
  new ServiceError('worker_busy', `run ${runId} is live on this worker; wait for it or stop it`, {
    live_run_id: runId,
  });
