/**
 * May it be left alone: every single fault turns the answer off, each with one reason, what it holds up
 * and the act that ends it; and nothing else does.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foresee, measureRuns } from '../../../src/control/operations/forecast.ts';
import type { ReadinessCheckName } from '../../../src/control/operations/readiness.ts';
import type { ReasonCode } from '../../../src/control/operations/reason.ts';
import { readReadinessReply, readReliance } from '../../../src/control/operations/reliance.ts';
import { blank } from '../../../src/domain/blank.ts';
import { limits } from '../../../src/domain/limits.ts';
import { paperSchema, runSchema } from '../../../src/domain/records.ts';
import { createManualClock, type ManualClock, toIsoTime } from '../../../src/lib/clock.ts';
import { createTestControl, healthyWorker, testTarget } from '../../support/control-context.ts';
import {
  keeperOf,
  pumpScene,
  readinessCases,
  type Scene,
  wellScene,
  workerScene,
} from '../../support/readiness-scenes.ts';
import {
  openTestStore,
  queueItem,
  someTime,
  type TestStore,
} from '../../support/store-fixtures.ts';

let store: TestStore;
let clock: ManualClock;
let keep: ReturnType<typeof keeperOf>;

beforeEach(async () => {
  store = openTestStore();
  clock = createManualClock();
  keep = keeperOf(store);
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
});
afterEach(() => store.journal.close());

/** The answer when the pump is on and everything else is as the scene says. */
async function judge({ stored = [], vitals, ...options }: Scene) {
  await keep(stored);
  const context = createTestControl({
    ...options,
    vitals: {
      alertsCheckedAt: () => toIsoTime(clock.now()),
      ...pumpScene({}).vitals,
      ...vitals,
    },
    reads: store.reads,
    clock,
  });
  const reliance = await readReliance(context);
  const readiness = await readReadinessReply(context, { refreshWorker: false });
  return { ...reliance, readiness };
}

/** Of these the reasons are told one by one. */
const many: Partial<Record<ReadinessCheckName, ReasonCode>> = {
  worker_preflight: 'worker_trouble',
  no_blocked_items: 'items_wait',
};
const queued = (id: string, change: object = {}) =>
  ['queue_item', id, { ...queueItem(id, change) }] as const;
const refused = (name: string, data: object = {}) =>
  workerScene({
    observation: { reply: { checks: [{ name, ok: false, detail: 'it was refused', data }] } },
  });

describe('the answer', () => {
  it('is yes when nothing speaks against it', async () => {
    const { leaveAlone, headline, reasons, readiness } = await judge(wellScene);
    expect(reasons).toEqual([]);
    expect({ leaveAlone, headline }).toEqual({
      leaveAlone: true,
      headline: 'You can leave it alone. 0 running, 0 queued.',
    });
    expect(readiness).toMatchObject({ readiness: 'READY', leave_alone: true, reasons: [] });
  });

  const cases = Object.entries(readinessCases) as [ReadinessCheckName, { fails: Scene }][];
  it.each(cases)('is no while %s is not ok, with the act that ends it', async (name, { fails }) => {
    const { leaveAlone, headline, reasons, readiness } = await judge(fails);
    expect(leaveAlone).toBe(false);
    expect(headline).not.toContain('leave it alone');
    expect(readiness).toMatchObject({ readiness: 'BLOCKED', leave_alone: false });
    const reason = reasons.find(({ code }) => code === (many[name] ?? name));
    expect(reason).toMatchObject({ title: expect.stringMatching(/\S/), act: { label: /\S/ } });
    expect(JSON.stringify(reason?.act.label)).not.toMatch(/\/control\//);
  });

  it.each<[string, ReasonCode, Scene]>([
    ['a worker does not answer', 'worker_unreachable', workerScene({ status: 'unreachable' })],
    [
      'a worker refuses runs',
      'worker_trouble',
      workerScene({ status: 'degraded', reason: 'full' }),
    ],
    ['nobody looked at a worker', 'worker_unknown', workerScene({ observed_at: null })],
    ['a callback is parked', 'callback_undeliverable', refused('worker_callbacks_delivered')],
    [
      'callbacks would be refused for their token',
      'callback_undeliverable',
      refused('worker_callback_token_compatible'),
    ],
    [
      'its gate has actors out of service',
      'worker_out_of_service',
      refused('worker_actors_in_service'),
    ],
    [
      'its telemetry stands still',
      'worker_telemetry_stale',
      refused('worker_gpu_idle', { stale: true, sampled_at: someTime }),
    ],
    ['the pump is off', 'nothing_automatic', pumpScene({ enabled: false, status: 'off' })],
    [
      'nothing that waits would start',
      'nothing_starts',
      { stored: [queued('a', { machine_target: 'gone' })] },
    ],
    [
      'nothing is heard of a run',
      'hanging_item',
      {
        stored: [
          queued('a', {
            status: 'running',
            current_run_id: 'a-1',
            lane: testTarget().lane,
            last_dispatch_at: '2025-12-01T00:00:00.000Z',
          }),
        ],
      },
    ],
    [
      'a paper is held for a person',
      'papers_wait',
      {
        stored: [
          [
            'paper',
            'p1',
            {
              ...blank(paperSchema, { paper_id: 'p1', project_id: 'a', run_id: 'a-1' }),
              status: 'human_review_required',
              created_at: someTime,
              updated_at: someTime,
            },
          ],
        ],
      },
    ],
  ])('is no when %s', async (_when, code, scene) => {
    const { leaveAlone, reasons } = await judge(scene);
    expect(leaveAlone).toBe(false);
    expect(reasons.map((reason) => reason.code)).toContain(code);
  });
});

describe('reasons', () => {
  it('tell items of one cause together, and what a worker holds up with it', async () => {
    const blocked = (id: string) =>
      queued(id, { status: 'blocked', blocked_reason: `the gate refused ${id}` });
    const { reasons } = await judge({
      stored: [
        blocked('a'),
        blocked('b'),
        queued('c', { status: 'blocked', blocked_reason: 'no disk' }),
        queued('d'),
        ...(workerScene({ status: 'unreachable' }).stored ?? []),
      ],
    });
    expect(
      reasons.map(({ code, subject, holds_up: held }) => [code, subject, held?.examples]),
    ).toEqual([
      ['worker_unreachable', 'default', ['d']],
      ['items_wait', null, ['a', 'b']],
      ['items_wait', 'c', ['c']],
    ]);
  });

  it('end by a request where there is one', async () => {
    const { reasons } = await judge(refused('worker_callbacks_delivered'));
    expect(reasons[0]?.act.request).toMatchObject({
      path: '/control/api/v1/workers/default/callbacks/retry',
    });
    const token = await judge(refused('worker_callback_token_compatible'));
    expect(token.reasons[0]?.act).toMatchObject({ verb: 'configure', request: null });
  });
});

describe('the forecast', () => {
  const hour = 3_600_000;
  const run = (hours: number) =>
    ({
      ...blank(runSchema, { run_id: 'r', project_id: 'p' }),
      workload_class: 'cpu_only',
      started_at: someTime,
      ended_at: toIsoTime(Date.parse(someTime) + hours * hour),
    }) as never;

  it('plays the queue on its lanes with the lengths of past runs', async () => {
    const stored = ['a', 'b', 'c', 'd', 'e'].map((id) => queued(id));
    const { facts } = await judge({ stored });
    const told = foresee(facts, measureRuns([run(1), run(3), run(7)]), clock.now());
    expect(limits.forecastHours).toBe(8);
    expect(told).toMatchObject({
      items: 5,
      will_have_run: 2,
      waits: [{ reason: 'their turn', items: 2 }],
      basis: { runs: 3, median_seconds: 3 * 3600 },
      sentence: 'In 8 hours 2 of 5 will have run; 2 wait for their turn.',
    });
  });

  it('says what waits for a worker that is down, and what nobody knows', async () => {
    const stored = [queued('a'), ...(workerScene({ status: 'unreachable' }).stored ?? [])];
    const { facts } = await judge({ stored });
    expect(foresee(facts, measureRuns([run(1)]), clock.now()).sentence).toBe(
      'In 8 hours 0 of 1 will have run; 1 waits for worker default.',
    );
    expect(foresee(facts, measureRuns([]), clock.now())).toMatchObject({ will_have_run: null });
  });
});
