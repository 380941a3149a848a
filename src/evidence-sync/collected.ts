/** Keeps beside the evidence of a run what was fetched of it, so that later files are not taken for its own. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type CollectedEvidence,
  collectedFile,
  readCollected,
} from '../domain/collected-evidence.ts';
import { hasPath, type SyncReport } from './report.ts';

/** What a worker has of a run, as far as the record needs it; times ISO 8601 of its file system. */
export interface OfferedFiles {
  readonly started_at?: string | null | undefined;
  readonly ended_at?: string | null | undefined;
  readonly files: readonly {
    readonly path: string;
    readonly sha256: string;
    readonly modified_at?: string | null | undefined;
  }[];
}

/** The record of a run in its project's folder; null when there is none yet. */
export function findCollected(targetDir: string, runId: string): CollectedEvidence | null {
  try {
    return readCollected(readFileSync(join(targetDir, collectedFile(runId)), 'utf8'));
  } catch {
    return null;
  }
}

/** Adds what a sync brought to the record: files known before stay as they were then. */
export function keepCollected(
  targetDir: string,
  runId: string,
  { manifest, report }: { readonly manifest: OfferedFiles; readonly report: SyncReport },
): void {
  const before = findCollected(targetDir, runId);
  const known = new Set(before?.files.map(({ path }) => path));
  const added = manifest.files.filter(({ path }) => hasPath(report, path) && !known.has(path));
  const collected: CollectedEvidence = {
    run_id: runId,
    started_at: before?.started_at ?? manifest.started_at ?? null,
    ended_at: before?.ended_at ?? manifest.ended_at ?? null,
    files: [
      ...(before?.files ?? []),
      ...added.map(({ path, sha256, modified_at }) => ({
        path,
        sha256,
        modified_at: modified_at ?? null,
      })),
    ],
    failed: report.failed.map(({ path, reason }) => ({ path, reason })),
    error: report.error,
  };
  const target = join(targetDir, collectedFile(runId));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(`${target}.new`, `${JSON.stringify(collected, null, 2)}\n`);
  renameSync(`${target}.new`, target);
}
