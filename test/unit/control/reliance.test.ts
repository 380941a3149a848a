/**
 * May it be left alone: every single fault turns the answer off, each with one reason, what it holds up
 * and the act that ends it; and nothing else does.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PlaneLikeness } from '../../../src/control/common/index.ts';
import { foresee, measureRuns } from '../../../src/control/operations/forecast.ts';
import type { ReadinessCheckName } from '../../../src/control/readiness/readiness.ts';
import type { ReasonCode } from '../../../src/control/reliance/reason.ts';
import {
  judgeReliance,
  readReadinessReply,
  readReliance,
} from '../../../src/control/reliance/reliance.ts';
import { blank } from '../../../src/domain/blank.ts';
import { limits } from '../../../src/domain/limits.ts';
import { runSchema } from '../../../src/domain/records.ts';
import { toIsoTime } from '../../../src/lib/clock.ts';
import {
  type CauseCode,
  causeCases,
  openWellService,
  refusedScene,
} from '../../support/cause-scenes.ts';
import { healthyWorker, testLane, wellVitals } from '../../support/control-context.ts';
import {
  readinessCases,
  type Scene,
  standbyScene,
  wellScene,
  workerScene,
} from '../../support/readiness-scenes.ts';
import { queueItem, someTime } from '../../support/store-fixtures.ts';

let service: Awaited<ReturnType<typeof openWellService>>;

beforeEach(async () => {
  service = await openWellService();
});
afterEach(() => service.close());

/** The answer when everything is well but for the scene. */
async function judge(scene: Scene) {
  const context = await service.play(scene);
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

describe('the answer', () => {
  it('is yes when nothing speaks against it', async () => {
    const { leaveAlone, headline, reasons, readiness } = await judge(wellScene);
    expect(reasons).toEqual([]);
    expect({ leaveAlone, headline }).toEqual({
      leaveAlone: true,
      headline:
        'You can leave it alone, but nobody is told when something goes wrong, nobody is told when this service dies and no backups are made. 0 running, 0 queued.',
    });
    expect(readiness).toMatchObject({ readiness: 'READY', leave_alone: true, reasons: [] });
  });

  it('sends to the control plane that writes for what this one does not look at, and bids nobody wait', async () => {
    const holder = { address: 'http://127.0.0.1:1', since: someTime };
    const idle = { state: 'waiting', checked: 0, failed: 0, failures: [], error: null } as const;
    const vitals = {
      alertsCheckedAt: () => null,
      plane: () => ({ role: 'standby', holder }) as const,
      likeness: () => ({ kind: 'compared', differing: [], clockAheadMs: 0 }) as const,
    };
    const { reasons, readiness } = await judge({
      vitals,
      bench: { restoreProgress: () => idle },
      storeBackend: 'hosted',
    });
    expect(reasons.map(({ code, act }) => [code, act.verb, act.label])).toEqual([
      ['actors_restored', 'ask_writer', `Ask the control plane that writes (${holder.address})`],
      ['alerts_evaluated', 'ask_writer', `Ask the control plane that writes (${holder.address})`],
    ]);
    expect(JSON.stringify(readiness.checks)).not.toMatch(/wait;/);
    const judged = readiness.checks.filter(({ judged_by: who }) => who !== null);
    expect(judged.map(({ name, judged_by: who }) => [name, who])).toEqual(
      reasons.map(({ code }) => [code, `the control plane that writes (${holder.address})`]),
    );
  });

  it.each([
    [
      { target: 'default', url: 'http://elsewhere:9' },
      `worker default is sought at ${testLane} here, and at http://elsewhere:9 by the control plane that writes (${testLane})`,
    ],
    [
      { target: 'gpu-b' },
      'worker gpu-b is asked by the control plane that writes (http://127.0.0.1:1), and is none here',
    ],
  ])(
    'says while it stands by that its workers are not those of the one that writes',
    async (change, words) => {
      const holder = { address: 'http://127.0.0.1:1', since: someTime };
      const stored = ['worker_target', change.target, healthyWorker(someTime, change)] as const;
      const play = (role: 'active' | 'standby', since = someTime) =>
        judge({
          stored: [stored],
          vitals: { plane: () => ({ role, holder: { ...holder, since } }) },
          storeBackend: 'hosted',
        });
      const workers = async (...scene: Parameters<typeof play>) =>
        (await play(...scene)).readiness.checks.find(({ name }) => name === 'planes_alike');
      expect(await workers('standby')).toMatchObject({
        status: 'failing',
        detail: words,
        action:
          'give both control planes the same worker_targets, and start this one again: it would take over with what it has',
      });
      const { reasons, leaveAlone } = await play('standby');
      expect([leaveAlone, reasons.map(({ code }) => code)]).toEqual([
        false,
        expect.arrayContaining(['planes_alike']),
      ]);
      // What the store has of a time before that is of whoever wrote then.
      expect((await workers('standby', '2026-01-02T00:00:00.000Z'))?.detail).not.toBe(words);
      expect((await workers('active'))?.detail).not.toBe(words);
    },
  );

  it('says while it stands by which settings are not those of the one that writes, and what is not known of them', async () => {
    const at = 'the control plane that writes (http://127.0.0.1:1)';
    const alike = async (likeness: PlaneLikeness | null) => {
      const scene = standbyScene([]);
      const { readiness } = await judge({
        ...scene,
        vitals: { ...scene.vitals, likeness: () => likeness },
      });
      const { status, detail } = readiness.checks.find(({ name }) => name === 'planes_alike')!;
      return [status, detail];
    };
    expect(
      await alike({ kind: 'compared', differing: ['a', 'b', 'c', 'd', 'e', 'f'], clockAheadMs: 0 }),
    ).toEqual(['failing', `settings are others than those of ${at}: a, b, c, d and 2 more`]);
    expect(await alike({ kind: 'compared', differing: [], clockAheadMs: 0 })).toEqual([
      'ok',
      `the settings are those of ${at}; of secrets it is compared whether they are set`,
    ]);
    const skewed = (clockAheadMs: number | null) =>
      alike({ kind: 'compared', differing: [], clockAheadMs });
    expect(await skewed(limits.planeClockSkewMs)).toContain('ok');
    expect(await skewed(null)).toContain('ok');
    const then = 'runs under way would be judged by another time once this one takes over';
    expect(await skewed(3 * 3_600_000)).toEqual([
      'failing',
      `the clock of ${at} is 3 h ahead of this one: ${then}`,
    ]);
    expect(await skewed(-90_000)).toEqual([
      'failing',
      `the clock of ${at} is 1 min behind this one: ${then}`,
    ]);
    expect(await alike({ kind: 'other_token' })).toEqual([
      'failing',
      `${at} does not take the token of this one`,
    ]);
    expect(await alike({ kind: 'unknown', why: 'it is away' })).toEqual([
      'unknown',
      `the settings of ${at} are not known here: it is away`,
    ]);
    expect(await alike(null)).toEqual([
      'unknown',
      `the settings of ${at} have not been asked for yet`,
    ]);
  });

  it('says of a store in PostgreSQL what brings that back, and that nothing waits for a reader', async () => {
    const writeTrouble = () => 'it is away';
    const [away] = (await judge({ vitals: { writeTrouble }, storeBackend: 'hosted' })).reasons;
    expect(away?.act.label).toMatch(/^Bring the PostgreSQL server back/);
    const scene = { stored: [queued('q')], vitals: { writeTrouble } };
    const [reads] = (await judge({ ...scene, storeBackend: 'hosted_readonly' })).reasons;
    expect(reads?.act.label).toMatch(/^Use the control plane that writes/);
    expect(reads?.holds_up).toBeNull();
  });

  it('says what goes unsaid or unsaved meanwhile, and nothing where all of it is looked after', async () => {
    const { readiness } = await judge(wellScene);
    const codes = readiness.cautions.map(({ code }) => code);
    expect(codes).toEqual(['no_channel', 'no_heartbeat', 'no_backup']);
    const { alerts } = wellVitals;
    const byHand = await judge({ vitals: { alerts: { ...alerts, checkIntervalMs: 0 } } });
    expect(byHand.cautions.map(({ code }) => code)).toContain('alerts_by_hand');
    // A database has backups of its own, whether this control plane writes or only reads.
    for (const storeBackend of ['hosted', 'hosted_readonly']) {
      const { cautions } = await judge({ storeBackend });
      expect(cautions.map(({ code }) => code)).not.toContain('no_backup');
    }
    const told = judgeReliance({
      ...byHand.facts,
      alerts: {
        ...byHand.facts.alerts,
        settings: { ...alerts, channels: ['ntfy'] },
      },
      hasHeartbeat: true,
      hasBackups: true,
    });
    expect(told.cautions).toEqual([]);
    expect(told.headline).toBe('You can leave it alone. 0 running, 0 queued.');
  });

  const cases = Object.entries(readinessCases) as [ReadinessCheckName, { fails: Scene }][];
  it.each(cases)('is no while %s is not ok, with the act that ends it', async (name, { fails }) => {
    const { leaveAlone, headline, reasons, readiness } = await judge(fails);
    expect(leaveAlone).toBe(false);
    expect(headline).not.toContain('leave it alone');
    expect(readiness).toMatchObject({ readiness: 'BLOCKED', leave_alone: false });
    const reason = reasons.find(({ code }) => code === (many[name] ?? name));
    expect(reason).toMatchObject({
      title: expect.stringMatching(/\S/),
      act: { label: expect.stringMatching(/\S/) },
    });
    expect(JSON.stringify(reason?.act.label)).not.toMatch(/\/control\//);
  });

  const causes = Object.entries(causeCases) as [CauseCode, (typeof causeCases)[CauseCode]][];
  it.each<[string, ReasonCode, Scene]>([
    ...causes.map(([code, { when, fails }]) => [when, code, fails] as [string, CauseCode, Scene]),
    [
      'callbacks would be refused for their token',
      'callback_undeliverable',
      refusedScene('worker_callback_token_compatible'),
    ],
    ['no worker is configured', 'worker_preflight', { targets: [] }],
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
    const { reasons, needsSomebody } = await judge({
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
    expect(reasons[1]?.act.request).toMatchObject({
      path: '/control/api/v1/queue/plan',
      body: { verb: 'retry', project_ids: ['a', 'b'] },
    });
    // Three items and the worker: what stands for items is counted by these alone.
    expect(needsSomebody).toBe(4);
  });

  it('are no count of what needs somebody where nobody knows', async () => {
    const { reasons, needsSomebody } = await judge(workerScene({ observed_at: null }));
    expect([reasons.map(({ code }) => code), needsSomebody]).toEqual([['worker_unknown'], 0]);
  });

  it('do not say of an item that waits for a person that it waits for itself', async () => {
    const { trouble } = await judge({
      stored: [queued('c', { status: 'blocked', blocked_reason: 'which disk?' })],
    });
    expect(trouble).toBe('c needs a person: which disk?');
  });

  it('tell what goes to no worker though another item runs, and a budget once', async () => {
    const runs = causeCases.budget_spent.fails;
    const { reasons } = await judge({
      ...runs,
      stored: [
        ...(runs.stored ?? []),
        queued('b', { machine_target: 'gone' }),
        queued('c', { machine_target: 'gone' }),
        queued('d'),
      ],
    });
    expect(reasons.map(({ code, holds_up: held }) => [code, held?.examples])).toEqual([
      ['unrouted', ['b', 'c']],
      ['budget_spent', ['d']],
    ]);
    expect(reasons[1]).toMatchObject({ subject: null, title: 'The budget day_tokens is spent' });
  });

  it('do not tell of a test of the alerts', async () => {
    const { facts } = await judge(wellScene);
    const trials = [{ testId: 'test-1', by: 'ann', at: someTime }];
    expect(judgeReliance({ ...facts, alerts: { ...facts.alerts, trials } }).reasons).toEqual([]);
  });

  it('end by a request where there is one', async () => {
    const { reasons } = await judge(refusedScene('worker_callbacks_delivered'));
    expect(reasons[0]?.act.request).toMatchObject({
      path: '/control/api/v1/workers/default/callbacks/retry',
    });
    const token = await judge(refusedScene('worker_callback_token_compatible'));
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
    const told = foresee(facts, measureRuns([run(1), run(3), run(7)]), service.clock.now());
    expect(limits.forecastHours).toBe(8);
    expect(told).toMatchObject({
      items: 5,
      will_have_run: 2,
      waits: [{ reason: 'their turn', items: 2 }],
      basis: { runs: 3, median_seconds: 3 * 3600 },
      sentence: 'In 8 hours 2 of 5 will have run; 2 wait for their turn.',
    });
  });

  it('counts what no turn comes to: a budget that is spent, an item without a worker', async () => {
    const runs = causeCases.budget_spent.fails;
    const stored = [...(runs.stored ?? []), queued('b', { machine_target: 'gone' }), queued('d')];
    const { facts } = await judge({ ...runs, stored });
    expect(foresee(facts, measureRuns([run(1)]), service.clock.now())).toMatchObject({
      items: 3,
      will_have_run: 1,
      waits: [
        { reason: 'budget day_tokens', items: 1 },
        { reason: 'a worker to go to', items: 1 },
      ],
    });
  });

  it('says what waits for a worker that is down, and what nobody knows', async () => {
    const stored = [queued('a'), ...(workerScene({ status: 'unreachable' }).stored ?? [])];
    const { facts } = await judge({ stored });
    expect(foresee(facts, measureRuns([run(1)]), service.clock.now()).sentence).toBe(
      'In 8 hours 0 of 1 will have run; 1 waits for worker default.',
    );
    expect(foresee(facts, measureRuns([]), service.clock.now())).toMatchObject({
      will_have_run: null,
    });
  });
});
