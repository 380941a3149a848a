/** Submits the job of a run, unless there is one: looked up first, and again whenever the answer was not clear. */

import type { SlurmSettings } from '../../config/slurm-target.ts';
import type { CommandRunner } from '../command-runner.ts';
import { jobNameOf } from '../job-name.ts';
import type { JobHandle, JobSpec, Submission } from '../port.ts';
import { firstWords } from './answers.ts';
import { sbatchArguments } from './arguments.ts';
import { prepareFolder } from './folder.ts';
import { lookUp } from './look-up.ts';
import { refusalOf } from './refusals.ts';
import { jobScript } from './script.ts';

/** Asked any number of times, at once or after each other, one job at most ever has the run. */
export async function submitJob(
  runner: CommandRunner,
  settings: SlurmSettings,
  { runId, spec }: { readonly runId: string; readonly spec: JobSpec },
): Promise<Submission> {
  const above = settings.folder;
  const before = await lookUp(runner, above, runId);
  if (before.kind === 'unknown') return { kind: 'unclear', why: before.why };
  if (before.kind !== 'absent') return { kind: 'exists', state: before };
  const name = jobNameOf(runId);
  const folder = `${above}/${name}`;
  const prepared = await prepareFolder(runner, { folder, above, files: spec.files });
  if (!prepared.ok) return { kind: 'unclear', why: prepared.why };
  const answer = await callSbatch(runner, {
    argv: sbatchArguments({ name, folder, resources: settings.resourcesOf(spec.workloadClass) }),
    stdin: Buffer.from(jobScript(folder, spec.argv)),
  });
  const after = await lookUp(runner, above, runId);
  if (after.kind === 'unknown' || after.kind === 'absent') {
    if (answer.jobId !== null) return { kind: 'submitted', job: { runId, jobId: answer.jobId } };
    return answer.refusal === null
      ? { kind: 'unclear', why: answer.why }
      : { kind: 'refused', why: answer.refusal };
  }
  const job: JobHandle | null = 'job' in after ? after.job : null;
  return job !== null && job.jobId === answer.jobId
    ? { kind: 'submitted', job }
    : { kind: 'exists', state: after };
}

interface Answer {
  readonly jobId: string | null;
  readonly refusal: string | null;
  readonly why: string;
}

async function callSbatch(
  runner: CommandRunner,
  command: { readonly argv: [string, ...string[]]; readonly stdin: Buffer },
): Promise<Answer> {
  const outcome = await runner.run(command);
  if (outcome.kind === 'unclear') return { jobId: null, refusal: null, why: outcome.why };
  const said = outcome.stdout.toString('utf8');
  if (outcome.code !== 0)
    return {
      jobId: null,
      refusal: refusalOf(outcome),
      why: `sbatch failed: ${firstWords(outcome.stderr)}`,
    };
  // The number of the job and, where there are several clusters, a semicolon and the name of its own.
  const jobId = /^(\d{1,20})(?:;[\w.-]+)?\n?$/.exec(said)?.[1] ?? null;
  return { jobId, refusal: null, why: `sbatch printed no number: ${firstWords(said)}` };
}
