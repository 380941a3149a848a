/** Brings the evidence of one run from its worker, within the time that a transfer may take. */
import { findCollected, keepCollected } from '../../evidence/collected.ts';
import { type SyncReport, syncEvidence } from '../../evidence/http-sync.ts';
import { createWorkerEvidenceSource } from '../../evidence/worker-source.ts';
import type { Clock } from '../../lib/clock.ts';
import { resolveInside } from '../../lib/safe-path.ts';
import type { ReadModels } from '../../store/ports/read-models.ts';
import type { EvidenceManifestReply } from '../../worker-wire/wire.ts';
import type { WorkerDirectory } from '../fleet/index.ts';
import { holderOfRun } from './worker-of-run.ts';

/** Where evidence comes from and where it goes, the same for every run. */
export interface SyncOptions {
  readonly workers: WorkerDirectory;
  readonly reads: Pick<ReadModels, 'get'>;
  /** Folder that holds one folder per project with its evidence and papers. */
  readonly artifactRoot: string;
  readonly clock: Clock;
  /** How long the whole transfer may take. */
  readonly syncTimeoutMs: number;
}

/** Fetches the evidence of one run into the artefact root; never rejects for what the worker does. */
export async function syncProject(
  options: SyncOptions,
  input: {
    readonly project_id: string;
    readonly run_id: string;
    readonly project_dir: string;
    readonly lane: string;
  },
  signal?: AbortSignal,
): Promise<SyncReport> {
  const nothing = { method: 'http', ok: false, fetched: [], failed: [] } as const;
  const targetDir = resolveInside(options.artifactRoot, input.project_dir);
  if (targetDir === undefined) {
    const error = `project_dir ${input.project_dir} leaves the artefact root`;
    return { ...nothing, unreachable: false, error };
  }
  const holder = await holderOfRun(options, input);
  const { target } = holder;
  if (target === null) {
    return { ...nothing, unreachable: holder.unreachable, error: holder.error };
  }
  const late = new AbortController();
  const seconds = options.syncTimeoutMs / 1000;
  const timer = options.clock.setTimer(options.syncTimeoutMs, () =>
    late.abort(new Error(`it took longer than paper_evidence_sync_timeout_sec (${seconds} s)`)),
  );
  const before = findCollected(targetDir, input.run_id);
  let manifest: EvidenceManifestReply | undefined;
  try {
    const report = await syncEvidence({
      source: createWorkerEvidenceSource(target.client),
      projectId: input.project_id,
      runId: input.run_id,
      targetDir,
      expectedKeyId: target.evidenceKeyId,
      known: new Map(before?.files.map(({ path, sha256 }) => [path, sha256])),
      onManifest: (offered) => {
        manifest = offered;
      },
      signal: signal === undefined ? late.signal : AbortSignal.any([late.signal, signal]),
    });
    if (manifest !== undefined) keepCollected(targetDir, input.run_id, { manifest, report });
    return report;
  } finally {
    timer.cancel();
  }
}
