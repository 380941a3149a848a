/**
 * A process that outlives its agent, ended over the API of the control plane: exactly the one that was seen, once,
 * whatever becomes of the answer. The run then ends as every other does, by its idle gate.
 */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exitCodes } from '../../src/cli/command.ts';
import { type Door, openDoor, type Trick } from '../../src/soak/door.ts';
import { runCli } from '../support/cli.ts';
import { dispatchProject, takeInIdea } from '../support/main-job.ts';
import { packageRoot, startService, type TestService, until } from '../support/service.ts';

type Json = Readonly<Record<string, unknown>>;

const project = 'leaves-one';
let door: Door;
let service: TestService;
let runId: string;

const config = () => ({
  worker_wake_gate_url: door.url,
  agent_command: `sh ${join(packageRoot, 'test', 'support', 'leaving-agent.sh')}`,
});
const get = async (path: string): Promise<Json> => {
  const reply = await service.api.get(path);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
};
const processes = () => `/control/api/v1/runs/${runId}/processes`;
const end = (pid: unknown, body: Json) =>
  service.api.post(`${processes()}/${String(pid)}/end`, body);
const statusOf = async () =>
  (await get(`/control/api/v1/projects/${project}`))['queue_item'] as Json;
/** What was told of ends, the oldest first. */
const told = async (): Promise<Json[]> => {
  const { rows } = (await get(
    `/control/api/v1/events?entity_id=${project}&event_type=queue_item.process_end_told`,
  )) as { rows: Json[] };
  return rows.map(({ payload }) => payload as Json).reverse();
};
const isEnd = (path: string): boolean => path.endsWith('/end') && path.startsWith('/runs/');
const onEnd =
  (trick: Trick): Trick =>
  (asked, pass) =>
    isEnd(asked.path) ? trick(asked, pass) : pass();

beforeEach(async () => {
  door = await openDoor(() => service.app.baseUrl);
  service = await startService({ config });
  await takeInIdea(service.api, project);
  const dispatched = await dispatchProject(service.api, project);
  runId = String((dispatched['live'] as Json)['run_id']);
});
afterEach(async () => {
  await service.api.post(`/runs/${runId}/stop`, { grace_sec: 0 });
  await service.remove();
  await door.close();
});

/** The left-over process, once it holds its memory and nothing else of the run lives. */
const leftOver = (): Promise<Json> =>
  until(async () => {
    if ((await statusOf())['status'] !== 'awaiting_wake') return false;
    const listed = await get(processes());
    const [only, more] = listed['processes'] as Json[];
    if (only === undefined || more !== undefined || Number(only['rss_mib']) < 64) return false;
    return { ...only, boot_id: listed['boot_id'] };
  }, 'one process is left over');
const completed = () =>
  until(async () => (await statusOf())['status'] === 'completed', 'the run is over by its gate');

it('is ended as the dry run showed it, and the run is over by its idle gate', async () => {
  const seen = await leftOver();
  const { pid, start_ticks, boot_id } = seen;
  expect(seen).toMatchObject({ name: 'node', why_not: null, user_id: process.getuid?.() });
  expect(Math.abs(Date.now() - Date.parse(String(seen['started_at'])))).toBeGreaterThan(0);

  const other = await end(pid, { dry_run: false, start_ticks: 1, boot_id });
  expect(other.status).toBe(409);
  expect(other.body).toMatchObject({
    code: 'process_changed',
    field: 'start_ticks',
    found: String(start_ticks),
  });
  const blind = await end(pid, { dry_run: false });
  expect(blind.body).toMatchObject({ code: 'invalid_request' });
  const nobody = await end(2_147_483_646, {});
  expect(nobody.body).toMatchObject({ would_end: false, outcome: null });
  expect(nobody.body).not.toHaveProperty('plan_id');

  const trial = await end(pid, { requested_by: 'ann' });
  expect(trial.status, JSON.stringify(trial.body)).toBe(200);
  expect(trial.body).toMatchObject({ dry_run: true, would_end: true, name: 'node', outcome: null });
  expect(trial.body['message']).toMatch(
    /^process \d+ \(node\), which holds \d+ MiB and has been up for [^,]+, would be ended on worker default$/,
  );
  expect(await leftOver()).toMatchObject({ pid, start_ticks });

  const wish = { dry_run: false, plan_id: trial.body['plan_id'], requested_by: 'ann' };
  const ended = await end(pid, { ...wish, idempotency_key: 'end-1' });
  expect(ended.status, JSON.stringify(ended.body)).toBe(200);
  expect(ended.body).toMatchObject({ outcome: 'ended', name: 'node', pid, run_id: runId });
  expect(Number(ended.body['rss_mib'])).toBeGreaterThan(64);

  await completed();
  const again = await end(pid, { ...wish, idempotency_key: 'end-1' });
  expect(again.body).toEqual(ended.body);
  expect((await told()).map(({ outcome }) => outcome)).toEqual(['refused', 'ended']);
  const run = await get(`/control/api/v1/runs/${runId}`);
  expect((run['run'] as Json)['idle_verdict']).toMatchObject({ verdict: 'idle' });
  const late = await end(pid, { dry_run: false, start_ticks, boot_id });
  expect(late.body).toMatchObject({ ok: true, outcome: 'gone' });
});

it('is found ended by a service that was started anew before it heard so', async () => {
  const { pid, start_ticks, boot_id } = await leftOver();
  const wish = { dry_run: false, start_ticks, boot_id, idempotency_key: 'end-2' };
  const done = new Promise<void>((resolve) => {
    door.trick = onEnd(async (_asked, pass) => {
      await pass();
      resolve();
      return 'silent';
    });
  });
  const cutOff = end(pid, wish).catch(() => null);
  await done;
  expect(await told()).toEqual([]);
  await service.stop();
  await cutOff;
  const asked: Json[] = [];
  door.trick = onEnd((request, pass) => {
    asked.push(JSON.parse(request.body.toString()) as Json);
    return pass();
  });
  service = await startService({ config, dir: service.dir, port: service.port });
  const answer = await end(pid, wish);
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({
    outcome: 'ended',
    name: 'node',
  });
  expect((await told()).map(({ outcome }) => outcome)).toEqual(['ended']);
  expect(asked).toHaveLength(1);
  await completed();
});

it('is seen and ended from the command line', async () => {
  const { pid } = await leftOver();
  const cli = (...argv: string[]) =>
    runCli(argv, { cwd: service.dir, env: { ORRERY_CONFIG: join(service.dir, 'config.json') } });
  const listed = await cli('run', 'processes', runId);
  expect(listed.out).toMatch(new RegExp(`^ *${String(pid)} +node +\\d+ +\\d+ `, 'm'));
  const trial = await cli('run', 'end-process', runId, String(pid));
  expect(trial.code, trial.err).toBe(exitCodes.ok);
  expect(trial.out).toMatch(/\(node\), which holds \d+ MiB and has been up for /);
  const next = /Next: orrery (.*)/.exec(trial.out)?.[1]?.split(' ') ?? [];
  const ended = await cli(...next);
  expect(ended.code, ended.err).toBe(exitCodes.ok);
  expect(ended.out).toMatch(/^process \d+ \(node\) was ended; it held \d+ MiB$/m);
  const late = await cli('run', 'end-process', runId, String(pid));
  expect(late.code).toBe(exitCodes.failed);
  await completed();
});

it('is not known to have ended by the word of a worker that speaks of another process', async () => {
  const { pid, start_ticks, boot_id } = await leftOver();
  door.trick = onEnd(async (asked) => {
    door.trick = (_asked, pass) => pass();
    const { start_ticks: start, boot_id: boot } = JSON.parse(asked.body.toString()) as Json;
    const lie = { run_id: runId, pid: Number(pid) + 1, start_ticks: start, boot_id: boot };
    const rest = { name: 'node', rss_mib: 1, detail: null, replayed: false, timestamp: 'now' };
    return { status: 200, body: JSON.stringify({ ...lie, outcome: 'ended', ...rest }) };
  });
  const reply = await end(pid, { dry_run: false, start_ticks, boot_id });
  expect(reply.status).toBe(502);
  expect(reply.body).toMatchObject({ code: 'worker_unreachable', outcome: 'unknown' });
  expect(reply.body['detail']).toMatch(/whether process \d+ was ended is not known/);
  await completed();
  expect((await told()).map(({ outcome }) => outcome)).toEqual(['unknown', 'ended']);
});
