/** Queue snapshots: their numbers, which one is projected, and what the ledger remembers. */
import { describe, expect, it } from 'vitest';
import type {
  ComparisonResult,
  CoreSnapshotEvent,
  FoundDivergence,
} from '../../../src/machines/core-snapshot/events.ts';
import { coreSnapshotSpec } from '../../../src/machines/core-snapshot/spec.ts';
import { createPlay, type Given } from './support.ts';

const play = createPlay(coreSnapshotSpec, 'main');
const divergence = (id: string): FoundDivergence => ({
  kind: 'missing_in_queue',
  entity: 'queue_item',
  id,
  field: null,
  snapshot_value: null,
  live_value: null,
});
const compared = (...ids: string[]): ComparisonResult => ({
  live_queue_rows: 1,
  live_paper_rows: 0,
  divergence_count: ids.length,
  by_kind: { missing_in_queue: ids.length },
  live_head_from: 3,
  live_head_to: 3,
  divergences: ids.map(divergence),
});
const snapshot = (more: Partial<CoreSnapshotEvent> = {}): Given<CoreSnapshotEvent> => ({
  type: 'RECORD',
  mode: 'shadow',
  source: 'old-queue',
  captured_at: null,
  content_sha256: 'h',
  projection: {
    total_queue_rows: 2,
    total_paper_rows: 1,
    status_counts: { queued: 2 },
    paper_status_counts: {},
    active_rows: [],
    active_total: 0,
    draft_candidate_count: 0,
    polish_candidate_count: 0,
    warnings: [],
  },
  comparison: null,
  message: 'Recorded.',
  ...more,
});
const inCompare = (...ids: string[]) => snapshot({ mode: 'compare', comparison: compared(...ids) });

describe('snapshots', () => {
  it.each([
    ['recorded', snapshot(), ['core.snapshot_recorded']],
    ['clean', inCompare(), ['core.snapshot_recorded', 'core.snapshot_compared']],
    ['diverged', inCompare('a'), ['core.snapshot_recorded', 'core.snapshot_compared']],
  ])('are %s', (status, event, events) => {
    const { state, records } = play([], event);
    expect([state.status, records]).toEqual([status, events]);
    expect(state).toMatchObject({ snapshot_id: 1, projected_snapshot_id: 1 });
  });

  it('are numbered, and an older one is counted and changes nothing else', () => {
    const newer = snapshot({ captured_at: '2026-01-01T00:00:00Z' });
    const older = snapshot({
      captured_at: '2025-12-31T23:59:59Z',
      mode: 'compare',
      comparison: compared('a'),
    });
    const before = play([], newer).state;
    const { state, records } = play([newer], older);
    expect(records).toEqual(['core.snapshot_recorded']);
    expect(state).toEqual({ ...before, snapshot_id: 2, updated_at: state.updated_at });
  });

  it('of a source whose clock is ahead do not keep later ones from being projected', () => {
    const ahead = snapshot({ captured_at: '2030-01-01T00:00:00Z' });
    const { state } = play([ahead], snapshot({ source: 'later' }));
    expect(state).toMatchObject({ projected_snapshot_id: 2, source: 'later' });
  });

  it('keep in the ledger what is still there, since when, and drop what is not', () => {
    const { state } = play([inCompare('a', 'b')], inCompare('b', 'c'));
    expect(state.divergences.map(({ id, first_snapshot_id }) => [id, first_snapshot_id])).toEqual([
      ['b', 1],
      ['c', 2],
    ]);
    expect(state.divergences[0]?.first_seen_at).not.toBe(state.divergences[1]?.first_seen_at);
  });

  it('that were not compared leave the last comparison as it was', () => {
    const { state } = play([inCompare('a')], snapshot());
    expect(state).toMatchObject({
      status: 'recorded',
      comparison: { snapshot_id: 1, divergence_count: 1 },
      divergences: [{ id: 'a' }],
    });
  });
});
