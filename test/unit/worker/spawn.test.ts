/** Starting an agent at most once, with real scripts and processes. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/canonical-json.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { createKillHandler } from '../../../src/worker/end/kill.ts';
import type { GateFiles } from '../../../src/worker/ports.ts';
import { readBootId } from '../../../src/worker/processes.ts';
import { createSpawnHandler } from '../../../src/worker/start/spawn.ts';
import { patienceMs } from '../../support/patience.ts';
import {
  type BenchOptions,
  createThrowawayFolder,
  eventually,
  processSource,
  spawnOptions,
  type ThrowawayFolder,
} from '../../support/worker-bench.ts';

let folder: ThrowawayFolder;
let runId: string;
let serial = 0;
beforeEach(async () => {
  folder = await createThrowawayFolder();
  serial += 1;
  runId = `spawn-${process.pid}-${serial}`;
  await mkdir(join(folder.path, 'projects/p'), { recursive: true });
});
const unknownAgent = { pid: null, pgid: null, pid_start_ticks: null, boot_id: null };
afterEach(async () => {
  const own = { ...unknownAgent, run_id: runId, project_dir: 'p', grace_sec: 0, reason: 'end' };
  await createKillHandler({ clock: systemClock, processSource }).run(own, context());
  await folder.remove();
});

const context = (signal = new AbortController().signal) => ({
  effectId: 'gate_run/x#1.0',
  address: { kind: 'gate_run', id: runId },
  attempt: 1,
  resumed: false,
  correlationId: 'r-1',
  causeId: null,
  signal,
});
const input = (): JsonObject => ({
  run_id: runId,
  project_id: 'p',
  project_dir: 'p',
  prompt_file: 'prompt.md',
  dispatch_fingerprint: 'f',
  mode: 'exec',
  session_id: null,
  model: '--model; rm -rf $HOME',
  reasoning_effort: 'low',
  sandbox: 'none',
  workload_class: 'cpu_only',
});
const runFile = (name: string): string =>
  join(folder.path, `projects/p/.orrery/runs/${runId}`, name);
const startsFile = (): string => join(folder.path, 'starts');

/** Writes a dispatch script that notes each start, then does as told. */
const script = (body: string): Promise<string> =>
  folder.write('dispatch.sh', `#!/bin/sh\necho started >>"${startsFile()}"\n${body}\n`, 0o755);
const countStarts = async (): Promise<number> =>
  (await readFile(startsFile(), 'utf8').catch(() => '')).split('\n').filter(Boolean).length;
const start = async (
  options: BenchOptions,
  again: { readonly signal?: AbortSignal; readonly resumed?: boolean } = {},
): Promise<JsonObject> => {
  const handler = createSpawnHandler(spawnOptions(folder, options));
  const { resumed = false } = again;
  const run = await handler.run(input(), { ...context(again.signal), resumed });
  return run as unknown as JsonObject;
};
const agent =
  'sleep 60 >/dev/null 2>&1 & echo "{\\"pid\\":$!,\\"pgid\\":$$,\\"session_id\\":\\"s1\\"}"';

describe('starting an agent', () => {
  it('says that the script is missing and starts nothing', async () => {
    const event = await start({ dispatchScript: join(folder.path, 'nowhere.sh') });
    expect(event).toMatchObject({ type: 'SPAWN_FAILED', code: 'dispatch_script_missing' });
    expect(event.error).toContain('ENOENT');
  });

  it('says that the script is not executable', async () => {
    const path = await folder.write('dispatch.sh', '#!/bin/sh\n', 0o644);
    expect(await start({ dispatchScript: path })).toMatchObject({
      code: 'dispatch_script_missing',
    });
  });

  it('reports a failing script with the end of what it said', async () => {
    const path = await script('yes filler | head -c 20000 >&2; echo "no GPU left" >&2; exit 3');
    const event = await start({ dispatchScript: path });
    expect(event).toMatchObject({ type: 'SPAWN_FAILED', code: 'dispatch_script_failed' });
    expect(event.error).toContain('ended with 3');
    expect(event.error).toContain('no GPU left');
    expect((event.error as string).length).toBeLessThan(5000);
  });

  it.each([
    'echo hello',
    'echo "{}"',
    'echo "{\\"pid\\": 1}"',
    'echo "{\\"pid\\": \\"7\\"}"',
    'echo "{pid"',
  ])('takes %s for no answer', async (body) => {
    const event = await start({ dispatchScript: await script(body) });
    expect(event).toMatchObject({ type: 'SPAWN_FAILED', code: 'dispatch_script_failed' });
    expect(event.error).toContain('no JSON line with a pid');
  });

  it('ends what a failed script left behind', async () => {
    const event = await start({
      dispatchScript: await script('setsid sleep 60 >/dev/null 2>&1 & exit 1'),
    });
    expect(event.error).toContain('processes it left and that were ended: 1');
  });

  it('ends a script that does not answer in time, and all it started', async () => {
    const path = await script('setsid sleep 61 & sleep 62');
    const event = await start({ dispatchScript: path, dispatchTimeoutMs: 300 });
    expect(event).toMatchObject({ type: 'SPAWN_FAILED', code: 'dispatch_script_timeout' });
    const { processes } = await processSource.list();
    expect(processes.filter((each) => each.runId === runId)).toEqual([]);
  });

  it('takes the answer of a script that answered but does not end', async () => {
    const answered = join(folder.path, 'answered');
    const path = await script(`${agent}; touch "${answered}"; sleep 60`);
    // Its time is over once it has answered, however long that takes.
    const monotonic = () => systemClock.monotonic() + (existsSync(answered) ? patienceMs : 0);
    const bench = { dispatchScript: path, dispatchTimeoutMs: patienceMs };
    const options = { ...spawnOptions(folder, bench), clock: { ...systemClock, monotonic } };
    expect(await createSpawnHandler(options).run(input(), context())).toMatchObject({
      type: 'SPAWNED',
      session_id: 's1',
    });
  });

  it('reports pid, session and start time of the agent', async () => {
    const event = await start({ dispatchScript: await script(agent) });
    const found = await processSource.readStat(event.pid as number);
    expect(event).toMatchObject({ type: 'SPAWNED', session_id: 's1', boot_id: readBootId() });
    expect(event.pid_start_ticks).toBe(found?.startTicks);
  });

  it('gives no start time for a pid that is not of this run', async () => {
    const event = await start({ dispatchScript: await script(`echo '{"pid":${process.ppid}}'`) });
    expect(event).toMatchObject({ type: 'SPAWNED', pid: process.ppid, pid_start_ticks: null });
  });

  it('takes no process of somebody else for the agent, whatever start is said of it', async () => {
    const other = await processSource.readStat(process.ppid);
    const said = { pid: process.ppid, start_ticks: other!.startTicks };
    const path = await script(`echo '${JSON.stringify(said)}'`);
    const event = await start({ dispatchScript: path });
    expect(event).toMatchObject({ type: 'SPAWNED', pid: process.ppid, pid_start_ticks: null });
  });

  it('takes no group of somebody else for that of the agent', async () => {
    const lie = agent.replace('$$', String(process.ppid));
    expect(lie).not.toBe(agent);
    const event = await start({ dispatchScript: await script(lie) });
    expect(event).toMatchObject({ type: 'SPAWNED', pgid: null });
    expect(event.pid_start_ticks).not.toBeNull();
  });

  it('knows an agent without the variable of its run by where it stands', async () => {
    const bare = agent.replace('sleep', 'env -i sleep');
    expect(bare).not.toBe(agent);
    const event = await start({ dispatchScript: await script(bare) });
    const found = await processSource.readStat(event.pid as number);
    expect(event.pid_start_ticks).toBe(found!.startTicks);
    process.kill(event.pid as number);
  });

  it('sets right a start of the agent that its script got wrong', async () => {
    const event = await start({
      dispatchScript: await script(agent.replace('{', '{\\"start_ticks\\":7,')),
    });
    const found = await processSource.readStat(event.pid as number);
    expect(event.pid_start_ticks).toBe(found!.startTicks);
  });

  it('passes arguments as they are and no variable of the service', async () => {
    const path = await script(
      `env >"${join(folder.path, 'env')}"; printf '%s\\n' "$@" >"${join(folder.path, 'args')}"; ${agent}`,
    );
    await start({
      dispatchScript: path,
      environment: { ORRERY_CONFIG: '/etc/config', SERVICE_TOKEN: 'secret-token' },
    });
    const environment = await readFile(join(folder.path, 'env'), 'utf8');
    expect(environment).toContain(`ORRERY_RUN_ID=${runId}\n`);
    expect(environment).not.toMatch(/ORRERY_CONFIG|secret-token/);
    expect(await readFile(join(folder.path, 'args'), 'utf8')).toContain(
      '--model=--model; rm -rf $HOME\n',
    );
  });

  it('starts one agent when two executions race', async () => {
    const path = await script(`sleep 0.1; ${agent}`);
    const events = await Promise.all([1, 2, 3, 4].map(() => start({ dispatchScript: path })));
    expect(new Set(events.map((event) => event.pid)).size).toBe(1);
    expect(events.every((event) => event.type === 'SPAWNED')).toBe(true);
    expect(await countStarts()).toBe(1);
  });

  it('takes over a start whose service died before the script had answered', async () => {
    const path = await script(`sleep 0.3; ${agent}`);
    const dying = new AbortController();
    const lost = start({ dispatchScript: path }, { signal: dying.signal });
    await eventually(async () => ((await countStarts()) === 1 ? true : undefined));
    dying.abort();
    await expect(lost).rejects.toThrow();
    expect(await start({ dispatchScript: path })).toMatchObject({
      type: 'SPAWNED',
      session_id: 's1',
    });
    expect(await countStarts()).toBe(1);
  });

  it('takes over a start whose agent has ended already', async () => {
    const path = await script('sleep 0 & echo "{\\"pid\\":$!,\\"start_ticks\\":42}"; wait');
    const first = await start({ dispatchScript: path });
    const again = await start({ dispatchScript: path });
    expect(again).toEqual(first);
    expect(again).toMatchObject({ type: 'SPAWNED', pid_start_ticks: 42 });
    expect(await countStarts()).toBe(1);
  });

  it('repeats the failure of a script without running it again', async () => {
    const path = await script('echo broken >&2; exit 9');
    const first = await start({ dispatchScript: path });
    expect(await start({ dispatchScript: path })).toEqual(first);
    expect(await countStarts()).toBe(1);
  });

  it('takes the shell that notes the status of a script for nothing that it left behind', async () => {
    const path = await script('echo 9 >"$ORRERY_RUN_DIR/dispatch_status"; sleep 0.3; exit 9');
    const event = await start({ dispatchScript: path });
    expect(event).toMatchObject({ type: 'SPAWN_FAILED', code: 'dispatch_script_failed' });
    expect(event.error).not.toContain('processes it left');
  });

  it('reports a script that was killed before it answered', async () => {
    const path = await script(`echo $PPID >"${join(folder.path, 'shim')}"; sleep 60`);
    const starting = start({ dispatchScript: path });
    const shim = await eventually(
      async () =>
        Number(await readFile(join(folder.path, 'shim'), 'utf8').catch(() => '')) || undefined,
    );
    process.kill(shim, 'SIGKILL');
    const event = await starting;
    expect(event).toMatchObject({ type: 'SPAWN_FAILED', code: 'dispatch_script_failed' });
    expect(event.error).toContain('was cut off');
    const { processes } = await processSource.list();
    expect(processes.filter((each) => each.runId === runId)).toEqual([]);
  });

  /** Its service dies when the agent has started, which then makes away with the record of the start. */
  const dieWhileStarting = async (path: string): Promise<void> => {
    const dying = new AbortController();
    const lost = start({ dispatchScript: path }, { signal: dying.signal });
    await eventually(async () => ((await countStarts()) === 1 ? true : undefined));
    dying.abort();
    await expect(lost).rejects.toThrow();
  };
  const prepared = async (): Promise<void> => {
    await mkdir(runFile('.'), { recursive: true });
    await writeFile(runFile('prepared.json'), '{}');
  };
  const livingOfRun = async (): Promise<number[]> =>
    (await processSource.list()).processes.flatMap((each) =>
      each.runId === runId ? [each.pid] : [],
    );

  it('ends an agent that removed its run folder before its start was seen', async () => {
    await prepared();
    const path = await script(`rm -rf "$ORRERY_RUN_DIR"; ${agent}`);
    const event = await start({ dispatchScript: path });
    expect(event).toMatchObject({ type: 'SPAWN_FAILED', code: 'dispatch_script_failed' });
    expect(await livingOfRun()).toEqual([]);
    expect(event.error).toContain('removed');
    expect(event.error).toContain('processes it left and that were ended: 1');
  });

  it('starts no second agent where the first removed its run folder while there was no service', async () => {
    await prepared();
    const go = join(folder.path, 'go');
    const path = await script(
      `while [ ! -e "${go}" ]; do sleep 0.05; done; rm -rf "$ORRERY_RUN_DIR"; ${agent}; sleep 60`,
    );
    await dieWhileStarting(path);
    await writeFile(go, '');
    await eventually(async () => (existsSync(runFile('.')) ? undefined : true));
    const event = await start({ dispatchScript: path }, { resumed: true });
    expect(event).toMatchObject({ type: 'SPAWN_FAILED', code: 'dispatch_script_failed' });
    expect(await countStarts()).toBe(1);
    expect(await livingOfRun()).toEqual([]);
    expect(event.error).toContain('removed');
  });

  /** The record of the start is removed right after the first look of this attempt at the file `name`. */
  const startWhileRemoved = async (path: string, name: string): Promise<JsonObject> => {
    const options = spawnOptions(folder, { dispatchScript: path });
    const read: GateFiles['read'] = async (...asked) => {
      const slice = await options.files.read(...asked);
      if (asked[0] === runFile(name)) await rm(runFile('.'), { recursive: true, force: true });
      return slice;
    };
    const handler = createSpawnHandler({ ...options, files: { ...options.files, read } });
    return (await handler.run(input(), { ...context(), resumed: true })) as unknown as JsonObject;
  };

  it.each(['start_token', 'dispatch_status'])(
    'waits no longer for a start whose record is removed after a look at its %s, and ends it',
    async (name) => {
      await prepared();
      const path = await script(`${agent}; sleep 60`);
      await dieWhileStarting(path);
      const event = await startWhileRemoved(path, name);
      expect(event).toMatchObject({ type: 'SPAWN_FAILED', code: 'dispatch_script_failed' });
      expect(await countStarts()).toBe(1);
      expect(await livingOfRun()).toEqual([]);
      expect(event.error).toContain('removed');
    },
  );

  it.each([
    ['lives', agent],
    ['has ended', agent.replace('sleep 60', 'true')],
  ])(
    'starts no second agent where the token of the first alone was removed, which %s',
    async (how, first) => {
      await prepared();
      const go = join(folder.path, 'go');
      const path = await script(`while [ ! -e "${go}" ]; do sleep 0.05; done; ${first}; exit 0`);
      await dieWhileStarting(path);
      await rm(runFile('start_token'));
      const starting = () => start({ dispatchScript: path }, { resumed: true });
      const early = how === 'lives' ? starting() : undefined;
      await writeFile(go, '');
      await eventually(async () => existsSync(runFile('dispatch_status')) || undefined);
      if (how !== 'lives')
        await eventually(async () => (await livingOfRun()).length === 0 || undefined);
      expect(await (early ?? starting())).toMatchObject({ type: 'SPAWNED' });
      expect(await countStarts()).toBe(1);
    },
  );

  it('ends what lives of a start whose project folder leads elsewhere by now', async () => {
    const path = await script(`${agent}; sleep 60`);
    await dieWhileStarting(path);
    await rename(join(folder.path, 'projects/p'), join(folder.path, 'elsewhere'));
    await symlink(join(folder.path, 'elsewhere'), join(folder.path, 'projects/p'));
    const event = await start({ dispatchScript: path }, { resumed: true });
    expect(event).toMatchObject({ type: 'SPAWN_FAILED', code: 'dispatch_script_failed' });
    expect(await countStarts()).toBe(1);
    expect(await livingOfRun()).toEqual([]);
  });

  it('starts a run whose service died before it had begun to', async () => {
    await prepared();
    const event = await start({ dispatchScript: await script(agent) }, { resumed: true });
    expect(event).toMatchObject({ type: 'SPAWNED' });
    expect(await countStarts()).toBe(1);
  });

  it('does not start again after the machine restarted in mid-start', async () => {
    const path = await script(agent);
    await mkdir(runFile('.'), { recursive: true });
    await writeFile(
      runFile('spawn_intent.json'),
      '{"boot_id":"00000000-0000-0000-0000-000000000000"}',
    );
    const event = await start({ dispatchScript: path });
    expect(event).toMatchObject({ type: 'SPAWN_FAILED', code: 'dispatch_script_failed' });
    expect(event.error).toContain('the machine restarted');
    expect(await countStarts()).toBe(0);
  });

  it('reports the agent of a start that the machine restarted after', async () => {
    const path = await script(agent);
    await mkdir(runFile('.'), { recursive: true });
    await writeFile(runFile('start_token'), '4242 17 00000000-0000-0000-0000-000000000000\n');
    await writeFile(runFile('dispatch.out'), '{"pid":4243,"start_ticks":18}\n');
    expect(await start({ dispatchScript: path })).toMatchObject({
      type: 'SPAWNED',
      pid: 4243,
      pid_start_ticks: 18,
      boot_id: '00000000-0000-0000-0000-000000000000',
    });
    expect(await countStarts()).toBe(0);
  });
});
