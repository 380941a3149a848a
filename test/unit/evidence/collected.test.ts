/** What was fetched of a run stays what it was when the run was over, and stands on record beside it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findCollected, keepCollected } from '../../../src/evidence-sync/collected.ts';
import { type EvidenceSource, syncEvidence } from '../../../src/evidence-sync/http-sync.ts';
import type { EvidenceContent, EvidenceManifestReply } from '../../../src/worker-wire/wire.ts';
import { contentOf, entryOf } from '../../support/evil-worker.ts';

let targetDir: string;
beforeEach(() => {
  targetDir = mkdtempSync(join(tmpdir(), 'orrery-collected-'));
});
afterEach(() => rmSync(targetDir, { recursive: true }));

const started = '2026-01-01T10:00:00.000Z';
const written = '2026-01-01T11:00:00.000Z';

/** Fetches what the worker has now, as the control plane does. */
async function fetchNow(
  files: Readonly<Record<string, string>>,
  omitted: EvidenceManifestReply['omitted'] = [],
) {
  let offered: EvidenceManifestReply | undefined;
  const source: EvidenceSource = {
    manifest: async () =>
      ({
        project_id: 'p',
        run_id: 'r',
        timestamp: written,
        started_at: started,
        files: Object.entries(files).map(([path, text]) => ({
          ...entryOf(path, text),
          modified_at: written,
        })),
        omitted,
      }) as EvidenceManifestReply,
    read: async (_, paths) => ({
      files: paths.map((path) => contentOf(path, files[path] ?? '') as unknown as EvidenceContent),
      unread: [],
    }),
  };
  const before = findCollected(targetDir, 'r');
  const report = await syncEvidence({
    source,
    projectId: 'p',
    runId: 'r',
    targetDir,
    known: new Map(before?.files.map(({ path, sha256 }) => [path, sha256])),
    onManifest: (manifest) => {
      offered = manifest;
    },
    signal: new AbortController().signal,
  });
  if (offered !== undefined) keepCollected(targetDir, 'r', { manifest: offered, report });
  return report;
}
const textOf = (path: string): string => readFileSync(join(targetDir, path), 'utf8');

it('records each file with its hash and time, and what was left out', async () => {
  await fetchNow({ 'results/a.json': '{"a":1}' }, [
    { path: 'results/huge.json', reason: 'too_large', bytes: 1e9 },
  ]);
  expect(findCollected(targetDir, 'r')).toMatchObject({
    run_id: 'r',
    started_at: started,
    files: [{ path: 'results/a.json', modified_at: written }],
    failed: [{ path: 'results/huge.json', reason: 'too_large' }],
    error: null,
  });
  expect(findCollected(targetDir, 'other')).toBeNull();
});

it('keeps what it fetched first where the worker has another file later, and says so', async () => {
  await fetchNow({ 'results/a.json': '{"a":1}' });
  const first = findCollected(targetDir, 'r')?.files;
  const report = await fetchNow({ 'results/a.json': '{"a":9}', 'results/b.json': '{"b":2}' });
  expect(report.fetched).toEqual(['results/b.json']);
  expect(report.failed).toMatchObject([
    { path: 'results/a.json', reason: expect.stringContaining('changed after it was fetched') },
  ]);
  expect(textOf('results/a.json')).toBe('{"a":1}');
  const files = findCollected(targetDir, 'r')?.files ?? [];
  expect(files[0]).toEqual(first?.[0]);
  expect(files.map(({ path }) => path)).toEqual(['results/a.json', 'results/b.json']);
});
