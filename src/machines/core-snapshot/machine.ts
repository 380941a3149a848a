/**
 * The snapshots of one queue. A snapshot older than the one projected is counted and recorded, and
 * changes neither projection nor verdict.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `new` | never stored | `RECORD` | `RECORD` |
 * | `recorded` | the latest snapshot was not compared | `RECORD` | `RECORD` |
 * | `applying` | its legal differences are being applied | its effect | `APPLIED`, `EFFECT_FAILED` |
 * | `clean` | the latest agreed with the live queue, or does since it was applied | `RECORD` | `RECORD` |
 * | `diverged` | it differed, and some of it still does | `RECORD` | `RECORD` |
 */
import { setup } from 'xstate';
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import { type CoreSnapshot, coreSnapshotSchema } from '../../domain/records.ts';
import { type Args, createKit, performer } from '../kit.ts';
import type { CoreSnapshotEffects } from './effects.ts';
import type { CoreSnapshotEvent } from './events.ts';
import { isSettled, settle, toComparison, toLedger } from './ledger.ts';
import { whyNotEnforced } from './promotion.ts';

type Context = Omit<CoreSnapshot, 'status'>;
type MachineEvent = Stamped<CoreSnapshotEvent>;
type EventOf<Type extends MachineEvent['type']> = Extract<MachineEvent, { type: Type }>;
type Recorded = EventOf<'RECORD'>;
const kit = createKit<Context, MachineEvent>();
const perform = performer<CoreSnapshotEffects>();

/** No snapshot so far: its number, which counts them, is 0. */
export const initialCoreSnapshot = (_id: string): CoreSnapshot => blank(coreSnapshotSchema, {});
const { status: _status, ...initialContext } = initialCoreSnapshot('');

const effectiveAt = ({ captured_at: captured, at }: Recorded): string =>
  captured === null || Date.parse(captured) > Date.parse(at) ? at : captured;

/** A condition of a snapshot that may be taken at all. */
const whenTaken =
  (holds: (context: Context, event: Recorded) => boolean) =>
  ({ context, event }: Args<Context, MachineEvent>): boolean =>
    event.type === 'RECORD' &&
    (event.mode !== 'enforce' || whyNotEnforced(context) === null) &&
    holds(context, event);

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

/** What the sender of a snapshot is told of it, besides the members that say what was applied. */
const told = (context: Context, { mode, projection }: Pick<Recorded, 'mode' | 'projection'>) => ({
  ok: true,
  mode,
  inserted: true,
  snapshot_id: context.snapshot_id,
  queue_rows: projection.total_queue_rows,
  paper_rows: projection.total_paper_rows,
});

const replyOlder = kit.reply<Recorded>(({ context, event }) => ({
  ...told(context, event),
  would_apply: false,
  applied: 0,
  not_applied: 0,
  differences: [],
  message: `Recorded and set aside: the projection is of a newer snapshot, captured at ${context.effective_at}.`,
}));

const reply = kit.reply<Recorded>(({ context, event }) => ({
  ...told(context, event),
  ...enforced(context, event.mode),
  message: event.message,
}));

/** What the sender is told of the differences: all there is to say in mode `enforce`, else nothing. */
function enforced(context: Context, mode: Context['mode']) {
  const differences = mode === 'enforce' ? context.divergences : [];
  const applied = differences.filter((difference) => difference.applied).length;
  const all = mode === 'enforce' ? (context.comparison?.divergence_count ?? 0) : 0;
  return {
    would_apply: mode === 'enforce',
    applied,
    not_applied: all - applied,
    differences,
  };
}

const noted = [project, recordSnapshot(true), recordComparison] as const;
const compared = [...noted, reply] as const;

/** The sender waits until every legal difference was tried. */
const apply = [
  ...noted,
  kit.change<Recorded>(({ event }) => ({ pending_request: event.request_key })),
  kit.perform<Recorded>(({ context, event }) =>
    perform('core.apply', {
      snapshot_id: context.snapshot_id,
      source: event.source,
      changes: event.changes,
    }),
  ),
  kit.defer,
] as const;

const waiting = (context: Context): string | null => context.pending_request ?? null;

/** The snapshot that is being applied is the projected one: nothing else is taken meanwhile. */
const applying = (context: Context) => ({
  ...told(context, { mode: 'enforce', projection: context.projection! }),
  ...enforced(context, 'enforce'),
});

const tried = [
  kit.change<EventOf<'APPLIED'>>(({ context, event }) => ({
    divergences: settle(context.divergences, event.results),
  })),
  kit.answer<EventOf<'APPLIED'>>(waiting, ({ context }) => ({
    ...applying(context),
    message: describeApplied(context),
  })),
  kit.change<EventOf<'APPLIED'>>(() => ({ pending_request: null })),
  kit.record<EventOf<'APPLIED'>>('core.snapshot_applied', ({ context }) => {
    const { applied, not_applied } = enforced(context, 'enforce');
    return { snapshot_id: context.snapshot_id, applied, not_applied };
  }),
] as const;

function describeApplied(context: Context): string {
  const { applied, not_applied: left } = enforced(context, 'enforce');
  const unlisted = (context.comparison?.divergence_count ?? 0) - context.divergences.length;
  const rest =
    left === 0 ? '' : ` ${left} not applied; each that is listed says in its message why.`;
  const more = unlisted > 0 ? ` ${unlisted} more are not listed: send another snapshot.` : '';
  return `Recorded, compared and applied: ${applied} applied.${rest}${more}`;
}

const gaveUp = [
  kit.answer<EventOf<'EFFECT_FAILED'>>(waiting, ({ context, event }) => ({
    ...applying(context),
    failed: event.error,
    message: `Recorded and compared, but applying it kept failing: ${event.error}`,
  })),
  kit.change<EventOf<'EFFECT_FAILED'>>(() => ({ pending_request: null })),
  kit.record<EventOf<'EFFECT_FAILED'>>(
    'core.snapshot_application_failed',
    ({ context, event }) => ({
      snapshot_id: context.snapshot_id,
      error: event.error,
    }),
  ),
] as const;

/** Of every state but `applying`. */
const takes = {
  RECORD: [
    { guard: 'older', actions: [count, recordSnapshot(false), replyOlder] },
    { guard: 'toApply', target: 'applying', actions: apply },
    { guard: 'divergent', target: 'diverged', actions: compared },
    { guard: 'compared', target: 'clean', actions: compared },
    { guard: 'taken', target: 'recorded', actions: [project, recordSnapshot(true), reply] },
  ],
} as const;

/** The statechart of the table above; "older" is by the time of capture, at the latest that of arrival. */
export const coreSnapshotMachine = setup({
  ...kit.durable,
  guards: {
    taken: whenTaken(() => true),
    older: whenTaken(
      ({ effective_at: known }, event) =>
        known !== null && Date.parse(effectiveAt(event)) < Date.parse(known),
    ),
    toApply: whenTaken(
      (_, { mode, comparison, changes }) =>
        mode === 'enforce' && comparison !== null && changes.length > 0,
    ),
    compared: whenTaken((_, { comparison }) => comparison !== null),
    divergent: whenTaken((_, { comparison }) => (comparison?.divergence_count ?? 0) > 0),
    settled: ({ context, event }) => event.type === 'APPLIED' && isSettled(context, event.results),
  },
}).createMachine({
  id: 'core_snapshot',
  context: initialContext,
  initial: 'new',
  states: {
    new: { description: 'No snapshot has been recorded.', on: takes },
    recorded: { description: 'The latest snapshot was not compared.', on: takes },
    applying: {
      description: 'The legal differences of the latest snapshot are being applied.',
      on: {
        APPLIED: [
          { guard: 'settled', target: 'clean', actions: tried },
          { target: 'diverged', actions: tried },
        ],
        EFFECT_FAILED: { target: 'diverged', actions: gaveUp },
      },
    },
    clean: { description: 'The latest snapshot agrees with the live queue.', on: takes },
    diverged: { description: 'The latest snapshot differs from the live queue.', on: takes },
  },
});
