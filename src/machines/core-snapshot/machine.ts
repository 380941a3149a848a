/**
 * The snapshots of one queue. `new`: none yet. `recorded`: the latest was recorded and not compared.
 * `clean`, `diverged`: it was compared with the live queue, and agreed or did not. Every `RECORD` is
 * taken from every state; a snapshot older than the one projected is counted and recorded, and
 * changes neither projection nor verdict.
 */
import { setup } from 'xstate';
import { durableActions, type Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import {
  type CoreComparison,
  type CoreDivergence,
  type CoreSnapshot,
  coreSnapshotSchema,
} from '../../domain/records.ts';
import { type Args, createKit } from '../kit.ts';
import type { ComparisonResult, CoreSnapshotEvent, FoundDivergence } from './events.ts';

type Context = Omit<CoreSnapshot, 'status'>;
type Recorded = Stamped<CoreSnapshotEvent>;
const kit = createKit<Context, Recorded>();

/** No snapshot so far: its number, which counts them, is 0. */
export const initialCoreSnapshot = (_id: string): CoreSnapshot => blank(coreSnapshotSchema, {});
const { status: _status, ...initialContext } = initialCoreSnapshot('');

const effectiveAt = ({ captured_at: captured, at }: Recorded): string =>
  captured === null || Date.parse(captured) > Date.parse(at) ? at : captured;

function isOlder({ context, event }: Args<Context, Recorded>): boolean {
  const { effective_at: known } = context;
  return known !== null && Date.parse(effectiveAt(event)) < Date.parse(known);
}

const sameDivergence = (one: FoundDivergence, other: FoundDivergence): boolean =>
  one.kind === other.kind &&
  one.entity === other.entity &&
  one.id === other.id &&
  one.field === other.field;

/** The listed divergences, each keeping the snapshot that showed it first. */
function toLedger(
  known: readonly CoreDivergence[],
  found: readonly FoundDivergence[],
  first: Pick<CoreDivergence, 'first_snapshot_id' | 'first_seen_at'>,
): CoreDivergence[] {
  return found.map((divergence) => {
    const earlier = known.find((entry) => sameDivergence(entry, divergence));
    return {
      ...divergence,
      first_snapshot_id: earlier?.first_snapshot_id ?? first.first_snapshot_id,
      first_seen_at: earlier?.first_seen_at ?? first.first_seen_at,
    };
  });
}

function toComparison(snapshotId: number, result: ComparisonResult): CoreComparison {
  const { divergences: _, ...comparison } = result;
  return { snapshot_id: snapshotId, ...comparison };
}

/** The projected snapshot becomes this one; what was compared earlier stays when this was not. */
const project = kit.change<Recorded>(({ context, event }) => {
  const snapshotId = context.snapshot_id + 1;
  return {
    snapshot_id: snapshotId,
    projected_snapshot_id: snapshotId,
    mode: event.mode,
    source: event.source,
    captured_at: event.captured_at,
    effective_at: effectiveAt(event),
    content_sha256: event.content_sha256,
    projection: event.projection,
    ...(event.comparison === null
      ? {}
      : {
          comparison: toComparison(snapshotId, event.comparison),
          divergences: toLedger(context.divergences, event.comparison.divergences, {
            first_snapshot_id: snapshotId,
            first_seen_at: event.at,
          }),
        }),
  };
});

const count = kit.change<Recorded>(({ context }) => ({ snapshot_id: context.snapshot_id + 1 }));

const recordSnapshot = (projected: boolean) =>
  kit.record<Recorded>('core.snapshot_recorded', ({ context, event }) => ({
    snapshot_id: context.snapshot_id,
    projected,
    mode: event.mode,
    source: event.source,
    captured_at: event.captured_at,
    queue_rows: event.projection.total_queue_rows,
    paper_rows: event.projection.total_paper_rows,
    content_sha256: event.content_sha256,
  }));

const recordComparison = kit.record<Recorded>('core.snapshot_compared', ({ context, event }) => ({
  snapshot_id: context.snapshot_id,
  divergence_count: event.comparison?.divergence_count ?? null,
  by_kind: event.comparison?.by_kind ?? null,
  live_changed_meanwhile:
    event.comparison !== null && event.comparison.live_head_from !== event.comparison.live_head_to,
}));

const reply = (older: boolean) =>
  kit.reply<Recorded>(({ context, event }) => ({
    ok: true,
    mode: event.mode,
    inserted: true,
    snapshot_id: context.snapshot_id,
    queue_rows: event.projection.total_queue_rows,
    paper_rows: event.projection.total_paper_rows,
    would_apply: false,
    message: older
      ? `Recorded and set aside: the projection is of a newer snapshot, captured at ${context.effective_at}.`
      : event.message,
  }));

const compared = [project, recordSnapshot(true), recordComparison, reply(false)] as const;
/** The statechart described above; "older" is by the time of capture, at the latest that of arrival. */
export const coreSnapshotMachine = setup({
  types: { context: {} as Context, events: {} as Recorded },
  actions: durableActions,
  guards: {
    older: isOlder,
    compared: ({ event }) => event.comparison !== null,
    divergent: ({ event }) => (event.comparison?.divergence_count ?? 0) > 0,
  },
}).createMachine({
  id: 'core_snapshot',
  context: initialContext,
  initial: 'new',
  on: {
    RECORD: [
      { guard: 'older', actions: [count, recordSnapshot(false), reply(true)] },
      { guard: 'divergent', target: '.diverged', actions: compared },
      { guard: 'compared', target: '.clean', actions: compared },
      { target: '.recorded', actions: [project, recordSnapshot(true), reply(false)] },
    ],
  },
  states: {
    new: { description: 'No snapshot has been recorded.' },
    recorded: { description: 'The latest snapshot was not compared.' },
    clean: { description: 'The latest snapshot agreed with the live queue.' },
    diverged: { description: 'The latest snapshot differed from the live queue.' },
  },
});
