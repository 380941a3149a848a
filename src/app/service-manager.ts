/**
 * Tells the service manager (systemd) how this process is doing, in the words of sd_notify(3): READY,
 * STATUS, STOPPING, EXTEND_TIMEOUT_USEC and the watchdog's WATCHDOG. Without NOTIFY_SOCKET nothing
 * happens. Node cannot write to a datagram socket of the file system, so each message is one short
 * run of `systemd-notify`, which is there wherever systemd is.
 */
import { execFile } from 'node:child_process';
import type { Clock, TimerHandle } from '../lib/clock.ts';
import type { Log } from './log.ts';

/** Sends assignments such as `READY=1` as one message; rejects when that failed. */
export type NotifySender = (assignments: readonly string[]) => Promise<void>;

export interface ServiceManagerOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Process whose watchdog it is. */
  readonly pid: number;
  readonly clock: Pick<Clock, 'monotonic' | 'setTimer'>;
  readonly send: NotifySender;
  readonly log: Pick<Log, 'warn' | 'error' | 'info'>;
  /** What stands still and should not; null while all is well. */
  readonly findTrouble: () => string | null;
  /** One line about what is going on. */
  readonly describe: () => Promise<string>;
}

export interface ServiceManager {
  /** The service answers from now on. */
  ready(): void;
  /** It is being stopped: more time is asked for until `close`. */
  stopping(): void;
  /** Says nothing more; resolves when the last message is out. */
  close(): Promise<void>;
}

const statusEveryMs = 30_000;
/** Time asked for while stopping, and how often; a stop has limits of its own that are shorter. */
const stopExtensionMs = 30_000;
const stopTickMs = 10_000;
const statusCharsMax = 200;

/** Makes it; silent until `ready`. */
export function createServiceManager(options: ServiceManagerOptions): ServiceManager {
  const { environment, clock, log } = options;
  if ((environment['NOTIFY_SOCKET'] ?? '') === '') {
    return { ready() {}, stopping() {}, close: () => Promise.resolve() };
  }
  const watchdogMs = readWatchdogMs(environment, options.pid);
  const messages = createMessages(options);
  let phase: 'starting' | 'serving' | 'stopping' | 'closed' = 'starting';
  let timer: TimerHandle | null = null;
  let lastStatus = '';
  let statusDueMs = 0;
  let trouble: string | null = null;

  const say = (status: string): void => {
    const line = toLine(status);
    if (line !== lastStatus) messages.put('STATUS', line);
    lastStatus = line;
  };
  const describe = (): void => {
    statusDueMs = clock.monotonic() + statusEveryMs;
    options
      .describe()
      .then((status) => {
        if (phase === 'serving' && trouble === null) say(status);
      })
      .catch((error: unknown) => log.warn({ err: error }, 'the status could not be told'));
  };
  /** A process that is stuck must not say otherwise: systemd then starts it anew. */
  const judge = (): void => {
    const found = options.findTrouble();
    if (found === null) {
      if (trouble !== null) log.info('what stood still moves again');
      trouble = null;
      messages.put('WATCHDOG', '1');
      return;
    }
    if (trouble === null)
      log.error({ trouble: found }, 'the watchdog is told nothing more: the process is stuck');
    trouble = found;
    say(`stuck: ${found}`);
  };
  const tick = (): void => {
    if (phase === 'stopping') extend();
    else {
      if (watchdogMs !== null) judge();
      if (clock.monotonic() >= statusDueMs) describe();
    }
    schedule();
  };
  const extend = (): void => {
    messages.put('EXTEND_TIMEOUT_USEC', String(stopExtensionMs * 1000));
    if (watchdogMs !== null) messages.put('WATCHDOG', '1');
  };
  const schedule = (): void => {
    timer?.cancel();
    const paceMs = phase === 'stopping' ? stopTickMs : statusEveryMs;
    timer = clock.setTimer(Math.min(paceMs, watchdogMs ?? paceMs), tick);
  };

  return {
    ready() {
      if (phase !== 'starting') return;
      phase = 'serving';
      messages.put('READY', '1');
      if (watchdogMs !== null) messages.put('WATCHDOG', '1');
      describe();
      schedule();
    },
    stopping() {
      if (phase !== 'serving') return;
      phase = 'stopping';
      messages.put('STOPPING', '1');
      say('stopping: what was accepted is finished, runs go on');
      extend();
      schedule();
    },
    async close() {
      phase = 'closed';
      timer?.cancel();
      await messages.close();
    },
  };
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

/**
 * Assignments on their way out: one message at a time, and what is put meanwhile goes with the next,
 * so that at most one value of each name waits. What failed waits for the next put.
 */
function createMessages({ send, log }: Pick<ServiceManagerOptions, 'send' | 'log'>) {
  let waiting = new Map<string, string>();
  let sending: Promise<void> | null = null;
  let closed = false;
  let hasFailed = false;

  const sendAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      const taken = waiting;
      waiting = new Map();
      try {
        await send([...taken].map(([name, value]) => `${name}=${value}`));
      } catch (error) {
        // A watchdog's sign of life is worth nothing later.
        taken.delete('WATCHDOG');
        waiting = new Map([...taken, ...waiting]);
        if (!hasFailed) {
          const why = 'the service manager could not be told; this is said once';
          log.warn({ err: error }, why);
        }
        hasFailed = true;
        return;
      }
    }
  };

  return {
    put(name: string, value: string): void {
      if (closed) return;
      waiting.set(name, value);
      // What is put in one go is one message.
      sending ??= Promise.resolve()
        .then(sendAll)
        .finally(() => {
          sending = null;
        });
    },
    async close(): Promise<void> {
      closed = true;
      await sending;
    },
  };
}

/** One line without control characters, as STATUS takes it. */
function toLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, statusCharsMax);
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
