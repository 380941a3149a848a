/** Real processes: that run members are found however they detach, and that leftovers are ended. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createManualClock, systemClock } from '../../../src/lib/clock.ts';
import { endProcesses } from '../../../src/sensing/end-processes.ts';
import { createProcessSource, runIdVariable } from '../../../src/sensing/process-list.ts';
import {
  findMembers,
  isRootAlive,
  type RunIdentity,
  usageOf,
} from '../../../src/sensing/process-tree.ts';
import { createReaper, type ReaperAction, type ReaperConfig } from '../../../src/sensing/reaper.ts';
import { signalTree } from '../../../src/sensing/signal-tree.ts';

const source = createProcessSource({ clock: systemClock });
let root: string;
let projectDir: string;
let started: Set<number>;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'telemetry-')));
  projectDir = join(root, 'alpha');
  mkdirSync(projectDir);
  started = new Set();
});

afterEach(() => {
  // Negative: the group that a script was started to lead. Others told their own ids.
  for (const pid of [...started].flatMap((each) => [-each, each])) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
  rmSync(root, { recursive: true, force: true });
});

interface Started {
  readonly child: ChildProcess;
  /** Numbers that the script printed, one a line, before it printed `ready`. */
  readonly pids: readonly number[];
  readonly identity: RunIdentity;
}

/** A number is printed before its process has become the program: in between its environment is empty. */
async function isNoShell(pid: number): Promise<void> {
  for (;;) {
    const name = existsSync(`/proc/${pid}/comm`) ? readFileSync(`/proc/${pid}/comm`, 'utf8') : '';
    if (!/^(?:da|ba)?sh\n$/.test(name)) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Runs a shell script in a session of its own; resolves when it prints `ready`. */
async function startScript(
  script: string,
  options: { cwd?: string; env?: Record<string, string>; runId?: string } = {},
): Promise<Started> {
  const child = spawn('sh', ['-c', `read go; ${script}`], {
    cwd: options.cwd ?? '/',
    env: { PATH: process.env.PATH ?? '', ...options.env },
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  started.add(child.pid!);
  const printed = new Promise<string>((resolve) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('ready\n')) resolve(text);
    });
  });
  // It waits for its line, so that it cannot have ended before its start time is known.
  const stat = await source.readStat(child.pid!);
  child.stdin.end('go\n');
  const pids = (await printed)
    .split('\n')
    .filter((line) => /^\d+$/.test(line))
    .map(Number);
  for (const pid of pids) started.add(pid);
  await Promise.all(pids.map(isNoShell));
  const { bootId } = await source.list();
  const identity: RunIdentity = {
    runId: options.runId ?? 'alpha-1',
    projectDir,
    rootPid: child.pid!,
    groupId: child.pid!,
    rootStartTicks: stat!.startTicks,
    bootId,
  };
  return { child, pids, identity };
}

const exitOf = (child: ChildProcess): Promise<unknown> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', resolve));

async function membersOf(identity: RunIdentity) {
  const members = findMembers(await source.list(), identity, process.pid);
  return Object.fromEntries(members.map(({ process, mark }) => [process.pid, mark]));
}

const hasPython = spawnSync('python3', ['-c', '']).status === 0;
/** Its first thread ends, as a program's may whose `main` calls pthread_exit(3); another says so and goes on. */
const threadGoesOn = `import ctypes, threading, time
def go_on():
    while open('/proc/self/stat').read().rsplit(')', 1)[1].split()[0] != 'Z': time.sleep(0.01)
    print('ready', flush=True)
    time.sleep(60)
threading.Thread(target=go_on).start()
ctypes.CDLL(None).pthread_exit(None)`;

describe('members of a real run', () => {
  it.skipIf(!hasPython)(
    'a root whose first thread has ended lives on, and can be ended',
    async () => {
      const { child, identity } = await startScript(`exec python3 -c "${threadGoesOn}"`);
      const list = await source.list();
      expect(isRootAlive(list, identity)).toBe(true);
      expect(await membersOf(identity)).toEqual({ [child.pid!]: 'root' });
      const [root] = findMembers(list, identity, process.pid).map((member) => member.process);
      await signalTree([root!], 'SIGKILL', { source });
      await exitOf(child);
      expect(await membersOf(identity)).toEqual({});
    },
  );

  it.skipIf(!hasPython)(
    'one that left session and group is still known by its variable',
    async () => {
      const { pids, identity } = await startScript(
        `(setsid sh -c 'echo $$; exec python3 -c "$CODE"' &)`,
        { env: { [runIdVariable]: 'alpha-1', CODE: threadGoesOn } },
      );
      expect(await membersOf(identity)).toEqual({ [pids[0]!]: 'environment' });
    },
  );

  it('are the root and its children, with their start times and memory', async () => {
    const { child, pids, identity } = await startScript('sleep 60 & echo $!; echo ready; wait');
    expect(await membersOf(identity)).toEqual({ [child.pid!]: 'root', [pids[0]!]: 'group' });
    const list = await source.list();
    expect(isRootAlive(list, identity)).toBe(true);
    const usage = usageOf(findMembers(list, identity, process.pid), list, null, 1);
    expect(usage.alive).toBe(2);
    expect(usage.rss_mib).toBeGreaterThan(0);
    expect(await membersOf({ ...identity, rootStartTicks: identity.rootStartTicks! - 1 })).toEqual(
      {},
    );
  });

  it('stay members after the root has gone', async () => {
    const { child, pids, identity } = await startScript('sleep 60 & echo $!; echo ready');
    await exitOf(child);
    expect(await membersOf(identity)).toEqual({ [pids[0]!]: 'group' });
    expect(isRootAlive(await source.list(), identity)).toBe(false);
  });

  it('are found by the run variable when they left group, session and folder', async () => {
    const script = 'setsid sh -c \'sh -c "sleep 60 & echo \\$!"; echo ready\' & wait';
    const { child, pids, identity } = await startScript(script, {
      env: { [runIdVariable]: 'alpha-1' },
    });
    await exitOf(child);
    expect(await membersOf(identity)).toEqual({ [pids[0]!]: 'environment' });
  });

  it('are found by their folder when nothing else is left', async () => {
    const { child, pids, identity } = await startScript(
      "setsid sh -c 'sleep 60 & echo $!; echo ready' & wait",
      { cwd: projectDir },
    );
    await exitOf(child);
    expect(await membersOf(identity)).toEqual({ [pids[0]!]: 'working_dir' });
    expect(await membersOf({ ...identity, projectDir: join(root, 'beta') })).toEqual({});
  });
});

describe('a process table', () => {
  const files = (stat: string): void => {
    mkdirSync(join(root, 'sys/kernel/random'), { recursive: true });
    mkdirSync(join(root, '7'));
    writeFileSync(join(root, 'sys/kernel/random/boot_id'), '11111111-2222-3333-4444-555555555555');
    writeFileSync(join(root, '7/stat'), stat);
  };
  const list = () => createProcessSource({ clock: systemClock, procRoot: root }).list();
  const good = '7 (x) S 1 7 7 0 -1 0 0 0 0 0 1 2 0 0 20 0 1 0 55 0 3 0';

  it('leaves out only what has gone', async () => {
    files(good);
    mkdirSync(join(root, '8'));
    expect((await list()).processes.map(({ pid, workingDir }) => [pid, workingDir])).toEqual([
      [7, null],
    ]);
  });

  it('is unknown, not shorter, when a process cannot be read or understood', async () => {
    files(good);
    mkdirSync(join(root, '9/stat'), { recursive: true });
    await expect(list()).rejects.toThrow(/EISDIR/);
    rmSync(join(root, '9'), { recursive: true });
    writeFileSync(join(root, '7/stat'), '7 (x) S');
    await expect(list()).rejects.toThrow(/7\/stat is malformed/);
  });

  it('is unknown without its boot', async () => {
    files(good);
    writeFileSync(join(root, 'sys/kernel/random/boot_id'), '');
    await expect(list()).rejects.toThrow(/boot id is malformed/);
    rmSync(join(root, 'sys'), { recursive: true });
    await expect(list()).rejects.toThrow(/ENOENT/);
  });
});

describe('ending a real tree', () => {
  it('kills what ignores TERM, and what it started meanwhile', async () => {
    const { child, identity } = await startScript(
      "trap 'sleep 60 & ' TERM; echo ready; while :; do sleep 60 & wait; done",
    );
    const relist = async () =>
      findMembers(await source.list(), identity, process.pid).map((each) => each.process);
    const report = await endProcesses(await relist(), {
      clock: systemClock,
      source,
      graceMs: 150,
      relist,
    });
    expect(report.remaining).toEqual([]);
    expect(report.killed.some((each) => each.outcome === 'sent')).toBe(true);
    await exitOf(child);
    expect(await membersOf(identity)).toEqual({});
  });

  it('refuses this process and its own group', async () => {
    const own = (await source.readStat(process.pid))!;
    expect((await signalTree([own], 'SIGTERM', { source }))[0]!.outcome).toBe('protected');
  });
});

describe('the reaper', () => {
  const config: ReaperConfig = {
    enabled: true,
    graceMs: 900_000,
    termGraceMs: 200,
    commandMarkers: [],
  };

  function createTestReaper(change: Partial<ReaperConfig> = {}, live: RunIdentity[] = []) {
    const manual = createManualClock();
    // Grace passes by hand, the short wait between TERM and KILL by itself.
    let aheadMs = 0;
    const clock = {
      ...systemClock,
      now: manual.now,
      monotonic: () => systemClock.monotonic() + aheadMs,
    };
    const actions: ReaperAction[] = [];
    const reaper = createReaper({
      clock,
      config: { ...config, ...change },
      projectRoot: root,
      source,
      liveRuns: () => live,
      report: (action) => actions.push(action),
    });
    const pass = (ms: number): void => {
      aheadMs += ms;
    };
    return { reaper, actions, live, pass };
  }

  it('ends a leftover after its grace, and only then', async () => {
    const { child, identity } = await startScript('echo ready; exec sleep 60', { cwd: projectDir });
    const { reaper, actions, pass } = createTestReaper();
    await reaper.sweep();
    pass(890_000);
    await reaper.sweep();
    expect(actions).toEqual([]);
    pass(20_000);
    await reaper.sweep();
    await exitOf(child);
    expect(child.signalCode).toBe('SIGTERM');
    expect(actions).toMatchObject([
      {
        event_type: 'stale_process.terminated',
        pid: identity.rootPid,
        start_ticks: identity.rootStartTicks,
        outcome: 'sent',
        project_dir: projectDir,
      },
    ]);
  });

  it('kills what does not heed TERM', async () => {
    const { child } = await startScript("trap '' TERM; echo ready; exec sleep 60", {
      cwd: projectDir,
    });
    const { reaper, actions } = createTestReaper({ graceMs: 0 });
    await reaper.sweep();
    await exitOf(child);
    expect(child.signalCode).toBe('SIGKILL');
    expect(actions.map((action) => action.event_type)).toEqual([
      'stale_process.terminated',
      'stale_process.killed',
    ]);
  });

  it('leaves alone a live run, other folders, and what shows no marker', async () => {
    const { child, identity } = await startScript('echo ready; exec sleep 60', { cwd: projectDir });
    const outside = await startScript('echo ready; exec sleep 60');
    for (const reaper of [
      createTestReaper({ graceMs: 0 }, [identity]),
      createTestReaper({ graceMs: 0 }, [{ ...identity, runId: 'alpha-2', rootPid: null }]),
      createTestReaper({ graceMs: 0, commandMarkers: ['train.py'] }),
    ]) {
      await reaper.reaper.sweep();
      expect(reaper.actions).toEqual([]);
    }
    expect([child.exitCode, child.signalCode, outside.child.signalCode]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('ends only what shows a marker, in the project or named from outside', async () => {
    const named = await startScript('echo ready; sleep 60; true', {});
    const train = join(projectDir, 'train.py');
    const { child: marked } = await startScript(
      `echo ready; exec tail -f /dev/null ${train} 2>/dev/null`,
    );
    const ofDeadRun = { cwd: projectDir, env: { [runIdVariable]: 'alpha-0' } };
    const { child: orphan } = await startScript(
      'echo ready; exec tail -f /dev/null train.py 2>/dev/null',
      ofDeadRun,
    );
    const { child: unmarked } = await startScript('echo ready; exec sleep 60', ofDeadRun);
    const { reaper, actions } = createTestReaper({ graceMs: 0, commandMarkers: ['train.py'] });
    // A process that is just then replacing its program shows no command line for a moment.
    while (actions.length < 2) await reaper.sweep();
    await Promise.all([exitOf(marked), exitOf(orphan)]);
    expect(new Set(actions.map((action) => action.pid))).toEqual(
      new Set([marked.pid!, orphan.pid!]),
    );
    expect([named.child.signalCode, unmarked.signalCode]).toEqual([null, null]);
    expect(JSON.stringify(actions)).not.toContain('tail -f');
    const { reaper: unbound, actions: more } = createTestReaper({ graceMs: 0 });
    await unbound.sweep();
    await exitOf(unmarked);
    expect(more.map((action) => action.pid)).toEqual([unmarked.pid!]);
  });

  it('does nothing by itself unless enabled', () => {
    const clock = createManualClock();
    const reaper = createReaper({
      clock,
      config: { ...config, enabled: false },
      projectRoot: root,
      source,
      liveRuns: () => [],
      report: () => {},
    });
    reaper.start();
    expect(clock.pendingCount).toBe(0);
  });
});
