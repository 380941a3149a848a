/** Looks a run up by its name: its record first, then the queue, then the accounts; unclear in one is unclear in all. */

import type { CommandRunner } from '../command-runner.ts';
import { jobNameOf } from '../job-name.ts';
import type { JobState } from '../port.ts';
import { listAccounts } from './accounting.ts';
import { readRecord } from './folder.ts';
import { type Found, isTold, judge } from './judge.ts';
import { listQueue } from './queue.ts';

/**
 * Where the run is. The order matters: a job that is on record as begun and not in a queue that was asked later is
 * over, while one that begins meanwhile is still in the queue. Further jobs of the run that wait are called off on
 * the way; that is a favour to the cluster, and nothing depends on it.
 */
export async function lookUp(
  runner: CommandRunner,
  above: string,
  runId: string,
): Promise<JobState> {
  const name = jobNameOf(runId);
  const read = await readRecord(runner, { folder: `${above}/${name}`, above });
  if (!read.ok) return { kind: 'unknown', why: read.why };
  const queue = await listQueue(runner, name);
  if (!queue.ok) return { kind: 'unknown', why: queue.why };
  let found: Found = { record: read.record, rows: queue.rows };
  if (!isTold(found)) {
    const accounts = await listAccounts(runner, name);
    if (accounts?.ok === false) return { kind: 'unknown', why: accounts.why };
    found = {
      ...found,
      rows: [
        ...queue.rows,
        ...(accounts?.rows ?? [])
          .filter(({ jobId }) => queue.rows.every((row) => row.jobId !== jobId))
          .map((row) => ({ ...row, isForgotten: true })),
      ],
    };
  }
  const { state, superfluous } = judge(runId, found);
  if (superfluous.length > 0)
    await runner.run({ argv: ['scancel', '--state=PENDING', ...superfluous] });
  return state;
}
