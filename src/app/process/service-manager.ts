/**
 * Tells the service manager (systemd) how this process is doing, in the words of sd_notify(3): READY,
 * STATUS, STOPPING, EXTEND_TIMEOUT_USEC and the watchdog's WATCHDOG. Without NOTIFY_SOCKET nothing
 * happens. Node cannot write to a datagram socket of the file system, so each message is one short
 * run of `systemd-notify`, which is there wherever systemd is.
 */
import { execFile } from 'node:child_process';
import type { VolatileHost } from '../../actors/volatile/host.ts';
import type { VolatileKind } from '../../actors/volatile/kind.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from './log.ts';
import { type ServiceManagerInput, serviceManagerMachine } from './service-manager-machine.ts';

/** Sends assignments such as `READY=1` as one message; rejects when that failed. */
export type NotifySender = (assignments: readonly string[]) => Promise<void>;

interface ServiceManagerOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where its actor lives; ended with it. */
  readonly host: VolatileHost;
  /** Process whose watchdog it is. */
  readonly pid: number;
  readonly send: NotifySender;
  readonly log: Pick<Log, 'warn' | 'error' | 'info'>;
  /** What stands still and should not; null while all is well. */
  readonly findTrouble: () => string | null;
  /** One line about what is going on. */
  readonly describe: () => Promise<string>;
}

interface ServiceManager {
  /** The service answers from now on. */
  ready(): void;
  /** It is being stopped: more time is asked for until `close`. */
  stopping(): void;
  /** Says nothing more; resolves when the last message is out. */
  close(): Promise<void>;
}

/** Makes it; silent until `ready`. */
export function createServiceManager(options: ServiceManagerOptions): ServiceManager {
  const { environment, host } = options;
  if ((environment['NOTIFY_SOCKET'] ?? '') === '') {
    return { ready() {}, stopping() {}, close: () => Promise.resolve() };
  }
  const watchdogMs = readWatchdogMs(environment, options.pid);
  const input = { watchdogMs, isServing: false };
  const manager = host.spawn(createServiceManagerKind(options), 'systemd', input);
  return {
    ready: () => void manager.tell({ type: 'READY' }),
    stopping: () => void manager.tell({ type: 'STOPPING' }),
    async close() {
      await manager.ask({ type: 'CLOSE' });
      // A status that is still being looked up is not waited for.
      void host.close();
    },
  };
}

/** One that fails goes on from where the process is, and says all of it anew. */
function createServiceManagerKind(
  options: ServiceManagerOptions,
): VolatileKind<typeof serviceManagerMachine, ServiceManagerInput> {
  const { log } = options;
  return {
    kind: 'service_manager',
    machine: serviceManagerMachine,
    handlers: ({ input: { watchdogMs } }) => ({
      'message.send': (assignments: Readonly<Record<string, string>>) =>
        options.send(Object.entries(assignments).map(([name, value]) => `${name}=${value}`)),
      'health.judge': () =>
        watchdogMs === null ? null : { type: 'JUDGED', trouble: findTrouble(options) },
      'status.describe': async () => {
        try {
          return { type: 'DESCRIBED', status: await options.describe() };
        } catch (error) {
          log.warn({ err: error }, 'the status could not be told');
          return null;
        }
      },
      'stuck.log': ({ trouble }: { trouble: string }) =>
        log.error({ trouble }, 'the watchdog is told nothing more: the process is stuck'),
      'moving.log': () => log.info('what stood still moves again'),
      'failure.log': ({ error }: { error: unknown }) =>
        log.warn({ err: error }, 'the service manager could not be told; this is said once'),
    }),
    restartInput: ({ watchdogMs }, last) => ({
      watchdogMs,
      isServing: last.matches({ phase: 'serving' }),
    }),
  };
}

/** A check that fails is a trouble like any other. */
function findTrouble({ findTrouble: find }: ServiceManagerOptions): string | null {
  try {
    return find();
  } catch (error) {
    return `the check itself failed (${String(error)})`;
  }
}

/** Half of what the watchdog allows, in ms; null when there is none or it watches another process. */
function readWatchdogMs(
  environment: ServiceManagerOptions['environment'],
  pid: number,
): number | null {
  const usec = environment['WATCHDOG_USEC'] ?? '';
  const watched = environment['WATCHDOG_PID'] ?? '';
  if (!/^\d{1,15}$/.test(usec) || Number(usec) === 0) return null;
  if (watched !== '' && watched !== String(pid)) return null;
  return Math.max(1, Math.floor(Number(usec) / 1000 / 2));
}

const notifyMsMax = 5_000;

/** Sends by `systemd-notify`, found on PATH, with nothing of the environment but what it needs. */
export function createNotifySender(
  environment: ServiceManagerOptions['environment'],
  clock: Pick<Clock, 'setTimer'>,
): NotifySender {
  const { PATH, NOTIFY_SOCKET } = environment;
  return (assignments) =>
    new Promise((resolve, reject) => {
      // Settles when the process has gone, so that no two run at once.
      const child = execFile(
        'systemd-notify',
        [...assignments],
        { env: { PATH, NOTIFY_SOCKET } },
        (error) => {
          timer.cancel();
          if (error === null) resolve();
          else reject(new Error(`systemd-notify: ${error.message}`, { cause: error }));
        },
      );
      const timer = clock.setTimer(notifyMsMax, () => void child.kill('SIGKILL'));
    });
}
