/** What the agent of a run on a cluster has used, heard before its evidence is fetched: its gate ends soon after. */
import type { ControlContext } from '../../control/common/index.ts';
import { noticeUsageOfRun } from '../../control/workers/index.ts';
import { describeError } from '../../lib/describe-error.ts';
import type { CollectEvidenceInput } from '../../machines/queue-item/effects.ts';
import type { Log } from '../process/log.ts';

/** Never rejects: what cannot be heard keeps nobody from the evidence. */
export const hearUsage =
  (contextOf: () => ControlContext, log: Pick<Log, 'warn'>) =>
  async ({
    run_id: runId,
    project_id: projectId,
    lane,
  }: Pick<CollectEvidenceInput, 'run_id' | 'project_id' | 'lane'>): Promise<void> => {
    const context = contextOf();
    const target = context.workers.byLane(lane);
    if (target === undefined) return;
    try {
      await noticeUsageOfRun(context, target, { runId, projectId });
    } catch (error) {
      const fields = { run_id: runId, reason: describeError(error) };
      log.warn(fields, 'what its agent has used was not heard');
    }
  };
