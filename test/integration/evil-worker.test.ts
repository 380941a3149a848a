/**
 * A worker that means harm, against the real service: files nobody asked for, files in the place of
 * papers, answers without end and none at all. Whatever it does, nothing of it is written outside the
 * evidence, and the control plane stays in command. On one transport after the other.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../src/domain/limits.ts';
import { listFiles } from '../../src/papers/staging.ts';
import {
  contentOf,
  type EvilWorker,
  entryOf,
  startEvilWorker,
  withMore,
} from '../support/evil-worker.ts';
import { transportNames } from '../support/http.ts';
import { draftPaper, runProject, takeInIdea } from '../support/main-job.ts';
import { evidenceFolder, type Row, send, untilEvaluated } from '../support/paper-requests.ts';
import { startService, type TestService, until } from '../support/service.ts';

let evil: EvilWorker;
let service: TestService;

const project = 'victim';
const root = (): string => evidenceFolder(service, project);
const item = async (): Promise<Row> =>
  (await service.api.get(`/control/api/v1/projects/${project}`)).body['queue_item'] as Row;
const dispatch = async (): Promise<string> => {
  await takeInIdea(service.api, project);
  const body = { project_id: project, dry_run: false };
  const reply = await service.api.post('/control/dispatch-one', body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return String((reply.body['live'] as Row)['run_id']);
};
const reaches = (status: string): Promise<Row> =>
  until(async () => {
    const row = await item();
    return row['status'] === status && row;
  }, status);
const written = (): string[] => (existsSync(root()) ? listFiles(root()) : []);
const folders = (): string[] => (existsSync(root()) ? readdirSync(root()).sort() : []);

describe('whatever it does', () => {
  let tests = 0;
  beforeEach(async () => {
    evil = await startEvilWorker();
    // In turn: what it answers comes in by no transport, its callbacks alone do.
    const transport = transportNames[tests % transportNames.length]!;
    tests += 1;
    service = await startService({
      transport,
      config: () => ({ worker_wake_gate_url: evil.url, paper_evidence_sync_enabled: true }),
    });
    evil.gateUrl = service.app.baseUrl;
  });
  afterEach(async () => {
    await evil.close();
    await service.remove();
  });

  describe('files that nobody asked for', () => {
    it.each([
      ['in the place of a paper', (run: string) => `papers/${run}/paper.md`],
      ['in the place of a package', () => 'packages/mine/package/paper.md'],
      ['among the results', () => 'results/unasked.json'],
      ['outside the project', () => '../other/results/a.json'],
    ])('%s end the sync at once, and are not written', async (_, pathOf) => {
      const forged = 'forged';
      let path = '';
      evil.onManifest = (reply) => {
        path = pathOf(String(reply['run_id']));
        return reply;
      };
      // Never one that was asked for: it would go on for ever.
      evil.onRead = (reply) => ({ ...reply, files: [contentOf(path, forged)], unread: [] });
      await dispatch();
      const row = await reaches('needs_review');
      expect(row['blocked_reason']).toContain(path);
      expect(row['blocked_reason']).toContain('which was not asked for');
      expect(row['blocked_reason']).toContain('not fetched: run_notes.md');
      expect(evil.asked).toHaveLength(1);
      expect(written()).toEqual([]);
    });

    it('beside those asked for are refused, too', async () => {
      evil.onRead = (reply) => withMore(reply, 'files', [contentOf('results/more.json', '{}')]);
      await dispatch();
      expect((await reaches('needs_review'))['blocked_reason']).toContain('results/more.json');
      expect(written()).toEqual([]);
    });

    it('are not asked for where the list offers what is no evidence', async () => {
      const paths = [
        'packages/mine/package/paper.md',
        'PAPERS/x/paper.md',
        '.orrery/PROTOCOL.md',
        '../../control.db',
        '/etc/passwd',
        'results/../papers/x/paper.md',
        'results//a.json',
      ];
      evil.onManifest = (reply) =>
        withMore(reply, 'files', [
          entryOf(`papers/${String(reply['run_id'])}/metadata.json`, 'x'),
          entryOf('papers/another-run/paper.md', 'x'),
          ...paths.map((path) => entryOf(path, 'x')),
        ]);
      await dispatch();
      await reaches('completed');
      expect(evil.asked.flat().sort()).toEqual([
        '.orrery/project_decision.json',
        'results/summary.json',
        'run_notes.md',
      ]);
      expect(folders()).toEqual(['.orrery', 'results', 'run_notes.md']);
    });
  });

  describe('a paper that the agent left', () => {
    it('is fetched to a place of its own, and the paper that is written here is another', async () => {
      const text = '# I write papers myself';
      let path = '';
      evil.onManifest = (reply) => {
        path = `papers/${String(reply['run_id'])}/paper.md`;
        return withMore(reply, 'files', [entryOf(path, text)]);
      };
      evil.onRead = (reply, asked) => {
        if (!asked.includes(path)) return reply;
        const unread = (reply['unread'] as { path: string }[]).filter((one) => one.path !== path);
        return withMore({ ...reply, unread }, 'files', [contentOf(path, text)]);
      };
      await takeInIdea(service.api, project);
      const run = await runProject(service.api, project);
      expect(folders()).toEqual(['.orrery', 'agent-papers', 'results', 'run_notes.md']);
      const own = join(root(), 'agent-papers', run, 'paper.md');
      expect(readFileSync(own, 'utf8')).toBe(text);
      const id = await draftPaper(service.api);
      const draft = readFileSync(join(root(), 'papers', run, 'paper.md'), 'utf8');
      expect(draft).not.toContain('I write papers myself');
      const reply = await send(service, `/control/api/publication-automation/${id}/rewrite-draft`, {
        idempotency_key: 'again',
      });
      expect((reply.body['evidence_sync'] as Row)['unchanged']).toContain(
        `agent-papers/${run}/paper.md`,
      );
      expect(readFileSync(own, 'utf8')).toBe(text);
    });
  });

  describe('too much', () => {
    it('of it is left out by name, before anything is asked for', async () => {
      const files = Array.from({ length: limits.evidenceFilesMax }, (_, index) => ({
        ...entryOf(`results/big-${index}.json`, 'x'),
        bytes: limits.evidenceFileBytesMax,
      }));
      const huge = { ...entryOf('results/huge.json', 'x'), bytes: limits.evidenceFileBytesMax + 1 };
      evil.onManifest = (reply) => ({ ...reply, files: [huge, ...files] });
      evil.onRead = (reply, asked) => ({
        ...reply,
        files: [],
        unread: asked.map((path) => ({ path, reason: 'missing' })),
      });
      await dispatch();
      await reaches('needs_review');
      const asked = new Set(evil.asked.flat());
      expect(asked.size).toBe(limits.evidenceSyncBytesMax / limits.evidenceFileBytesMax);
      expect(asked.has('results/huge.json')).toBe(false);
    });

    it('in a file that was promised smaller is not written', async () => {
      evil.onRead = (reply) => ({
        ...reply,
        files: (reply['files'] as { path: string }[]).map(({ path }) =>
          contentOf(path, 'x'.repeat(1000)),
        ),
      });
      await dispatch();
      expect((await reaches('needs_review'))['blocked_reason']).toContain(
        'does not match its hash',
      );
      expect(written()).toEqual([]);
    });
  });

  describe('an answer that never comes', () => {
    it('does not keep a cancel waiting', async () => {
      evil.onRead = () => null;
      await dispatch();
      await until(async () => evil.asked.length > 0, 'the worker is asked for files');
      expect(await item()).toMatchObject({ status: 'wake_received' });
      const reply = await service.api.post(`/control/api/v1/queue/${project}/cancel`, {
        requested_by: 'ann',
      });
      expect([reply.status, (await item())['status']]).toEqual([200, 'canceled']);
      expect(evil.asked).toHaveLength(1);
    });
  });

  describe('a worker that is asked about a run', () => {
    it('and does not know it has answered; one that gives no answer was not reached', async () => {
      evil.onRead = () => null;
      await dispatch();
      await until(async () => evil.asked.length > 0, 'the worker is asked for files');
      const explain = async (): Promise<{ reason: string; worker: Row }> => {
        const { body } = await service.api.get(`/control/api/v1/explain/queue_item/${project}`);
        const { worker } = body['evidence'] as { worker: Row };
        return { reason: String(body['reason']), worker };
      };
      evil.gateUrl = `${service.app.baseUrl}/no-gate`;
      const answered = await explain();
      expect(answered.worker).toMatchObject({ reached: true, answered: 'not_found' });
      expect(answered.reason).toContain('; its worker answers: ');
      // Nothing listens on port 1 of this machine, so the door cuts the connection.
      evil.gateUrl = 'http://127.0.0.1:1';
      const silent = await explain();
      expect(silent.worker).toMatchObject({ reached: false });
      expect(silent.worker).not.toHaveProperty('answered');
      expect(silent.reason).toContain('; the worker cannot say more (');
    });
  });

  describe('a forged paper', () => {
    const automation = '/control/api/publication-automation';

    /** As older versions fetched it: a paper whose ledger nobody verifies. */
    function forge(folder: string): void {
      const text = readFileSync(join(folder, 'paper.md'), 'utf8');
      writeFileSync(join(folder, 'paper.md'), text.replaceAll('12.5', '0.125'));
    }

    it('sent along with a rewrite changes nothing of the draft', async () => {
      await takeInIdea(service.api, project);
      const run = await runProject(service.api, project);
      const id = await draftPaper(service.api);
      const paper = join(root(), 'papers', run);
      const before = readFileSync(join(paper, 'paper.md'), 'utf8');
      const files = ['paper.md', 'paper.tex'].map((file) =>
        contentOf(`papers/${run}/${file}`, 'no'),
      );
      const ledger = JSON.stringify({ schema_version: 'claim_ledger.v2', claims: [] });
      files.push(contentOf(`papers/${run}/claim_ledger.json`, ledger));
      // Something is missing here, or nothing would be asked for.
      rmSync(join(root(), 'run_notes.md'));
      // The results make the rewrite itself fail, so that what was sent would stay.
      evil.onRead = (reply) => withMore(reply, 'files', files);
      const reply = await send(service, `${automation}/${id}/rewrite-draft`, {
        idempotency_key: 'r',
      });
      expect(reply.body['evidence_sync']).toMatchObject({ ok: false, fetched: [] });
      expect((reply.body['evidence_sync'] as Row)['error']).toContain(`papers/${run}/paper.md`);
      expect(readFileSync(join(paper, 'paper.md'), 'utf8')).toContain('12.5');
      expect(before).toContain('12.5');
      expect(readFileSync(join(paper, 'claim_ledger.json'), 'utf8')).toContain('claim_ledger.v3');
    });

    it('in the folder is refused by package and import, which name the file', async () => {
      await takeInIdea(service.api, project);
      const run = await runProject(service.api, project);
      const id = await draftPaper(service.api);
      await untilEvaluated(service, id);
      const { host } = service.app.control!;
      const settled = () => until(async () => host.stats().effects === 0, 'nothing is under way');
      const paper = join(root(), 'papers', run);
      const kept = readFileSync(join(paper, 'paper.md'));
      forge(paper);
      const path = `${automation}/${id}/prepare-finalization-package`;
      const refused = await send(service, path, { dry_run: false, idempotency_key: 'forged' });
      expect(refused.status).toBe(409);
      expect(refused.text).toContain('paper.md: it is not the text that was written');
      // The refusal has the paper looked at again, which finds the forgery unless the kept text was quicker.
      await settled();
      writeFileSync(join(paper, 'paper.md'), kept);
      expect((await send(service, `${automation}/${id}/move`, { move: 'evaluate' })).status).toBe(
        200,
      );
      await settled();
      const packaged = await send(service, path, { dry_run: false, idempotency_key: 'kept' });
      expect([packaged.status, packaged.text]).toEqual([200, expect.any(String)]);

      const folder = join(root(), 'packages', id, 'package');
      forge(folder);
      // With a ledger of an older version and all checksums right, nothing in the folder tells.
      const ledger = JSON.parse(readFileSync(join(folder, 'claim_ledger.json'), 'utf8')) as Row;
      const old = JSON.stringify({ ...ledger, schema_version: 'claim_ledger.v2' });
      writeFileSync(join(folder, 'claim_ledger.json'), old);
      const { writeChecksums } = await import('../../src/papers/package/package.ts');
      writeChecksums(folder);
      const body = { paper_id: id, dry_run: false, idempotency_key: 'import' };
      const imported = await send(service, '/control/api/v1/corpus/import', body);
      expect(imported.status).toBe(409);
      expect(imported.text).toContain('paper.md: it is not the text that was written');
      expect(imported.text).toContain('claim_ledger.json: it is not the text that was written');
    });
  });
});
