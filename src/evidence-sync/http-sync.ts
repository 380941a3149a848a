/**
 * Fetches a project's evidence from its worker over HTTP: the files the worker's manifest names
 * that are evidence and not here already, each checked against its size and hash, written to a staging
 * file and moved into place one by one, so that what is in place is always whole. Files it does not name are left alone,
 * and papers and packages, which lie beside them, are out of reach: what an agent left where its run's
 * paper would lie is fetched to a place of its own, which nothing is made of.
 *
 * The worker may be anybody's. What was not asked for is never written and ends the sync; each answer
 * brings at least one file that was, so that rounds, bytes and time all have an end.
 */
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isEvidencePath, namedEvidence } from '../domain/evidence-list.ts';
import { limits } from '../domain/limits.ts';
import { openSignedEvidence, signedEvidenceFile } from '../domain/signed-evidence.ts';
import { messageOfError } from '../lib/describe-error.ts';
import { sha256Hex } from '../lib/hash.ts';
import { hashesOf } from '../lib/in-toto.ts';
import { resolveInside } from '../lib/safe-path.ts';
import type { EvidenceContent, EvidenceManifestReply } from '../worker-wire/wire.ts';
import { agentPapersDir, isInPapers, placeOf } from './place.ts';
import type { SyncReport } from './report.ts';

/** Thrown by a source that could not be asked: trying again later may bring the evidence. */
export class SourceUnreachableError extends Error {
  override readonly name = 'SourceUnreachableError';
}

/** The worker's side of a sync, as far as it is needed. Failures throw with a reason in words. */
export interface EvidenceSource {
  manifest(projectId: string, runId: string, signal: AbortSignal): Promise<EvidenceManifestReply>;
  read(
    projectId: string,
    paths: readonly string[],
    maxBytesPerFile: number,
    signal: AbortSignal,
  ): Promise<{
    readonly files: readonly EvidenceContent[];
    readonly unread: readonly { readonly path: string; readonly reason: string }[];
  }>;
}

interface SyncInput {
  readonly source: EvidenceSource;
  readonly projectId: string;
  readonly runId: string;
  /** Folder of this project below the local artefact root, absolute. */
  readonly targetDir: string;
  /** Id of the key that the worker must sign with; null: any, or none. */
  readonly expectedKeyId?: string | null;
  /** SHA-256 of what was fetched of the run before, by path: only the same is fetched again. */
  readonly known?: ReadonlyMap<string, string>;
  /** Told what the worker has. */
  readonly onManifest?: (manifest: EvidenceManifestReply) => void;
  /** Ends it; its reason, an `Error`, becomes the report's. */
  readonly signal: AbortSignal;
}

type ManifestFile = EvidenceManifestReply['files'][number];

/** Never rejects for what the worker does: the report says what happened, and what was left. */
export async function syncEvidence(input: SyncInput): Promise<SyncReport> {
  const fetched: string[] = [];
  const unchanged: string[] = [];
  const failed: { path: string; reason: string }[] = [];
  const left = new Map<string, ManifestFile>();
  let bytes = 0;
  const report = { method: 'http', fetched, unchanged, failed } as const;
  try {
    const manifest = await untilAborted(input.signal, (signal) =>
      input.source.manifest(input.projectId, input.runId, signal),
    );
    const signedBy = requireSigned(manifest, input);
    input.onManifest?.(manifest);
    failed.push(...choose(manifest, input, left));
    for (const file of await findUnchanged(input, left.values())) {
      left.delete(file.path);
      unchanged.push(placeOf(file.path));
    }
    while (left.size > 0) {
      const asked = [...left.keys()].slice(0, limits.evidenceReadPathsMax);
      const reply = await untilAborted(input.signal, (signal) =>
        input.source.read(input.projectId, asked, limits.evidenceFileBytesMax, signal),
      );
      refuseUnasked(reply, asked);
      const before = left.size;
      for (const file of reply.files) {
        const problem = store(input.targetDir, file, left.get(file.path)!);
        if (problem !== null) failed.push({ path: file.path, reason: problem });
        else {
          fetched.push(placeOf(file.path));
          bytes += file.bytes;
        }
        left.delete(file.path);
      }
      for (const { path, reason } of reply.unread) {
        if (reason === 'reply_full' && reply.files.length > 0) continue;
        failed.push({ path, reason });
        left.delete(path);
      }
      if (left.size === before)
        throw new Error('the worker answered without any of the files asked for');
    }
    const ok = [...fetched, ...unchanged].some((path) => !path.startsWith(agentPapersDir));
    keepSigned(input.targetDir, manifest.signed);
    return { ...report, ok, bytes, unreachable: false, error: null, signed_by: signedBy };
  } catch (error) {
    const reason = messageOfError(error);
    const unreachable = error instanceof SourceUnreachableError;
    const words = `${reason}${namesOf([...left.keys()])}`;
    return { ...report, ok: false, bytes, unreachable, error: words };
  }
}

/** Those of the files that lie here with the hash that the worker gives. */
async function findUnchanged(
  { targetDir, signal }: SyncInput,
  files: Iterable<ManifestFile>,
): Promise<ManifestFile[]> {
  const found: ManifestFile[] = [];
  for (const file of files) {
    signal.throwIfAborted();
    const there = resolveInside(targetDir, placeOf(file.path));
    if (there === undefined || !isFileOf(there, file.bytes)) continue;
    if (sha256Hex(await readFile(there)) === file.sha256) found.push(file);
  }
  return found;
}

function isFileOf(path: string, bytes: number): boolean {
  const info = lstatSync(path, { throwIfNoEntry: false });
  return info?.isFile() === true && info.size === bytes;
}

/**
 * The id of the key that signed the list, null where none did. Throws where the signature does not
 * hold, is of other files or another run, or is not the one that the configuration asks for.
 */
function requireSigned(manifest: EvidenceManifestReply, input: SyncInput): string | null {
  const expected = input.expectedKeyId ?? null;
  if (manifest.signed === undefined) {
    if (expected === null) return null;
    throw new Error('the worker does not sign its evidence, and `evidence_key_id` asks for it');
  }
  const opened = openSignedEvidence(manifest.signed);
  if (!opened.ok) throw new Error(`what the worker signed cannot be used: ${opened.problem}`);
  const { keyId, statement } = opened;
  const hashes = hashesOf(statement);
  const { project_id: projectId, run_id: runId } = statement.predicate;
  const isThis = projectId === input.projectId && runId === input.runId;
  if (!isThis || manifest.files.some(({ path, sha256 }) => hashes.get(path) !== sha256))
    throw new Error('the worker signed another list of files than it sent');
  if (expected !== null && keyId !== expected)
    throw new Error(
      `the worker signs with the key ${keyId}, and \`evidence_key_id\` names ${expected}`,
    );
  return keyId;
}

/** Keeps the signed list beside the files; undefined takes away that of an earlier fetch. */
export function keepSigned(targetDir: string, signed: EvidenceManifestReply['signed']): void {
  const path = join(targetDir, signedEvidenceFile);
  if (signed === undefined) {
    rmSync(path, { force: true });
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  const staged = `${path}.staged`;
  writeFileSync(staged, `${JSON.stringify(signed, null, 2)}\n`, { flush: true });
  renameSync(staged, path);
}

/** Takes the files to be fetched into `left`; returns the others with the reason. */
function choose(
  { files, omitted }: EvidenceManifestReply,
  { runId, known }: Pick<SyncInput, 'runId' | 'known'>,
  left: Map<string, ManifestFile>,
): { path: string; reason: string }[] {
  const failed = omitted
    .slice(0, limits.evidenceFilesMax)
    .map(({ path, reason }) => ({ path, reason }));
  const agentPapers = new Set(
    namedEvidence(runId).flatMap(({ path }) => (isInPapers(path) ? [path] : [])),
  );
  let bytes = 0;
  for (const file of files.slice(0, limits.evidenceFilesMax)) {
    // Of the papers of other runs, and of other files beside this run's, nothing is wanted.
    if (isInPapers(file.path) && !agentPapers.has(file.path)) continue;
    const reason = !isEvidencePath(file.path)
      ? 'not one of the files that are fetched from a worker'
      : (known?.get(file.path) ?? file.sha256) !== file.sha256
        ? 'it was changed after it was fetched when the run was over; what was fetched then stays'
        : file.bytes > limits.evidenceFileBytesMax
          ? `larger than ${limits.evidenceFileBytesMax} bytes`
          : bytes + file.bytes > limits.evidenceSyncBytesMax
            ? `beyond the ${limits.evidenceSyncBytesMax} bytes that are fetched of one project`
            : null;
    if (reason !== null) failed.push({ path: file.path, reason });
    else if (!left.has(file.path)) {
      left.set(file.path, file);
      bytes += file.bytes;
    }
  }
  if (files.length > limits.evidenceFilesMax) {
    const reason = `${files.length - limits.evidenceFilesMax} files beyond the first ${limits.evidenceFilesMax} of the list`;
    failed.push({ path: '', reason });
  }
  return failed;
}

/** Every path of an answer must be one of those asked for, and stand there once. */
function refuseUnasked(
  reply: Awaited<ReturnType<EvidenceSource['read']>>,
  asked: readonly string[],
): void {
  const open = new Set(asked);
  for (const { path } of [...reply.files, ...reply.unread]) {
    if (open.delete(path)) continue;
    const what = asked.includes(path) ? ' twice' : ', which was not asked for';
    throw new Error(
      `the worker answered with ${JSON.stringify(path.slice(0, pathCharsShown))}${what}`,
    );
  }
}

const pathCharsShown = 200;
const namesShown = 5;

/** What was not fetched, for the end of an error. */
function namesOf(paths: readonly string[]): string {
  if (paths.length === 0) return '';
  const more = paths.length > namesShown ? ` and ${paths.length - namesShown} more` : '';
  return `; not fetched: ${paths.slice(0, namesShown).join(', ')}${more}`;
}

/** Rejects with the signal's reason as soon as it is aborted, whatever the source makes of it. */
async function untilAborted<Value>(
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  signal.throwIfAborted();
  try {
    return await ask(signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** Writes one file whole or not at all; returns why not. */
function store(targetDir: string, file: EvidenceContent, expected: ManifestFile): string | null {
  if (file.truncated) return `larger than ${limits.evidenceFileBytesMax} bytes`;
  const bytes = Buffer.from(file.content, file.encoding);
  const sha256 = sha256Hex(bytes);
  if (bytes.length !== expected.bytes || sha256 !== expected.sha256 || sha256 !== file.sha256) {
    return 'its content does not match its hash; it may have changed while it was read';
  }
  mkdirSync(targetDir, { recursive: true });
  const target = resolveInside(targetDir, placeOf(file.path));
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
    return messageOfError(error);
  }
}
