/**
 * Real processes that a gate must end, find or spare, whatever they do to get away; once with a
 * cgroup v2 of each run's own, where this machine allows it, and once by the process tree alone.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { isAlive } from '../../src/sensing/parsers/proc-pid-stat.ts';
import { createProcessSource } from '../../src/sensing/process-list.ts';
import { createReaper, type ReaperAction } from '../../src/sensing/reaper.ts';
import { createRunCgroups } from '../../src/sensing/run-cgroups.ts';
import { readBootId, terminateRun } from '../../src/worker/processes.ts';
import type { DispatchRequest } from '../../src/worker-wire/wire.ts';
import {
  type BenchOptions,
  createWorkerBench,
  eventually,
  processSource,
  type WorkerBench,
} from '../support/worker-bench.ts';

const cgroups = createRunCgroups({ mode: 'auto', owner: `worker-processes ${process.pid}` });
const noCgroups = createRunCgroups({ mode: 'off', owner: '' });
const whyNot = cgroups.problem === null ? '' : ` (skipped: ${cgroups.problem})`;
const source = createProcessSource({ clock: systemClock, cgroups });

const benches: WorkerBench[] = [];
const started: ChildProcess[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.close();
  for (const child of started.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await eventually(async () => {
    await cgroups.sweep(async () => []);
    return cgroups.readAll().size === 0 ? true : undefined;
  });
});

let serial = 0;
interface Running {
  readonly bench: WorkerBench;
  readonly runId: string;
  readonly projectDir: string;
  readonly pid: number;
}

/** Dispatches an agent that is a shell script; resolves when it has written the file `up`. */
async function start(script: string, options: BenchOptions = {}): Promise<Running> {
  const bench = await createWorkerBench({
    environment: { ORRERY_AGENT_COMMAND: 'sh agent.sh' },
    ...options,
  });
  benches.push(bench);
  serial += 1;
  const runId = `proc-${process.pid}-${serial}`;
  const request: DispatchRequest = {
    run_id: runId,
    project_id: 'p',
    project_dir: 'p',
    prompt_file: 'prompt.md',
    mode: 'exec',
    model: 'none',
    reasoning_effort: 'low',
    sandbox: 'none',
  };
  const { run_id, project_id, project_dir, prompt_file } = request;
  await bench.gate.prepare({
    run_id,
    project_id,
    project_dir,
    prompt_file,
    project_name: 'P',
    prompt_text: 'x',
    overwrite: false,
  });
  const projectDir = join(bench.folder.path, 'projects/p');
  await writeFile(join(projectDir, 'agent.sh'), script);
  const { dispatch } = await bench.gate.dispatch(request);
  await eventually(() => (existsSync(join(projectDir, 'up')) ? true : undefined));
  return { bench, runId, projectDir, pid: dispatch.pid };
}

const pidsIn = (running: Running, name: string): number[] =>
  readFileSync(join(running.projectDir, name), 'utf8').trim().split(/\s+/).map(Number);
async function living(pids: readonly number[]): Promise<number[]> {
  const { processes } = await source.list();
  return processes.filter((each) => pids.includes(each.pid) && isAlive(each)).map(({ pid }) => pid);
}
const stop = (running: Running, graceSec = 0.3) =>
  running.bench.gate.stopRun(running.runId, { reason: 'test', grace_sec: graceSec });

describe.each([
  ['a cgroup of its own', cgroups],
  ['its process tree alone', noCgroups],
] as const)('stopping a run known by %s', (_, way) => {
  const runs = way === noCgroups || cgroups.problem === null;
  const inWay = (title: string, act: () => Promise<void>): void =>
    it.skipIf(!runs)(`${title}${runs ? '' : whyNot}`, act);

  inWay('ends daemons that gave up parent, session and group', async () => {
    const running = await start(
      `(setsid sh -c 'cd /; sleep 600 & echo $! >>"$ORRERY_PROJECT_DIR/pids"' &)
       (sh -c 'sleep 601 & echo $! >>"$ORRERY_PROJECT_DIR/pids"' &)
       while [ "$(cat pids 2>/dev/null | wc -l)" -lt 2 ]; do sleep 0.01; done; : >up; sleep 602`,
      { cgroups: way },
    );
    const pids = pidsIn(running, 'pids');
    expect(await living(pids)).toHaveLength(2);
    expect((await stop(running)).run.status).toBe('stopped');
    expect(await living([...pids, running.pid])).toEqual([]);
  });

  inWay('kills what ignores TERM', async () => {
    const running = await start(`trap '' TERM; echo $$ >pids; : >up; while :; do sleep 0.1; done`, {
      cgroups: way,
    });
    const pids = pidsIn(running, 'pids');
    expect((await stop(running)).run.status).toBe('stopped');
    expect(await living([...pids, running.pid])).toEqual([]);
  });

  inWay('ends a storm of children that ignore TERM', async () => {
    // Bounded: at most 400 children, each of which ends by itself; the last of them take their time.
    const running = await start(
      `trap '' TERM; : >up; i=0; while [ $i -lt 400 ]; do i=$((i+1)); sleep 60 & sleep $([ $i -lt 200 ] && echo 0.01 || echo 0.3); done; : >full; wait`,
      { cgroups: way },
    );
    expect((await stop(running, 0.1)).run.status).toBe('stopped');
    const { processes } = await source.list();
    expect(processes.filter((each) => each.runId === running.runId && isAlive(each))).toEqual([]);
    expect(existsSync(join(running.projectDir, 'full'))).toBe(false);
  });

  inWay("spares an operator's shell that stands in the project folder", async () => {
    const running = await start(': >up; sleep 600', { cgroups: way });
    const shell = spawn('sh', ['-c', 'echo up; exec sleep 60'], {
      cwd: running.projectDir,
      env: { PATH: process.env.PATH },
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    started.push(shell);
    await once(shell.stdout, 'data');
    await stop(running);
    expect(await living([shell.pid!])).toEqual([shell.pid]);
  });
});

describe('a cgroup of the run', () => {
  const inCgroup = (title: string, act: () => Promise<void>): void =>
    it.skipIf(cgroups.problem !== null)(`${title}${whyNot}`, act);

  inCgroup('catches a daemon that shed every other mark', async () => {
    const running = await start(
      `(setsid env -i PATH="$PATH" OUT="$PWD/pids" sh -c 'cd /; sleep 600 & echo $! >"$OUT"' &)
       while [ ! -s pids ]; do sleep 0.01; done; : >up; sleep 602`,
      { cgroups },
    );
    const pids = pidsIn(running, 'pids');
    expect(readFileSync(`/proc/${pids[0]}/cgroup`, 'utf8')).toContain(
      `0::${cgroups.pathOf(running.runId)}`,
    );
    await stop(running);
    expect(await living(pids)).toEqual([]);
    expect(cgroups.isPopulated(running.runId)).toBe(false);
    expect(await cgroups.sweep(async () => [])).toBeGreaterThan(0);
    expect(cgroups.pathOf(running.runId)).toBeNull();
  });

  inCgroup('ends a chain in which every process forks and is gone', async () => {
    // Bounded: the chain ends by itself after 3000 links.
    const running = await start(
      `cat >link.sh <<'END'
trap '' TERM
[ "$1" -ge 3000 ] && { : >full; exit; }
: >up
sh link.sh $(($1 + 1)) &
END
sh link.sh 0`,
      { cgroups },
    );
    expect((await stop(running, 0.1)).run.status).toBe('stopped');
    expect(cgroups.isPopulated(running.runId)).toBe(false);
    expect(existsSync(join(running.projectDir, 'full'))).toBe(false);
  });

  inCgroup('of a run that is over leads the reaper to what was left in it', async () => {
    const folder = cgroups.prepare('over')!;
    const child = spawn('sh', ['-c', `echo 0 >"${folder}/cgroup.procs"; echo up; exec sleep 600`], {
      cwd: '/',
      env: { PATH: process.env.PATH },
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    started.push(child);
    await once(child.stdout, 'data');
    const identity = {
      runId: 'over',
      projectDir: '/nowhere/p',
      rootPid: null,
      groupId: null,
      rootStartTicks: null,
      bootId: null,
      cgroup: cgroups.pathOf('over'),
    };
    const actions: ReaperAction[] = [];
    const reaperWith = (live: boolean, commandMarkers: readonly string[]) =>
      createReaper({
        clock: systemClock,
        config: { enabled: true, graceMs: 0, termGraceMs: 500, commandMarkers },
        projectRoot: '/nowhere',
        source,
        liveRuns: () => (live ? [identity] : []),
        report: (action) => actions.push(action),
      });
    await reaperWith(true, []).sweep();
    await reaperWith(false, ['train.py']).sweep();
    expect(actions).toEqual([]);
    const ended = once(child, 'exit');
    await reaperWith(false, []).sweep();
    await ended;
    expect(actions).toMatchObject([
      { event_type: 'stale_process.terminated', pid: child.pid, outcome: 'sent' },
    ]);
  });
});

describe('a process number that was given away', () => {
  it('is not taken for the run', async (context) => {
    const lastPid = '/proc/sys/kernel/ns_last_pid';
    const sleeper = async (): Promise<ChildProcess> => {
      const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore', env: {} });
      started.push(child);
      await once(child, 'spawn');
      return child;
    };
    const first = await sleeper();
    const pid = first.pid!;
    const before = (await processSource.readStat(pid))!;
    first.kill('SIGKILL');
    await once(first, 'exit');
    // A start time counts clock ticks: within the same tick nobody could tell the two apart.
    const uptimeTicks = () => Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 100;
    await eventually(() => (uptimeTicks() > before.startTicks + 2 ? true : undefined));
    let second: ChildProcess | undefined;
    for (let attempt = 0; attempt < 50 && second?.pid !== pid; attempt += 1) {
      second?.kill('SIGKILL');
      try {
        writeFileSync(lastPid, String(pid - 1));
      } catch (error) {
        context.skip(`${lastPid} cannot be written: ${String(error)}`);
      }
      second = await sleeper();
    }
    if (second?.pid !== pid) context.skip('the number could not be had again in 50 attempts');
    const now = (await processSource.readStat(pid))!;
    if (now.startTicks === before.startTicks) context.skip('reused within one clock tick');
    const run = {
      runId: 'reused',
      pid,
      pgid: pid,
      startTicks: before.startTicks,
      bootId: readBootId(),
    };
    const ended = await terminateRun(run, {
      source: processSource,
      clock: systemClock,
      graceMs: 0,
    });
    expect(ended).toEqual({ signalledCount: 0, killedCount: 0, survivors: [] });
    expect(await living([pid])).toEqual([pid]);
  });
});

describe('a zombie', () => {
  it('is not alive, and stopping does not wait for it', async () => {
    // The second shell becomes a program that never asks how its child ended; before that it might, so the child waits.
    const running = await start(
      `sh -c 'sh -c "until grep -q sleep /proc/\\$PPID/comm; do sleep 0.01; done" & echo $! >pids; exec sleep 600' & while ! grep -q '^State:.Z' /proc/$(cat pids 2>/dev/null || echo self)/status; do sleep 0.01; done; : >up; wait`,
    );
    const [zombie] = pidsIn(running, 'pids');
    expect((await processSource.readStat(zombie!))?.state).toBe('Z');
    expect(await living([zombie!])).toEqual([]);
    expect((await stop(running)).run.status).toBe('stopped');
  });
});

describe('a dispatch script that never stops printing', () => {
  it('is ended before it fills the disk, and the run fails with the reason', async () => {
    const folder = await createWorkerBench();
    benches.push(folder);
    const script = await folder.folder.write('flood.sh', '#!/bin/sh\nexec yes flood\n', 0o755);
    const bench = await createWorkerBench({ dispatchScript: script, folder: folder.folder });
    benches.unshift(bench);
    const request = {
      run_id: `flood-${process.pid}`,
      project_id: 'p',
      project_dir: 'p',
      prompt_file: 'prompt.md',
    };
    await bench.gate.prepare({ ...request, project_name: 'P', prompt_text: 'x', overwrite: false });
    const dispatch = {
      ...request,
      mode: 'exec',
      model: 'none',
      reasoning_effort: 'low',
      sandbox: 'none',
    } as const;
    await expect(bench.gate.dispatch(dispatch)).rejects.toThrow(/printed more than 16 MiB/);
    const { processes } = await source.list();
    expect(processes.filter((each) => each.runId === request.run_id && isAlive(each))).toEqual([]);
  });
});

describe('following a log', () => {
  const wait = { limit: 4096, wait_sec: 30 };

  it('answers when there is more, and ends with the run', async () => {
    const running = await start(
      `echo one; : >up; while [ ! -e go ]; do sleep 0.02; done; echo two; sleep 600`,
    );
    const { gate } = running.bench;
    const first = await gate.readLog(running.runId, { offset: -3, ...wait });
    expect(first).toMatchObject({ text: 'ne\n', next_offset: 4, eof: false, run_over: false });
    const waiting = gate.readLog(running.runId, { offset: 4, ...wait });
    await writeFile(join(running.projectDir, 'go'), '');
    expect(await waiting).toMatchObject({ text: 'two\n', next_offset: 8, eof: false });
    const followToEnd = async (): Promise<number> => {
      let next = 8;
      for (;;) {
        const piece = await gate.readLog(running.runId, { offset: next, ...wait });
        next = piece.next_offset;
        if (piece.run_over === true && piece.eof) return next;
      }
    };
    const following = followToEnd();
    await stop(running);
    const end = await following;
    expect(await gate.readLog(running.runId, { offset: end, ...wait })).toMatchObject({
      text: '',
      eof: true,
      run_over: true,
    });
  });

  it('answers at once when the client goes away or the service stops', async () => {
    const running = await start(': >up; sleep 600');
    const { gate } = running.bench;
    const leaving = new AbortController();
    const left = gate.readLog(running.runId, { offset: 0, ...wait }, leaving.signal);
    const kept = gate.readLog(running.runId, { offset: 0, ...wait });
    leaving.abort();
    expect(await left).toMatchObject({ text: '', eof: false });
    gate.releaseWaiters();
    expect(await kept).toMatchObject({ text: '', eof: false, run_over: false });
    expect(await gate.readLog(running.runId, { offset: 0, ...wait })).toMatchObject({ text: '' });
  });

  it('bears that the agent removes its project, and still stops the run', async () => {
    const running = await start('echo one; : >up; sleep 600');
    await rm(running.projectDir, { recursive: true });
    const { gate } = running.bench;
    expect((await gate.findRun(running.runId)).log_tail).toMatchObject({ text: '' });
    expect(await gate.readLog(running.runId, { offset: 0, limit: 10 })).toMatchObject({ text: '' });
    expect((await stop(running)).run.status).toBe('stopped');
    expect(await living([running.pid])).toEqual([]);
    await mkdir(running.projectDir, { recursive: true });
  });
});

describe('the log of a live run', () => {
  it('is bounded under an agent that writes on, and its detail says so', async () => {
    const running = await start(
      `yes 0123456789abcde | head -c 262144; : >up; while [ ! -e go ]; do sleep 0.02; done; echo after; sleep 600`,
      { logBounds: { headBytes: 8192, maxBytes: 65_536 } },
    );
    const { bench, runId, projectDir } = running;
    expect(await bench.logs.bound((await bench.runs.get(runId))!)).toBeNull();
    await writeFile(join(projectDir, 'go'), '');
    const more = await bench.gate.readLog(runId, { offset: 262_144, limit: 4096, wait_sec: 30 });
    expect(more.text).toBe('after\n');
    const detail = await bench.gate.findRun(runId);
    expect(detail.log_tail).toMatchObject({
      size_bytes: 262_150,
      bounded: { method: expect.stringMatching(/punch_hole|copy_truncate/) },
    });
    expect(detail.log_tail?.text.endsWith('abcde\nafter\n')).toBe(true);
    const gone = await bench.gate.readLog(runId, { offset: 20_000, limit: 16 });
    expect(gone).toMatchObject({ dropped: { from: 8192 }, text: '0123456789abcde\n' });
    expect(gone.offset).toBe(gone.dropped?.to);
    expect(await readFile(join(projectDir, 'go'), 'utf8')).toBe('');
  });
});
