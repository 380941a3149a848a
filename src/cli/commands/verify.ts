/**
 * `orrery verify`: proves the stores of this installation: the file is whole, the hash chain is, folding
 * the log gives the stored states, every stored actor restores on the current machines, and indexes,
 * counts, full text and stored answers are what they were made of, and no acknowledged event is known to
 * be gone. Writes nothing beside the stores.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { controlDatabase } from '../../app/plane/control-store.ts';
import { storePlaces } from '../../store/sqlite/backup/manifest.ts';
import { openUntouched } from '../../store/sqlite/untouched.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { loadConfigOrExplain } from '../load-config.ts';
import { whyLost } from '../lost-stores.ts';
import { createProgress } from '../verify-progress.ts';
import { printReport } from '../verify-report.ts';
import { nothingRead, provenStores, verifyHosted, verifyStore } from '../verify-store.ts';

/** Stores from this size on say how far they have come. */
const longBytesMin = 32 * 1024 ** 2;

/** `failed` when anything does not hold. Reads beside a running service. */
export async function run(input: CommandInput): Promise<number> {
  const { options, io } = input;
  const loaded = loadConfigOrExplain(input);
  if (loaded === undefined) return exitCodes.config;
  const { stateDir } = loaded.config.service;
  const url = loaded.config.store.hostedDatabaseUrl;
  const isCopy = (name: string): boolean => name === 'control' && url !== null;
  const stores = storePlaces
    .map(({ name, file, lock }) => ({
      ...provenStores[name],
      ...(isCopy(name) ? { title: 'local copy of the control plane' } : {}),
      // A copy lacks what it lacks until the next start: that is no loss.
      isBackup: isCopy(name),
      path: isCopy(name) ? controlDatabase(loaded.config) : join(stateDir, file),
      lock: join(stateDir, lock),
      lost: whyLost(name, loaded.config),
    }))
    .filter(({ path, lost }) => lost !== null || existsSync(path));
  if (stores.length === 0 && url === null) {
    io.err(`There is no store below ${stateDir} yet; start the service once.`);
    return exitCodes.failed;
  }
  const reports = [];
  if (url !== null) {
    const { title, machines } = provenStores.control;
    const isReader = loaded.config.store.backend === 'hosted_readonly';
    const cachePath = isReader ? null : controlDatabase(loaded.config);
    const hosted = { url: url.reveal(), cachePath };
    const report = await verifyHosted(hosted, machines, createProgress(title, io.err));
    reports.push({ store: `${title} in PostgreSQL`, ...report });
  }
  for (const { title, path, lock, machines, isBackup, lost } of stores) {
    if (lost !== null) {
      reports.push({ store: title, ...nothingRead, unreadable: lost });
      continue;
    }
    const isLong = statSync(path).size >= longBytesMin;
    const progress = isLong ? createProgress(title, io.err) : () => {};
    const open = () => openUntouched(path, lock);
    reports.push({
      store: title,
      ...(await verifyStore({ path, machines, open, isBackup }, progress)),
    });
  }
  if (options['json'] === true) io.out(JSON.stringify(reports, null, 2));
  else for (const report of reports) printReport(io, report);
  return reports.every((report) => report.ok) ? exitCodes.ok : exitCodes.failed;
}
