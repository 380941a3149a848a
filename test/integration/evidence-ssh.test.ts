/** Evidence over SSH where the worker's gate lies about it, against the real service and a real sshd. @needs sshd */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentOf, type EvilWorker, startEvilWorker } from '../support/evil-worker.ts';
import { draftPaper, runProject, takeInIdea } from '../support/main-job.ts';
import { evidenceFolder, type Row, send } from '../support/paper-requests.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Sshd, startSshd } from '../support/sshd.ts';

let evil: EvilWorker;
let sshd: Sshd;
let service: TestService;
beforeAll(async () => {
  const dir = mkdtempSync(join(tmpdir(), 'orrery-service-'));
  evil = await startEvilWorker();
  sshd = await startSshd(join(dir, 'projects'));
  const start = (more: Row = {}): Promise<TestService> =>
    startService({
      dir,
      config: () => ({
        worker_wake_gate_url: evil.url,
        paper_evidence_sync_enabled: true,
        paper_evidence_sync_ssh_host: 'gpu-a',
        paper_evidence_sync_remote_root: join(dir, 'projects'),
        paper_evidence_sync_ssh_config_path: join(sshd.folder, 'config'),
        ...more,
      }),
    });
  const jump = { paper_evidence_sync_ssh_config_path: sshd.writeConfig('jump', ['ProxyJump x']) };
  await expect(start(jump)).rejects.toThrow('proxyjump x: cannot be honoured');
  service = await start();
  evil.gateUrl = service.app.baseUrl;
});
afterAll(async () => {
  await service.remove();
  await evil.close();
  await sshd.close();
});

it('brings what the gate did not, and the reply says which way brought what', async () => {
  evil.onRead = (reply) => ({ ...reply, files: [contentOf('x', 'x')], unread: [] });
  await takeInIdea(service.api, 'remote');
  await runProject(service.api, 'remote');
  const folder = evidenceFolder(service, 'remote');
  expect(readFileSync(join(folder, 'results/summary.json'), 'utf8')).toContain('{');
  const id = await draftPaper(service.api);
  const path = `/control/api/paper-reviews/${id}/rewrite-draft`;
  rmSync(join(folder, 'results'), { recursive: true });
  const { status, body } = await send(service, path, { idempotency_key: 'a' });
  expect([status, body['evidence_sync']]).toMatchObject([
    200,
    {
      method: 'ssh',
      ok: true,
      error: null,
      unchanged: expect.arrayContaining(['run_notes.md']),
      fetched: expect.arrayContaining(['results/summary.json']),
      tried: [
        { method: 'http', ok: false, error: expect.stringContaining('not asked for') },
        { method: 'ssh', ok: true, error: null },
      ],
    },
  ]);
});

it('is told in the 424 with both ways that were tried, when nothing local is left', async () => {
  rmSync(join(service.dir, 'projects', 'remote'), { recursive: true });
  const folder = evidenceFolder(service, 'remote');
  for (const gone of ['results', 'run_notes.md'])
    rmSync(join(folder, gone), { recursive: true, force: true });
  writeFileSync(join(sshd.folder, 'known_hosts'), '');
  const { body: papers } = await service.api.get('/control/api/papers');
  const id = String((papers['rows'] as Row[])[0]?.['paper_id']);
  const path = `/control/api/paper-reviews/${id}/rewrite-draft`;
  const reply = await send(service, path, { idempotency_key: 'b' });
  expect([reply.status, reply.body['code']]).toEqual([424, 'evidence_missing']);
  expect(reply.body['evidence_sync']).toMatchObject({
    ok: false,
    fetched: [],
    tried: [
      { method: 'http', ok: false },
      { method: 'ssh', ok: false, error: expect.stringContaining(sshd.fingerprint) },
    ],
  });
});
