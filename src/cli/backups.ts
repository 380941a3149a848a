/** What `backup` and `restore` have in common: the configuration, words of failures, the whole proof. */
import { join } from 'node:path';
import type { OrreryConfig } from '../config/resolve.ts';
import { counted } from '../lib/counted.ts';
import { BackupError } from '../store/sqlite/backup/error.ts';
import type { BackupManifest } from '../store/sqlite/backup/manifest.ts';
import { proveBackup } from '../store/sqlite/backup/prove.ts';
import { StoreOpenError } from '../store/sqlite/migrate.ts';
import { openCopy } from '../store/sqlite/untouched.ts';
import { type CommandInput, exitCodes } from './command.ts';
import { CommandFailure } from './failure.ts';
import { failWriting } from './file-access.ts';
import { loadConfigFor } from './load-config.ts';
import { createProgress } from './verify-progress.ts';
import { printReport } from './verify-report.ts';
import { provenStores, type StoreReport, verifyStore } from './verify-store.ts';

/** The configuration that `--config` or the environment names; throws `CommandFailure`. */
export function requireConfig(input: CommandInput): OrreryConfig {
  const loaded = loadConfigFor(input);
  if (loaded.ok) return loaded.config;
  throw new CommandFailure(exitCodes.config, 'the configuration cannot be used:', {
    lines: loaded.problems.map(({ path, message }) => `${path}: ${message}`),
  });
}

/** Throws `CommandFailure` where the state is in a database, which these commands do not reach. */
export function refuseHosted({ store }: OrreryConfig): void {
  if (store.backend === 'sqlite') return;
  throw new CommandFailure(
    exitCodes.failed,
    'the state of this control plane is in PostgreSQL: back it up and put it back with the tools of the ' +
      'database (pg_dump, or its own), and copy state_dir for papers, evidence and the signing key; see ' +
      '"State in PostgreSQL" in docs/operations.md',
  );
}

/** Takes what stands against a backup, or against writing to `path`, as the command's failure. */
export function failBackup(path: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof BackupError || error instanceof StoreOpenError) {
      throw new CommandFailure(exitCodes.failed, error.message);
    }
    // Such as a disk that is full in the middle of the copy of a store.
    if (error instanceof Error && error.name === 'SqliteError') {
      throw new CommandFailure(exitCodes.failed, `the store cannot be copied: ${error.message}`);
    }
    return failWriting(path)(error);
  };
}

/** What the whole proof of a backup comes to. */
export interface WholeProof {
  readonly ok: boolean;
  /** Null when not even that can be read. */
  readonly manifest: BackupManifest | null;
  /** Of its files, each by name. */
  readonly problems: readonly string[];
  /** Of its stores; empty where the files already do not hold. */
  readonly stores: readonly (StoreReport & { readonly store: string })[];
}

/** Files first, then all that `orrery verify` proves of each store, on copies that are removed again. */
export async function proveWhole({ io }: CommandInput, folder: string): Promise<WholeProof> {
  const progress = createProgress('backup', io.err);
  const { manifest, problems } = await proveBackup(folder, progress);
  if (manifest === null || problems.length > 0) {
    return { ok: false, manifest, problems, stores: [] };
  }
  const stores = [];
  for (const { name, file } of manifest.stores) {
    const { title, machines } = provenStores[name];
    const path = join(folder, file);
    const store = { path, machines, open: () => openCopy(path), isBackup: true };
    stores.push({ store: title, ...(await verifyStore(store, createProgress(title, io.err))) });
  }
  return { ok: stores.every(({ ok }) => ok), manifest, problems, stores };
}

/** Every problem by the name of its file, then a line for each store. */
export function printProof({ io }: CommandInput, { manifest, problems, stores }: WholeProof): void {
  for (const problem of problems) io.out(`✗ ${problem}`);
  if (manifest !== null && problems.length === 0) io.out(`✓ ${sizeWords(manifest)}`);
  for (const report of stores) printReport(io, report);
}

/** How many files of what size, and where the logs end. */
export function sizeWords({ files, bytes, stores, taken_at, version }: BackupManifest): string {
  const ends = stores.map(
    ({ name, event_id }) => `${provenStores[name].title} at event ${event_id}`,
  );
  const count = counted(files.length, 'file');
  return `${count}, ${Math.ceil(bytes / 1024 ** 2)} MiB, of ${taken_at} by version ${version}: ${ends.join(', ')}`;
}
