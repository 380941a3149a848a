/**
 * The core sub-service: takes snapshots of a queue from any compatible source, projects them, and
 * in mode `compare` holds them against the live queue. Nothing here changes the queue: applying a
 * snapshot (mode `enforce`) is refused until it can be done whole.
 *
 * A snapshot is one turn of the actor `core_snapshot/main`. Its rows are not kept: the log holds
 * their hash, their counts, the projection and the divergences, all bounded, so that posting every
 * minute for years does not fill the store.
 */
import type { Outcome } from '../actors/runtime/definition.ts';
import { ServiceError } from '../domain/errors.ts';
import { recorded } from '../domain/freshness.ts';
import { limits } from '../domain/limits.ts';
import { coreService } from '../domain/product.ts';
import { type CoreSnapshot, coreSnapshotSchema } from '../domain/records.ts';
import type { coreModes } from '../domain/statuses.ts';
import { type Clock, toIsoTime } from '../lib/clock.ts';
import type { ComparisonResult, CoreSnapshotEvent } from '../machines/core-snapshot/events.ts';
import type { ReadModels } from '../store/ports/read-models.ts';
import { compareWithQueue } from './compare.ts';
import { projectionVersion, projectQueue } from './projection.ts';
import { hashRows, readSnapshot } from './read-snapshot.ts';
import type { RawRow } from './rows.ts';

type CoreMode = (typeof coreModes)[number];

/** Address of the actor that keeps the snapshots. */
export const coreSnapshotAddress = { kind: 'core_snapshot', id: 'main' } as const;

interface SnapshotRequest {
  readonly idempotency_key: string;
  readonly source: string;
  /** Mode the sender thinks it is in; null when it does not say. The configured one counts. */
  readonly mode: CoreMode | null;
  readonly captured_at: string | null;
  readonly queue_rows: readonly RawRow[];
  readonly paper_rows: readonly RawRow[];
}

/** Under which key a snapshot is recorded, and what makes its payload the same. */
export interface SnapshotIdentity {
  readonly key: string;
  readonly payload: unknown;
  /** For the audit log. */
  readonly by: string;
}

interface CoreServiceOptions {
  readonly mode: CoreMode;
  /** Where the store is, as health pages show it. */
  readonly storeLabel: string;
  readonly clock: Clock;
  readonly reads: Pick<ReadModels, 'get' | 'head' | 'list'>;
  /** True when the key has an answer, or one that is being worked on. */
  readonly isKnown: (key: string) => Promise<boolean>;
  /** Takes the event to the actor, once per key; throws `idempotency_conflict` for another payload. */
  readonly record: (
    event: CoreSnapshotEvent,
    identity: SnapshotIdentity,
  ) => Promise<{ readonly outcome: Outcome; readonly replayed: boolean }>;
}

/** What the HTTP routes of the core sub-service answer with; replies are in the words of the wire. */
export interface CoreService {
  health(): {
    readonly ok: true;
    readonly service: string;
    readonly mode: CoreMode;
    readonly db_path: string;
    readonly timestamp: string;
  };
  /** Throws `core_mode_refused`, `idempotency_conflict` or `overloaded`. */
  takeSnapshot(request: SnapshotRequest): Promise<{
    readonly body: Readonly<Record<string, unknown>>;
    readonly replayed: boolean;
  }>;
  projection(): Promise<ReturnType<typeof toProjectionReply>>;
}

/** Works on one snapshot at a time; `limits.coreSnapshotsWaitingMax` may be under way or wait. */
export function createCoreService(options: CoreServiceOptions): CoreService {
  const { mode } = options;
  /** Snapshots are worked on one after another; each may hold many megabytes. */
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    health: () => ({
      ok: true,
      service: coreService,
      mode,
      db_path: options.storeLabel,
      timestamp: toIsoTime(options.clock.now()),
    }),
    async takeSnapshot(request) {
      if (waiting >= limits.coreSnapshotsWaitingMax) {
        throw new ServiceError(
          'overloaded',
          `${waiting} snapshots are already being worked on; send this one again later`,
        );
      }
      waiting += 1;
      const taken = last.then(() => takeSnapshot(options, request));
      last = taken.catch(() => undefined);
      try {
        return await taken;
      } finally {
        waiting -= 1;
      }
    },
    async projection() {
      const row = mode === 'off' ? undefined : await options.reads.get('core_snapshot', 'main');
      const snapshot = row === undefined ? null : coreSnapshotSchema.parse(row);
      return toProjectionReply(mode, snapshot);
    },
  };
}

async function takeSnapshot(options: CoreServiceOptions, request: SnapshotRequest) {
  const { mode } = options;
  // What was recorded once is answered again whatever the mode is now: it changes nothing.
  const known = await options.isKnown(request.idempotency_key);
  if (!known) refuseByMode(mode);
  const rows = { queue: request.queue_rows, papers: request.paper_rows };
  const contentHash = await hashRows(rows);
  const { source, captured_at } = request;
  const identity = {
    key: request.idempotency_key,
    payload: { source, mode: request.mode, captured_at, content_sha256: contentHash },
    by: `core:${source}`,
  };
  const snapshot = await readSnapshot(rows);
  const projection = await projectQueue(snapshot);
  const comparison =
    mode === 'compare' && !known ? await compareWithQueue(options.reads, snapshot) : null;
  const { outcome, replayed } = await options.record(
    {
      type: 'RECORD',
      mode,
      source,
      captured_at,
      content_sha256: contentHash,
      projection,
      comparison,
      message: messageOf(mode, request.mode, comparison),
    },
    identity,
  );
  // What a repeat is told was recorded by an earlier request.
  const repeated = replayed ? { inserted: false } : {};
  return { body: { ...outcome.body, ...repeated, event_id: outcome.event_id }, replayed };
}

function refuseByMode(mode: CoreMode): void {
  if (mode === 'off') {
    throw new ServiceError(
      'core_mode_refused',
      'the core sub-service is off, so nothing was recorded; set orrery_core_mode to shadow or compare to have snapshots taken',
      { mode },
    );
  }
  if (mode === 'enforce') {
    throw new ServiceError(
      'core_mode_refused',
      'nothing was recorded: mode enforce would apply the snapshot to the queue, which this version cannot do; set orrery_core_mode to compare to see what differs',
      { mode },
    );
  }
}

function messageOf(
  mode: CoreMode,
  asked: CoreMode | null,
  comparison: ComparisonResult | null,
): string {
  const done =
    comparison === null
      ? 'Recorded; nothing was compared or applied.'
      : describeComparison(comparison);
  if (asked === null || asked === mode) return done;
  return `${done} The request names mode ${asked}; this service is in mode ${mode}, which is what counts.`;
}

function describeComparison(comparison: ComparisonResult): string {
  const { divergence_count: count, by_kind: byKind } = comparison;
  const kinds = Object.entries(byKind).map(([kind, times]) => `${times} ${kind}`);
  const verdict =
    count === 0
      ? 'it agrees'
      : `${count} ${count === 1 ? 'divergence' : 'divergences'} (${kinds.join(', ')}); the queue projection lists them`;
  const moving =
    comparison.live_head_from === comparison.live_head_to
      ? ''
      : ' The queue changed while it was compared, so some may be passing.';
  return `Recorded and compared with the live queue: ${verdict}. Nothing was applied.${moving}`;
}

const empty = {
  total_queue_rows: 0,
  total_paper_rows: 0,
  status_counts: {},
  paper_status_counts: {},
  active_rows: [],
  active_total: 0,
  draft_candidate_count: 0,
  polish_candidate_count: 0,
};

/** The projection as it is answered; null: nothing is projected, and the warnings say why. */
function toProjectionReply(mode: CoreMode, snapshot: CoreSnapshot | null) {
  const projection = snapshot?.projection ?? null;
  return {
    ok: true as const,
    mode,
    projection_version: projectionVersion,
    ...(projection ?? empty),
    warnings: [
      ...modeWarnings(mode, projection !== null),
      ...(projection?.warnings ?? []),
      ...comparisonWarnings(snapshot),
    ].slice(0, limits.coreWarningsMax),
    snapshot:
      snapshot === null
        ? null
        : {
            snapshot_id: snapshot.projected_snapshot_id,
            latest_snapshot_id: snapshot.snapshot_id,
            source: snapshot.source,
            captured_at: snapshot.captured_at,
            content_sha256: snapshot.content_sha256,
            taken_in_mode: snapshot.mode,
          },
    freshness: recorded('core_snapshot', snapshot?.effective_at ?? null, {
      never: 'no queue snapshot is projected',
      words: 'the projected snapshot is of the queue',
    }),
    comparison: snapshot?.comparison ?? null,
    divergences: snapshot?.divergences ?? [],
  };
}

function modeWarnings(mode: CoreMode, projected: boolean): string[] {
  if (mode === 'off') {
    return ['the core sub-service is off: snapshots are refused and nothing is projected'];
  }
  return [
    ...(mode === 'enforce'
      ? ['mode enforce is not available: snapshots are refused until the mode is shadow or compare']
      : []),
    ...(projected ? [] : ['no snapshot has been recorded: every number is zero for want of one']),
  ];
}

function comparisonWarnings(snapshot: CoreSnapshot | null): string[] {
  const comparison = snapshot?.comparison ?? null;
  if (snapshot === null || comparison === null || comparison.divergence_count === 0) return [];
  const { divergence_count: count, snapshot_id: id } = comparison;
  const listed = snapshot.divergences.length;
  return [
    `snapshot ${id} differed from the live queue in ${count} ${count === 1 ? 'place' : 'places'}${listed < count ? `, of which ${listed} are listed` : ''}`,
    ...(comparison.live_head_from === comparison.live_head_to
      ? []
      : ['the queue changed while it was compared: some divergences may be passing']),
  ];
}
