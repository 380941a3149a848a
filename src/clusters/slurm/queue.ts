/** The jobs of a name that slurmctld remembers, by squeue(1): those that wait and run, and for some minutes those that ended. */
import { type CommandRunner, notFoundCode } from '../command-runner.ts';
import { firstWords, type Listing, parseList, timeSettings } from './answers.ts';

/**
 * Fields with a width and an end of their own, which squeue has understood since 20.11: `--json` changes its form
 * with the version, and without a width a field is cut at twenty characters.
 */
export const queueFields = [
  'JobID:24|',
  'Name:128|',
  'State:32|',
  'Reason:128|',
  'exit_code:16|',
  'NodeList:128|',
  'StartTime:24|',
].join(',');

/** Asks slurmctld. */
export async function listQueue(runner: CommandRunner, name: string): Promise<Listing> {
  const outcome = await runner.run({
    argv: [
      ...timeSettings,
      'squeue',
      '--noheader',
      // Else jobs in a partition of `Hidden=YES` are named to nobody, their owner included.
      '--all',
      '--states=all',
      `--user=${runner.account}`,
      `--name=${name}`,
      `--Format=${queueFields}`,
    ],
  });
  if (outcome.kind === 'unclear') return { ok: false, why: outcome.why };
  if (outcome.code === notFoundCode)
    return { ok: false, why: 'there is no squeue on that machine' };
  if (outcome.code !== 0) return { ok: false, why: `squeue failed: ${firstWords(outcome.stderr)}` };
  const text = outcome.stdout.toString('utf8');
  return parseList({ program: 'squeue', text, name }, toExit);
}

/** squeue prints what wait(2) gives, and may print what sacct does. Null for a job that a signal ended. */
function toExit(code: string): number | null {
  const [, status, signal] = /^(\d{1,3}):(\d{1,3})$/.exec(code) ?? [];
  if (status !== undefined) return signal === '0' ? Number(status) : null;
  const wait = /^\d{1,5}$/.test(code) ? Number(code) : null;
  return wait === null || (wait & 0x7f) !== 0 ? null : wait >> 8;
}
