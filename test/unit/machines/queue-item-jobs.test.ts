/** What the job of a run on a cluster does to its queue item: waited for, begun, over. */
import { expect, it } from 'vitest';
import type { JobEndReason } from '../../../src/domain/entities/cluster-job.ts';
import { jobEndReasons } from '../../../src/domain/entities/cluster-job.ts';
import { limits } from '../../../src/domain/limits.ts';
import { toIsoTime } from '../../../src/lib/clock.ts';
import { untilNextLookMs } from '../../../src/machines/queue-item/changes.ts';
import type { QueueItemEvent, ReconcileFinding } from '../../../src/machines/queue-item/events.ts';
import { mayLive } from '../../../src/machines/queue-item/given-up.ts';
import { queueItemSpec } from '../../../src/machines/queue-item/spec.ts';
import { claimEvent, enqueueEvent } from '../../support/queue-item-events.ts';
import { createPlay, type Given, minute } from './support.ts';

type Event = Given<QueueItemEvent>;
const play = createPlay(queueItemSpec);
const claimed: readonly Event[] = [enqueueEvent({ max_retries: 3 }), claimEvent({ run_id: 'r1' })];
const seen = (phase: 'pending' | 'running' | 'unclear', code: string | null = null): Event => ({
  type: 'JOB_SEEN',
  run_id: 'r1',
  job: {
    worker_target: 'hpc',
    id: phase === 'unclear' ? null : '17',
    phase,
    code,
    why: 'it is so',
    expected_at: null,
    node: null,
    since: null,
  },
});
const due: Event = { type: 'JOB_DUE', run_id: 'r1' };
const accepted: Event = { type: 'WORKER_ACCEPTED', run_id: 'r1', session_id: null };
const ended = (reason: JobEndReason): Event => ({
  type: 'JOB_ENDED',
  run_id: 'r1',
  reason,
  detail: `job 17 on hpc: ${reason}`,
});

it('keeps the job, answers the dispatch that waits, and looks again later', () => {
  const { state, answers, performed, actions } = play(claimed, seen('pending', 'Priority'));
  expect(state).toMatchObject({
    status: 'dispatching',
    job: { id: '17', phase: 'pending', code: 'Priority', why: 'it is so' },
  });
  expect(answers).toMatchObject([{ body: { result: 'submitted', job: { id: '17' } } }]);
  expect(performed).toEqual([]);
  expect(actions).toContainEqual(
    expect.objectContaining({ params: expect.objectContaining({ timer: 'job' }) }),
  );
});

it('takes no unclear answer for a refusal', () => {
  const { state, answers } = play(claimed, seen('unclear'));
  expect(state).toMatchObject({ status: 'dispatching', retry_count: 0, last_error: 'it is so' });
  expect(answers).toMatchObject([{ body: { result: 'unknown', error: 'it is so' } }]);
});

it('asks the cluster when a look is due, which is no change', () => {
  const waiting = play(claimed, seen('pending')).state;
  const { state, performed } = play([...claimed, seen('pending')], due);
  expect(performed).toMatchObject([
    {
      effect: 'worker.start_run',
      input: { run_id: 'r1', worker_target: 'hpc', lane: expect.any(String) },
    },
  ]);
  expect(state).toEqual(waiting);
});

/** The same job, expected to start so many minutes after the first event. */
const expectedIn = (minutes: number | null): Event => {
  const look = seen('pending', 'Priority') as Extract<QueueItemEvent, { type: 'JOB_SEEN' }>;
  return { ...look, job: { ...look.job, expected_at: minutes === null ? null : minute(minutes) } };
};

it.each([
  ['another hour', 100, 160, 'kept'],
  ['a tenth of what is left, and more', 100, 111, 'kept'],
  ['less than a tenth of what is left', 100, 105, 'let go'],
  ['less than a minute', 4, 4.9, 'let go'],
  ['sooner by far', 100, 10, 'kept'],
  ['a time where there was none', null, 60, 'kept'],
  ['no time any more', 60, null, 'kept'],
  ['still none', null, null, 'let go'],
  ['a moment that is over, which came a second later', 1, 1.01, 'let go'],
] as const)('takes for news when its start is expected: %s', (_, before, now, outcome) => {
  const { state, records } = play([...claimed, expectedIn(before)], expectedIn(now));
  const isKept = outcome === 'kept';
  expect(records).toEqual(isKept ? ['queue_item.job_seen'] : []);
  expect(state.job?.expected_at).toBe(expectedAt(isKept ? now : before));
});
const expectedAt = (minutes: number | null) => (minutes === null ? null : minute(minutes));

it('keeps of times that change at every look one in a minute', () => {
  const at = (second: number) => toIsoTime(Date.parse(minute(2)) + second * 1000);
  const looks = Array.from({ length: 9 }, (_, index) => ({
    ...expectedIn(100 * (index + 1)),
    at: at(index * 15),
  }));
  const kept = looks.filter(
    (look, index) => play([...claimed, ...looks.slice(0, index)], look).records.length > 0,
  );
  expect(kept.map((look) => look.at)).toEqual([at(0), at(60), at(120)]);
});

it('keeps of looks that bring nothing new one in ten minutes', () => {
  const looks = Array.from({ length: 25 }, () => seen('pending'));
  // Events of a play are a minute from each other.
  const kept = looks.filter((look, index) => {
    const { actions } = play([...claimed, ...looks.slice(0, index)], look);
    expect(JSON.stringify(actions)).toContain('"timer":"job"');
    return actions.some(({ type }) => type === 'record');
  });
  expect(kept).toHaveLength(3);
  const told = play([...claimed, ...looks], seen('pending', 'Resources'));
  expect(told.actions.some(({ type }) => type === 'record')).toBe(true);
});

it('is looked at soon while it is new, and after a while no more often than every fifteen seconds', () => {
  const { state, actions } = play(claimed, seen('pending'));
  const afterMs = (waitedMs: number): number =>
    untilNextLookMs(state, toIsoTime(Date.parse(state.last_dispatch_at ?? '') + waitedMs));
  expect([0, 900, 4000, 60_000, -5000].map(afterMs)).toEqual([1000, 1000, 4000, 15_000, 1000]);
  // Events of a play are a minute from each other.
  expect(JSON.stringify(actions)).toContain('"delay_ms":15000');
});

it('does not grow stale while its job waits, however long', () => {
  const { state } = play([...claimed, seen('pending')], seen('pending'));
  const first = play(claimed, seen('pending')).state;
  const window = (item: typeof state): number =>
    Date.parse(item.stale_after ?? '') - Date.parse(item.job?.seen_at ?? '');
  expect(window(state)).toBe(window(first));
  expect(window(state)).toBeGreaterThan(0);
  const started = play([...claimed, seen('pending'), seen('running')], accepted).state;
  expect(Date.parse(started.stale_after ?? '') - Date.parse(started.last_callback_at ?? '')).toBe(
    window(first),
  );
});

it.each(jobEndReasons)('has a rule for a job that ended as %s', (reason) => {
  const isTaken = ['preempted', 'node failure', 'no home'].includes(reason);
  const { state, told } = play([...claimed, seen('pending'), accepted], ended(reason));
  expect(state).toMatchObject({
    status: isTaken ? 'queued' : 'blocked',
    lane: null,
    retry_count: isTaken ? 1 : 0,
    blocked_reason: isTaken ? null : `job 17 on hpc: ${reason}`,
    job: { phase: 'ended', code: reason },
  });
  expect(told.map(({ event }) => event.type)).toEqual(['GATE_ERROR']);
});

it('begins again as it began, and not without end', () => {
  const again = (run: string): Event[] => [
    claimEvent({ run_id: run }),
    { ...seen('pending'), run_id: run } as Event,
    { ...accepted, run_id: run },
    { ...ended('preempted'), run_id: run } as Event,
  ];
  const [last, ...before] = [...again('r1'), ...again('r2'), ...again('r3')].reverse();
  const { state } = play([enqueueEvent({ max_retries: 3 }), ...before.reverse()], last!);
  expect(state).toMatchObject({ status: 'blocked', last_run_state: 'gate_error' });
});

it('is canceled however the job ended while a cancel waits', () => {
  const cancel: Event = { type: 'CANCEL', note: null };
  const { state } = play([...claimed, seen('pending'), cancel], ended('preempted'));
  expect(state.status).toBe('canceled');
});

it('waits on when sight was lost before it began and its job is seen again', () => {
  const lost: Event = { type: 'OUTCOME_UNKNOWN', run_id: 'r1', error: 'no answer' };
  expect(play([...claimed, lost], seen('pending')).state.status).toBe('dispatching');
});

/** Its gate is silent, and the cluster is asked. */
const silent: readonly Event[] = [
  ...claimed,
  seen('running'),
  accepted,
  { type: 'RUN_MISSING', run_id: 'r1' },
];

it('is asked about again while its job runs and its gate is silent, and heard of when the job ends', () => {
  const looks = Array.from({ length: 30 }, () => seen('running'));
  const { state, actions } = play([...silent, ...looks], seen('running'));
  expect(state.status).toBe('reconciling');
  expect(actions).toContainEqual(
    expect.objectContaining({ params: expect.objectContaining({ timer: 'reconcile' }) }),
  );
  const asked = play([...silent, seen('running')], { type: 'RECONCILE_DUE', run_id: 'r1' });
  expect(asked.performed).toMatchObject([{ effect: 'worker.find_run' }]);
  const over = play([...silent, ...looks], ended('node failure'));
  expect(over.state).toMatchObject({ status: 'queued', retry_count: 1 });
});

it('is not given up for questions in vain between which its cluster has answered', () => {
  const inVain: Event = {
    type: 'RECONCILED',
    run_id: 'r1',
    finding: 'unreachable',
    detail: 'squeue failed',
    session_id: null,
  };
  const most = limits.reconcileAttemptsMax - 1;
  const asked = Array.from({ length: most }, () => inVain);
  const { state } = play([...silent, ...asked, seen('running'), ...asked.slice(1)], inVain);
  expect(state).toMatchObject({ status: 'reconciling', reconcile_attempts: most });
});

it('has its gate come back to a run that was given to a person unasked, until the person has settled it', () => {
  const asked = (finding: ReconcileFinding): Event => ({
    type: 'RECONCILED',
    run_id: 'r1',
    finding,
    detail: 'as it is',
    session_id: null,
  });
  const unknown: Event = { type: 'OUTCOME_UNKNOWN', run_id: 'r1', error: 'no answer' };
  const lost = [...claimed, unknown];
  const tries = Array.from({ length: limits.reconcileAttemptsMax - 1 }, () => asked('unreachable'));
  const last = asked('unreachable');
  expect(mayLive(play(claimed, unknown).state, 'r1')).toBe(true);
  const { state } = play([...lost, ...tries], last);
  expect(state.status).toBe('needs_review');
  expect(mayLive(state, 'r1')).toBe(true);
  expect(mayLive(state, 'r2')).toBe(false);
  const edit: Event = { type: 'EDIT', fields: { max_retries: 7 }, note: null };
  expect(mayLive(play([...lost, ...tries, last], edit).state, 'r1')).toBe(true);
  for (const type of ['RETRY', 'CANCEL'] as const)
    expect(mayLive(play([...lost, ...tries, last], { type, note: null }).state, 'r1')).toBe(false);
  expect(mayLive(play(lost, asked('lost')).state, 'r1')).toBe(false);
  expect(mayLive(undefined, 'r1')).toBe(false);
});
