/** Budgets on the real machines, store and commands: what is stopped, what is not started, and why. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActorEvent } from '../../../src/actors/machine/durable-actions.ts';
import { readStrainedBudgets } from '../../../src/control/alerts/strained-budgets.ts';
import { stopSpentDay } from '../../../src/control/dispatch/spent-day.ts';
import { explain } from '../../../src/control/explain/explain.ts';
import type { WorkerTarget } from '../../../src/control/fleet/index.ts';
import { readBudgets } from '../../../src/control/operations/budgets.ts';
import { toRunRow } from '../../../src/control/reading/rows.ts';
import { noticeUsage, noticeUsageOnCluster } from '../../../src/control/workers/reported-usage.ts';
import type { BudgetName } from '../../../src/domain/budgets.ts';
import { DispatchWorld } from '../../support/dispatch-world.ts';

const hour = 3_600_000;

let world: DispatchWorld;
beforeEach(async () => {
  world = new DispatchWorld();
  await world.start();
  await world.fill();
});
afterEach(() => world.close());

const limit = (limits: Partial<Record<BudgetName, number>>): void => {
  world.budgets = { limits, warnPercent: 80 };
};
const dispatch = (projectId: string) =>
  world.settle(
    world.run('dispatch_one', null, {
      project_id: projectId,
      dry_run: false,
      requested_by: 'tester',
      force_preflight: false,
    }),
  );
const tell = (projectId: string, event: ActorEvent) =>
  world.settle(world.host.ask({ kind: 'queue_item', id: projectId }, event, { by: 'tester' }));
const item = (projectId: string) => world.reads.get('queue_item', projectId);
const count = async (eventType: string): Promise<number> =>
  (await world.disk.eventsAfter(0, 10_000)).filter(({ event_type: type }) => type === eventType)
    .length;
async function pass(ms: number): Promise<void> {
  world.clock.advance(ms);
  await world.settle();
}
async function runFor(projectId: string, ms: number): Promise<void> {
  await dispatch(projectId);
  world.clock.advance(ms);
  await tell(projectId, { type: 'CANCEL', note: null } as ActorEvent);
  await world.settle();
}

describe('a run over its wall time', () => {
  it('is stopped once, keeps what it has made, and waits for a person', async () => {
    limit({ run_wall_sec: 600 });
    await dispatch('one');
    const runId = String((await item('one'))?.['current_run_id']);
    await pass(490_000);
    expect(await count('run.budget_warned')).toBe(1);
    expect(world.stops.size).toBe(0);
    await pass(120_000);
    expect([...world.stops]).toEqual([[runId, 1]]);
    expect([...world.collected]).toEqual([[runId, 1]]);
    expect(await item('one')).toMatchObject({
      status: 'needs_review',
      current_run_id: runId,
      blocked_reason: expect.stringMatching(/^budget_exceeded: run wall time budget spent: /),
    });
    expect(await count('run.budget_warned')).toBe(1);
    const row = (await world.reads.get('run', runId))!;
    expect(toRunRow(world.context.control, row)).toMatchObject({
      state: 'canceled',
      budget: [{ budget: 'run_wall_sec', limit: 600, left: 0, state: 'spent' }],
    });
    expect(await explain(world.context, 'queue_item', 'one')).toMatchObject({
      code: 'budget_exceeded',
    });
  });

  it('ends no other way when the process dies at any commit on the way', async () => {
    limit({ run_wall_sec: 600 });
    await dispatch('one');
    let commits = 0;
    for (;;) {
      commits += 1;
      world.journal.dieAt(commits, commits % 2 === 0 ? 'before' : 'after');
      await pass(commits === 1 ? 700_000 : 1_000);
      if (!world.journal.isDead) break;
      await world.restart();
      await world.settle();
    }
    expect(commits).toBeGreaterThan(1);
    expect(await item('one')).toMatchObject({ status: 'needs_review' });
    for (const type of ['queue_item.budget_spent', 'queue_item.run_stopped', 'run.canceled'])
      expect(await count(type), type).toBe(1);
    expect(await count('queue_item.budget_exceeded')).toBe(1);
  });

  it('goes by the wish of its item where that has one', async () => {
    limit({ run_wall_sec: 7_200 });
    await tell('one', { type: 'EDIT', fields: { budget_wall_sec: 60 } } as ActorEvent);
    await dispatch('one');
    await pass(61_000);
    expect(await item('one')).toMatchObject({
      status: 'needs_review',
      budget_stop: { budget: 'run_wall_sec', limit: 60 },
    });
  });
});

describe('a day that is spent', () => {
  it('lets nothing begin and says why, until it is free again', async () => {
    limit({ day_wall_sec: 3_600 });
    await runFor('one', 2 * hour);
    const next = await world.settle(
      world.run('dispatch_next', null, {
        dry_run: true,
        requested_by: 'tester',
        force_preflight: false,
      }),
    );
    expect(JSON.stringify(next)).toMatch(
      /No queued item can go: day wall time budget spent: 2 of 1 h .*free again at 2026-/,
    );
    await expect(dispatch('two')).rejects.toMatchObject({ code: 'not_eligible' });
    expect(await explain(world.context, 'queue_item', 'two')).toMatchObject({
      code: 'budget_spent',
      blocked: true,
      evidence: { budget: 'day_wall_sec', limit: 3_600 },
    });
    const { day } = await readBudgets(world.context.control, null);
    await expect(readBudgets(world.context.control, 'nobody')).rejects.toMatchObject({
      code: 'project_not_found',
    });
    expect(day).toMatchObject([{ budget: 'day_wall_sec', left: 0, state: 'spent' }]);
    const freeMs = Date.parse(String(day[0]?.free_at));
    world.clock.advance(freeMs - world.clock.now() + 1_000);
    await dispatch('two');
    expect(await item('two')).toMatchObject({ status: 'running' });
  });
});

describe('a day that is spent while something runs', () => {
  const dayIsSpent = async (dayStopsRunning: boolean): Promise<void> => {
    world.budgets = { limits: { day_wall_sec: 3_600 }, warnPercent: 80, dayStopsRunning };
    await dispatch('one');
    await dispatch('two');
    world.clock.advance(hour / 2 + 1_000);
    await world.settle(stopSpentDay(world.context.control));
  };

  it('lets it go on unless the configuration says otherwise', async () => {
    await dayIsSpent(false);
    expect(world.stops.size).toBe(0);
    expect(await item('one')).toMatchObject({ status: 'running', budget_stop: null });
  });

  it('stops every run once, with its evidence, and says of which budget', async () => {
    await dayIsSpent(true);
    await world.settle();
    await world.settle(stopSpentDay(world.context.control));
    expect([...world.stops.values()]).toEqual([1, 1]);
    expect([...world.collected.values()]).toEqual([1, 1]);
    for (const id of ['one', 'two']) {
      expect(await item(id)).toMatchObject({
        status: 'needs_review',
        blocked_reason: expect.stringMatching(/^budget_exceeded: day wall time budget spent: /),
        budget_stop: { budget: 'day_wall_sec', limit: 3_600 },
      });
      expect(await explain(world.context, 'queue_item', id)).toMatchObject({
        code: 'budget_exceeded',
      });
    }
  });
});

describe('a project that is spent', () => {
  it('is passed over, and its runs take with them what is left', async () => {
    limit({ project_wall_sec: 3_600 });
    await runFor('one', hour / 2);
    await tell('one', { type: 'RETRY', note: null } as ActorEvent);
    await dispatch('one');
    const { runs, project } = await readBudgets(world.context.control, 'one');
    expect(runs).toMatchObject([
      { project_id: 'one', budget: [{ budget: 'project_wall_sec', state: 'within' }] },
    ]);
    expect(project?.budget[0]?.spent).toBeGreaterThanOrEqual(1_800);
    await pass(hour / 2 + 60_000);
    expect(await item('one')).toMatchObject({
      status: 'needs_review',
      budget_stop: { budget: 'project_wall_sec' },
    });
    await tell('one', { type: 'RETRY', note: null } as ActorEvent);
    await tell('one', { type: 'EDIT', fields: { dispatch_priority: 1 } } as ActorEvent);
    await expect(dispatch('one')).rejects.toThrow(/project wall time budget spent/);
    const next = await world.settle(
      world.run('dispatch_next', null, {
        dry_run: true,
        requested_by: 'tester',
        force_preflight: false,
      }),
    );
    expect(JSON.stringify(next)).toContain('"project_id":"two"');
  });
});

describe('a budget of retries', () => {
  it('lets a project be run again so often, whoever asks, and limits no run', async () => {
    limit({ project_retries: 1 });
    await runFor('one', 1_000);
    await tell('one', { type: 'RETRY', note: null } as ActorEvent);
    await runFor('one', 1_000);
    expect(await item('one')).toMatchObject({ status: 'canceled', budget_stop: null });
    await tell('one', { type: 'RETRY', note: null } as ActorEvent);
    await expect(dispatch('one')).rejects.toThrow(
      /project retry budget spent: 1 of 1 retries \(budget_project_retries\)/,
    );
    const { project } = await readBudgets(world.context.control, 'one');
    expect(project?.budget).toMatchObject([{ budget: 'project_retries', left: 0, state: 'spent' }]);
    expect(await readStrainedBudgets(world.context.control, [])).toMatchObject([
      { budget: 'project_retries', projectId: 'one', isSpent: true },
    ]);
    await dispatch('two');
    expect(await item('two')).toMatchObject({ status: 'running' });
  });
});

describe('what agents report', () => {
  it('is heard with a look at their worker, once, and from their own worker alone', async () => {
    limit({ run_tokens: 1_000, run_cost_usd: 5 });
    await dispatch('one');
    const runId = String((await item('one'))?.['current_run_id']);
    const look = (tokens: number, worker = 'one') =>
      world.settle(
        noticeUsage(world.context.control, [{ name: worker }], {
          runs: {
            kind: 'ok',
            value: {
              runs: [
                { run_id: runId, project_id: 'one', usage: { tokens, cost_usd: null } } as never,
              ],
              live_count: 1,
              callback_token_fingerprint: '',
              timestamp: '',
            },
          },
        }),
      );
    await look(5_000, 'two');
    expect(await count('run.usage_reported')).toBe(0);
    await look(400);
    await look(400);
    await look(300);
    expect(await count('run.usage_reported')).toBe(1);
    const { runs } = await readBudgets(world.context.control, null);
    expect(runs[0]?.budget).toMatchObject([
      { budget: 'run_tokens', spent: 400, left: 600, state: 'within' },
      { budget: 'run_cost_usd', spent: null, left: null, state: 'unknown' },
    ]);
    await look(1_001);
    await world.settle();
    expect(await item('one')).toMatchObject({
      status: 'needs_review',
      blocked_reason: expect.stringContaining('run token budget spent: 1001 of 1000 tokens'),
    });
    await look(1_500);
    expect(await world.reads.get('run', runId)).toMatchObject({
      status: 'canceled',
      usage: { tokens: 1_500, cost_usd: null },
    });
  });

  it('is heard of runs on a cluster at their own gates, and of none that is not at home', async () => {
    limit({ run_tokens: 1_000 });
    await dispatch('one');
    const runId = String((await item('one'))?.['current_run_id']);
    let isHome = false;
    let tokens = 400;
    const asked: string[] = [];
    const target = {
      ...world.context.control.workers.byName('one'),
      cluster: { isHome: () => isHome },
      client: {
        findRun: async (id: string) => {
          asked.push(id);
          // A gate that speaks of another run than its own.
          const run = { run_id: 'other', project_id: 'two', usage: { tokens, cost_usd: null } };
          return { kind: 'ok', value: { run } };
        },
      },
    } as unknown as WorkerTarget;
    const look = () =>
      world.settle(
        noticeUsageOnCluster(world.context.control, target, new AbortController().signal),
      );
    await look();
    expect(asked).toEqual([]);
    isHome = true;
    await look();
    await look();
    expect(asked).toEqual([runId, runId]);
    expect(await count('run.usage_reported')).toBe(1);
    expect(await world.reads.get('run', runId)).toMatchObject({ usage: { tokens: 400 } });
    tokens = 1_001;
    await look();
    await world.settle();
    expect(await item('one')).toMatchObject({
      blocked_reason: expect.stringContaining('run token budget spent: 1001 of 1000 tokens'),
    });
  });
});
