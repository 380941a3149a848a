/** Whether a cluster would take jobs, asked without making one: whether it answers, may be written to, and has what they ask for. */
import type { SlurmResources, SlurmSettings } from '../../config/slurm-target.ts';
import { workloadClasses } from '../../domain/statuses.ts';
import type { Clock } from '../../lib/clock.ts';
import type { CommandRunner } from '../command-runner.ts';
import { jobNameOf } from '../job-name.ts';
import type { ClusterPort } from '../port.ts';
import { sbatchArguments } from './arguments.ts';
import { checkAbove } from './folder.ts';
import { lookUp } from './look-up.ts';
import { misfitOf } from './refusals.ts';

/** A name that no run has: a cluster that answers knows no job of it. */
const noRun = 'preflight';

/** How long an answer counts that was not that a job would be taken: whoever mends the cluster waits no longer to see it. */
const notTakenMs = 60_000;

/**
 * Stops at the first step that fails, and says which; jobs of some class must be taken. What they ask for is tried with
 * `sbatch --test-only`, which costs the scheduler something: what it took once is not tried again, and what it did not
 * take not at each look.
 */
export function createSlurmCheck(
  runner: CommandRunner,
  settings: SlurmSettings,
  clock: Pick<Clock, 'monotonic'>,
): ClusterPort['check'] {
  const tries = new Map<string, { readonly said: Trial; readonly untilMs: number }>();
  const trialOf = async (asked: string, resources: SlurmResources): Promise<Trial> => {
    const kept = tries.get(asked);
    if (kept !== undefined && clock.monotonic() < kept.untilMs) return kept.said;
    const said = await tryJob(runner, settings.folder, resources);
    // Of a scheduler that was not heard nothing is known.
    if (said !== 'unheard') {
      const keptMs = said === 'taken' ? Number.POSITIVE_INFINITY : notTakenMs;
      tries.set(asked, { said, untilMs: clock.monotonic() + keptMs });
    }
    return said;
  };
  return async () => {
    const state = await lookUp(runner, settings.folder, noRun);
    if (state.kind === 'unknown') return { ok: false, detail: state.why };
    const above = await checkAbove(runner, settings.folder);
    if (!above.ok) return { ok: false, detail: above.why };
    const refused: string[] = [];
    const byAsked = classesByAsked(settings);
    for (const [asked, classes] of byAsked) {
      const said = await trialOf(asked, settings.resourcesOf(classes[0]));
      if (typeof said !== 'string')
        refused.push(`jobs of ${classes.join(', ')} (${asked}): ${said.why}`);
    }
    if (refused.length === 0)
      return { ok: true, detail: 'the cluster answers and would take such jobs' };
    // Those of other classes go on: one that is refused is given back with the same words.
    const words = `Slurm will not have ${refused.join('; nor ')}; it is asked anew a minute after it said so`;
    const isAll = refused.length === byAsked.size;
    return isAll
      ? { ok: false, detail: words }
      : { ok: true, detail: `the cluster answers; ${words}` };
  };
}

/** `passing`: refused for what may be otherwise soon. */
type Trial = 'taken' | 'passing' | 'unheard' | { readonly why: string };

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
): Promise<Trial> {
  const [program, ...args] = sbatchArguments({ name: jobNameOf(noRun), folder, resources });
  const outcome = await runner.run({
    argv: [program, '--test-only', ...args],
    stdin: Buffer.from('#!/bin/sh\n'),
  });
  if (outcome.kind === 'unclear') return 'unheard';
  if (outcome.code === 0) return 'taken';
  const why = misfitOf(outcome);
  return why === null ? 'passing' : { why };
}
