/**
 * Fetches a project's evidence from its worker over HTTP: the files the worker's manifest names,
 * each checked against its hash, written to a staging folder and moved into place one by one, so
 * that what is in place is always whole. Files it does not name are left alone.
 */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { limits } from '../domain/limits.ts';
import { sha256Hex } from '../lib/hash.ts';
import { resolveInside } from '../lib/safe-path.ts';
import type { EvidenceContent, EvidenceManifestReply } from '../worker/wire.ts';

/** Thrown by a source that could not be asked: trying again later may bring the evidence. */
export class SourceUnreachableError extends Error {
  override readonly name = 'SourceUnreachableError';
}

/** The worker's side of a sync, as far as it is needed. Failures throw with a reason in words. */
export interface EvidenceSource {
  manifest(projectId: string, runId: string): Promise<EvidenceManifestReply>;
  read(
    projectId: string,
    paths: readonly string[],
    maxBytesPerFile: number,
  ): Promise<{
    readonly files: readonly EvidenceContent[];
    readonly unread: readonly { readonly path: string; readonly reason: string }[];
  }>;
}

/** What was tried and what came of it; repeated in replies and errors. */
export interface SyncReport {
  readonly method: 'http';
  readonly ok: boolean;
  /** True when the worker could not be asked at all; trying again may help. */
  readonly unreachable: boolean;
  /** Paths relative to the project folder. */
  readonly fetched: readonly string[];
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
  readonly error: string | null;
}

export interface SyncInput {
  readonly source: EvidenceSource;
  readonly projectId: string;
  readonly runId: string;
  /** Folder of this project below the local artefact root, absolute. */
  readonly targetDir: string;
}

/** Never rejects for what the worker does: the report says what happened. */
export async function syncEvidence(input: SyncInput): Promise<SyncReport> {
  const fetched: string[] = [];
  const failed: { path: string; reason: string }[] = [];
  try {
    const manifest = await input.source.manifest(input.projectId, input.runId);
    const wanted = new Map(
      manifest.files.slice(0, limits.evidenceFilesMax).map((file) => [file.path, file]),
    );
    failed.push(...manifest.omitted.map(({ path, reason }) => ({ path, reason })));
    // The paper folder is written here, not there: a draft on the worker never overwrites ours.
    for (const path of wanted.keys()) if (path.startsWith('papers/')) wanted.delete(path);
    let rest = [...wanted.keys()];
    while (rest.length > 0) {
      const batch = rest.slice(0, limits.evidenceReadPathsMax);
      const reply = await input.source.read(input.projectId, batch, limits.evidenceFileBytesMax);
      for (const file of reply.files) {
        const problem = store(input.targetDir, file, wanted.get(file.path)?.sha256 ?? null);
        if (problem === null) fetched.push(file.path);
        else failed.push({ path: file.path, reason: problem });
      }
      const handled = new Set(reply.files.map((file) => file.path));
      for (const { path, reason } of reply.unread) {
        if (reason === 'reply_full' && handled.size > 0) continue;
        failed.push({ path, reason });
        handled.add(path);
      }
      if (handled.size === 0)
        throw new Error('the worker answered without any of the files asked for');
      rest = rest.filter((path) => !handled.has(path));
    }
    return {
      method: 'http',
      ok: fetched.length > 0,
      unreachable: false,
      fetched,
      failed,
      error: null,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const unreachable = error instanceof SourceUnreachableError;
    return { method: 'http', ok: false, unreachable, fetched, failed, error: reason };
  }
}

/** Writes one file whole or not at all; returns why not. */
function store(
  targetDir: string,
  file: EvidenceContent,
  expectedSha256: string | null,
): string | null {
  if (file.truncated) return `larger than ${limits.evidenceFileBytesMax} bytes`;
  const bytes = Buffer.from(file.content, file.encoding);
  const sha256 = sha256Hex(bytes);
  if (sha256 !== file.sha256 || (expectedSha256 !== null && sha256 !== expectedSha256)) {
    return 'its content does not match its hash; it may have changed while it was read';
  }
  mkdirSync(targetDir, { recursive: true });
  const target = resolveInside(targetDir, file.path);
  if (target === undefined) return 'its path leaves the project folder';
  const staged = join(targetDir, `.staged-${sha256.slice(0, 16)}`);
  try {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(staged, bytes);
    const descriptor = openSync(staged, 'r');
    fsyncSync(descriptor);
    closeSync(descriptor);
    renameSync(staged, target);
    return null;
  } catch (error) {
    rmSync(staged, { force: true });
    return error instanceof Error ? error.message : String(error);
  }
}
