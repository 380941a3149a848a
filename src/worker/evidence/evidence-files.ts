/**
 * `GET /project-evidence/{project_id}` and its `read`: what a finished run can be judged by. Only
 * evidence is offered, never the rest of the project; whatever leads out of the project is refused,
 * and count and size are bounded.
 */
import { isUtf8 } from 'node:buffer';
import { realpath } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { type EvidencePath, isEvidencePath, namedEvidence } from '../../domain/evidence-list.ts';
import { isIdentifier } from '../../domain/ids.ts';
import { limits } from '../../domain/limits.ts';
import { mediaTypeOf } from '../../domain/media-types.ts';
import type { GateRun } from '../../domain/records.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { sha256Hex } from '../../lib/hash.ts';
import { resolveInside } from '../../lib/safe-path.ts';
import { secretInName } from '../../lib/secret-names.ts';
import { runDirOf, runFiles } from '../../worker-wire/run-paths.ts';
import type {
  EvidenceContent,
  EvidenceManifestReply,
  EvidenceReadReply,
  EvidenceReadRequest,
} from '../../worker-wire/wire.ts';
import { isErrno, readRegularFile } from '../files.ts';
import { dropTornCharacter } from '../log/text.ts';
import type { FileSlice } from '../ports.ts';
import { findResults } from './evidence-paths.ts';

type Manifest = Pick<EvidenceManifestReply, 'started_at' | 'files' | 'omitted'>;
type Contents = Pick<EvidenceReadReply, 'files' | 'unread'>;

/** Room for contents in one reply; the rest is for names and the frame. */
const replyContentBytesMax = limits.workerReplyBytesMax - 1024 * 1024;

/**
 * Lists a project's evidence with size and hash. `runId` adds the files of that run's paper. A file in whose name
 * `redactName` finds a secret is omitted, under what is left of its name: the list is signed and published.
 */
export async function listEvidence(
  projectDir: string,
  runId: string | null,
  redactName: (path: string) => string,
): Promise<Manifest> {
  const results = await findResults(projectDir);
  const candidates: readonly EvidencePath[] = [...namedEvidence(runId), ...results.found];
  const files: Manifest['files'] = [];
  const omitted: Manifest['omitted'] = [];
  for (const { path, role } of candidates) {
    const read = await readInside(projectDir, path, limits.evidenceFileBytesMax);
    if (typeof read === 'string') {
      if (read !== 'missing') omitted.push({ path: redactName(path), reason: read, bytes: null });
    } else if (redactName(path) !== path) {
      omitted.push({ path: redactName(path), reason: secretInName, bytes: read.sizeBytes });
    } else if (read.sizeBytes > read.data.length) {
      omitted.push({ path, reason: 'too_large', bytes: read.sizeBytes });
    } else if (files.length >= limits.evidenceFilesMax) {
      omitted.push({ path, reason: 'too_many', bytes: read.sizeBytes });
    } else {
      const { length: bytes } = read.data;
      files.push({
        path,
        bytes,
        sha256: sha256Hex(read.data),
        media_type: mediaTypeOf(path),
        role,
        modified_at: timeOf(read),
      });
    }
  }
  if (!results.complete) omitted.push({ path: 'results', reason: 'too_many', bytes: null });
  return { started_at: await startOf(projectDir, runId), files, omitted };
}

/** By the clock of the file system, as the times of the evidence are: the token is made once, at the start. */
async function startOf(projectDir: string, runId: string | null): Promise<string | null> {
  if (runId === null || !isIdentifier(runId)) return null;
  const token = await readRegularFile(join(projectDir, runDirOf(runId), runFiles.startToken), 0);
  return token === undefined ? null : timeOf(token);
}

/**
 * When a run was over for good: when the idle gate said so, since one that was given up on may write on. By the
 * gate's clock and by that of the file system, where the run began at `startedAt`; of both the later, so that a
 * clock that is wrong makes no file of the run one from after it. Null where it is not known.
 */
export function overSince(
  run: Pick<GateRun, 'idle_state' | 'receipt' | 'started_at' | 'ended_at'> | undefined,
  startedAt: string | null | undefined,
): string | null {
  if (run?.idle_state !== 'idle' || run.receipt === null) return null;
  const { started_at, ended_at } = run;
  if (started_at === null || ended_at === null || startedAt == null) return null;
  const endedMs = Date.parse(ended_at);
  const lastedMs = endedMs - Date.parse(started_at);
  return toIsoTime(Math.max(endedMs, Date.parse(startedAt) + lastedMs));
}

const timeOf = ({ modifiedMs }: FileSlice): string => toIsoTime(Math.floor(modifiedMs));

/** Reads the asked-for files, as many as fit one reply. */
export async function readEvidence(
  projectDir: string,
  request: EvidenceReadRequest,
): Promise<Contents> {
  const files: EvidenceContent[] = [];
  const unread: Contents['unread'] = [];
  let leftBytes = replyContentBytesMax;
  for (const path of new Set(request.paths)) {
    const read = isEvidencePath(path)
      ? await readInside(projectDir, path, request.max_bytes_per_file)
      : resolveInside(projectDir, path) === undefined
        ? 'path_escape'
        : 'not_evidence';
    if (typeof read === 'string') {
      unread.push({ path, reason: read });
      continue;
    }
    const { content, cost } = toContent(path, read);
    if (cost > leftBytes) {
      unread.push({ path, reason: 'reply_full' });
      continue;
    }
    leftBytes -= cost;
    files.push(content);
  }
  return { files, unread };
}

function toContent(path: string, slice: FileSlice): { content: EvidenceContent; cost: number } {
  const truncated = slice.sizeBytes > slice.data.length;
  const text = truncated ? dropTornCharacter(slice.data) : slice.data;
  const base64Cost = Math.ceil(slice.data.length / 3) * 4;
  // Control characters grow sixfold in JSON: whichever form is smaller goes out.
  const textCost = isUtf8(text)
    ? Buffer.byteLength(JSON.stringify(text.toString('utf8')))
    : Infinity;
  const encoding = textCost <= base64Cost + 2 ? 'utf8' : 'base64';
  const content: EvidenceContent = {
    path,
    bytes: slice.sizeBytes,
    sha256: truncated ? null : sha256Hex(slice.data),
    truncated,
    encoding,
    content: encoding === 'utf8' ? text.toString('utf8') : slice.data.toString('base64'),
  };
  return { content, cost: encoding === 'utf8' ? textCost : base64Cost + 2 };
}

type Unreadable = 'missing' | 'path_escape' | 'not_a_file';

/** Reads a file whose real place is inside the project, links within the project included. */
async function readInside(
  projectDir: string,
  path: string,
  maxBytes: number,
): Promise<FileSlice | Unreadable> {
  if (resolveInside(projectDir, path) === undefined) return 'path_escape';
  let real: string;
  try {
    real = await realpath(resolve(projectDir, path));
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return 'missing';
    if (isErrno(error, 'ELOOP', 'EACCES')) return 'not_a_file';
    throw error;
  }
  const realProject = await realpath(projectDir);
  // A link must not make a file readable that is no evidence by its own name, let alone elsewhere.
  if (!isEvidencePath(relative(realProject, real))) return 'not_a_file';
  return (await readRegularFile(real, maxBytes)) ?? 'not_a_file';
}
