/** The replication of a paper: asked for once a number, compared once, and a person where it comes to nothing. */
import { describe, expect, it } from 'vitest';
import type { ReplicationComparison } from '../../../src/domain/records.ts';
import type { ReplicationEvent } from '../../../src/machines/replication/events.ts';
import { replicationSpec } from '../../../src/machines/replication/spec.ts';
import { createPlay, type Given } from './support.ts';

const play = createPlay(replicationSpec, 'r1--draft');
type Event = Given<ReplicationEvent>;
const subject = { paper_id: 'r1--draft', project_id: 'p', run_id: 'r1' };
const request = (number: number): Event => ({
  type: 'REQUEST',
  ...subject,
  number,
  child: {
    type: 'CREATE',
    project_id: `p-replication-${number}`,
    project_name: 'P again',
    project_dir: `p-replication-${number}`,
    prompt: 'again',
    hypothesis: null,
    source_kind: 'replication',
    source_ref: 'run:r1',
    parent_project_id: 'p',
    lineage_depth: 1,
    tags: [],
    intake_batch: null,
    title_key: null,
    enqueue: {
      type: 'ENQUEUE',
      project_id: `p-replication-${number}`,
      project_name: 'P again',
      project_dir: `p-replication-${number}`,
      prompt: 'again',
      replicates: { paper_id: 'r1--draft', run_id: 'r1', number },
      selection_rank: 50,
      dispatch_priority: 50,
      auto_continue: false,
      max_continues: 0,
      max_retries: 2,
      machine_target: 'beta',
      workload_class: 'cpu_only',
      model: null,
      reasoning_effort: 'medium',
      sandbox: 'none',
    },
  },
  seed: 7,
  machine_target: 'beta',
});
const ended = (number: number, how: 'completed' | 'held' | 'canceled' = 'completed'): Event => ({
  type: 'RUN_ENDED',
  number,
  run_id: `run-${number}`,
  how,
  reason: how === 'completed' ? null : 'no budget',
});
const comparison = (agrees: boolean): ReplicationComparison => ({
  verdict: 'met',
  first_verdict: 'met',
  intervals: agrees ? 'overlap' : 'apart',
  agrees,
  text: agrees ? 'it agrees' : 'it does not agree',
  printed: '3',
});
const compared = (number: number, agrees: boolean): Event => ({
  type: 'COMPARED',
  number,
  comparison: comparison(agrees),
});

describe('a replication', () => {
  it.each<[string, Event[], Event, string]>([
    ['the same request again', [request(1)], request(1), 'replication_in_progress'],
    ['the next one beside one', [request(1)], request(2), 'replication_in_progress'],
    [
      'a request that was answered',
      [request(1), ended(1), compared(1, true)],
      request(1),
      'already_requested',
    ],
    [
      'the end of an earlier one',
      [request(1), ended(1), compared(1, true), request(2)],
      ended(1),
      'transition_refused',
    ],
    [
      'the comparison of an earlier one',
      [request(1), ended(1), compared(1, true), request(2), ended(2)],
      compared(1, true),
      'transition_refused',
    ],
  ])('refuses %s', (_, history, event, code) => {
    expect(play(history, event).refusal?.code).toBe(code);
  });

  it('makes its project in the turn that it is asked for', () => {
    const { state, told, reply } = play([], request(1));
    expect(state).toMatchObject({ status: 'waiting', number: 1, seed: 7, machine_target: 'beta' });
    expect(told.map(({ to }) => `${to.kind}/${to.id}`)).toEqual([
      'project/p-replication-1',
      'paper_review/r1--draft',
    ]);
    expect(reply).toMatchObject({ number: 1, child_project_id: 'p-replication-1' });
  });

  it('compares when its run is over, and says what it came to', () => {
    expect(play([request(1)], ended(1)).performed).toMatchObject([
      { effect: 'replication.compare', input: { child_run_id: 'run-1', number: 1 } },
    ]);
    const agreed = play([request(1), ended(1)], compared(1, true));
    expect(agreed.state).toMatchObject({ status: 'agreed', comparison: comparison(true) });
    expect(agreed.told.map(({ to }) => to.kind)).toEqual(['paper_review']);
  });

  it.each<[string, Event[], Event, string, string]>([
    [
      'does not agree',
      [request(1), ended(1)],
      compared(1, false),
      'disagreed',
      'it does not agree',
    ],
    [
      'was canceled',
      [request(1)],
      ended(1, 'canceled'),
      'failed',
      'its run was canceled: no budget',
    ],
    [
      'cannot be compared',
      [request(1), ended(1)],
      { type: 'COMPARE_FAILED', number: 1, reason: 'no evidence' },
      'failed',
      'no evidence',
    ],
    [
      'has nothing to be compared by',
      [],
      { type: 'IMPOSSIBLE', ...subject, reason: 'no criterion' },
      'failed',
      'no criterion',
    ],
  ])('asks a person where it %s', (_, history, event, status, words) => {
    const { state, told } = play(history, event);
    expect(state.status).toBe(status);
    expect(told).toMatchObject([
      {
        to: { kind: 'paper' },
        event: { type: 'REQUEST_HUMAN_REVIEW', reason: `replication: ${words}` },
      },
      { to: { kind: 'paper_review' } },
    ]);
  });

  it('goes on waiting while a person must look at its run, and says why', () => {
    const { state } = play([request(1)], ended(1, 'held'));
    expect(state).toMatchObject({ status: 'waiting', last_error: 'no budget' });
    expect(play([request(1), ended(1, 'held')], ended(1)).state.status).toBe('comparing');
  });

  it('can be asked for once more, and takes a run that was taken up again', () => {
    expect(play([request(1), ended(1), compared(1, false)], request(2)).state).toMatchObject({
      status: 'waiting',
      number: 2,
      comparison: null,
      child_run_id: null,
    });
    expect(play([request(1), ended(1, 'canceled')], ended(1)).state.status).toBe('comparing');
  });
});
