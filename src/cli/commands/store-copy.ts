/** `orrery store copy`: moves the control plane's store between its file and PostgreSQL, proven at both ends. */
import { join } from 'node:path';
import {
  FencedError,
  PostgresOpenError,
  PostgresUnavailableError,
} from '../../actors/journal/postgres/errors.ts';
import { controlDatabase } from '../../app/plane/control-store.ts';
import type { OrreryConfig } from '../../config/resolve.ts';
import { productWord } from '../../domain/product.ts';
import { systemClock } from '../../lib/clock.ts';
import { systemEntropy } from '../../lib/ids.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { setPrivateUmask } from '../../lib/private-folder.ts';
import { type CopyReport, CopyWriteError, copyStore } from '../../store/copy/copy.ts';
import { openPostgresSource } from '../../store/copy/postgres-source.ts';
import { openPostgresTarget } from '../../store/copy/postgres-target.ts';
import { openSqliteSource } from '../../store/copy/sqlite-source.ts';
import { openSqliteTarget } from '../../store/copy/sqlite-target.ts';
import { CopyError } from '../../store/copy/tables.ts';
import { storePlaces } from '../../store/sqlite/backup/manifest.ts';
import { headPathOf, readKeptHead } from '../../store/sqlite/head/head-file.ts';
import type { Progress } from '../../store/sqlite/proof/notes.ts';
import { takeStateLock } from '../../store/sqlite/state-lock.ts';
import { failBackup, requireConfig } from '../backups.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { CommandFailure, explainFailure } from '../failure.ts';
import { printJson, wantsJson } from '../output/print.ts';
import { cutOff } from '../store-copy-cut-off.ts';
import { createProgress } from '../verify-progress.ts';

/** `failed` when the source does not hold or is in use, and when there is a store at the target. */
export function run(input: CommandInput): Promise<number> {
  return explainFailure(input.io, { json: false }, () => copy(input));
}

async function copy(input: CommandInput): Promise<number> {
  const { io } = input;
  const config = requireConfig(input);
  const url = urlOf(config);
  const { stateDir } = config.service;
  const [{ file, lock }] = storePlaces;
  const path = join(stateDir, file);
  setPrivateUmask();
  const startMs = systemClock.monotonic();
  try {
    makeFolder(stateDir, 0o700);
    const held = takeStateLock(join(stateDir, lock));
    const progress = createProgress('store copy', io.err);
    // Beside its copy this machine keeps where the log in the database ended.
    const cache = controlDatabase({ ...config, store: { ...config.store, backend: 'hosted' } });
    const copied =
      input.args[0] === 'sqlite'
        ? copyToSqlite(url, path, cache, progress)
        : copyToPostgres(url, path, progress);
    const report = await copied.finally(() => held.release());
    const seconds = Math.round(systemClock.monotonic() - startMs) / 1000;
    if (wantsJson(input)) printJson(input, { to: input.args[0], seconds, ...report });
    else printCopied(input, path, seconds, report);
    return exitCodes.ok;
  } catch (error) {
    if (error instanceof CopyWriteError)
      throw cutOff(error, input.args[0] === 'sqlite' ? path : null);
    return failCopy(stateDir, error);
  }
}

function urlOf({ store }: OrreryConfig): string {
  if (store.hostedDatabaseUrl !== null) return store.hostedDatabaseUrl.reveal();
  throw new CommandFailure(
    exitCodes.config,
    'the configuration names no database: set control_plane_store_backend to hosted and hosted_database_url ' +
      '(in a copy of it where the store shall go back to a file), and name it with --config',
  );
}

async function copyToPostgres(url: string, path: string, progress: Progress): Promise<CopyReport> {
  const source = openSqliteSource(path);
  try {
    const { mark } = source;
    const target = { url, mark, clock: systemClock, entropy: systemEntropy };
    return await copyStore(source, () => openPostgresTarget(target), progress);
  } finally {
    await source.close();
  }
}

async function copyToSqlite(
  url: string,
  path: string,
  cache: string,
  progress: Progress,
): Promise<CopyReport> {
  const kept = readKeptHead(headPathOf(cache));
  const source = await openPostgresSource(url, systemClock, undefined, kept);
  try {
    return await copyStore(source, async () => openSqliteTarget(path, source.mark), progress);
  } finally {
    await source.close();
  }
}

function failCopy(stateDir: string, error: unknown): never {
  const own = [CopyError, PostgresOpenError, PostgresUnavailableError, FencedError];
  if (!own.some((kind) => error instanceof kind)) return failBackup(stateDir)(error);
  const message = error instanceof Error ? error.message : '';
  throw new CommandFailure(exitCodes.failed, message);
}

function printCopied(
  { io, args }: CommandInput,
  path: string,
  seconds: number,
  { resumed, head, tables }: CopyReport,
): void {
  const counts = Object.entries(tables).map(([name, { rows }]) => `${name} ${rows}`);
  io.out(
    `${resumed ? 'Gone on with and copied' : 'Copied'} in ${seconds} s, up to event ${head.event_id} (${head.hash.slice(0, 12)}…): ${counts.join(', ')}.`,
  );
  io.out('Every row was compared; the log and the states of both were proven.');
  io.out(
    args[0] === 'sqlite'
      ? `Now set control_plane_store_backend to sqlite, without hosted_database_url, and start the service. The database stays as it is: no service may go on with it.`
      : `Now start the service with this configuration. ${path} stays as it is: move it away, for no service may go on with it. \`${productWord} verify\` proves what runs.`,
  );
}
