/** Runs a short command under a deadline of the injected clock; its output is bounded. */
import { execFile } from 'node:child_process';
import type { Clock } from '../lib/clock.ts';

/** How a command ended. A status other than 0 is `exited` too; the caller judges it. */
export type CommandResult =
  | {
      readonly kind: 'exited';
      readonly exitCode: number;
      readonly stdout: string;
      readonly stderr: string;
    }
  /** There is no such program. */
  | { readonly kind: 'missing' }
  /** The program could not be started, was killed by a signal or printed too much. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** Not done in time; it was killed, but whether it has gone yet is for `settled` to tell. */
  | { readonly kind: 'late'; readonly settled: Promise<void> };

interface CommandRequest {
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly command: string;
  readonly args: readonly string[];
  readonly timeoutMs: number;
}

/** The port to programs that answer and end; tests bring recordings. */
export type RunCommand = (request: CommandRequest) => Promise<CommandResult>;

const outputBytesMax = 1024 * 1024;

/** Starts the command without a shell. Never rejects. */
export const runCommand: RunCommand = ({ clock, command, args, timeoutMs }) =>
  new Promise((resolve) => {
    let settle = (): void => {};
    const settled = new Promise<void>((done) => {
      settle = done;
    });
    const child = execFile(
      command,
      args,
      { maxBuffer: outputBytesMax },
      (error, stdout, stderr) => {
        timer.cancel();
        settle();
        resolve(toResult(error, stdout, stderr));
      },
    );
    const timer = clock.setTimer(timeoutMs, () => {
      child.kill('SIGKILL');
      resolve({ kind: 'late', settled });
    });
  });

function toResult(
  error: (Error & { code?: string | number | null; signal?: string | null }) | null,
  stdout: string,
  stderr: string,
): CommandResult {
  if (error === null) return { kind: 'exited', exitCode: 0, stdout, stderr };
  if (typeof error.code === 'number')
    return { kind: 'exited', exitCode: error.code, stdout, stderr };
  if (error.code === 'ENOENT') return { kind: 'missing' };
  return { kind: 'failed', reason: error.code ?? error.signal ?? 'it could not be started' };
}
