/** What a simulated control plane says of itself: its store, its outbox, its settings. */
import type { Journal } from '../actors/journal/port.ts';
import type { Vitals } from '../control/common/index.ts';
import { limits } from '../domain/limits.ts';
import { notBegun } from '../store/chain-watch.ts';
import type { PlayedSettings } from './settings.ts';

interface VitalsOptions {
  readonly settings: PlayedSettings;
  readonly journal: Pick<Journal, 'effects'>;
  readonly isDiskFull: () => boolean;
  readonly alertsCheckedAt: Vitals['alertsCheckedAt'];
}

/** Only what no simulation plays is as it is where all is well: backups, heartbeat, folders. */
export function createPlayedVitals({
  settings,
  journal,
  isDiskFull,
  alertsCheckedAt,
}: VitalsOptions): Vitals {
  return {
    writeTrouble: () => (isDiskFull() ? 'its disk is full' : null),
    space: () => ({ free_mib: limits.spaceWantedMibMax, wanted_mib: limits.spaceWantedMibMin }),
    connectionTrouble: () => null,
    outbox: async () => {
      const rows = await journal.effects(0, limits.outboxReadMax);
      const retrying = rows.filter(({ attempts }) => attempts > 0).length;
      return {
        pending: rows.length,
        capped: rows.length === limits.outboxReadMax,
        oldest_at: null,
        oldest: rows[0]?.name ?? null,
        retrying,
        last_error: null,
      };
    },
    chain: () => notBegun,
    writer: settings.writer,
    corpusTrouble: () => null,
    inbox: () => null,
    backupIntervalMs: null,
    heartbeat: null,
    pump: () => Promise.resolve({ next_at: null, busy: false }),
    alerts: settings.alerts,
    alertsCheckedAt,
  };
}
