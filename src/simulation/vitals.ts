/** What a simulated control plane says of itself: its store, its outbox, its settings. */
import type { Journal } from '../actors/journal/port.ts';
import { createOutboxReader, createPumpReader } from '../app/plane/vitals.ts';
import type { Vitals } from '../control/common/index.ts';
import { limits } from '../domain/limits.ts';
import { type Clock, toIsoTime } from '../lib/clock.ts';
import type { PlayedSettings } from './settings.ts';

interface VitalsOptions {
  readonly settings: PlayedSettings;
  readonly journal: Journal;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  /** How far the log is proven by whoever looks at every commit. */
  readonly chain: Vitals['chain'];
  readonly isDiskFull: () => boolean;
  readonly alertsCheckedAt: Vitals['alertsCheckedAt'];
}

/** Only what no simulation plays is as it is where all is well: backups, folders. */
export function createPlayedVitals({
  settings,
  journal,
  clock,
  chain,
  isDiskFull,
  alertsCheckedAt,
}: VitalsOptions): Vitals {
  return {
    startedAt: toIsoTime(clock.now()),
    writeTrouble: () => (isDiskFull() ? 'its disk is full' : null),
    space: () => ({
      free_mib: limits.spaceWantedMibMax,
      wanted_mib: limits.spaceWantedMibMin,
      free_files: null,
      wanted_files: null,
    }),
    connectionTrouble: () => null,
    outbox: createOutboxReader(journal, clock),
    chain,
    writer: settings.writer,
    corpusTrouble: () => null,
    inbox: () => null,
    backupIntervalMs: null,
    heartbeat: settings.heartbeat,
    pump: createPumpReader(journal, clock),
    alerts: settings.alerts,
    alertsCheckedAt,
  };
}
