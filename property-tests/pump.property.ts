/**
 * The pump against crashes between any two commits, switches, words of changes, refusing and silent workers and
 * time that passes: one step at a time and each once, none while it is off, at most one dispatch for a
 * tick, one timer whose pause is bounded, nothing in the log while nothing changes, and no paper that is being
 * written, and no worker that is down, holds up a dispatch.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '../src/actors/journal/port.ts';
import type { ActorEvent } from '../src/actors/machine/durable-actions.ts';
import { paperIdOf } from '../src/domain/ids.ts';
import { limits } from '../src/domain/limits.ts';
import { followupDecision } from '../test/support/control-context.ts';
import { DispatchWorld } from '../test/support/dispatch-world.ts';
import { queueTurn } from '../test/support/store-fixtures.ts';
import { propertyOptions } from './options.ts';
import { type CrashAt, crashAt } from './steps.ts';

const pump = { kind: 'pump', id: 'main' } as const;
const intervalMs = 60_000;
const longMs = 2 * limits.pumpPauseMsMax;

type Step =
  | { readonly do: 'on' | 'off' | 'wake' | 'restart' | 'settle' | 'refuse' | 'down' | 'up' }
  | { readonly do: 'wait'; readonly ms: number }
  | CrashAt;

const plain = <Name extends string>(weight: number, ...names: Name[]) => ({
  weight,
  arbitrary: fc.record({ do: fc.constantFrom(...names) }),
});
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    plain(3, 'on'),
    plain(1, 'off', 'restart'),
    plain(2, 'wake', 'refuse'),
    plain(1, 'down', 'up'),
    plain(3, 'settle'),
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('wait' as const),
        ms: fc.constantFrom(1_000, intervalMs, longMs),
      }),
    },
    crashAt(3, 10),
  ),
  { minLength: 3, maxLength: 16 },
);

const waitsForPaper = queueTurn('done', {
  status: 'completed',
  current_run_id: 'done-1',
  decision: followupDecision({
    project_decision: 'finalize_positive',
    research_outcome: 'paper_positive',
    followup_recommended: false,
  }),
  gate_verdict: {
    positive: true,
    field: 'project_decision',
    value: 'finalize_positive',
    reason: 'it says so',
  },
});

const tell = (world: DispatchWorld, event: ActorEvent & Record<string, unknown>): void => {
  void world.host.ask(pump, event, { by: 'test' });
};
const switchOn = (world: DispatchWorld): void =>
  tell(world, { type: 'SWITCH_ON', reason: null, interval_ms: intervalMs });

async function take(world: DispatchWorld, step: Step): Promise<void> {
  switch (step.do) {
    case 'on':
      return switchOn(world);
    case 'off':
      return tell(world, { type: 'SWITCH_OFF', reason: null });
    case 'wake':
      return tell(world, { type: 'WAKE', cause: 'test' });
    case 'refuse':
      world.nextStart = { type: 'WORKER_REFUSED', error: 'no disk', code: 'no_disk' } as ActorEvent;
      return;
    case 'down':
      world.down.add('one');
      return;
    case 'up':
      world.down.clear();
      return;
    case 'wait':
      world.clock.advance(step.ms);
      return;
    case 'restart':
      return world.restart();
    case 'crash_at':
      world.journal.dieAt(step.commits, step.moment);
      return;
    case 'settle':
      await world.settle();
      if (world.journal.isDead) await world.restart();
  }
}

/** Time for every pause of the pump, and what comes after it. */
async function rest(world: DispatchWorld): Promise<void> {
  for (let round = 0; round < 10; round += 1) {
    await world.settle();
    world.clock.advance(round % 3 === 2 ? longMs : 1_000);
  }
  await world.settle();
}

async function withWorld(check: (world: DispatchWorld) => Promise<void>): Promise<void> {
  const world = new DispatchWorld();
  try {
    await world.start();
    await world.fill();
    await check(world);
  } finally {
    await world.close();
  }
}

const eventsOf = (world: DispatchWorld): Promise<readonly StoredEvent[]> =>
  world.disk.eventsAfter(0, 10_000);

/** A simple model: what the pump may say after what it said, from its events alone. */
function checkLog(events: readonly StoredEvent[]): void {
  let isOn = false;
  let under: number | null = null;
  let last = 0;
  for (const { event_type: type, payload } of events) {
    if (type === 'pump.switched_on') isOn = true;
    else if (type === 'pump.switched_off') isOn = false;
    else if (type === 'pump.step_started') {
      expect(isOn, 'no step begins while it is off').toBe(true);
      expect(under, 'one step at a time').toBeNull();
      under = Number(payload['tick']);
      expect(under, 'steps are numbered').toBe(last + 1);
      last = under;
    } else if (type === 'pump.stepped') {
      expect(payload['tick'], 'a result is that of the step under way').toBe(under);
      under = null;
    } else if (type === 'pump.failed' && payload['effect'] === 'pump.step') under = null;
  }
}

/** Runs that the pump says to have started, by its steps. */
const runsSaid = (events: readonly StoredEvent[]): string[] =>
  events.flatMap(({ event_type, payload }) => {
    const done = payload['done'] as { readonly run_id?: string } | null | undefined;
    return event_type === 'pump.stepped' && done?.run_id != null ? [done.run_id] : [];
  });

async function checkWorld(world: DispatchWorld): Promise<void> {
  const events = await eventsOf(world);
  checkLog(events);
  const claims = await world.claims();
  expect(new Set(claims.map(({ key }) => key)).size, 'one claim for a tick').toBe(claims.length);
  const begun = events.filter(({ event_type }) => event_type === 'pump.step_started').length;
  expect(claims.length, 'every claim belongs to a step').toBeLessThanOrEqual(begun);
  for (const [runId, count] of world.starts) {
    // A start whose answer was lost with its process is asked for again under the same run id.
    expect(claims.map((claim) => claim.runId)).toContain(runId);
    expect(count).toBeGreaterThan(0);
  }
  const said = runsSaid(events);
  expect(new Set(said).size, 'no run is said twice').toBe(said.length);
}

async function checkTimer(world: DispatchWorld): Promise<void> {
  const timers = (await world.disk.timers(null, 100)).filter(({ kind }) => kind === 'pump');
  expect(timers.length).toBeLessThanOrEqual(1);
  for (const { delay_ms } of timers)
    expect(delay_ms).toBeLessThanOrEqual(Math.max(intervalMs, limits.pumpPauseMsMax));
}

describe('the pump', () => {
  it('takes one step at a time, each once, and none while it is off', async () => {
    await fc.assert(
      fc.asyncProperty(steps, (walk) =>
        withWorld(async (world) => {
          for (const step of walk) {
            await take(world, step);
            await checkTimer(world);
          }
          await world.settle();
          await world.restart();
          await world.settle();
          await checkWorld(world);
        }),
      ),
      propertyOptions(60),
    );
  });

  it('dispatches everything in the end when it is left on, and then says no more', async () => {
    await fc.assert(
      fc.asyncProperty(steps, (walk) =>
        withWorld(async (world) => {
          // A refusal costs a retry of its item, so that is left out where all must go.
          for (const step of walk.filter((each) => each.do !== 'refuse')) await take(world, step);
          await world.settle();
          await world.restart();
          await world.settle();
          world.down.clear();
          switchOn(world);
          await rest(world);
          await checkWorld(world);
          expect(world.starts.size, 'every queued item has started').toBe(3);
          const head = await world.disk.headEventId();
          for (let round = 0; round < 3; round += 1) {
            tell(world, { type: 'WAKE', cause: 'test' });
            await world.settle();
          }
          expect(await world.disk.headEventId(), 'nothing changed, nothing is logged').toBe(head);
          const { state } = (await world.disk.load('pump', 'main'))!;
          expect(state).toMatchObject({ status: 'waiting', enabled: true });
        }),
      ),
      propertyOptions(30),
    );
  });

  it('dispatches everything that goes elsewhere while the worker of the first item is down', async () => {
    await fc.assert(
      fc.asyncProperty(steps, (walk) =>
        withWorld(async (world) => {
          world.down.add('one');
          const kept = ['refuse', 'up'];
          for (const step of walk.filter((each) => !kept.includes(each.do)))
            await take(world, step);
          await world.settle();
          await world.restart();
          switchOn(world);
          // One look and its steps, without a pause of the pump in between.
          await world.settle();
          await checkWorld(world);
          const started = [...world.starts.keys()].map((runId) => runId.split('-')[0]);
          expect(new Set(started), 'whatever names another').toEqual(new Set(['two', 'three']));
        }),
      ),
      propertyOptions(30),
    );
  });

  it('dispatches everything while a paper is being written, which it begins once', async () => {
    await fc.assert(
      fc.asyncProperty(steps, (walk) =>
        withWorld(async (world) => {
          world.writesForEver = true;
          await world.disk.commit([waitsForPaper]);
          for (const step of walk.filter((each) => each.do !== 'refuse')) await take(world, step);
          await world.settle();
          await world.restart();
          await world.settle();
          world.down.clear();
          switchOn(world);
          await rest(world);
          await checkWorld(world);
          expect(world.starts.size, 'every queued item has started').toBe(3);
          const begun = (await eventsOf(world)).filter(
            ({ event_type }) => event_type === 'paper.draft_started',
          );
          expect(begun.map(({ entity_id }) => entity_id)).toEqual([paperIdOf('done-1')]);
        }),
      ),
      propertyOptions(30),
    );
  });

  it('dispatches once for a tick, whatever commit of its step the process dies at', async () => {
    for (const moment of ['before', 'after'] as const) {
      for (let commits = 1; commits <= 16; commits += 1) {
        await withWorld(async (world) => {
          const at = `${moment} commit ${commits}`;
          world.journal.dieAt(commits, moment);
          switchOn(world);
          await world.settle();
          await world.restart();
          // What was asked of a process that died before its first commit is asked again.
          switchOn(world);
          await rest(world);
          await checkWorld(world);
          expect(world.starts.size, at).toBe(3);
          expect((await world.claims()).length, at).toBe(3);
        });
      }
    }
  });
});
