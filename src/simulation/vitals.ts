/** What a simulated control plane says of itself: its store, its outbox, its settings. */
import type { Journal } from '../actors/journal/port.ts';
import { readOutbox, readPumpPulse } from '../app/vitals.ts';
import type { Vitals } from '../control/common/index.ts';
import { limits } from '../domain/limits.ts';
import type { PlayedSettings } from './settings.ts';

interface VitalsOptions {
  readonly settings: PlayedSettings;
  readonly journal: Journal;
  /** How far the log is proven by whoever looks at every commit. */
  readonly chain: Vitals['chain'];
  readonly isDiskFull: () => boolean;
  readonly alertsCheckedAt: Vitals['alertsCheckedAt'];
}

/** Only what no simulation plays is as it is where all is well: backups, heartbeat, folders. */
export function createPlayedVitals({
  settings,
  journal,
  chain,
  isDiskFull,
  alertsCheckedAt,
}: VitalsOptions): Vitals {
  return {
    writeTrouble: () => (isDiskFull() ? 'its disk is full' : null),
    space: () => ({ free_mib: limits.spaceWantedMibMax, wanted_mib: limits.spaceWantedMibMin }),
    connectionTrouble: () => null,
    // How long the oldest waits is not told: its rule waits longer than a message may be late.
    outbox: async () => ({ ...(await readOutbox(journal)), oldest_at: null }),
    chain,
    writer: settings.writer,
    corpusTrouble: () => null,
    inbox: () => null,
    backupIntervalMs: null,
    heartbeat: null,
    pump: () => readPumpPulse(journal),
    alerts: settings.alerts,
    alertsCheckedAt,
  };
}
