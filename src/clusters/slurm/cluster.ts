/** A Slurm cluster as a port: one job for one run, by the commands that every version of it has. */

import type { SlurmSettings } from '../../config/slurm-target.ts';
import type { Clock } from '../../lib/clock.ts';
import type { CommandRunner } from '../command-runner.ts';
import { jobNameOf } from '../job-name.ts';
import type { ClusterPort } from '../port.ts';
import { firstWords } from './answers.ts';
import { createSlurmCheck } from './check.ts';
import { callOff, readLog } from './folder.ts';
import { lookUp } from './look-up.ts';
import { submitJob } from './submit.ts';

/** Runs nothing before it is asked. The runner is closed by whoever made it. */
export function createSlurmCluster(
  runner: CommandRunner,
  settings: SlurmSettings,
  clock: Pick<Clock, 'monotonic'>,
): ClusterPort {
  const observe: ClusterPort['observe'] = ({ runId }) => lookUp(runner, settings.folder, runId);
  return {
    submit: ({ runId }, spec) => submitJob(runner, settings, { runId, spec }),
    observe,
    cancel: ({ runId }) => cancelJob(runner, settings.folder, runId),
    async logs({ runId }, range) {
      const state = await observe({ runId });
      if (state.kind === 'unknown') return { kind: 'unclear', why: state.why };
      if (state.kind !== 'running' && state.kind !== 'ended') return { kind: 'none' };
      if (state.job === null) return { kind: 'none' };
      const folder = `${settings.folder}/${jobNameOf(runId)}`;
      return readLog(runner, { folder, jobId: state.job.jobId, ...range });
    },
    check: createSlurmCheck(runner, settings, clock),
  };
}

/** First so that none begins any more, then so that those end that began: the other way round one could slip in between. */
async function cancelJob(
  runner: CommandRunner,
  above: string,
  runId: string,
): ReturnType<ClusterPort['cancel']> {
  const name = jobNameOf(runId);
  const calledOff = await callOff(runner, `${above}/${name}`);
  if (!calledOff.ok) return calledOff;
  const argv = ['scancel', `--user=${runner.account}`, `--name=${name}`] as const;
  const outcome = await runner.run({ argv: [...argv] });
  if (outcome.kind === 'unclear') return { ok: false, why: outcome.why };
  return outcome.code === 0
    ? { ok: true }
    : { ok: false, why: `scancel failed: ${firstWords(outcome.stderr)}` };
}
