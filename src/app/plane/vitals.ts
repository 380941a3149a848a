/** What the use cases may know of the service itself: does the store write, does the outbox move, is there space. */

import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import type { Journal } from '../../actors/journal/port.ts';
import type { OrreryConfig } from '../../config/resolve.ts';
import {
  type AlertSettings,
  type OutboxState,
  type PlaneLikeness,
  type PumpPulse,
  pumpAddress,
  type Vitals,
  type WriterOutcome,
} from '../../control/common/index.ts';
import { limits } from '../../domain/limits.ts';
import { type Clock, toIsoTime } from '../../lib/clock.ts';
import { whyUnusable } from '../../lib/describe-error.ts';
import { configuredChannels } from '../../notify/channels.ts';
import type { ChainWatch } from '../../store/chain-watch.ts';
import type { PlaneStanding } from '../../store/ports/plane.ts';
import { readRoom } from '../process/disk-room.ts';

interface VitalsOptions {
  readonly config: Pick<
    OrreryConfig,
    'alerts' | 'corpus' | 'heartbeat' | 'notify' | 'paperWriter' | 'store' | 'upkeep'
  >;
  /** Null while the database takes writes. */
  readonly findWriteTrouble: () => string | null;
  /** Null while connections are accepted. */
  readonly findConnectionTrouble: () => string | null;
  /** Of a store that others write. */
  readonly storeWholeAt?: () => number | undefined;
  /** Which part this control plane has; null where the store takes one only. */
  readonly plane: () => PlaneStanding | null;
  readonly likeness: () => PlaneLikeness | null;
  readonly databasePath: string;
  readonly journal: Journal;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly chain: ChainWatch;
  readonly inbox: Vitals['inbox'];
  /** How the last request to the endpoint of the external writer went. */
  readonly writerOutcome: () => WriterOutcome | null;
  readonly alertsCheckedAt: Vitals['alertsCheckedAt'];
}

export function createVitals(options: VitalsOptions): Vitals {
  const { config, findWriteTrouble, databasePath, journal, clock, chain } = options;
  const { paperWriter } = config;
  return {
    startedAt: toIsoTime(clock.now()),
    writeTrouble: () =>
      findWriteTrouble() ??
      (config.store.backend === 'hosted_readonly' ? 'this control plane only reads' : null),
    ...(options.storeWholeAt === undefined ? {} : { storeWholeAt: options.storeWholeAt }),
    plane: options.plane,
    likeness: options.likeness,
    space: () => readSpace(dirname(databasePath)),
    connectionTrouble: options.findConnectionTrouble,
    outbox: createOutboxReader(journal, clock),
    chain: () => chain.progress(),
    pump: createPumpReader(journal, clock),
    writer: {
      provider: paperWriter.provider,
      fallbackEnabled: paperWriter.fallbackEnabled,
      lastOutcome: options.writerOutcome,
    },
    inbox: options.inbox,
    corpusTrouble: () => findFolderTrouble(config.corpus.dir),
    alerts: alertSettingsOf(config),
    alertsCheckedAt: options.alertsCheckedAt,
    heartbeat: config.heartbeat.url === null ? null : { intervalMs: config.heartbeat.intervalMs },
    backupIntervalMs: config.upkeep.backupDir === null ? null : config.upkeep.backupIntervalMs,
  };
}

/** When something is an alert, and where it is told. */
export const alertSettingsOf = (
  config: Pick<OrreryConfig, 'alerts' | 'notify'>,
): AlertSettings => ({
  cooldownMs: config.alerts.queueAlertCooldownMs,
  hangAfterMs: config.alerts.queueAlertHangAfterMs,
  unreachableAfterMs: config.alerts.queueAlertUnreachableAfterMs,
  dispatchErrorCount: config.alerts.queueAlertDispatchErrorCount,
  checkIntervalMs: config.alerts.queueAlertCheckIntervalMs,
  channels: configuredChannels(config),
});

function readSpace(folder: string): ReturnType<Vitals['space']> {
  try {
    return readRoom(folder);
  } catch {
    return null;
  }
}

function findFolderTrouble(folder: string): string | null {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK);
    return null;
  } catch (error) {
    return `corpus_dir cannot be read and written: ${whyUnusable(error)}`;
  }
}

/**
 * When the pump looks next, and whether it does something now. What it does is known to go on since it was first seen
 * here, as nothing is stored of when it began; a restart begins it anew and counts anew.
 */
export function createPumpReader(
  journal: Pick<Journal, 'effectsOf' | 'timersOf'>,
  clock: Pick<Clock, 'monotonic'>,
): () => Promise<PumpPulse> {
  let seen: { readonly effectId: string; readonly ms: number } | null = null;
  const busyMs = async (): Promise<number | null> => {
    const [row] = await journal.effectsOf({ ...pumpAddress, invokeId: null }, 0, 1);
    const nowMs = clock.monotonic();
    if (row === undefined) seen = null;
    else if (seen?.effectId !== row.effect_id) seen = { effectId: row.effect_id, ms: nowMs };
    return seen === null ? null : nowMs - seen.ms;
  };
  let nothingSinceMs: number | null = null;
  return async () => {
    const before = await busyMs();
    const [timer] = await journal.timersOf(pumpAddress);
    // Asked on both sides: its timer may have made way for a look in between.
    const busy = before ?? (timer === undefined ? await busyMs() : null);
    const nowMs = clock.monotonic();
    nothingSinceMs = timer === undefined && busy === null ? (nothingSinceMs ?? nowMs) : null;
    return {
      next_at: timer === undefined ? null : toIsoTime(timer.due_ms),
      busy_ms: busy,
      nothing_ms: nothingSinceMs === null ? null : nowMs - nothingSinceMs,
    };
  };
}

/**
 * What waits to be carried out. The event that caused an effect says nothing of its age: of looks that leave nothing in
 * the log each has the cause of the one before. So the oldest waits since it was first seen here; a restart counts anew.
 */
export function createOutboxReader(
  journal: Pick<Journal, 'effects'>,
  clock: Pick<Clock, 'now'>,
): () => Promise<OutboxState> {
  let seen: { readonly effectId: string; readonly at: string } | null = null;
  return async () => {
    const read = await journal.effects(0, limits.outboxReadMax + 1);
    const rows = read.slice(0, limits.outboxReadMax);
    const failed = rows.filter((row) => row.attempts > 0);
    const oldest = rows[0];
    if (oldest === undefined) seen = null;
    else if (seen?.effectId !== oldest.effect_id)
      seen = { effectId: oldest.effect_id, at: toIsoTime(clock.now()) };
    return {
      pending: rows.length,
      capped: read.length > rows.length,
      oldest_at: seen?.at ?? null,
      oldest: oldest === undefined ? null : `${oldest.name} of ${oldest.kind}/${oldest.id}`,
      retrying: failed.length,
      last_error: failed.at(-1)?.last_error ?? null,
    };
  };
}
