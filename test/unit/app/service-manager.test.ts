/**
 * What systemd is told, message by message, and one real exchange over a datagram socket; that one is
 * skipped where systemd-notify or perl is missing.
 */

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { VolatileHost } from '../../../src/actors/volatile/host.ts';
import {
  createNotifySender,
  createServiceManager,
  type NotifySender,
} from '../../../src/app/process/service-manager.ts';
import { createManualClock, systemClock } from '../../../src/lib/clock.ts';

interface Entry {
  readonly level: string;
  readonly message: string;
}

/** Lets everything run that has been promised; no timer of the clock is run. */
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

function bench(environment: Record<string, string> = {}, send?: NotifySender) {
  const clock = createManualClock();
  const sent: (readonly string[])[] = [];
  const entries: Entry[] = [];
  const note = (level: string) => (_: unknown, message: string) => {
    entries.push({ level, message });
  };
  const world = {
    trouble: null as string | null,
    status: 'runs live: 0',
    describe: async () => world.status,
  };
  const host = new VolatileHost({ clock });
  const manager = createServiceManager({
    environment: { NOTIFY_SOCKET: '/run/notify', ...environment },
    pid: 42,
    host,
    send:
      send ??
      (async (assignments) => {
        sent.push(assignments);
      }),
    log: { warn: note('warn'), error: note('error'), info: note('info') } as never,
    findTrouble: () => {
      if (world.trouble === 'unknowable') throw new Error('unreadable');
      return world.trouble;
    },
    describe: () => world.describe(),
  });
  const pass = async (ms: number): Promise<(readonly string[])[]> => {
    const before = sent.length;
    clock.advance(ms);
    await settled();
    return sent.slice(before);
  };
  return { manager, host, clock, sent, entries, world, pass };
}
const watched = { WATCHDOG_USEC: '20000000', WATCHDOG_PID: '42' };

describe('without a service manager', () => {
  it('nothing is said and no timer runs', async () => {
    const { manager, sent, clock } = bench({ NOTIFY_SOCKET: '', ...watched });
    manager.ready();
    manager.stopping();
    await settled();
    await manager.close();
    expect([sent, clock.pendingCount]).toEqual([[], 0]);
  });
});

describe('its row in the supervision tree', () => {
  it('is there while a service manager is told, with where it stands, and not without one', async () => {
    expect(bench({ NOTIFY_SOCKET: '' }).host.actors()).toEqual([]);
    const { manager, host, pass } = bench(watched);
    manager.ready();
    await settled();
    const row = {
      kind: 'service_manager',
      status: expect.stringMatching(/\w/) as string,
      waiting: 0,
      restarts: 0,
      last_failure: null,
    };
    expect(host.actors()).toMatchObject([row]);
    await pass(120_000);
    expect(host.actors()).toMatchObject([row]);
    await manager.close();
    expect(host.actors()).toEqual([]);
  });
});

describe('what the service manager is told', () => {
  it('ready first, then its status when that changes', async () => {
    const { manager, sent, world, pass } = bench();
    manager.ready();
    await settled();
    expect(sent.flat()).toEqual(['READY=1', 'STATUS=runs live: 0']);
    expect(await pass(30_000)).toEqual([]);
    world.status = 'runs live: 1\nand more';
    expect(await pass(30_000)).toEqual([['STATUS=runs live: 1 and more']]);
    await manager.close();
  });

  it.each([
    ['no watchdog', {}],
    ['one of another process', { WATCHDOG_USEC: '20000000', WATCHDOG_PID: '7' }],
    ['one that is no number', { WATCHDOG_USEC: 'soon', WATCHDOG_PID: '42' }],
    ['one of no time', { WATCHDOG_USEC: '0' }],
  ])('gives no sign of life for %s', async (_, environment) => {
    const { manager, sent, pass } = bench(environment);
    manager.ready();
    await settled();
    await pass(120_000);
    expect(sent.flat().some((line) => line.startsWith('WATCHDOG'))).toBe(false);
    await manager.close();
  });

  it('gives a sign of life at half of the time it has', async () => {
    const { manager, pass } = bench(watched);
    manager.ready();
    await settled();
    expect(await pass(9_999)).toEqual([]);
    expect(await pass(1)).toEqual([['WATCHDOG=1']]);
    expect(await pass(10_000)).toEqual([['WATCHDOG=1']]);
    await manager.close();
  });

  it('gives none while it is stuck, says why, and goes on when it moves again', async () => {
    const { manager, world, pass, entries } = bench(watched);
    manager.ready();
    await settled();
    world.trouble = 'no telemetry sample for 70 s';
    expect(await pass(10_000)).toEqual([['STATUS=stuck: no telemetry sample for 70 s']]);
    expect(await pass(10_000)).toEqual([]);
    expect(entries.filter(({ level }) => level === 'error')).toHaveLength(1);
    world.trouble = null;
    expect((await pass(10_000)).flat()).toContain('WATCHDOG=1');
    await manager.close();
  });

  it('takes a check that fails for trouble, and goes on watching after a failure of its own', async () => {
    const { manager, world, pass, entries } = bench(watched);
    manager.ready();
    await settled();
    world.trouble = 'unknowable';
    expect((await pass(10_000)).flat()).toEqual([
      'STATUS=stuck: the check itself failed (Error: unreadable)',
    ]);
    world.trouble = null;
    const push = entries.push.bind(entries);
    entries.push = (entry) => {
      entries.push = push;
      throw new Error(entry.message);
    };
    await pass(10_000);
    expect(entries.at(-1)).toMatchObject({ level: 'error' });
    expect((await pass(10_000)).flat()).toContain('WATCHDOG=1');
    await manager.close();
  });

  it('is closed also while a status is looked up', async () => {
    const { manager, world, sent, clock } = bench();
    world.describe = () => new Promise(() => {});
    manager.ready();
    await manager.close();
    expect([sent, clock.pendingCount]).toEqual([[['READY=1']], 0]);
  });

  it('stopping, and asks for more time until it is done', async () => {
    const { manager, sent, pass, clock, world } = bench(watched);
    manager.ready();
    await settled();
    sent.length = 0;
    // A process that is being stopped is not judged: it may be draining for long.
    world.trouble = 'stuck';
    manager.stopping();
    await settled();
    expect(sent).toEqual([
      [
        'STOPPING=1',
        'STATUS=stopping: what was accepted is finished, runs go on',
        'EXTEND_TIMEOUT_USEC=30000000',
        'WATCHDOG=1',
      ],
    ]);
    expect(await pass(10_000)).toEqual([['EXTEND_TIMEOUT_USEC=30000000', 'WATCHDOG=1']]);
    await manager.close();
    expect(clock.pendingCount).toBe(0);
  });

  it('one message at a time; what gathers meanwhile goes with the next', async () => {
    const sent: (readonly string[])[] = [];
    let release = (): void => {};
    const { manager, pass } = bench(watched, (assignments) => {
      sent.push(assignments);
      return new Promise((resolve) => {
        release = resolve;
      });
    });
    manager.ready();
    await settled();
    await pass(10_000);
    await pass(10_000);
    manager.stopping();
    await settled();
    expect(sent).toHaveLength(1);
    release();
    await settled();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(expect.arrayContaining(['STOPPING=1', 'WATCHDOG=1']));
    expect(sent[1]!.filter((line) => line.startsWith('WATCHDOG'))).toHaveLength(1);
    release();
    await manager.close();
  });

  it('a failure is logged once, and what matters is said with the next message', async () => {
    const tried: (readonly string[])[] = [];
    let fails = true;
    const { manager, pass, entries } = bench(watched, async (assignments) => {
      tried.push(assignments);
      if (fails) throw new Error('no such program');
    });
    manager.ready();
    await settled();
    await pass(10_000);
    expect(entries).toEqual([
      { level: 'warn', message: 'the service manager could not be told; this is said once' },
    ]);
    fails = false;
    await pass(10_000);
    expect(tried.at(-1)).toContain('READY=1');
    await manager.close();
  });
});

const receiver = `
use strict; use IO::Socket::UNIX; $| = 1;
my $socket = IO::Socket::UNIX->new(Type => SOCK_DGRAM(), Local => $ARGV[0]) or die $!;
print "listening\\n"; my $text;
for (1 .. 2) { alarm 20; $socket->recv($text, 4096); $text =~ s/\\n/|/g; print "$text\\n"; }
`;
const has = (program: string, ...args: string[]): boolean => {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const canReceive =
  has('systemd-notify', '--version') && has('perl', '-MIO::Socket::UNIX', '-e', '1');

describe('systemd-notify', () => {
  it.skipIf(!canReceive)('brings the assignments to the socket as they are', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-notify-'));
    const socket = join(folder, 'notify');
    const child = spawn('perl', ['-e', receiver, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const next = async (): Promise<unknown> => (await lines.next()).value;
      expect(await next()).toBe('listening');
      const { PATH } = process.env;
      const send = createNotifySender({ PATH, NOTIFY_SOCKET: socket }, systemClock);
      const sent = send(['READY=1', 'STATUS=runs live: 2; 100 % "well"', 'WATCHDOG=1']);
      expect(await next()).toBe('READY=1|STATUS=runs live: 2; 100 % "well"|WATCHDOG=1');
      // It waits until the manager has read; here the receiver lets go of what it was sent for that.
      await next();
      await sent;
    } finally {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('that is missing or cannot reach its socket is an error', async () => {
    const nowhere = { PATH: '/nonexistent', NOTIFY_SOCKET: '/nonexistent/notify' };
    await expect(createNotifySender(nowhere, systemClock)(['READY=1'])).rejects.toThrow('ENOENT');
    if (!canReceive) return;
    const unheard = { PATH: process.env['PATH'], NOTIFY_SOCKET: '/nonexistent/notify' };
    await expect(createNotifySender(unheard, systemClock)(['READY=1'])).rejects.toThrow();
  });
});
