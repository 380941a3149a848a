/** Telemetry of a run on the whole service: live samples, history over a restart, log, commands. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exitCodes } from '../../src/cli/command.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { runCli } from '../support/cli.ts';
import { dispatchProject, runProject, takeInIdea } from '../support/main-job.ts';
import { packageRoot, startService, type TestService, until } from '../support/service.ts';

type Json = Record<string, unknown>;

let service: TestService;
let cwd: string;
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'orrery-run-telemetry-'));
  const agent = join(packageRoot, 'test', 'chaos', 'support', 'agent.sh');
  service = await startService({
    config: () => ({ agent_command: `sh -c 'echo first; echo second; exec sh ${agent}'` }),
  });
});
afterAll(async () => {
  rmSync(cwd, { recursive: true, force: true });
  await service.remove();
});

const get = async (path: string): Promise<Json> => {
  const reply = await service.api.get(path);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
};
/** Samples of the processor that a history tells of. */
const knownIn = (history: Json): readonly number[] => {
  const readings = (history['machine'] as Json)['readings'] as Json[];
  return (readings.find(({ name }) => name === 'cpu_pct')?.['known'] ?? []) as number[];
};
const sumOf = (counts: readonly number[]): number => counts.reduce((sum, each) => sum + each, 0);
const cli = (...argv: string[]) =>
  runCli(argv, { cwd, env: { ORRERY_CONFIG: join(service.dir, 'config.json') } });

it('tells every sample of a run while it lives, and its history and log afterwards', async () => {
  await takeInIdea(service.api, 'watched');
  const before = await get('/runs');
  expect(before['live_count']).toBe(0);
  const over = runProject(service.api, 'watched');
  const runId = await until(async () => {
    const runs = (await get('/runs'))['runs'] as Json[];
    return runs.find(({ live }) => live === true)?.['run_id'] as string | undefined;
  }, 'a run is live');
  const live = `/runs/${runId}/telemetry`;

  const seqs: number[] = [];
  let page = await get(`${live}?wait_sec=30`);
  for (;;) {
    for (const entry of page['samples'] as Json[]) {
      seqs.push(Number(entry['seq']));
      expect(entry['sample']).toMatchObject({ cpu_pct: 1, gpus: [] });
      expect(entry['idle']).toMatchObject({ required_ms: 30_000 });
    }
    if (page['live'] !== true) break;
    expect(page['gap']).toBe(false);
    const { next_since: since, stream_id: stream } = page;
    page = await get(`${live}?since=${String(since)}&stream_id=${String(stream)}&wait_sec=30`);
  }
  expect(seqs.length).toBeGreaterThan(3);
  expect(seqs).toEqual(seqs.map((_, index) => seqs[0]! + index));
  expect(await over).toBe(runId);

  const history = await until(async () => {
    const reply = await get(`/telemetry/history?run_id=${runId}&points=1000`);
    // A stop waits for the last of them for a moment only, which is shorter still on a fast clock.
    return sumOf(knownIn(reply)) < seqs.length - 1 ? undefined : reply;
  }, 'the samples of the run are written');
  expect(history['store']).toMatchObject({ dropped: 0, last_error: null });
  expect(history['gpus']).toEqual([]);

  await service.stop();
  service = await startService({ dir: service.dir, port: service.port });
  const told = await get(`/control/api/v1/runs/${runId}/telemetry?points=500`);
  expect(told).toMatchObject({ run_id: runId, source: 'worker', worker_target: 'default' });
  const cpu = ((told['machine'] as Json)['readings'] as Json[]).find(
    ({ name }) => name === 'cpu_pct',
  )!;
  const known = knownIn(told);
  expect(sumOf(known)).toBeGreaterThanOrEqual(seqs.length - 1);
  for (const [index, mean] of (cpu['mean'] as (number | null)[]).entries()) {
    expect(mean).toBe(known[index] === 0 ? null : 1);
  }
  const states = (told['run'] as Json)['idle_states'] as (string | null)[];
  expect(states.filter((state) => state !== null)).toContain('quiet_candidate');

  const log = await get(`/control/api/v1/runs/${runId}/log?limit=6`);
  expect(log).toMatchObject({ text: 'first\n', eof: false, next_offset: 6, source: 'worker' });
  const tail = await cli('run', 'log', runId, '--tail', '1');
  expect(tail).toMatchObject({ code: exitCodes.ok, out: 'second' });
  const followed = await cli('run', 'log', runId, '--follow');
  expect(followed).toMatchObject({ code: exitCodes.ok, out: 'first\nsecond' });
  const table = await cli('run', 'telemetry', runId);
  expect(table.code).toBe(exitCodes.ok);
  expect(table.out).toMatch(/machine CPU +[▁·]+/);
  expect(table.out).toMatch(/idle state {2}[wbq·]*q/);
});

it('refuses what it does not know in words, and never tells an empty picture instead', async () => {
  const unknown = await service.api.get('/control/api/v1/runs/nobody/telemetry');
  expect(unknown).toMatchObject({ status: 404, body: { code: 'run_not_found' } });
  expect(await service.api.get('/runs/nobody/telemetry')).toMatchObject({ status: 404 });
  expect(await service.api.get('/telemetry/history?run_id=nobody')).toMatchObject({ status: 404 });
  for (const [query, name] of [
    ['from=yesterday', 'from'],
    ['points=1001', 'points'],
    ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'from'],
    ['from=2020-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'from'],
  ]) {
    const reply = await service.api.get(`/telemetry/history?${query}`);
    expect(reply.status, query).toBe(422);
    expect(reply.body['errors'], query).toMatchObject([{ path: name }]);
  }
});

it('lets nobody who waits hold up a stop', async () => {
  // On a clock that runs as the machine's does, nobody has waited long enough before the stop.
  const own = await startService({
    clock: systemClock,
    config: () => ({
      agent_command: `sh '${join(packageRoot, 'test/support/waiting-agent.sh')}'`,
      sample_interval_sec: 1,
    }),
  });
  try {
    await takeInIdea(own.api, 'stopped');
    const begun = await dispatchProject(own.api, 'stopped');
    const path = `/runs/${String((begun['live'] as Json)['run_id'])}/telemetry?wait_sec=30`;
    const { next_since: since } = (await own.api.get(path)).body;
    const waiting = own.api.get(`${path}&since=${String(since)}`);
    expect(await own.stop()).toBe(true);
    expect((await waiting).status).toBe(200);
  } finally {
    await own.remove();
  }
});
