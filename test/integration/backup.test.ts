/** Backups of a service that works meanwhile, and services that begin from one. */
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { servicesOfEachTest } from '../support/each-test-service.ts';
import { dispatchProject, doMainJob, takeInIdea } from '../support/main-job.ts';
import { parsePrometheus } from '../support/prometheus-text.ts';
import { createScaledClock } from '../support/scaled-clock.ts';
import { packageRoot, type TestService, token, until } from '../support/service.ts';
import { clockFactor } from '../support/service-config.ts';

type Row = Readonly<Record<string, unknown>>;

let dir: string;
let target: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'orrery-backup-'));
  target = join(dir, 'backup');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));
const { start } = servicesOfEachTest();
const cli = (service: TestService, ...words: string[]) =>
  runCli(words, { cwd: dir, env: { ORRERY_CONFIG: join(service.dir, 'config.json') } });
/** A list but for how long ago its rows were made, which goes on. */
const rowsOf = async ({ api }: TestService, list: string): Promise<unknown> => {
  const { body } = await api.get(`/control/api/v1/${list}?page_size=500`);
  return (body['rows'] as Row[]).map(({ age_seconds: _, ...row }) => row);
};
const checkOf = async ({ api }: TestService, name: string): Promise<Row | undefined> => {
  const { body } = await api.get('/control/api/v1/automation-readiness');
  return (body['checks'] as Row[]).find((check) => check['name'] === name);
};
const countEvents = async ({ api }: TestService, type: string): Promise<number> =>
  ((await api.get(`/control/api/v1/events?event_type=${type}`)).body['rows'] as Row[]).length;

it('are taken under load, and a service that begins from one has all that was in it', async () => {
  const service = await start();
  await doMainJob(service.api);
  const load = Array.from({ length: 40 }, (_, index) => takeInIdea(service.api, `load-${index}`));
  const underLoad = await cli(service, 'backup', join(dir, 'under-load'));
  expect(underLoad.code, underLoad.err).toBe(0);
  await Promise.all(load);
  const proven = await cli(service, 'backup', '--verify', join(dir, 'under-load'));
  expect(proven.out).toMatch(/✓ control plane: .*\n✓ worker gate: /);
  expect(proven.code).toBe(0);
  expect((await cli(service, 'backup', join(dir, 'under-load'))).err).toContain('is there already');

  const { host } = service.app.control!;
  await until(async () => host.stats().messages + host.stats().effects === 0, 'all is at rest');
  expect((await cli(service, 'backup', target)).code).toBe(0);
  const lists = ['queue', 'projects', 'runs', 'papers'];
  const before = await Promise.all(lists.map((list) => rowsOf(service, list)));
  const { body: log } = await service.api.get('/control/api/v1/event-log');
  await service.stop();

  const other = mkdtempSync(join(tmpdir(), 'orrery-restored-'));
  const restored = await cli(service, 'restore', target, '--into', join(other, 'state'));
  expect(restored.code, restored.err).toBe(0);
  expect(restored.out).toContain('a new epoch of the log begins');
  const again = await start({ dir: other });
  expect(await Promise.all(lists.map((list) => rowsOf(again, list)))).toEqual(before);
  const { body: newLog } = await again.api.get('/control/api/v1/event-log');
  expect(newLog['epoch']).not.toBe(log['epoch']);
  expect(readdirSync(join(other, 'state', 'corpus'))).toEqual(
    readdirSync(join(service.dir, 'state', 'corpus')),
  );
  const verified = await cli(again, 'verify');
  expect(verified.out.match(/✓/g)).toHaveLength(2);
  expect(verified.code).toBe(0);
});

it('are refused when they are damaged, by the name of the file, and nothing is put back', async () => {
  const service = await start();
  await takeInIdea(service.api, 'a');
  expect((await cli(service, 'backup', target)).code).toBe(0);
  const held = await cli(service, 'restore', target);
  expect([held.code, held.err]).toEqual([1, expect.stringContaining('is not empty: it has')]);
  writeFileSync(join(target, 'worker', 'gate.db'), 'no database');
  const proof = await cli(service, 'backup', '--verify', target, '--json');
  expect(proof.code).toBe(1);
  expect(proof.json()).toMatchObject({
    ok: false,
    problems: [expect.stringMatching(/^worker\/gate\.db has 11 bytes, not \d+$/)],
  });
  const into = join(dir, 'state');
  const restored = await cli(service, 'restore', target, '--into', into);
  expect([restored.code, restored.out]).toEqual([1, expect.stringContaining('✗ worker/gate.db')]);
  expect(existsSync(into)).toBe(false);
});

it('begin again what was under way: runs are found, overdue timers fire once, and what is gone is said', async () => {
  const config = () => ({
    agent_command: `sh '${join(packageRoot, 'test/support/waiting-agent.sh')}'`,
    run_stale_after_sec: 604_800,
  });
  const service = await start({ config });
  await takeInIdea(service.api, 'p');
  const body = await dispatchProject(service.api, 'p');
  const runId = String((body['live'] as Row)['run_id']);
  await until(async () => service.starts().length > 0, 'the agent has started');
  await until(async () => (await countEvents(service, 'run.started')) > 0, 'the run is known');
  await takeInIdea(service.api, 'q');
  const plan = await service.api.post('/control/api/v1/queue/plan', {
    requested_by: 'ann',
    verb: 'pause',
    project_ids: ['q'],
  });
  expect(plan.body).toMatchObject({ status: 'drawn' });
  expect((await cli(service, 'backup', target)).code).toBe(0);
  await takeInIdea(service.api, 'after');
  await service.stop();

  const state = join(service.dir, 'state');
  renameSync(state, `${state}.old`);
  const restored = await cli(service, 'restore', target, '--replaces', `${state}.old`);
  expect(restored.code, restored.err).toBe(0);
  expect(restored.out).toMatch(
    /control plane: the log ends at event \d+ .*acknowledged events? (is|are) gone/,
  );
  expect(restored.out).toContain('put installation-key.pem back before the start');
  expect(existsSync(join(state, 'installation-key.pem'))).toBe(false);

  const base = createScaledClock({ originMs: Date.UTC(2026, 0, 1), factor: clockFactor });
  const clock = { ...base, now: () => base.now() + 2 * 3_600_000 };
  const again = await start({ config, dir: service.dir, port: service.port, clock });
  expect(await checkOf(again, 'event_log_whole')).toMatchObject({ ok: false });
  expect((await again.api.get('/control/api/v1/projects/after')).status).toBe(404);
  await until(async () => (await countEvents(again, 'plan.expired')) > 0, 'the plan is over');
  expect(again.starts()).toEqual([runId]);
  writeFileSync(join(again.dir, 'projects', 'go'), '');
  const item = await until(async () => {
    const row = (await again.api.get('/control/api/v1/projects/p')).body['queue_item'] as Row;
    return (
      ['completed', 'needs_review', 'blocked', 'failed'].includes(String(row['status'])) && row
    );
  }, 'the run is over');
  expect(item['current_run_id']).toBe(runId);
  expect(again.starts()).toEqual([runId]);
  expect(await countEvents(again, 'plan.expired')).toBe(1);
  expect((await cli(again, 'verify')).out).toMatch(/acknowledged work: 1 problem/);
});

it('are made by themselves, as many as were asked for are kept, and readiness says so', async () => {
  const backups = join(dir, 'kept');
  const service = await start({
    config: () => ({ backup_dir: backups, backup_interval_sec: 60, backup_keep: 2 }),
  });
  await until(async () => (await countEvents(service, 'upkeep.backed_up')) >= 3, 'three were made');
  const check = await until(async () => {
    const found = await checkOf(service, 'backup_recent');
    return found?.['ok'] === true && found;
  }, 'the last one is recent');
  expect(check['detail']).toMatch(/^the last one is backup-[0-9a-f]{8}-\d{6} of /);
  const made = await service.api.get('/control/api/v1/events?event_type=upkeep.backed_up');
  expect((made.body['rows'] as Row[]).at(-3)?.['summary']).toMatch(/; 2 backups kept$/);
  const metrics = await fetch(`${service.app.baseUrl}/metrics`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const families = parsePrometheus(await metrics.text());
  expect(families.get('orrery_backup_event_id')?.samples[0]?.value).toBeGreaterThan(0);
  await service.stop();
  const names = readdirSync(backups).filter((name) => !name.startsWith('.'));
  expect(names.length).toBeGreaterThanOrEqual(2);
  expect(names.filter((name) => name.endsWith('-000001'))).toEqual([]);
  for (const name of names) {
    const proof = await cli(service, 'backup', '--verify', join(backups, name));
    expect([proof.code, proof.out]).toEqual([0, expect.stringContaining('✓ control plane')]);
  }
});

it('that cannot be made are said to be missing, by readiness, with the reason', async () => {
  const blocked = join(dir, 'a-file');
  writeFileSync(blocked, '');
  const service = await start({ config: () => ({ backup_dir: blocked }) });
  const check = await until(async () => {
    const found = await checkOf(service, 'backup_recent');
    return found?.['status'] === 'failing' && found;
  }, 'the failure is known');
  expect(check['detail']).toMatch(/the last scheduled backup failed: .*(EEXIST|ENOTDIR)/);
  expect(check['detail']).toContain('none was made yet');
});
