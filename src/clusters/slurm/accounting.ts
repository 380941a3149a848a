/** The jobs of a name that were accounted for, by sacct(1): how a job ended that slurmctld has forgotten. */
import { type CommandRunner, notFoundCode } from '../command-runner.ts';
import { firstWords, type Listing, parseList, timeSettings } from './answers.ts';

/** In the order of the fields of a row. */
const fields = 'JobIDRaw,JobName,State,Reason,ExitCode,NodeList,Start';
/** Without it sacct looks at this day alone. Runs that began earlier are known by what they wrote down. */
const since = 'now-30days';
/** Said by sacct where the cluster keeps no accounts (`AccountingStorageType=accounting_storage/none`). */
const noAccounts = /accounting storage is disabled/i;

/** Asks the accounts; `null` where the cluster keeps none. */
export async function listAccounts(runner: CommandRunner, name: string): Promise<Listing | null> {
  const outcome = await runner.run({
    argv: [
      ...timeSettings,
      'sacct',
      '--noheader',
      '--allocations',
      // Each field ends in a bar and is never cut.
      '--parsable',
      `--user=${runner.account}`,
      `--name=${name}`,
      `--starttime=${since}`,
      `--format=${fields}`,
    ],
  });
  if (outcome.kind === 'unclear') return { ok: false, why: outcome.why };
  if (noAccounts.test(outcome.stderr)) return null;
  if (outcome.code === notFoundCode) return null;
  if (outcome.code !== 0) return { ok: false, why: `sacct failed: ${firstWords(outcome.stderr)}` };
  return parseList({ program: 'sacct', text: outcome.stdout.toString('utf8'), name }, toExit);
}

/** `status:signal`; null for a job that a signal ended. */
function toExit(code: string): number | null {
  const [, status, signal] = /^(\d{1,3}):(\d{1,3})$/.exec(code) ?? [];
  return status === undefined || signal !== '0' ? null : Number(status);
}
