/**
 * The folder of a job on the cluster's shared files: what the job is given, what it wrote down, what it printed.
 * Each script is the same for every run; what differs comes as its arguments and on standard input.
 */
import { Secret } from '../../config/secret.ts';
import type { CommandOutcome, CommandRunner } from '../command-runner.ts';
import type { JobFile, LogPiece } from '../port.ts';
import { firstWords } from './answers.ts';
import { logFileOf } from './arguments.ts';
import { parseRecord, type RunRecord, wholeMark } from './record.ts';

/** The scripts, for whoever plays the shell. */
export const folderScripts = {
  /** Folder. Fails unless the folder above it is there: what is not mounted must not be made. */
  make: 'umask 077; cd -- "$2" && mkdir -p -- "$1"',
  /** Folder. */
  writable: '[ -d "$1" ] && [ -w "$1" ] && [ -x "$1" ]',
  /** Folder, name, length: a file that did not come whole takes nobody's place. */
  put: `umask 077; cd -- "$1" && cat >"$2.$$" && [ "$(wc -c <"$2.$$")" -eq "$3" ] && mv -f -- "$2.$$" "$2"`,
  /** Folder, the one above. */
  read: `cd -- "$2" || exit 1
if [ -e "$1" ]; then
  cd -- "$1" || exit 1
  for name in claim cancelled ended; do
    [ ! -e "$name" ] || cat -- "$name" || exit 1
  done
fi
echo ${wholeMark}`,
  /** Folder: the run is claimed for nobody, unless a job has it already. */
  callOff: `umask 077; mkdir -p -- "$1" && cd -- "$1" &&
printf 'claim cancelled %s -\\n' "$(date +%s)" >"cancelled.$$" && mv -f -- "cancelled.$$" cancelled || exit 1
ln -- cancelled claim 2>/dev/null
[ -s claim ]`,
  /** Folder, name, first byte counted from one, bytes. */
  log: 'cd -- "$1" || exit 1; [ -e "$2" ] || exit 3; tail -c "+$3" -- "$2" | head -c "$4"',
} as const;

const noLogCode = 3;

/** A deed of the folder: done, or not known to be. */
type Deed = { readonly ok: true } | { readonly ok: false; readonly why: string };

/** Makes the folder and writes its files, each for the account alone. */
export async function prepareFolder(
  runner: CommandRunner,
  {
    folder,
    above,
    files,
  }: { readonly folder: string; readonly above: string; readonly files: readonly JobFile[] },
): Promise<Deed> {
  const made = toDeed(await runScript(runner, 'make', [folder, above]), `${folder} cannot be made`);
  if (!made.ok) return made;
  for (const { name, content } of files) {
    const stdin = Buffer.from(content instanceof Secret ? content.reveal() : content);
    const args = [folder, name, String(stdin.length)];
    const put = toDeed(
      await runScript(runner, 'put', args, stdin),
      `${name} cannot be written to ${folder}`,
    );
    if (!put.ok) return put;
  }
  return { ok: true };
}

/** What is on record; `why` where that cannot be told now. */
export async function readRecord(
  runner: CommandRunner,
  { folder, above }: { readonly folder: string; readonly above: string },
): Promise<{ readonly ok: true; readonly record: RunRecord } | (Deed & { readonly ok: false })> {
  const outcome = await runScript(runner, 'read', [folder, above]);
  const read = toDeed(outcome, `${folder} cannot be read`);
  if (!read.ok) return read;
  const text = outcome.kind === 'ended' ? outcome.stdout.toString('utf8') : '';
  const record = parseRecord(text);
  return record === null
    ? { ok: false, why: `${folder} holds no record of a job, but ${firstWords(text)}` }
    : { ok: true, record };
}

/** From then on no job that has not begun will. */
export async function callOff(runner: CommandRunner, folder: string): Promise<Deed> {
  return toDeed(await runScript(runner, 'callOff', [folder]), `${folder} cannot be written to`);
}

/** Whether folders of runs can be made in it. */
export async function checkAbove(runner: CommandRunner, above: string): Promise<Deed> {
  const outcome = await runScript(runner, 'writable', [above]);
  if (outcome.kind === 'unclear') return { ok: false, why: outcome.why };
  if (outcome.code === 0) return { ok: true };
  return { ok: false, why: `the folder ${above} may not be written to by ${runner.account}` };
}

/** A piece of what the job printed. */
export async function readLog(
  runner: CommandRunner,
  given: {
    readonly folder: string;
    readonly jobId: string;
    readonly from: number;
    readonly bytesMax: number;
  },
): Promise<LogPiece> {
  const { folder, jobId, from, bytesMax } = given;
  const args = [folder, logFileOf(jobId), String(from + 1), String(bytesMax)];
  const outcome = await runScript(runner, 'log', args, undefined, bytesMax);
  if (outcome.kind === 'ended' && outcome.code === noLogCode) return { kind: 'none' };
  const read = toDeed(outcome, `the log of job ${jobId} cannot be read`);
  if (!read.ok || outcome.kind !== 'ended')
    return { kind: 'unclear', why: read.ok ? '' : read.why };
  return { kind: 'piece', bytes: outcome.stdout, next: from + outcome.stdout.length };
}

function runScript(
  runner: CommandRunner,
  script: keyof typeof folderScripts,
  args: readonly string[],
  stdin: Buffer = Buffer.alloc(0),
  outputBytesMax = recordBytesMax,
): Promise<CommandOutcome> {
  return runner.run({
    argv: ['sh', '-c', folderScripts[script], 'sh', ...args],
    stdin,
    outputBytesMax,
  });
}

const recordBytesMax = 64 * 1024;

function toDeed(outcome: CommandOutcome, otherwise: string): Deed {
  if (outcome.kind === 'unclear') return { ok: false, why: outcome.why };
  if (outcome.code === 0) return { ok: true };
  return { ok: false, why: `${otherwise}: ${firstWords(outcome.stderr)}` };
}
