/** `orrery backup DIR`: makes a backup beside a running service or without one, or proves one. */
import { join, resolve } from 'node:path';
import { productWord } from '../../domain/product.ts';
import { systemClock, toIsoTime } from '../../lib/clock.ts';
import { packageVersion } from '../../lib/package-root.ts';
import { setPrivateUmask } from '../../lib/private-folder.ts';
import { isInside } from '../../lib/safe-path.ts';
import { storePlaces } from '../../store/sqlite/backup/manifest.ts';
import { takeBackup } from '../../store/sqlite/backup/take.ts';
import { headPathOf, type KeptHead, readKeptHead } from '../../store/sqlite/head/head-file.ts';
import {
  failBackup,
  printProof,
  proveWhole,
  refuseHosted,
  requireConfig,
  sizeWords,
} from '../backups.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { CommandFailure, explainFailure } from '../failure.ts';
import { printJson, wantsJson } from '../output/print.ts';
import { createProgress } from '../verify-progress.ts';
import { provenStores } from '../verify-store.ts';

/** `failed` when nothing was made, and when a proof finds anything. */
export function run(input: CommandInput): Promise<number> {
  const folder = resolve(input.io.cwd, input.args[0] ?? '.');
  return explainFailure(input.io, { json: false }, () =>
    input.options['verify'] === true ? prove(input, folder) : take(input, folder),
  );
}

async function prove(input: CommandInput, folder: string): Promise<number> {
  const proof = await proveWhole(input, folder).catch(failBackup(folder));
  if (wantsJson(input)) printJson(input, proof);
  else printProof(input, proof);
  return proof.ok ? exitCodes.ok : exitCodes.failed;
}

async function take(input: CommandInput, target: string): Promise<number> {
  const { io } = input;
  const config = requireConfig(input);
  refuseHosted(config);
  const { service, corpus } = config;
  if (isInside(service.projectRoot, target))
    throw new CommandFailure(
      exitCodes.failed,
      `${target} lies in project_root (${service.projectRoot}), where agents write: name a folder elsewhere, best on another disk`,
    );
  setPrivateUmask();
  const ends = keptEnds(service.stateDir);
  const manifest = await takeBackup(
    {
      stateDir: service.stateDir,
      corpusDir: corpus.dir,
      target,
      version: packageVersion(io.packageRoot),
      at: toIsoTime(systemClock.now()),
    },
    { onProgress: createProgress('backup', io.err) },
  ).catch(failBackup(target));
  if (wantsJson(input)) printJson(input, manifest);
  else {
    io.out(`${target}: ${sizeWords(manifest)}`);
    for (const path of manifest.left_out) io.out(`left out, for it is no file: ${path}`);
    io.out(
      `Read back and found whole. To prove its states, too: ${productWord} backup --verify ${target}`,
    );
  }
  for (const { name, event_id: end } of manifest.stores) {
    const kept = ends.get(name);
    if (kept === undefined || kept.event_id <= end) continue;
    io.err(
      `note: ${provenStores[name].title}: event ${kept.event_id} had been committed by ${kept.at}, and the log ends at event ${end}: events were gone before this backup; see \`${productWord} verify\``,
    );
  }
  return exitCodes.ok;
}

/** Where each log was last known to end, before the backup is begun. */
function keptEnds(stateDir: string): ReadonlyMap<string, KeptHead> {
  return new Map(
    storePlaces.flatMap(({ name, file }) => {
      const kept = readKeptHead(headPathOf(join(stateDir, file)));
      return kept.kind === 'kept' ? [[name, kept.head] as const] : [];
    }),
  );
}
