/** A transfer of evidence from a worker has one deadline as a whole, however the worker spends it. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { WorkerDirectory } from '../../../src/control/fleet/workers.ts';
import { syncProject } from '../../../src/control/runs/sync-project.ts';
import { createManualClock, toIsoTime } from '../../../src/lib/clock.ts';
import type { WorkerClient } from '../../../src/worker-client/client.ts';
import type { EvidenceReadRequest } from '../../../src/worker-wire/wire.ts';
import { contentOf, entryOf } from '../../support/evil-worker.ts';

const names = ['a', 'b', 'c', 'd'].map((name) => `results/${name}.json`);
const input = { project_id: 'p', run_id: 'r', project_dir: 'p', lane: 'http://worker' };
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A transfer of four files, of which a client answers one at a time. */
function transfer(timeoutMs: number, onRead: (clock: { advance(ms: number): unknown }) => unknown) {
  const artifactRoot = mkdtempSync(join(tmpdir(), 'orrery-deadline-'));
  folders.push(artifactRoot);
  const clock = createManualClock();
  const stamp = { project_id: 'p', timestamp: toIsoTime(clock.now()) };
  const client = {
    evidenceManifest: async () => ({
      kind: 'ok',
      value: {
        ...stamp,
        run_id: 'r',
        files: names.map((path) => entryOf(path, '{}')),
        omitted: [],
      },
    }),
    readEvidence: async (_: string, { paths }: EvidenceReadRequest, signal: AbortSignal) => {
      await onRead(clock);
      if (signal.aborted) return { kind: 'unknown', error: 'it was aborted', status: null };
      const [first, ...rest] = paths;
      const unread = rest.map((path) => ({ path, reason: 'reply_full' }));
      return { kind: 'ok', value: { ...stamp, files: [contentOf(first!, '{}')], unread } };
    },
  } as unknown as WorkerClient;
  const target = { name: 'w', lane: input.lane, client };
  const workers = { byLane: () => target, byName: () => undefined } as unknown as WorkerDirectory;
  const reads = { get: async () => undefined };
  const report = syncProject(
    { workers, reads, artifactRoot, clock, redact: (text) => text, syncTimeoutMs: timeoutMs },
    input,
  );
  return { report, clock, has: (path: string) => existsSync(join(artifactRoot, 'p', path)) };
}

describe('a transfer', () => {
  it('ends at its deadline though each answer came soon, and keeps what is whole', async () => {
    const { report, clock, has } = transfer(100_000, (time) => time.advance(40_000));
    expect(await report).toEqual({
      method: 'http',
      ok: false,
      unreachable: false,
      fetched: names.slice(0, 2),
      unchanged: [],
      bytes: 4,
      failed: [],
      error:
        'it took longer than paper_evidence_sync_timeout_sec (100 s); not fetched: results/c.json, results/d.json',
    });
    expect(names.map(has)).toEqual([true, true, false, false]);
    expect(clock.pendingCount).toBe(0);
  });

  it('that is over in time leaves no timer behind', async () => {
    const { report, clock } = transfer(161_000, (time) => time.advance(40_000));
    expect(await report).toMatchObject({ ok: true, error: null, fetched: names });
    expect(clock.pendingCount).toBe(0);
  });
});
