/**
 * Proves the files of a backup: each is there, as long as it was and with the hash that it had; nothing
 * else lies beside them; each store is sound, its log unbroken, and ends where the backup says.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { genesisHash } from '../../../actors/journal/event-chain.ts';
import { createJournalReads } from '../../../actors/journal/sqlite/reads.ts';
import { messageOfError, whyUnusable } from '../../../lib/describe-error.ts';
import { Sqlite } from '../../../lib/sqlite.ts';
import { createChainReads } from '../../chain-walk.ts';
import { archiveFolderOf } from '../archive/place.ts';
import { readArchive } from '../archive/reader.ts';
import { findDamage } from '../find-damage.ts';
import type { Progress } from '../proof/notes.ts';
import { hashFile } from './files.ts';
import {
  type BackedUpFile,
  type BackedUpStore,
  type BackupManifest,
  manifestName,
  readManifest,
} from './manifest.ts';
import { readHead } from './snapshot.ts';

/** What is wrong with a backup, each problem with the name of its file; none: it is whole. */
export interface BackupProof {
  /** Null when not even that can be read. */
  readonly manifest: BackupManifest | null;
  readonly problems: readonly string[];
}

/** Events hashed at once. */
const walkEvents = 1000;

/** Reads all of the backup in `folder`; writes nothing. */
export async function proveBackup(folder: string, onProgress: Progress): Promise<BackupProof> {
  const read = readManifest(folder);
  if ('problem' in read) return { manifest: null, problems: [read.problem] };
  const { manifest } = read;
  return { manifest, problems: await proveContents(folder, manifest, onProgress) };
}

/** The same for a backup whose manifest is not written yet. */
export async function proveContents(
  folder: string,
  manifest: BackupManifest,
  onProgress: Progress,
): Promise<readonly string[]> {
  const problems = proveFiles(folder, manifest, onProgress);
  // What is wrong with the bytes explains what is wrong with the rest.
  if (problems.length > 0) return problems;
  const found: string[] = [];
  for (const store of manifest.stores) found.push(...(await proveStore(folder, store, onProgress)));
  return found;
}

/** Size and hash of every file, and that there is no other. */
export function proveFiles(
  folder: string,
  { files, stores, bytes: allBytes }: BackupManifest,
  onProgress: Progress,
): string[] {
  let done = 0;
  const problems = files.flatMap((file) => {
    onProgress('bytes read again', done, allBytes);
    done += file.bytes;
    return proveFile(folder, file) ?? [];
  });
  const known = new Set([manifestName, ...files.map(({ path }) => path)]);
  const others = listAll(folder).filter((path) => !known.has(path));
  const unlisted = stores.filter(({ file }) => !known.has(file));
  return [
    ...problems,
    ...unlisted.map(({ file }) => `${file} is not among the files`),
    ...others.map((path) => `${path} does not belong to the backup`),
  ];
}

function proveFile(folder: string, { path, bytes, sha256 }: BackedUpFile): string | null {
  try {
    const found = hashFile(join(folder, path));
    if (found.bytes !== bytes) return `${path} has ${found.bytes} bytes, not ${bytes}`;
    return found.sha256 === sha256 ? null : `${path} was altered: its SHA-256 is another`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? `${path} is missing`
      : `${path} cannot be read: ${whyUnusable(error)}`;
  }
}

async function proveStore(
  folder: string,
  store: BackedUpStore,
  onProgress: Progress,
): Promise<string[]> {
  const { file } = store;
  let db: Database | undefined;
  try {
    // As it is, also by a program that would bring it up to date first.
    db = new Sqlite(join(folder, file), { readonly: true, fileMustExist: true });
    readArchive(db, archiveFolderOf(join(folder, file)));
    onProgress(`${file}: the file and its indexes`, 0, null);
    const damage = findDamage(db, 'integrity_check');
    if (damage !== null) return [`${file} is damaged: ${damage}`];
    const { event_id: head, hash } = readHead(db);
    if (head !== store.event_id || hash !== store.hash) {
      return [`${file} ends at event ${head}, not at event ${store.event_id} of ${manifestName}`];
    }
    const broken = await findBreak(db, head, (event) =>
      onProgress(`${file}: events of the log`, event, head),
    );
    return broken === null ? [] : [`${file}: ${broken}`];
  } catch (error) {
    return [`${file} cannot be read: ${messageOfError(error)}`];
  } finally {
    db?.close();
  }
}

/** What breaks the chain of the log first; null: it holds from the first event to the last. */
async function findBreak(
  db: Database,
  head: number,
  onEvent: (eventId: number) => void,
): Promise<string | null> {
  const chain = createChainReads(createJournalReads(db));
  let at = 0;
  let lastHash = genesisHash;
  while (at < head) {
    onEvent(at);
    const step = await chain.walk(at, lastHash, walkEvents);
    if (step.problem !== null) return step.problem.message;
    if (step.events === 0) return `event ${at + 1} is missing`;
    at = step.verifiedTo;
    lastHash = step.lastHash;
  }
  return null;
}

/** Everything below that is no folder, by path. */
function listAll(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    return entry.isDirectory() ? listAll(folder, path) : [path];
  });
}
