/** Which of the two ways to the evidence is gone when, and what is told of both. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkerDirectory } from '../../../src/control/fleet/workers.ts';
import { syncProject } from '../../../src/control/runs/sync-project.ts';
import { findCollected } from '../../../src/evidence-sync/collected.ts';
import type { SshOutcome, SshTask } from '../../../src/evidence-sync/ssh/fetch.ts';
import { createManualClock, toIsoTime } from '../../../src/lib/clock.ts';
import { sha256Hex } from '../../../src/lib/hash.ts';
import type { EvidenceReadRequest } from '../../../src/worker-wire/wire.ts';
import { contentOf, entryOf } from '../../support/evil-worker.ts';

const decision = '.orrery/project_decision.json';
const ownToken = 'a-token-of-the-configuration';
let artifactRoot: string;
beforeEach(() => {
  artifactRoot = mkdtempSync(join(tmpdir(), 'orrery-two-ways-'));
});
afterEach(() => rmSync(artifactRoot, { recursive: true }));

type Asked = Omit<SshTask, 'settings'>;

/** A fetch by a gate that has `files` or is down, and a host that answers with `overSsh`. */
async function sync(given: {
  readonly files: Readonly<Record<string, string>> | null;
  readonly overSsh: Partial<SshOutcome>;
  readonly evidenceKeyId?: string;
  readonly workers?: number;
}) {
  const clock = createManualClock();
  const stamp = { project_id: 'p', timestamp: toIsoTime(clock.now()) };
  const { files } = given;
  const down = { kind: 'not_sent', error: 'nothing listens' };
  const client = {
    evidenceManifest: async () =>
      files === null
        ? down
        : {
            kind: 'ok',
            value: {
              ...stamp,
              run_id: 'r',
              files: Object.entries(files).map(([path, text]) => entryOf(path, text)),
              omitted: [],
            },
          },
    readEvidence: async (_: string, { paths }: EvidenceReadRequest) => ({
      kind: 'ok',
      value: {
        ...stamp,
        files: paths.map((path) => contentOf(path, files?.[path] ?? '')),
        unread: [],
      },
    }),
  };
  const target = {
    name: 'w',
    lane: 'http://worker',
    evidenceKeyId: given.evidenceKeyId ?? null,
    client,
  };
  const targets = Array.from({ length: given.workers ?? 1 }, () => target);
  const asked: Asked[] = [];
  const report = await syncProject(
    {
      workers: {
        targets,
        byLane: () => target,
        byName: () => undefined,
      } as unknown as WorkerDirectory,
      reads: { get: async () => undefined },
      artifactRoot,
      clock,
      redact: (text) => text.replaceAll(ownToken, '[redacted]'),
      syncTimeoutMs: 1000,
      ssh: {
        fetch: async (task) => {
          asked.push(task);
          return { startedAt: null, files: [], failed: [], error: null, ...given.overSsh };
        },
        close: async () => {},
      },
    },
    { project_id: 'p', run_id: 'r', project_dir: './p/', lane: 'http://worker' },
  );
  return { report, asked };
}
const at = '2026-01-01T10:00:00.000Z';
const sent = (path: string, text: string): SshOutcome['files'][number] => ({
  path,
  bytes: text.length,
  sha256: sha256Hex(text),
  modified_at: at,
});

describe('the second way', () => {
  it('is not gone where the gate brought a decision and a result', async () => {
    const { report, asked } = await sync({
      files: { [decision]: '{}', 'results/a.json': '{}' },
      overSsh: {},
    });
    expect(asked).toEqual([]);
    expect(report).toMatchObject({ method: 'http', ok: true, bytes: 4 });
    expect(report).not.toHaveProperty('tried');
  });

  it.each([
    ['no decision', { 'results/a.json': '{}' }],
    ['no result', { [decision]: '{}', 'run_notes.md': 'n' }],
  ])('is gone for what is missing where it brought %s', async (_, files) => {
    const { report, asked } = await sync({ files, overSsh: {} });
    expect(asked).toMatchObject([{ projectDir: 'p', have: Object.keys(files), signed: null }]);
    expect(report).toMatchObject({
      method: 'http',
      ok: true,
      error: null,
      tried: [
        { method: 'http', ok: true, files: Object.keys(files).length },
        { method: 'ssh', files: 0, error: null },
      ],
    });
  });

  it('makes good a gate that is down, and what it brought stands on record', async () => {
    const files = [sent(decision, '{}'), sent('papers/r/paper.md', 'p')];
    const { report, asked } = await sync({
      files: null,
      overSsh: { files, startedAt: at, failed: [{ path: 'results/l.json', reason: 'a link' }] },
      workers: 2,
    });
    expect(asked).toMatchObject([{ mustKnowRun: true }]);
    expect(report).toMatchObject({
      method: 'ssh',
      ok: true,
      unreachable: false,
      error: null,
      fetched: [decision, 'agent-papers/r/paper.md'],
      bytes: 3,
      failed: [{ path: 'results/l.json', reason: 'a link' }],
      tried: [
        { method: 'http', ok: false, error: 'nothing listens' },
        { method: 'ssh', ok: true },
      ],
    });
    expect(findCollected(join(artifactRoot, 'p'), 'r')).toMatchObject({
      started_at: at,
      files: [{ path: decision, sha256: sha256Hex('{}'), modified_at: at }],
    });
  });

  it('that fails, too, leaves the run to be tried again, with both reasons', async () => {
    const { report } = await sync({ files: null, overSsh: { error: 'refused' } });
    expect(report).toMatchObject({
      ok: false,
      unreachable: true,
      error: 'over the worker gate: nothing listens; over SSH: refused',
    });
    expect(findCollected(join(artifactRoot, 'p'), 'r')).toBeNull();
  });

  it('is not gone where a signature is asked for and the signed list did not come', async () => {
    const { report, asked } = await sync({ files: null, overSsh: {}, evidenceKeyId: 'k' });
    expect(asked).toEqual([]);
    expect(report.tried?.[1]?.error).toContain('evidence_key_id');
  });
});

it('says no secret that a file has as its name, and keeps on record how each is called', async () => {
  const token = `${'ghp'}_${'aB3dE5gH7jK9'.repeat(3)}`;
  const files = { [decision]: '{}', [`results/${token}.json`]: '{}' };
  const failed = [{ path: `results/${ownToken}.json`, reason: `${token} is a link` }];
  const { report } = await sync({ files, overSsh: { failed } });
  expect(report).toMatchObject({ fetched: [decision, 'results/(redacted).json'] });
  const { files: kept } = findCollected(join(artifactRoot, 'p'), 'r')!;
  expect(kept.map(({ path }) => path)).toEqual(Object.keys(files));
  const alone = await sync({ files: null, overSsh: { failed } });
  expect(alone.report.failed).toEqual([
    { path: 'results/[redacted].json', reason: '(redacted) is a link' },
  ]);
});

it('does not fetch again what is here as the worker has it', async () => {
  const folder = join(artifactRoot, 'p');
  mkdirSync(join(folder, 'results'), { recursive: true });
  writeFileSync(join(folder, 'results/a.json'), '{"a":1}');
  writeFileSync(join(folder, 'results/b.json'), '{"b":0}');
  const files = { [decision]: '{}', 'results/a.json': '{"a":1}', 'results/b.json': '{"b":1}' };
  const { report } = await sync({ files, overSsh: {} });
  expect(report).toMatchObject({
    ok: true,
    unchanged: ['results/a.json'],
    fetched: [decision, 'results/b.json'],
    bytes: 9,
  });
});
