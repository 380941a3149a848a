/** What must hold of a queue item whatever happens to it, beyond its table of moves. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDecide } from '../../src/actors/machine/decide.ts';
import { storedStatesOf, type WithStatus } from '../../src/actors/statechart/stored.ts';
import { limits } from '../../src/domain/limits.ts';
import type { QueueItem } from '../../src/domain/records.ts';
import type { QueueItemEvent } from '../../src/machines/queue-item/events.ts';
import { queueItemSpec } from '../../src/machines/queue-item/spec.ts';
import { activeStatuses } from '../models/queue-item.ts';
import { propertyOptions } from '../options.ts';
import { enqueue, eventArbitraries } from './events.ts';
import { play, type Step, stampAt, walks } from './walk.ts';

type Turn = Step<QueueItem, QueueItemEvent>;
const isActive = (item: QueueItem): boolean => activeStatuses.includes(item.status);
const asked = (turn: Turn): string[] =>
  turn.actions.flatMap((action) => (action.type === 'perform' ? [action.params.effect] : []));

const startsAsked = (turn: Turn): readonly unknown[] =>
  turn.actions.flatMap((action) =>
    action.type === 'perform' && action.params.effect === 'worker.start_run'
      ? [action.params.input]
      : [],
  );
/** What tells one start from another. */
const startOf = (input: unknown): object => {
  const { run_id, fencing, mode } = input as Readonly<Record<string, unknown>>;
  return { run_id, fencing, mode };
};

function holds(check: (turns: readonly Turn[]) => void, runs = 120): void {
  fc.assert(
    fc.property(walks(queueItemSpec, eventArbitraries.queue_item, 60), (walk) => {
      check(play(queueItemSpec, walk).filter(({ after }) => after.status !== 'new'));
    }),
    propertyOptions(runs),
  );
}

/** Where an active item stands beside its run. */
function standing(item: WithStatus): unknown {
  const { value } = storedStatesOf(queueItemSpec.machine).configurationOf(item);
  return typeof value === 'object' && 'active' in value
    ? (value.active as { readonly cancel?: unknown }).cancel
    : null;
}
/** Somebody asked to cancel it and the worker has not answered. */
const isCanceling = (item: WithStatus): boolean => standing(item) === 'asked';
/** Somebody asked to cancel it, whether its worker could be told or not. */
const isWanted = (item: WithStatus): boolean => isCanceling(item) || standing(item) === 'kept';
const isOverBudget = (item: WithStatus): boolean => standing(item) === 'over_budget';

/** Walks of an item whose run is out of sight and whose cancel the worker does not hear. */
const lookedFor: fc.Arbitrary<QueueItemEvent[]> = fc
  .array(
    fc.oneof(
      {
        weight: 12,
        arbitrary: fc.constantFrom<QueueItemEvent>(
          { type: 'CANCEL', note: null },
          { type: 'STOP_FAILED', run_id: 'p-1', error: 'silent' },
          { type: 'EFFECT_FAILED', effect: 'worker.stop_run', error: 'gave up' },
          { type: 'STOP_DUE', run_id: 'p-1' },
          { type: 'RUN_MISSING', run_id: 'p-1' },
        ),
      },
      { weight: 6, arbitrary: eventArbitraries.queue_item },
    ),
    { minLength: 5, maxLength: 40, size: 'max' },
  )
  .map((events) => [
    enqueue,
    {
      type: 'CLAIM',
      run_id: 'p-1',
      lane: 'http://worker',
      worker_target: 'gpu-1',
      lease_ms: 60_000,
      stale_after_ms: 60_000,
    },
    { type: 'OUTCOME_UNKNOWN', run_id: 'p-1', error: 'no answer' },
    ...(JSON.parse(JSON.stringify(events).replaceAll('"current"', '"p-1"')) as QueueItemEvent[]),
  ]);

describe('a queue item', () => {
  it('holds a lane, a lease and a deadline exactly while it is active', () => {
    holds((turns) => {
      for (const { after } of turns) {
        const active = isActive(after);
        expect(after.lane !== null).toBe(active);
        expect(after.lease_expires_at !== null).toBe(active);
        expect(after.stale_after !== null).toBe(active);
        if (active) expect(after.current_run_id).not.toBeNull();
      }
    });
  });

  it('never leaves a caller waiting: a deferred request is answered when its wait ends', () => {
    holds((turns) => {
      for (const { before, after, actions } of turns) {
        for (const member of ['pending_dispatch', 'pending_cancel'] as const) {
          const waiting = before[member];
          if (waiting === null || after[member] === waiting) continue;
          const answers = actions.filter(
            (action) => action.type === 'answer' && action.params.key === waiting,
          );
          expect(answers, `${member} ${waiting}`).toHaveLength(1);
        }
        if (after.pending_dispatch !== null) expect(after.status).toBe('dispatching');
        if (after.pending_cancel !== null) expect(isActive(after)).toBe(true);
      }
    });
  });

  it('starts a run only by a claim, with a growing fencing number; a job is asked for again as the same run', () => {
    holds((turns) => {
      let claims = 0;
      let claim: object | null = null;
      for (const turn of turns) {
        const starts = startsAsked(turn);
        const claimed = turn.accepted && turn.event.type === 'CLAIM';
        // A cluster has a job once for each run, however often it is asked for: that is how it is looked up.
        const looks = turn.accepted && turn.event.type === 'JOB_DUE';
        expect(starts).toHaveLength(claimed || looks ? 1 : 0);
        if (claimed) {
          claims += 1;
          claim = startOf(starts[0]);
        }
        if (looks) {
          expect(turn.before.job).not.toBeNull();
          expect(startOf(starts[0])).toEqual(claim);
        }
        expect(turn.after.fencing).toBe(claims);
      }
    });
  });

  it('asks for a job again, as was met once', () => {
    const claim = {
      type: 'CLAIM',
      run_id: 'p-1',
      lane: 'http://worker',
      worker_target: 'hpc',
      lease_ms: 60_000,
      stale_after_ms: 60_000,
    } as QueueItemEvent;
    const job = { worker_target: 'hpc', phase: 'pending', why: 'a', code: null } as const;
    const rest = { id: null, expected_at: null, node: null, since: null };
    const seen = { type: 'JOB_SEEN', run_id: 'p-1', job: { ...job, ...rest } } as QueueItemEvent;
    const turns = play(queueItemSpec, [
      enqueue,
      claim,
      seen,
      { type: 'JOB_DUE', run_id: 'p-1' },
    ] as never);
    expect(turns.map((turn) => startsAsked(turn).length)).toEqual([0, 1, 0, 1]);
  });

  it('keeps a claim until the worker certainly has no live run of it', () => {
    holds((turns) => {
      for (const { before, event, after } of turns) {
        if (!isActive(before) || isActive(after)) continue;
        expect(event.type).not.toBe('OUTCOME_UNKNOWN');
        expect(event.type).not.toBe('STALE_DUE');
        expect(event.type).not.toBe('CANCEL');
        const silent = event.type === 'RECONCILED' && event.finding === 'unreachable';
        const { reconcileAttemptsMax: most, reconcileAttemptsStoppingMax: stopping } = limits;
        const isStopped = isWanted(before) || (before.budget_stop ?? null) !== null;
        if (silent)
          expect(before.reconcile_attempts + 1).toBeGreaterThanOrEqual(isStopped ? stopping : most);
      }
    });
  });

  it('never queues a run by itself that a worker accepted or called back about', () => {
    holds((turns) => {
      const started = new Set<string>();
      for (const { before, event, after } of turns) {
        const runId = before.current_run_id ?? '';
        if (isActive(before) && after.last_run_state === 'running') started.add(runId);
        const requeued = isActive(before) && ['queued', 'dispatch_error'].includes(after.status);
        if (requeued && event.type === 'RECONCILED') expect(started.has(runId)).toBe(false);
      }
    });
  });

  it('bounds retries, continues and questions to a silent worker', () => {
    holds((turns) => {
      for (const { before, after } of turns) {
        if (after.continue_count > before.continue_count) {
          expect(before.continue_count).toBeLessThan(before.max_continues);
        }
        if (before.status !== after.status && after.status === 'queued') {
          expect(after.retry_count).toBeLessThan(Math.max(1, after.max_retries));
        }
        expect(after.reconcile_attempts).toBeLessThan(limits.reconcileAttemptsMax);
      }
    });
  });

  it('gives up on a worker that never answers after exactly the bounded number of tries', () => {
    const claim = {
      type: 'CLAIM',
      run_id: 'p-1',
      lane: 'l',
      worker_target: 'w',
      lease_ms: 1,
      stale_after_ms: 1,
    } as const;
    const silence = Array.from(
      { length: limits.reconcileAttemptsMax },
      () =>
        ({
          type: 'RECONCILED',
          run_id: 'p-1',
          finding: 'unreachable',
          detail: 'no answer',
          session_id: null,
        }) as const,
    );
    const turns = play(queueItemSpec, [
      enqueue,
      claim,
      { type: 'STALE_DUE', run_id: 'p-1' },
      ...silence,
    ]);
    expect(turns.at(-2)?.after.status).toBe('reconciling');
    expect(turns.at(-1)?.after).toMatchObject({
      status: 'needs_review',
      manual_review_required: true,
      lane: null,
    });
  });

  it('calls off a run that was given up once somebody settles it, until it was told, and never one that goes on', () => {
    holds((turns) => {
      let givenUp: string | null = null;
      for (const turn of turns) {
        const { before, event, after, accepted, actions } = turn;
        const records = actions.flatMap((each) =>
          each.type === 'record' ? [each.params.event_type] : [],
        );
        const isGone =
          event.type === 'RECONCILED' && ['lost', 'absent'].includes(event.finding) && accepted;
        // A run that was certainly never started is forgotten.
        const isLost = isGone && after.current_run_id !== null && after.status === 'needs_review';
        const isAbandoned = records.includes('queue_item.reconcile_abandoned');
        const settles = ['CANCEL', 'RETRY', 'RESUME'].includes(event.type) && accepted;
        const wishes = actions.flatMap((each) =>
          each.type === 'perform' && each.params.effect === 'worker.call_off'
            ? [each.params.input['run_id'] as string]
            : [],
        );
        if (settles && !isActive(before)) expect(wishes).toEqual(givenUp === null ? [] : [givenUp]);
        // Who canceled it has settled it before.
        if (isAbandoned && isWanted(before)) {
          expect(after.status).toBe('canceled');
          expect(wishes).toEqual([before.current_run_id]);
        }
        for (const runId of wishes) {
          expect(isActive(after) && after.current_run_id === runId).toBe(false);
          expect(actions).toContainEqual({
            type: 'schedule',
            params: expect.objectContaining({ timer: `call_off:${runId}` }),
          });
        }
        if ((isAbandoned && !isWanted(before)) || isLost) givenUp = before.current_run_id;
        else if (settles || isActive(after)) givenUp = null;
        expect(after.given_up !== null).toBe(givenUp !== null);
      }
    });
  });

  it('never forgets a cancel that was asked while its run was being looked for', () => {
    let fulfilled = 0;
    fc.assert(
      fc.property(lookedFor, (walk) => {
        let isKept = false;
        for (const turn of play(queueItemSpec, walk)) {
          const { before, event, after, accepted, actions } = turn;
          expect(after.cancel_wish != null).toBe(isWanted(after));
          const isWantedUnseen = isWanted(before) && before.status === 'reconciling';
          isKept ||= isWantedUnseen && standing(after) === 'kept';
          // Of a run that is in sight whoever waits is told that it could not be stopped.
          if (isWantedUnseen || isKept) expect(isWanted(after) || !isActive(after)).toBe(true);
          if ((isWantedUnseen || isKept) && !isActive(after)) expect(after.status).toBe('canceled');
          // Once the run is in sight the stop is asked for again, at once or in a while.
          const isSeen = standing(before) === 'kept' && before.status === 'reconciling';
          if (isSeen && isActive(after) && after.status !== 'reconciling') {
            expect(standing(after), event.type).toBe('asked');
            expect(asked(turn)).toContain('worker.stop_run');
          }
          const isTimed = actions.some(
            (action) => action.type === 'schedule' && action.params.timer === 'stop',
          );
          const becomesKept = accepted && standing(after) === 'kept' && isCanceling(before);
          if (becomesKept) expect(isTimed).toBe(after.status !== 'reconciling');
          if (isActive(after)) continue;
          if (isKept) fulfilled += 1;
          isKept = false;
        }
      }),
      propertyOptions(200),
    );
    expect(fulfilled).toBeGreaterThan(0);
  });

  it('does not act twice on the same callback or answer', () => {
    const decide = createDecide(queueItemSpec);
    const harmless = new Set(['worker.find_run', 'worker.end_process', 'worker.call_off']);
    holds((turns) => {
      for (const turn of turns) {
        // A question asked again is no harm, nor is an end that the worker knows by its request; all else is done once.
        const again = decide(turn.after, turn.event);
        const repeats = again.actions.flatMap((action) =>
          action.type === 'perform' && !harmless.has(action.params.effect)
            ? [action.params.effect]
            : [],
        );
        const isCancelWithoutCaller =
          turn.event.type === 'CANCEL' && turn.event.request_key === null;
        // A look at its job asks for the same run anew.
        const isLook = turn.event.type === 'JOB_DUE';
        if (!isCancelWithoutCaller && !isLook) expect(repeats).toEqual([]);
      }
    }, 80);
  });

  it('goes from a spent budget to a person or to its cancel, never back into the queue', () => {
    holds((turns) => {
      for (const { before, event, after } of turns) {
        if (!isOverBudget(before)) continue;
        expect(before.budget_stop, event.type).not.toBeNull();
        if (isActive(after)) continue;
        // Blocked: its worker refused it, or failed, before it could be stopped; a person looks at that, too.
        const isFault = event.type === 'WORKER_REFUSED' || event.type.startsWith('GATE_');
        const ends = ['needs_review', 'canceled', ...(isFault ? ['blocked'] : [])];
        expect(ends, event.type).toContain(after.status);
        if (event.type === 'DECISION_READ')
          expect(after.blocked_reason).toMatch(/^budget_exceeded/);
      }
    });
  });

  it('stops a run for a budget only when that is spent, and keeps a timer for the next look', () => {
    holds((turns) => {
      for (const turn of turns) {
        const { before, event, after, actions } = turn;
        if (!isOverBudget(before) && isOverBudget(after)) {
          const { spent = 0, limit = 1 } = after.budget_stop ?? {};
          expect(spent).toBeGreaterThanOrEqual(limit);
          expect(asked(turn)).toEqual(['worker.stop_run']);
        }
        const timed = actions.filter(
          (action) => action.type === 'schedule' && action.params.timer === 'budget',
        );
        const isDue = event.type === 'BUDGET_DUE' && turn.accepted;
        const begins = event.type === 'CLAIM' && turn.accepted && (after.budgets ?? []).length > 0;
        if ((isDue || begins) && after.status !== 'wake_received') expect(timed).toHaveLength(1);
      }
    });
  });

  it('answers every callback, applied or not, and changes nothing by one of another run', () => {
    holds((turns) => {
      for (const { before, event, after, actions } of turns) {
        if (!('callback' in event)) continue;
        const replies = actions.filter((action) => action.type === 'reply');
        expect(replies).toHaveLength(1);
        const body = replies[0]?.params.body;
        const records = actions.filter((action) => action.type === 'record');
        expect(records[0]?.params.event_type).toBe(`worker_callback.${event.callback.event_type}`);
        if (body?.['applied'] === false) expect(after).toBe(before);
        if (event.callback.run_id !== before.current_run_id) {
          expect(body).toEqual({ applied: false, ignore_reason: 'not_current_run' });
        }
      }
    });
  });

  it('ends every walk where an operator can still cancel or retry it, unless it is completed', () => {
    const decide = createDecide(queueItemSpec);
    holds((turns) => {
      const last = turns.at(-1)?.after;
      if (last === undefined || last.status === 'completed') return;
      const ways = (['CANCEL', 'RETRY'] as const).map(
        (type) => decide(last, stampAt({ type, note: null }, 500)).accepted,
      );
      expect(ways.includes(true) || isCanceling(last)).toBe(true);
    });
  });

  it('tells an operator what to do in every status', () => {
    holds((turns) => {
      for (const { after } of turns) expect(after.next_action_hint).toMatch(/^[A-Z].+\.$/);
    });
  });
});
