/** Commands of a cluster on this machine, where the control plane itself runs on a login node. No shell is involved. */
import { spawn } from 'node:child_process';
import type { Clock } from '../lib/clock.ts';
import { describeError } from '../lib/describe-error.ts';
import {
  type ClusterCommand,
  type CommandOutcome,
  type CommandRunner,
  commandErrorCharsMax,
  commandOutputBytesMax,
  notFoundCode,
} from './command-runner.ts';

/** Where and how commands run. */
export interface LocalRunnerOptions {
  readonly account: string;
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly timeoutMs: number;
  /** All that the programs see of the environment: the service's own may hold secrets. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What is under way when it is closed is killed, and its answer is unclear. */
export function createLocalRunner(options: LocalRunnerOptions): CommandRunner {
  const underWay = new Set<() => void>();
  return {
    account: options.account,
    run: (command) => runHere(command, options, underWay),
    close() {
      for (const giveUp of underWay) giveUp();
    },
  };
}

function runHere(
  { argv: [program, ...args], stdin, outputBytesMax = commandOutputBytesMax }: ClusterCommand,
  { clock, timeoutMs, environment }: LocalRunnerOptions,
  underWay: Set<() => void>,
): Promise<CommandOutcome> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env: environment, stdio: 'pipe' });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let stderr = '';
    const settle = (outcome: CommandOutcome): void => {
      timer.cancel();
      underWay.delete(onClosing);
      resolve(outcome);
    };
    const giveUp = (why: string): void => {
      child.kill('SIGKILL');
      // A child of the child may hold the pipes open for as long as it likes.
      child.stdout.destroy();
      child.stderr.destroy();
      settle({ kind: 'unclear', why: `${program} ${why}` });
    };
    const onClosing = (): void => giveUp('was ended with the service');
    const timer = clock.setTimer(timeoutMs, () =>
      giveUp(`gave no answer within ${timeoutMs / 1000} s`),
    );
    underWay.add(onClosing);
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > outputBytesMax) giveUp(`printed more than ${outputBytesMax} bytes`);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = `${stderr}${chunk.toString('utf8')}`.slice(-commandErrorCharsMax);
    });
    // A program that is gone takes no more input; how it ended says why.
    child.stdin.on('error', () => {});
    child.stdin.end(stdin);
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT')
        settle({
          kind: 'ended',
          code: notFoundCode,
          stdout: Buffer.alloc(0),
          stderr: `there is no ${program}`,
        });
      else giveUp(`could not be run: ${describeError(error)}`);
    });
    child.on('close', (code, signal) => {
      if (code === null) giveUp(`was ended by ${signal ?? 'a signal'}`);
      else settle({ kind: 'ended', code, stdout: Buffer.concat(chunks), stderr: stderr.trim() });
    });
  });
}
