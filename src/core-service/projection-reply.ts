/** The queue projection as it is answered, with what must be known to read it. */
import { recorded } from '../domain/freshness.ts';
import { limits } from '../domain/limits.ts';
import type { CoreSnapshot } from '../domain/records.ts';
import type { coreModes } from '../domain/statuses.ts';
import { counted } from '../lib/counted.ts';
import { initialCoreSnapshot } from '../machines/core-snapshot/machine.ts';
import { whyNotEnforced } from '../machines/core-snapshot/promotion.ts';
import { projectionVersion } from './projection.ts';

type CoreMode = (typeof coreModes)[number];

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
export function toProjectionReply(mode: CoreMode, snapshot: CoreSnapshot | null) {
  const projection = snapshot?.projection ?? null;
  return {
    ok: true as const,
    mode,
    projection_version: projectionVersion,
    ...(projection ?? empty),
    warnings: [
      ...modeWarnings(mode, snapshot),
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

function modeWarnings(mode: CoreMode, snapshot: CoreSnapshot | null): string[] {
  if (mode === 'off') {
    return ['the core sub-service is off: snapshots are refused and nothing is projected'];
  }
  const barred =
    mode === 'enforce' ? whyNotEnforced(snapshot ?? initialCoreSnapshot('main')) : null;
  return [
    ...(barred === null ? [] : [`snapshots are refused in mode enforce. ${barred}`]),
    ...((snapshot?.projection ?? null) === null
      ? ['no snapshot has been recorded: every number is zero for want of one']
      : []),
  ];
}

function comparisonWarnings(snapshot: CoreSnapshot | null): string[] {
  const comparison = snapshot?.comparison ?? null;
  if (snapshot === null || comparison === null || comparison.divergence_count === 0) return [];
  const { divergence_count: count, snapshot_id: id } = comparison;
  const listed = snapshot.divergences.length;
  const applied = snapshot.divergences.filter((divergence) => divergence.applied).length;
  return [
    `snapshot ${id} differed from the live queue in ${counted(count, 'place')}${listed < count ? `, of which ${listed} are listed` : ''}${applied > 0 ? `; ${applied} of them were applied since` : ''}`,
    ...(comparison.live_head_from === comparison.live_head_to
      ? []
      : ['the queue changed while it was compared: some divergences may be passing']),
  ];
}
