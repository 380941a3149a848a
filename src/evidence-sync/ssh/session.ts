/**
 * A connection to the host of the evidence, and commands on it. The address is judged for this very
 * connection, as that of every call is; the host must show the key it is known by before anything is shown
 * to it; and a host that falls silent is noticed by what keeps the connection alive.
 */
import { createConnection, isIP, type Socket } from 'node:net';
import ssh2, { type Client } from 'ssh2';
import { scopeOfAddress } from '../../lib/address-guard.ts';
import { describeError } from '../../lib/describe-error.ts';
import { createGuardedLookup, resolveAll } from '../../worker-wire/guarded-agent.ts';
import { hostKeyAlgorithms, refuseHostKey } from './host-key.ts';
import { readIdentities } from './identities.ts';
import type { SshPlan } from './plan.ts';

/** The way over SSH could not be gone: the message says where it ended and what to do. */
export class SshError extends Error {
  override readonly name = 'SshError';
}

/** How a command ended. */
interface CommandEnd {
  /** Exit status; null where the host gave none. */
  readonly code: number | null;
  /** The last of what it said on standard error. */
  readonly stderr: string;
}

/** An open connection; `close` ends it with whatever is under way. */
export interface SshSession {
  /**
   * Runs a command that is the same for every host and file, with `stdin`; `onData` hears its output and
   * returns false to have no more of it. Rejects with `SshError` when the connection breaks.
   */
  run(command: string, stdin: Buffer, onData: (chunk: Buffer) => boolean): Promise<CommandEnd>;
  close(): void;
}

const stderrCharsMax = 2000;

/** Connects and logs in. Rejects with `SshError`. */
export async function openSession(plan: SshPlan): Promise<SshSession> {
  const { methods, tried, unusable } = readIdentities(plan);
  if (methods.length === 0) {
    const why = unusable.length > 0 ? `: ${unusable.join('; ')}` : '';
    throw new SshError(
      `there is no key to log in to ${plan.alias} with${why}; name one as IdentityFile in the SSH configuration, or run an agent`,
    );
  }
  const serverHostKey = hostKeyAlgorithms(plan);
  const sock = await connectSocket(plan);
  const client: Client = new ssh2.Client();
  let refusal: string | null = null;
  let broken: SshError | null = null;
  const onBroken = new Set<(error: SshError) => void>();
  const breakUp = (error: SshError): void => {
    broken ??= error;
    for (const tell of onBroken) tell(broken);
  };
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error & { level?: string }): void => {
      const explained = new SshError(refusal ?? explain(plan, error, { tried, unusable }));
      breakUp(explained);
      reject(explained);
      client.destroy();
    };
    client.on('error', fail);
    client.on('close', () => fail(new Error('the host closed the connection')));
    client.on('ready', () => resolve());
    client.connect({
      sock,
      username: plan.user,
      authHandler: [...methods],
      algorithms: { serverHostKey },
      hostVerifier: (key: Buffer): boolean => {
        refusal = refuseHostKey(plan, key);
        return refusal === null;
      },
      readyTimeout: plan.connectTimeoutMs,
      keepaliveInterval: plan.keepAliveMs,
      keepaliveCountMax: plan.keepAliveCountMax,
    });
  });
  return {
    run: (command, stdin, onData) =>
      new Promise((resolve, reject) => {
        if (broken !== null) return reject(broken);
        const fail = (error: SshError): void => reject(error);
        onBroken.add(fail);
        runCommand(client, { command, stdin, onData })
          .then(resolve, (error: unknown) => reject(new SshError(describeError(error))))
          .finally(() => onBroken.delete(fail));
      }),
    close: () => {
      breakUp(new SshError(`the connection to ${plan.alias} was closed`));
      client.end();
      client.destroy();
      sock.destroy();
    },
  };
}

function runCommand(
  client: Client,
  given: {
    readonly command: string;
    readonly stdin: Buffer;
    readonly onData: (chunk: Buffer) => boolean;
  },
): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    client.exec(given.command, (error, channel) => {
      if (error !== undefined) {
        reject(error);
        return;
      }
      let code: number | null = null;
      let stderr = '';
      let isOver = false;
      const end = (): void => {
        isOver = true;
        resolve({ code, stderr: stderr.trim() });
      };
      channel.on('data', (chunk: Buffer) => {
        if (isOver) return;
        try {
          if (given.onData(chunk)) return;
          channel.destroy();
          end();
        } catch (thrown) {
          isOver = true;
          channel.destroy();
          reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
        }
      });
      channel.stderr.on('data', (chunk: Buffer) => {
        stderr = `${stderr}${chunk.toString('utf8')}`.slice(-stderrCharsMax);
      });
      channel.on('exit', (status: number | null) => {
        code = status;
      });
      channel.on('close', end);
      // A command that is gone takes no more input; how it ended says why.
      channel.on('error', () => {});
      channel.end(given.stdin);
    });
  });
}

function connectSocket({ alias, host, port, connectTimeoutMs }: SshPlan): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const to = `${alias} (${host}:${port})`;
    if (isIP(host) !== 0 && ['never', 'link_local'].includes(scopeOfAddress(host))) {
      reject(new SshError(`${to} is no address that a machine can be reached at`));
      return;
    }
    const sock = createConnection({ host, port, lookup: createGuardedLookup(host, resolveAll) });
    const fail = (error: Error): void => {
      sock.destroy();
      reject(new SshError(`${to} cannot be reached: ${describeError(error)}`));
    };
    sock.setTimeout(connectTimeoutMs, () =>
      fail(new Error(`no connection within ${connectTimeoutMs / 1000} s`)),
    );
    sock.once('error', fail);
    sock.once('connect', () => {
      sock.setTimeout(0);
      sock.off('error', fail);
      resolve(sock);
    });
  });
}

function explain(
  { alias, user }: SshPlan,
  error: Error & { level?: string },
  { tried, unusable }: { readonly tried: readonly string[]; readonly unusable: readonly string[] },
): string {
  if (error.level === 'client-authentication') {
    const rest = unusable.length > 0 ? `; not used: ${unusable.join('; ')}` : '';
    return `${alias} let ${user} in with none of ${tried.join(', ')}${rest}; add the public half of one of them to the authorized keys of ${user} there`;
  }
  if (error.level === 'client-timeout') return `${alias} fell silent: ${error.message}`;
  return `the connection to ${alias} broke: ${describeError(error)}`;
}
