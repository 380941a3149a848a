/**
 * Which start of this program last held the lease from a state folder. Whoever has that folder's lock knows that the
 * one before is over, and need not wait until its lease runs out. Of another machine, and of a folder that was
 * copied, the lock says nothing: there nobody counts as known.
 */
import { renameSync, statSync, writeFileSync } from 'node:fs';
import { parseIfJson, readIfThere } from '../../lib/if-there.ts';

/** Of one state folder. */
export interface LastHolder {
  /** The boot that held the lease and is over; null while that is not known. */
  readonly former: string | null;
  /** Keeps that this boot holds it. */
  note(boot: string): void;
}

/** Another text for each start of each machine's system. */
const systemBootPath = '/proc/sys/kernel/random/boot_id';

/** For whoever holds the lock at `lockPath`; what it keeps lies beside that. */
export function readLastHolder(lockPath: string): LastHolder {
  const path = `${lockPath}-holder`;
  const system = readIfThere(systemBootPath)?.trim();
  if (system === undefined) return { former: null, note: () => {} };
  const { dev, ino } = statSync(lockPath, { bigint: true });
  const lock = `${system}:${dev}:${ino}`;
  const kept = parseIfJson(readIfThere(path) ?? '') as { boot?: unknown; lock?: unknown } | null;
  return {
    former: kept?.lock === lock && typeof kept.boot === 'string' ? kept.boot : null,
    note(boot) {
      try {
        writeFileSync(`${path}.new`, `${JSON.stringify({ boot, lock })}\n`, { mode: 0o600 });
        renameSync(`${path}.new`, path);
      } catch {
        // Then the next start waits.
      }
    },
  };
}
