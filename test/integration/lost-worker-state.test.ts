/** A gate that lost its state folder while an agent lives, end to end with real processes on loopback. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { takeInIdea } from '../support/main-job.ts';
import { packageRoot, startService, type TestService, until } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;
let service: TestService;
afterEach(() => service.remove());

const config = () => ({
  agent_command: `sh '${join(packageRoot, 'test/support/waiting-agent.sh')}'`,
  worker_refresh_sec: 60,
  // Nothing here waits for a run to fall silent: the background look finds it missing.
  run_stale_after_sec: 604_800,
});
const item = async (): Promise<Row> =>
  (await service.api.get('/control/api/v1/projects/p')).body['queue_item'] as Row;
const reaches = (status: string): Promise<Row> =>
  until(async () => {
    const row = await item();
    return row['status'] === status && row;
  }, status);
const dispatch = () =>
  service.api.post('/control/dispatch-one', {
    project_id: 'p',
    dry_run: false,
    force_preflight: true,
  });

/** Processes that bear the mark of a run. */
const livingOf = (runId: string): string[] =>
  readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/environ`, 'utf8').includes(`ORRERY_RUN_ID=${runId}`);
    } catch {
      return false;
    }
  });

it('never starts beside it: the item goes to a person, and a retry waits for its end', async () => {
  service = await startService({ config });
  await takeInIdea(service.api, 'p');
  const first = await dispatch();
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  const runId = String((first.body['live'] as Row)['run_id']);
  await until(async () => service.starts().length > 0, 'the agent has started');
  await until(
    async () => (await item())['last_callback_at'] !== null,
    'the worker has called back',
  );
  const { dir, port } = service;
  await service.stop();
  rmSync(join(dir, 'state', 'worker'), { recursive: true });

  service = await startService({ config, dir, port });
  const row = await reaches('needs_review');
  expect(row).toMatchObject({ current_run_id: runId, manual_review_required: true });
  expect(row['blocked_reason']).toContain('has lost its record of it');
  // The agent waits by starting one short-lived process after the other.
  const named = livingOf(runId).filter((pid) => String(row['blocked_reason']).includes(pid));
  expect(named.length, String(row['blocked_reason'])).toBeGreaterThan(0);

  await service.api.post('/control/api/v1/queue/p/retry', { requested_by: 'ann' });
  const beside = await dispatch();
  expect([beside.status, beside.body['worker_code']]).toEqual([502, 'worker_busy']);
  expect(beside.body['detail']).toContain(`run ${runId} lives on here`);
  expect(await item()).toMatchObject({ status: 'queued', retry_count: 0 });
  expect(service.starts()).toEqual([runId]);
  expect(readdirSync(join(dir, 'projects', 'p', 'prompts'))).toEqual([`${runId}.md`]);

  writeFileSync(join(dir, 'projects', 'go'), '');
  await until(async () => livingOf(runId).length === 0, 'the agent has ended');
  const again = await dispatch();
  expect(again.status, JSON.stringify(again.body)).toBe(200);
  await until(async () => service.starts().length === 2, 'the next agent has started');
  expect(existsSync(join(dir, 'state', 'worker'))).toBe(true);
});
