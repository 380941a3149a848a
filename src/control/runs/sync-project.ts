/**
 * Fetches the evidence of one run into the artefact root: over the worker gate first, and over SSH what that way
 * did not bring, where it is configured.
 */
import { normalize } from 'node:path/posix';
import { isResultPath } from '../../domain/evidence-list.ts';
import { decisionFile, legacyMetricsFile } from '../../domain/product.ts';
import { openSignedEvidence } from '../../domain/signed-evidence.ts';
import { findCollected, keepCollected, type OfferedFiles } from '../../evidence-sync/collected.ts';
import { keepSigned, syncEvidence } from '../../evidence-sync/http-sync.ts';
import { placeOf } from '../../evidence-sync/place.ts';
import { hasPath, type SyncAttempt, type SyncReport } from '../../evidence-sync/report.ts';
import type { SshOutcome, SshTask } from '../../evidence-sync/ssh/fetch.ts';
import type { SshSource } from '../../evidence-sync/ssh/ssh-source.ts';
import { createWorkerEvidenceSource } from '../../evidence-sync/worker-source.ts';
import type { Clock } from '../../lib/clock.ts';
import { startDeadline } from '../../lib/deadline.ts';
import { hashesOf } from '../../lib/in-toto.ts';
import { resolveInside } from '../../lib/safe-path.ts';
import type { ReadModels } from '../../store/ports/read-models.ts';
import type { EvidenceManifestReply } from '../../worker-wire/wire.ts';
import type { WorkerDirectory } from '../fleet/index.ts';
import { withoutSecrets } from './without-secrets.ts';
import { type Holder, holderOfRun } from './worker-of-run.ts';

/** What a fetch works with. */
export interface SyncOptions {
  readonly workers: WorkerDirectory;
  readonly reads: Pick<ReadModels, 'get'>;
  /** Folder that holds one folder per project with its evidence and papers. */
  readonly artifactRoot: string;
  readonly clock: Clock;
  /** How long the whole transfer may take, by each way. */
  readonly syncTimeoutMs: number;
  /** Takes the secrets of the configuration out of a text. */
  readonly redact: (text: string) => string;
  /** The second way; absent where none is configured. */
  readonly ssh?: SshSource;
}

/** The run whose evidence is fetched; `lane`: the address it was started at. */
interface SyncedRun {
  readonly project_id: string;
  readonly run_id: string;
  readonly project_dir: string;
  readonly lane: string;
}

/** What one way brought, and what the worker has as far as it was seen. */
interface Brought {
  readonly report: SyncReport;
  readonly offered: OfferedFiles | null;
  readonly manifest?: EvidenceManifestReply | undefined;
}

/** Never rejects for what the worker does: the report says what was tried and what came of it. */
export async function syncProject(
  options: SyncOptions,
  input: SyncedRun,
  signal: AbortSignal = new AbortController().signal,
): Promise<SyncReport> {
  const nothing = { method: 'http', ok: false, fetched: [], unchanged: [], bytes: 0 } as const;
  const targetDir = resolveInside(options.artifactRoot, input.project_dir);
  if (targetDir === undefined) {
    const error = `project_dir ${input.project_dir} leaves the artefact root`;
    return { ...nothing, failed: [], unreachable: false, error };
  }
  const holder = await holderOfRun(options, input);
  const overHttp: Brought =
    holder.target === null
      ? {
          report: { ...nothing, failed: [], unreachable: holder.unreachable, error: holder.error },
          offered: null,
        }
      : await fetchOverHttp(options, input, { targetDir, target: holder.target, signal });
  const brought =
    options.ssh === undefined || hasEnough(overHttp.report) || signal.aborted
      ? overHttp
      : await fetchRest(options.ssh, options, input, { targetDir, holder, overHttp, signal });
  const { report, offered } = brought;
  if (offered !== null) keepCollected(targetDir, input.run_id, { manifest: offered, report });
  // A file may bear a secret as its name, and a report goes into events, papers and the log.
  return withoutSecrets(report, options.redact).value;
}

/** Whether the files are here without which there is nothing to judge a run by, and nothing went wrong. */
function hasEnough(report: SyncReport): boolean {
  const here = [...report.fetched, ...report.unchanged];
  return (
    report.error === null &&
    hasPath(report, decisionFile) &&
    here.some((path) => path === legacyMetricsFile || isResultPath(path))
  );
}

async function fetchOverHttp(
  options: SyncOptions,
  input: SyncedRun,
  given: {
    readonly targetDir: string;
    readonly target: NonNullable<Holder['target']>;
    readonly signal: AbortSignal;
  },
): Promise<Brought> {
  const { targetDir, target, signal } = given;
  const ms = options.syncTimeoutMs;
  const reason = new Error(`it took longer than paper_evidence_sync_timeout_sec (${ms / 1000} s)`);
  const deadline = startDeadline(options.clock, { ms, signals: [signal], reason });
  let manifest: EvidenceManifestReply | undefined;
  try {
    const report = await syncEvidence({
      source: createWorkerEvidenceSource(target.client),
      projectId: input.project_id,
      runId: input.run_id,
      targetDir,
      expectedKeyId: target.evidenceKeyId,
      known: knownFiles(targetDir, input.run_id),
      onManifest: (offered) => {
        manifest = offered;
      },
      signal: deadline.signal,
    });
    return { report, offered: manifest ?? null, manifest };
  } finally {
    deadline.cancel();
  }
}

const knownFiles = (targetDir: string, runId: string): ReadonlyMap<string, string> =>
  new Map(findCollected(targetDir, runId)?.files.map(({ path, sha256 }) => [path, sha256]));

/** Fetches over SSH what the first way did not bring, and tells of both. */
async function fetchRest(
  ssh: SshSource,
  { workers }: SyncOptions,
  input: SyncedRun,
  given: {
    readonly targetDir: string;
    readonly holder: Holder;
    readonly overHttp: Brought;
    readonly signal: AbortSignal;
  },
): Promise<Brought> {
  const { targetDir, holder, overHttp, signal } = given;
  const { report: first, manifest } = overHttp;
  const mustBeSigned = (holder.target?.evidenceKeyId ?? null) !== null;
  const signed = mustBeSigned ? signedHashes(manifest, first) : null;
  if (mustBeSigned && signed === null) {
    const error =
      '`evidence_key_id` asks for evidence signed by the worker: what comes over SSH is not, and the signed list did not come';
    return join(overHttp, null, { startedAt: null, files: [], failed: [], error });
  }
  const task: Omit<SshTask, 'settings'> = {
    runId: input.run_id,
    projectDir: normalize(input.project_dir).replace(/\/$/, ''),
    targetDir,
    have: [...first.fetched, ...first.unchanged],
    known: knownFiles(targetDir, input.run_id),
    signed,
    // With a single worker every run is its own, also one from before it kept tokens.
    mustKnowRun: workers.targets.length > 1,
  };
  const outcome = await ssh.fetch(task, signal);
  // Files of another fetch than the signed one do not stand beside its signature.
  if (outcome.files.length > 0 && signed === null) keepSigned(targetDir, undefined);
  return join(overHttp, signed, outcome);
}

/** The hashes of a signed list that held; null where none came. */
function signedHashes(
  manifest: EvidenceManifestReply | undefined,
  first: SyncReport,
): ReadonlyMap<string, string> | null {
  if (manifest?.signed === undefined || first.signed_by === null) return null;
  const opened = openSignedEvidence(manifest.signed);
  return opened.ok ? hashesOf(opened.statement) : null;
}

function join(
  { report: first, offered }: Brought,
  signed: ReadonlyMap<string, string> | null,
  outcome: SshOutcome,
): Brought {
  const fetched = outcome.files.map(({ path }) => placeOf(path));
  const bytes = outcome.files.reduce((sum, file) => sum + file.bytes, 0);
  const now = new Set(fetched);
  const ok = outcome.error === null && (fetched.length > 0 || first.ok);
  const tried: SyncAttempt[] = [
    {
      method: 'http',
      ok: first.ok,
      files: first.fetched.length,
      bytes: first.bytes,
      error: first.error,
    },
    { method: 'ssh', ok, files: fetched.length, bytes, error: outcome.error },
  ];
  const report: SyncReport = {
    method: fetched.length > 0 ? 'ssh' : first.ok ? 'http' : 'ssh',
    ok: ok || first.ok,
    // What the second way brought to its end needs no further try.
    unreachable: outcome.error !== null && first.unreachable,
    fetched: [...first.fetched, ...fetched],
    unchanged: first.unchanged,
    bytes: first.bytes + bytes,
    failed: [...first.failed.filter(({ path }) => !now.has(placeOf(path))), ...outcome.failed],
    error: errorOf(first.error, outcome.error, ok),
    ...(first.signed_by === undefined
      ? {}
      : { signed_by: signed === null ? null : first.signed_by }),
    tried,
  };
  const files = [...(offered?.files ?? []), ...outcome.files];
  const isSeen = offered !== null || outcome.error === null;
  return {
    report,
    offered: isSeen
      ? {
          started_at: offered?.started_at ?? outcome.startedAt,
          ended_at: offered?.ended_at ?? null,
          files,
        }
      : null,
  };
}

/** Null where the second way made good what the first could not. */
function errorOf(http: string | null, ssh: string | null, isMadeGood: boolean): string | null {
  if (isMadeGood) return null;
  const words = [
    ...(http === null ? [] : [`over the worker gate: ${http}`]),
    ...(ssh === null ? [] : [`over SSH: ${ssh}`]),
  ];
  return words.length === 0 ? null : words.join('; ');
}
