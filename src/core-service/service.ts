/**
 * The core sub-service: takes snapshots of a queue from any compatible source and projects them. In
 * mode `compare` it also holds them against the live queue, in mode `enforce` it has the items make
 * good what differs and operator verbs can, see `judge-item.ts` and `apply-snapshot.ts`.
 *
 * A snapshot is one turn of the actor `core_snapshot/main`, one that is applied is two. Its rows are
 * not kept: the log holds their hash, their counts, the projection and the divergences, all bounded,
 * so that posting every minute for years does not fill the store.
 */
import type { Outcome } from '../actors/runtime/definition.ts';
import { ServiceError } from '../domain/errors.ts';
import { limits } from '../domain/limits.ts';
import { coreService } from '../domain/product.ts';
import { type CoreSnapshot, coreSnapshotSchema } from '../domain/records.ts';
import type { coreModes } from '../domain/statuses.ts';
import { asText } from '../lib/as-text.ts';
import type { JsonObject } from '../lib/canonical-json.ts';
import { type Clock, toIsoTime } from '../lib/clock.ts';
import { counted } from '../lib/counted.ts';
import type { ComparisonResult, CoreSnapshotEvent } from '../machines/core-snapshot/events.ts';
import { initialCoreSnapshot } from '../machines/core-snapshot/machine.ts';
import { whyNotEnforced } from '../machines/core-snapshot/promotion.ts';
import type { ReadModels } from '../store/ports/read-models.ts';
import { compareWithQueue } from './compare.ts';
import { type DivergenceQuery, listDivergences } from './list-divergences.ts';
import { projectQueue } from './projection.ts';
import { toProjectionReply } from './projection-reply.ts';
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
  /** Names of the configured workers: no item is sent to another. */
  readonly workers: readonly string[];
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
  /** Throws `ListQueryError`. */
  divergences(query: DivergenceQuery): Promise<ReturnType<typeof listDivergences>>;
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
      return toProjectionReply(mode, mode === 'off' ? null : await readState(options));
    },
    async divergences(query) {
      return listDivergences(await readState(options), query, options.clock);
    },
  };
}

/** Null while no snapshot was ever recorded. */
async function readState({ reads }: CoreServiceOptions): Promise<CoreSnapshot | null> {
  const row = await reads.get('core_snapshot', 'main');
  return row === undefined ? null : coreSnapshotSchema.parse(row);
}

async function takeSnapshot(options: CoreServiceOptions, request: SnapshotRequest) {
  const { mode } = options;
  // What was recorded once is answered again whatever the mode is now: it changes nothing.
  const known = await options.isKnown(request.idempotency_key);
  if (!known) await refuseByMode(options);
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
  const compared =
    (mode === 'compare' || mode === 'enforce') && !known
      ? await compareWithQueue(options.reads, snapshot, options.workers)
      : null;
  const comparison = compared?.comparison ?? null;
  const { outcome, replayed } = await options.record(
    {
      type: 'RECORD',
      mode,
      source,
      captured_at,
      content_sha256: contentHash,
      projection,
      comparison,
      changes: mode === 'enforce' ? (compared?.changes ?? []) : [],
      message: messageOf(mode, request.mode, comparison),
    },
    identity,
  );
  const body: JsonObject = outcome.body ?? {};
  if (body['failed'] !== undefined) {
    const words = `${asText(body['message'])}; the events of the items say which of it was done`;
    throw new ServiceError('internal', words, { snapshot_id: body['snapshot_id'] }, { replayed });
  }
  // What a repeat is told was recorded by an earlier request.
  const repeated = replayed ? { inserted: false } : {};
  return { body: { ...body, ...repeated, event_id: outcome.event_id }, replayed };
}

/** Before anything is read or a key is used up: the machine would refuse it for the same reasons. */
async function refuseByMode(options: CoreServiceOptions): Promise<void> {
  const { mode } = options;
  if (mode === 'off') {
    throw new ServiceError(
      'core_mode_refused',
      'the core sub-service is off, so nothing was recorded; set orrery_core_mode to shadow or compare to have snapshots taken',
      { mode },
    );
  }
  const state = await readState(options);
  if (state?.status === 'applying') {
    const words = `snapshot ${state.snapshot_id} is still being applied, so nothing was recorded; send this one again later`;
    throw new ServiceError('overloaded', words);
  }
  const reason = mode === 'enforce' ? whyNotEnforced(state ?? initialCoreSnapshot('main')) : null;
  if (reason === null) return;
  const details = { mode, reason: 'not_promoted', comparison: state?.comparison ?? null };
  throw new ServiceError(
    'core_mode_refused',
    `Nothing was recorded or applied. ${reason}`,
    details,
  );
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
      : `${counted(count, 'divergence')} (${kinds.join(', ')}); the queue projection lists them`;
  const moving =
    comparison.live_head_from === comparison.live_head_to
      ? ''
      : ' The queue changed while it was compared, so some may be passing.';
  return `Recorded and compared with the live queue: ${verdict}. Nothing was applied.${moving}`;
}
