/**
 * Commands of a cluster on a login node, over one SSH connection that is opened for the first command and kept
 * for a while: login nodes count who knocks. The host must show the key that it is known by.
 */

import type { SshPlan } from '../evidence-sync/ssh/plan.ts';
import { openSession, type SshSession } from '../evidence-sync/ssh/session.ts';
import type { Clock, TimerHandle } from '../lib/clock.ts';
import { describeError } from '../lib/describe-error.ts';
import {
  type ClusterCommand,
  type CommandOutcome,
  type CommandRunner,
  commandOutputBytesMax,
} from './command-runner.ts';
import { quoteCommand } from './quote.ts';

/** Which host, and how long. */
export interface SshRunnerOptions {
  readonly plan: SshPlan;
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly timeoutMs: number;
  /** The connection is closed when nothing was asked for so long. */
  readonly idleMs: number;
}

/** A command that is late takes the connection with it, since nothing else would end it there. */
export function createSshRunner({
  plan,
  clock,
  timeoutMs,
  idleMs,
}: SshRunnerOptions): CommandRunner {
  let session: Promise<SshSession> | null = null;
  let idle: TimerHandle | null = null;
  let underWay = 0;
  let isClosed = false;
  const drop = (which: Promise<SshSession>): void => {
    if (session === which) session = null;
    void which.then(
      (opened) => opened.close(),
      () => {},
    );
  };
  const close = (): void => {
    idle?.cancel();
    if (session !== null) drop(session);
  };

  async function runThere(command: ClusterCommand): Promise<CommandOutcome> {
    session ??= openSession(plan);
    const used = session;
    let late: TimerHandle | null = null;
    const deadline = new Promise<CommandOutcome>((resolve) => {
      late = clock.setTimer(timeoutMs, () => {
        drop(used);
        const why = `${plan.alias} gave no answer to ${command.argv[0]} within ${timeoutMs / 1000} s`;
        resolve({ kind: 'unclear', why });
      });
    });
    const answer = used
      .then((opened) => runIn(opened, command, plan.alias))
      .catch((error: unknown): CommandOutcome => {
        drop(used);
        return { kind: 'unclear', why: describeError(error) };
      });
    return Promise.race([answer, deadline]).finally(() => late?.cancel());
  }

  return {
    account: plan.user,
    async run(command) {
      if (isClosed) return { kind: 'unclear', why: 'the service ends' };
      idle?.cancel();
      underWay += 1;
      try {
        return await runThere(command);
      } finally {
        underWay -= 1;
        if (underWay === 0) idle = clock.setTimer(idleMs, close);
        if (isClosed) idle?.cancel();
      }
    },
    close() {
      isClosed = true;
      close();
    },
  };
}

async function runIn(
  session: SshSession,
  { argv, stdin = Buffer.alloc(0), outputBytesMax = commandOutputBytesMax }: ClusterCommand,
  alias: string,
): Promise<CommandOutcome> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const { code, stderr } = await session.run(quoteCommand(argv), stdin, (chunk) => {
    bytes += chunk.length;
    chunks.push(chunk);
    return bytes <= outputBytesMax;
  });
  const unclear = (why: string): CommandOutcome => ({
    kind: 'unclear',
    why: `${argv[0]} on ${alias} ${why}`,
  });
  if (bytes > outputBytesMax) return unclear(`printed more than ${outputBytesMax} bytes`);
  if (code === null) return unclear('was cut off before it told how it ended');
  return { kind: 'ended', code, stdout: Buffer.concat(chunks), stderr };
}
