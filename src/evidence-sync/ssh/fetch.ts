/**
 * One fetch of a run's evidence over SSH, from the connection to the files in their places: what lies there is
 * listed, what is wanted of it comes as one archive into a staging folder, and only an archive that came to
 * its end is moved into place, file by file. Meant for a process of its own: it writes as it reads.
 */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import { describeError } from '../../lib/describe-error.ts';
import { resolveInside } from '../../lib/safe-path.ts';
import { placeOf } from '../place.ts';
import { planConnection, type SshPlan, type SshSettings } from './plan.ts';
import { listRemoteEvidence, packCommand, type RemoteEvidence } from './remote-files.ts';
import { openSession, type SshSession } from './session.ts';
import { ArchiveError, type AskedFile, Unpacker } from './unpack.ts';

/** A fetch, as plain data: a process is given it. */
export interface SshTask {
  readonly settings: SshSettings;
  readonly runId: string;
  /** Folder of the project, relative to the root on the host. */
  readonly projectDir: string;
  /** Folder of the project here, absolute. */
  readonly targetDir: string;
  /** Paths that are here already as the worker has them. */
  readonly have: readonly string[];
  /** SHA-256 of what was fetched of the run before, by path: only the same is taken again. */
  readonly known: ReadonlyMap<string, string>;
  /** SHA-256 of what the worker signed, by path: nothing else is taken; null: no signature is asked for. */
  readonly signed: ReadonlyMap<string, string> | null;
  /** Whether the run's start must be on record there, since it may have been another machine's. */
  readonly mustKnowRun: boolean;
}

/** What came of it; `error` null when it came to its end. Paths are those on the host. */
export interface SshOutcome {
  readonly startedAt: string | null;
  readonly files: readonly {
    readonly path: string;
    readonly bytes: number;
    readonly sha256: string;
    readonly modified_at: string;
  }[];
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
  readonly error: string | null;
}

/** Folder below that of the project in which an archive is unpacked. */
export const sshStagingDir = '.staged-ssh';

const nothing = { startedAt: null, files: [], failed: [] } as const;

/** Never rejects for what the host does: the outcome says what happened, and what was left. */
export async function fetchOverSsh(task: SshTask): Promise<SshOutcome> {
  const planned = planConnection(task.settings);
  if (!planned.ok) return { ...nothing, error: planned.problems.join('; ') };
  const { plan } = planned;
  const stagingDir = join(task.targetDir, sshStagingDir);
  rmSync(stagingDir, { recursive: true, force: true });
  let session: SshSession | null = null;
  try {
    session = await openSession(plan);
    return await fetchFrom(session, plan, task, stagingDir);
  } catch (error) {
    const where = session === null ? '' : `${plan.alias}: `;
    return { ...nothing, error: `${where}${describeError(error)}` };
  } finally {
    session?.close();
    rmSync(stagingDir, { recursive: true, force: true });
  }
}

async function fetchFrom(
  session: SshSession,
  plan: SshPlan,
  task: SshTask,
  stagingDir: string,
): Promise<SshOutcome> {
  const folder = `${plan.remoteRoot}/${task.projectDir}`;
  const { isThere, startedAt, files, leftOut, complaints } = await listRemoteEvidence(session, {
    folder,
    runId: task.runId,
  });
  const said = complaints.trim() === '' ? '' : ` (${complaints.trim().slice(0, 500)})`;
  if (!isThere) return { ...nothing, error: `${plan.alias} has no folder ${folder}${said}` };
  if (startedAt === null && task.mustKnowRun) {
    const error = `the run was not started on ${plan.alias}: ${folder} does not know it, so its files are those of another run`;
    return { ...nothing, error };
  }
  const have = new Set(task.have);
  const wanted = files.filter(({ path }) => !have.has(placeOf(path)));
  const outcome = { startedAt, failed: [...leftOut] };
  if (said !== '') outcome.failed.push({ path: '', reason: `the host said${said}` });
  if (wanted.length === 0) return { ...outcome, files: [], error: null };
  const got = await unpackFrom(session, { folder, wanted, stagingDir });
  outcome.failed.push(...got.failed);
  const modified = new Map(wanted.map(({ path, modifiedAt }) => [path, modifiedAt]));
  const placed = got.files.flatMap(({ path, staged, bytes, sha256 }) => {
    const problem = objection(task, path, sha256) ?? place(task.targetDir, path, staged);
    if (problem === null) return [{ path, bytes, sha256, modified_at: modified.get(path) ?? '' }];
    outcome.failed.push({ path, reason: problem });
    return [];
  });
  return { ...outcome, files: placed, error: null };
}

async function unpackFrom(
  session: SshSession,
  given: {
    readonly folder: string;
    readonly wanted: RemoteEvidence['files'];
    readonly stagingDir: string;
  },
): Promise<ReturnType<Unpacker['finish']>> {
  // Below the root folder and with a dot in front, no name is taken for an option.
  const asked: AskedFile[] = given.wanted.map(({ path }) => ({
    entry: `.${given.folder}/${path}`,
    path,
  }));
  const bytes = given.wanted.reduce((sum, file) => sum + file.bytes, 0);
  mkdirSync(given.stagingDir, { recursive: true });
  const unpacker = new Unpacker({ stagingDir: given.stagingDir, asked, bytes });
  try {
    const stdin = Buffer.from(asked.map(({ entry }) => `${entry}\0`).join(''));
    const { code, stderr } = await session.run(packCommand, stdin, (chunk) => {
      unpacker.write(chunk);
      return true;
    });
    if (code === 127 || code === 126) throw new ArchiveError(`there is no GNU tar (${stderr})`);
    try {
      return unpacker.finish();
    } catch (error) {
      const words = stderr === '' ? '' : `; it said: ${stderr.slice(0, 300)}`;
      throw new ArchiveError(`${describeError(error)} (exit status ${code ?? 'unknown'})${words}`);
    }
  } catch (error) {
    throw new ArchiveError(`the archive cannot be taken: ${describeError(error)}`);
  } finally {
    unpacker.discard();
  }
}

/** Why a file must not be taken though it came whole; null: it may. */
function objection({ known, signed }: SshTask, path: string, sha256: string): string | null {
  if ((known.get(path) ?? sha256) !== sha256)
    return 'it was changed after it was fetched when the run was over; what was fetched then stays';
  if (signed !== null && signed.get(path) !== sha256) return 'it is not as the worker signed it';
  return null;
}

/** Moves a staged file to its place; returns why not. */
function place(targetDir: string, path: string, staged: string): string | null {
  const target = resolveInside(targetDir, placeOf(path));
  if (target === undefined) return 'its path leaves the project folder';
  try {
    mkdirSync(dirname(target), { recursive: true });
    renameSync(staged, target);
    return null;
  } catch (error) {
    return describeError(error);
  }
}

/** Asks whether the host lets in, shows the right key, and has the root and the programs; null: all is well. */
export async function probeHost(
  plan: SshPlan,
  setTimer: Clock['setTimer'],
): Promise<string | null> {
  let session: SshSession | null = null;
  const timer = setTimer(probeMsMax, () => session?.close());
  try {
    session = await openSession(plan);
    const tar = await session.run('tar --version', Buffer.alloc(0), () => true);
    if (tar.code !== 0) return `${plan.alias} has no tar (exit status ${tar.code ?? 'unknown'})`;
    const root = `${plan.remoteRoot}/`;
    const { isThere } = await listRemoteEvidence(session, { folder: plan.remoteRoot, runId: '-' });
    return isThere ? null : `${plan.alias} has no folder ${root}`;
  } catch (error) {
    return describeError(error);
  } finally {
    timer.cancel();
    session?.close();
  }
}

/** After this a host that lets in and then says nothing is left. */
const probeMsMax = 30_000;
