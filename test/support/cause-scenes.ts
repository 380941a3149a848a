/**
 * What brings about every cause that is no check of readiness, and a service that is well but for one scene:
 * for whoever has to show that nothing of it passes for an all-clear.
 */
import type { ReadinessCheckName } from '../../src/control/readiness/readiness.ts';
import type { ReasonCode } from '../../src/control/reliance/reason.ts';
import { blank } from '../../src/domain/blank.ts';
import { paperSchema, runSchema } from '../../src/domain/records.ts';
import { createManualClock, toIsoTime } from '../../src/lib/clock.ts';
import { createTestControl, healthyWorker, testLane } from './control-context.ts';
import { itemScene, keeperOf, pumpScene, type Scene, workerScene } from './readiness-scenes.ts';
import { openTestStore, queueItem, someTime } from './store-fixtures.ts';

/** A cause that is no check. */
export type CauseCode = Exclude<ReasonCode, ReadinessCheckName>;
interface CauseCase {
  /** Goes on after "is no when". */
  readonly when: string;
  readonly fails: Scene;
}

/** A worker whose preflight found this wrong. */
export const refusedScene = (name: string, data: object = {}): Scene =>
  workerScene({
    observation: { reply: { checks: [{ name, ok: false, detail: 'it was refused', data }] } },
  });
/** An item that runs, last heard of at `at`. */
const runningScene = (at: string, change: object = {}): Scene =>
  itemScene({
    status: 'running',
    current_run_id: 'a-1',
    lane: testLane,
    last_dispatch_at: at,
    ...change,
  });
const failedDispatch = {
  event_type: 'queue_item.dispatch_failed',
  payload: '{"error":"no route"}',
};
/** A run whose agent has reported so many tokens, of a hundred that a day may have. */
const spendingScene = (tokens: number): Scene => ({
  budgets: { limits: { day_tokens: 100 }, warnPercent: 80 },
  stored: [
    ...(runningScene(someTime).stored ?? []),
    [
      'run',
      'a-1',
      {
        ...blank(runSchema, { run_id: 'a-1', project_id: 'a' }),
        status: 'running',
        usage: { tokens, cost_usd: null, reported_at: someTime },
        created_at: someTime,
        updated_at: someTime,
      },
    ],
  ],
});
const heldPaper = {
  ...blank(paperSchema, { paper_id: 'p1', project_id: 'a', run_id: 'a-1' }),
  status: 'human_review_required',
  created_at: someTime,
  updated_at: someTime,
};

/** By its code; a cause without a case does not compile. */
export const causeCases: { readonly [Code in CauseCode]: CauseCase } = {
  worker_unreachable: {
    when: 'a worker does not answer',
    fails: workerScene({ status: 'unreachable' }),
  },
  worker_trouble: {
    when: 'a worker refuses runs',
    fails: workerScene({ status: 'degraded', reason: 'full' }),
  },
  worker_unknown: {
    when: 'nobody looked at a worker',
    fails: workerScene({ observed_at: null }),
  },
  callback_undeliverable: {
    when: 'a callback is parked',
    fails: refusedScene('worker_callbacks_delivered'),
  },
  worker_out_of_service: {
    when: 'its gate has actors out of service',
    fails: refusedScene('worker_actors_in_service'),
  },
  worker_telemetry_stale: {
    when: 'its telemetry stands still',
    fails: refusedScene('worker_gpu_idle', { stale: true, sampled_at: someTime }),
  },
  dispatch_errors: {
    when: 'dispatches keep failing',
    fails: {
      stored: ['a', 'b', 'c'].map(
        (id) => ['queue_item', id, { ...queueItem(id) }, failedDispatch] as const,
      ),
    },
  },
  hanging_item: {
    when: 'nothing is heard of a run',
    fails: runningScene('2025-12-01T00:00:00.000Z'),
  },
  stale_item: {
    when: 'contact to a run is lost',
    fails: runningScene('2025-12-31T23:50:00.000Z', { stale_after: '2025-12-31T23:59:00.000Z' }),
  },
  items_wait: {
    when: 'an item needs a person',
    fails: itemScene({ status: 'blocked', blocked_reason: 'no disk' }),
  },
  papers_wait: {
    when: 'a paper is held for a person',
    fails: { stored: [['paper', 'p1', heldPaper]] },
  },
  budget_warned: {
    when: "most of the day's budget is spent while something runs",
    fails: spendingScene(80),
  },
  budget_spent: {
    when: "the day's budget is spent",
    fails: spendingScene(100),
  },
  unrouted: {
    when: 'what waits goes to no worker',
    fails: itemScene({ machine_target: 'gone' }),
  },
  drafts_held: {
    when: 'the pump passes over what waits for a paper',
    fails: {
      pump: { drafts: true, publishes: false, followups: false, intervalMs: 60_000 },
      stored: [
        ...(itemScene({
          status: 'completed',
          current_run_id: 'a-1',
          gate_verdict: { positive: true, field: 'f', value: 'v', reason: 'r' },
        }).stored ?? []),
        ...(pumpScene({
          status: 'waiting',
          tried: [
            { part: 'draft', outcome: 'nothing', code: 'passed_over', reason: 'a: no results' },
          ],
        }).stored ?? []),
      ],
    },
  },
  nothing_automatic: {
    when: 'the pump is off',
    fails: pumpScene({ enabled: false, status: 'off' }),
  },
  nothing_starts: {
    when: 'nothing that waits would start',
    fails: itemScene({ max_continues: -1 }),
  },
};

/** A service on which scenes are played: its worker is fine, the alerts are evaluated, the pump is on. */
export async function openWellService() {
  const store = openTestStore();
  const clock = createManualClock();
  const keep = keeperOf(store);
  const watch = { status: 'watching', interval_ms: 60_000, started_at: someTime, last_found: null };
  await keep([
    ['worker_target', 'default', healthyWorker(someTime)],
    [
      'alert_watch',
      'main',
      { ...watch, last_error: null, created_at: someTime, updated_at: someTime },
    ],
    ...(pumpScene({ status: 'waiting' }).stored ?? []),
  ]);
  return {
    clock,
    close: () => store.journal.close(),
    /** What every question is asked of, once the scene is so. */
    async play({ stored = [], vitals, ...options }: Scene) {
      await keep(stored);
      return createTestControl({
        ...options,
        vitals: {
          alertsCheckedAt: () => toIsoTime(clock.now()),
          ...pumpScene({}).vitals,
          ...vitals,
        },
        reads: store.reads,
        clock,
      });
    },
  };
}
