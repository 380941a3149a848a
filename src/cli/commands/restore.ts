/** `orrery restore DIR`: proves a backup, puts it into an empty state folder and says what is gone. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { productWord } from '../../domain/product.ts';
import { setPrivateUmask } from '../../lib/private-folder.ts';
import { signingKeyName } from '../../lib/signing-key.ts';
import type { BackupManifest } from '../../store/sqlite/backup/manifest.ts';
import {
  placeBackup,
  type RestoredStore,
  type RestoreOrder,
  requirePlace,
} from '../../store/sqlite/backup/restore.ts';
import type { BackupSource } from '../../store/sqlite/backup/take.ts';
import { failBackup, printProof, proveWhole, refuseHosted, requireConfig } from '../backups.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { CommandFailure, explainFailure } from '../failure.ts';
import { textOption } from '../options.ts';
import { createProgress } from '../verify-progress.ts';
import { provenStores } from '../verify-store.ts';

/** `failed` when the backup does not hold, and when the place is not empty or is being served from. */
export function run(input: CommandInput): Promise<number> {
  return explainFailure(input.io, { json: false }, () => restore(input));
}

async function restore(input: CommandInput): Promise<number> {
  const { io } = input;
  const folder = resolve(io.cwd, input.args[0] ?? '.');
  const place = placeOf(input);
  const replaces = oldFolder(input);
  // A proof may take long: what stands against the place is said before it.
  takePlace(() => requirePlace({ ...place, folder }), place.stateDir);
  const proof = await proveWhole(input, folder).catch(failBackup(folder));
  const { manifest } = proof;
  if (!proof.ok || manifest === null) {
    printProof(input, proof);
    io.err(
      `Nothing was put back from ${folder}, for what is said above. Mend that, or try an older backup.`,
    );
    return exitCodes.failed;
  }
  setPrivateUmask();
  const stores = putBack(input, { ...place, folder, manifest, replaces });
  printProof(input, proof);
  printRestored(input, manifest, stores, place.stateDir);
  return exitCodes.ok;
}

function putBack(input: CommandInput, order: RestoreOrder): readonly RestoredStore[] {
  const progress = createProgress('restore', input.io.err);
  return takePlace(() => placeBackup(order, progress), order.stateDir);
}

function takePlace<Value>(work: () => Value, stateDir: string): Value {
  try {
    return work();
  } catch (error) {
    return failBackup(stateDir)(error);
  }
}

function placeOf(input: CommandInput): BackupSource {
  const into = textOption(input, 'into');
  if (into !== undefined) {
    const stateDir = resolve(input.io.cwd, into);
    return { stateDir, corpusDir: join(stateDir, 'corpus') };
  }
  const config = requireConfig(input);
  refuseHosted(config);
  const { service, corpus } = config;
  return { stateDir: service.stateDir, corpusDir: corpus.dir };
}

function oldFolder(input: CommandInput): string | null {
  const text = textOption(input, 'replaces');
  if (text === undefined) return null;
  const folder = resolve(input.io.cwd, text);
  if (existsSync(folder)) return folder;
  throw new CommandFailure(
    exitCodes.usage,
    `--replaces must name the state folder that was moved away, and there is no ${folder}`,
  );
}

function printRestored(
  { io }: CommandInput,
  { stores: taken }: BackupManifest,
  stores: readonly RestoredStore[],
  stateDir: string,
): void {
  io.out(`Put back into ${stateDir}, and read again there.`);
  for (const { name, event_id, event_at } of taken) {
    const finding = stores.find((store) => store.name === name)?.finding ?? null;
    io.out(
      `  ${provenStores[name].title}: the log ends at event ${event_id}${event_at === null ? '' : ` of ${event_at}`}` +
        `${finding === null ? '' : `; ${finding}`}`,
    );
  }
  io.out(
    `A backup holds no signing key: put ${signingKeyName} back before the start, or another is made.`,
  );
  io.out(
    `Start the service: a new epoch of the log begins, runs that were active are asked about at their workers, and timers that are overdue fire once. What was acknowledged after the backup is not in it: send it again. \`${productWord} verify\` proves what runs.`,
  );
}
