/** Whether a cluster would take jobs, asked without making one: whether it answers, may be written to, and has what they ask for. */
import type { SlurmResources, SlurmSettings } from '../../config/slurm-target.ts';
import { workloadClasses } from '../../domain/statuses.ts';
import type { CommandRunner } from '../command-runner.ts';
import { jobNameOf } from '../job-name.ts';
import type { ClusterPort } from '../port.ts';
import { sbatchArguments } from './arguments.ts';
import { checkAbove } from './folder.ts';
import { lookUp } from './look-up.ts';
import { misfitOf } from './refusals.ts';

/** A name that no run has: a cluster that answers knows no job of it. */
const noRun = 'preflight';

/**
 * Stops at the first step that fails, and says which; jobs of some class must be taken. What they ask for is tried with
 * `sbatch --test-only`, which costs the scheduler something: what it took once is not tried again.
 */
export function createSlurmCheck(
  runner: CommandRunner,
  settings: SlurmSettings,
): ClusterPort['check'] {
  const taken = new Set<string>();
  return async () => {
    const state = await lookUp(runner, settings.folder, noRun);
    if (state.kind === 'unknown') return { ok: false, detail: state.why };
    const above = await checkAbove(runner, settings.folder);
    if (!above.ok) return { ok: false, detail: above.why };
    const refused: string[] = [];
    const byAsked = classesByAsked(settings);
    for (const [asked, classes] of byAsked) {
      if (taken.has(asked)) continue;
      const tried = await tryJob(runner, settings.folder, settings.resourcesOf(classes[0]));
      if (tried === 'taken') taken.add(asked);
      else if (tried !== 'unclear')
        refused.push(`jobs of ${classes.join(', ')} (${asked}): ${tried.why}`);
    }
    if (refused.length === 0)
      return { ok: true, detail: 'the cluster answers and would take such jobs' };
    // Those of other classes go on: one that is refused is given back with the same words.
    const words = `Slurm will not have ${refused.join('; nor ')}`;
    const isAll = refused.length === byAsked.size;
    return isAll
      ? { ok: false, detail: words }
      : { ok: true, detail: `the cluster answers; ${words}` };
  };
}

type Classes = [(typeof workloadClasses)[number], ...(typeof workloadClasses)[number][]];

/** The classes by what their jobs ask for, in the words of the configuration. */
function classesByAsked({ resourcesOf }: SlurmSettings): ReadonlyMap<string, Classes> {
  const byAsked = new Map<string, Classes>();
  for (const name of workloadClasses) {
    const asked = wordsOf(resourcesOf(name));
    const others = byAsked.get(asked);
    if (others === undefined) byAsked.set(asked, [name]);
    else others.push(name);
  }
  return byAsked;
}

function wordsOf({ memoryMib, timeLimitMs, ...same }: SlurmResources): string {
  const time_limit_sec = timeLimitMs === null ? null : timeLimitMs / 1000;
  const given = Object.entries({ ...same, memory_mib: memoryMib, time_limit_sec }).flatMap(
    ([field, value]) => (value === null ? [] : [`${field} ${value}`]),
  );
  return given.length === 0 ? 'which ask for nothing' : given.join(', ');
}

async function tryJob(
  runner: CommandRunner,
  folder: string,
  resources: SlurmResources,
): Promise<'taken' | 'unclear' | { readonly why: string }> {
  const [program, ...args] = sbatchArguments({ name: jobNameOf(noRun), folder, resources });
  const outcome = await runner.run({
    argv: [program, '--test-only', ...args],
    stdin: Buffer.from('#!/bin/sh\n'),
  });
  if (outcome.kind === 'unclear') return 'unclear';
  if (outcome.code === 0) return 'taken';
  const why = misfitOf(outcome);
  return why === null ? 'unclear' : { why };
}
