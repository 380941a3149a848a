/** The gates of runs on clusters as this control plane has them: which runs are open, and who is told of a gate. */
import type { OrreryConfig } from '../../config/resolve.ts';
import { ask, type ControlContext } from '../../control/common/index.ts';
import { asText } from '../../lib/as-text.ts';
import { mayLive } from '../../machines/queue-item/given-up.ts';
import type { GatesAtHome } from '../../worker-client/gates-at-home.ts';
import { createRunGates, type OpenRun, type RunGates } from '../../worker-client/run-gates.ts';
import type { AppOptions } from '../options.ts';

interface Parts {
  readonly gates: GatesAtHome;
  readonly config: OrreryConfig;
  readonly options: AppOptions;
  /** Asked when a gate comes: it is made after the workers that the gates belong to. */
  readonly context: () => ControlContext;
}

/** A gate that comes is as good as a look at the job: the run that waits for it goes on at once. */
export function openRunGates({ gates, config, options, context }: Parts): RunGates {
  const { log, clock } = options;
  return createRunGates({
    gates,
    clock,
    timeoutMs: config.dispatch.workerCallTimeoutMs,
    openRun: (runId) => openRun(context(), runId),
    onError: (error) => log.error({ err: error }, 'runs with a gate at home could not be read'),
    onHome(runId, { projectId: id }) {
      log.info({ run_id: runId }, 'the gate of a run is home');
      ask(
        context().actors,
        { kind: 'queue_item', id },
        { type: 'JOB_DUE', run_id: runId },
        { by: 'cluster' },
      ).catch((error: unknown) => log.warn({ err: error, run_id: runId }, 'looked at later'));
    },
  });
}

async function openRun({ reads }: ControlContext, runId: string): Promise<OpenRun | null> {
  const projectId = asText((await reads.get('run', runId))?.['project_id']);
  const item = await reads.get('queue_item', projectId);
  return mayLive(item, runId) ? { projectId } : null;
}
