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
  would_apply: false,
  applied: false,
  message: 'a is not in the queue.',
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
type Recorded = Extract<CoreSnapshotEvent, { type: 'RECORD' }>;
const snapshot = (more: Partial<Recorded> = {}): Given<CoreSnapshotEvent> => ({
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
  changes: [],
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

describe('mode enforce', () => {
  const differs = (id: string): FoundDivergence => ({
    kind: 'field_differs',
    entity: 'queue_item',
    id,
    field: 'status',
    snapshot_value: 'paused',
    live_value: 'queued',
    would_apply: true,
    applied: false,
    message: 'PAUSE',
  });
  const pause = (id: string) => ({
    project_id: id,
    version: 1,
    steps: [{ event: { type: 'PAUSE' as const, note: null }, fields: ['status'] }],
  });
  const enforce = (...ids: string[]) =>
    snapshot({
      mode: 'enforce',
      comparison: { ...compared(...ids), divergences: ids.map(differs) },
      changes: ids.map(pause),
    });
  const applied = (...ids: string[]): Given<CoreSnapshotEvent> => ({
    type: 'APPLIED',
    results: ids.map((id) => ({
      project_id: id,
      field: 'status',
      applied: true,
      message: 'PAUSE',
    })),
  });

  it.each<[string, Given<CoreSnapshotEvent>[], string]>([
    ['before any comparison', [snapshot()], 'No snapshot was ever compared'],
    ['after one that was not clean', [inCompare('a')], 'differed from the live queue in 1 place'],
    ['in place of mode shadow', [inCompare('a'), snapshot()], 'The last comparison is not clean'],
  ])('takes nothing %s', (_, history, words) => {
    const { accepted, refusal } = play(history, enforce('a'));
    expect(accepted).toBe(false);
    expect(refusal).toMatchObject({
      code: 'not_promoted',
      message: expect.stringContaining(words),
    });
  });

  it('after a clean comparison has the differences applied, and answers when they are', () => {
    const asked = play([inCompare()], enforce('a', 'b'));
    expect(asked.state).toMatchObject({ status: 'applying', pending_request: 'k1' });
    expect(asked.performed).toEqual([
      {
        effect: 'core.apply',
        input: { snapshot_id: 2, source: 'old-queue', changes: [pause('a'), pause('b')] },
      },
    ]);
    const done = play([inCompare(), enforce('a', 'b')], applied('a', 'b'));
    expect(done.state).toMatchObject({ status: 'clean', pending_request: null });
    expect(done.records).toEqual(['core.snapshot_applied']);
    expect(done.answers).toEqual([
      {
        key: 'k1',
        body: expect.objectContaining({ would_apply: true, applied: 2, not_applied: 0 }),
      },
    ]);
  });

  it('stays diverged while something was not applied, and goes on taking snapshots', () => {
    const partly = [inCompare(), enforce('a', 'b'), applied('a')];
    const { state } = play(partly.slice(0, -1), partly.at(-1)!);
    expect(state.status).toBe('diverged');
    expect(state.divergences.map((entry) => entry.applied)).toEqual([true, false]);
    expect(play(partly, enforce('b')).state.status).toBe('applying');
  });

  it('refuses another snapshot while one is being applied', () => {
    expect(play([inCompare(), enforce('a')], snapshot()).refusal?.code).toBe('applying');
  });

  it('counts what comes back after it was applied as new', () => {
    const { state } = play([inCompare(), enforce('a'), applied('a')], enforce('a'));
    expect(state.divergences[0]?.first_snapshot_id).toBe(3);
  });

  it('does not apply a snapshot older than the projected one', () => {
    const newer = snapshot({
      mode: 'compare',
      comparison: compared(),
      captured_at: '2026-01-01T00:00:00Z',
    });
    const older = { ...enforce('a'), captured_at: '2025-12-31T00:00:00Z' };
    const { state, performed, reply } = play([newer], older);
    expect([state.status, performed]).toEqual(['clean', []]);
    expect(reply).toMatchObject({ would_apply: false, applied: 0 });
  });

  it('says so when applying keeps failing', () => {
    const failed = { type: 'EFFECT_FAILED' as const, effect: 'core.apply', error: 'no disk' };
    const { state, answers } = play([inCompare(), enforce('a')], failed);
    expect(state.status).toBe('diverged');
    expect(answers[0]?.body).toMatchObject({ failed: 'no disk' });
  });
});
