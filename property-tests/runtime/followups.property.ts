/**
 * Follow-ups under random repeats and crashes: whatever is asked, how often and when the process
 * dies, a parent gets one child at most, a key has one answer, and every launch has its child queued.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActorEvent } from '../../src/actors/machine/durable-actions.ts';
import type { MachineSpec } from '../../src/actors/machine/spec.ts';
import type { ActorState, AnyDefinition } from '../../src/actors/runtime/definition.ts';
import { ActorHost } from '../../src/actors/runtime/host.ts';
import { createMachineActor } from '../../src/actors/runtime/machine-actor.ts';
import { runCommand } from '../../src/control/commands/commands.ts';
import { createPerformCommand } from '../../src/control/commands/perform-command.ts';
import type { CommandContext } from '../../src/control/common/ports.ts';
import { createManualClock } from '../../src/lib/clock.ts';
import { createSeededEntropy } from '../../src/lib/ids.ts';
import { controlPlaneMachines } from '../../src/machines/all.ts';
import {
  type CrashableJournal,
  createCrashableJournal,
} from '../../src/simulation/crashable-journal.ts';
import {
  createTestControl,
  followupDecision,
  project,
} from '../../test/support/control-context.ts';
import {
  commitAll,
  openTestStore,
  queueTurn,
  stateTurn,
  type TestStore,
} from '../../test/support/store-fixtures.ts';
import { propertyOptions } from '../options.ts';
import { type CrashAt, crashAt } from '../steps.ts';

const parents = ['p0', 'p1', 'p2'] as const;

type Command =
  | { readonly do: 'launch'; readonly key: string | null; readonly parent: string | null }
  | { readonly do: 'crash' }
  | CrashAt
  | { readonly do: 'settle' };

const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('launch' as const),
        key: fc.constantFrom(null, 'k0', 'k1', 'k2', 'k3'),
        parent: fc.constantFrom(null, null, ...parents),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ do: 'crash' as const }) },
    crashAt(2, 4),
    { weight: 2, arbitrary: fc.constant({ do: 'settle' as const }) },
  ),
  { maxLength: 20, size: 'max' },
);

const specs: readonly unknown[] = Object.values(controlPlaneMachines);
const definitions = new Map<string, AnyDefinition>(
  specs.map((spec) => {
    const actor = createMachineActor(spec as MachineSpec<ActorState, ActorEvent>);
    return [actor.kind, actor];
  }),
);

interface Keyed {
  readonly key: string;
  readonly parent: string | null;
  readonly answers: string[];
}

class World {
  readonly store: TestStore = openTestStore();
  readonly clock = createManualClock();
  /** The first request of each key: later ones with another payload are conflicts. */
  readonly keyed = new Map<string, Keyed>();
  #process = 0;
  #journal: CrashableJournal = createCrashableJournal(this.store.journal);
  #context!: CommandContext;

  async start(): Promise<void> {
    this.#process += 1;
    this.#journal.die();
    this.#journal = createCrashableJournal(this.store.journal);
    const host = new ActorHost({
      journal: this.#journal,
      definitions,
      clock: this.clock,
      entropy: createSeededEntropy(this.#process),
      effects: { 'command.perform': createPerformCommand(() => context) },
      onStoreFault: (error) => {
        throw error;
      },
    });
    const control = createTestControl({
      reads: this.store.reads,
      actors: host,
      clock: this.clock,
    });
    const context = { control, papers: undefined as never };
    this.#context = context;
    await host.start();
    for (const request of this.keyed.values())
      if (request.answers.length === 0) this.#send(request.key, request.parent, request);
  }

  launch(key: string | null, parent: string | null): void {
    const known = key === null ? undefined : this.keyed.get(key);
    const request = known ?? { key: key ?? '', parent, answers: [] };
    if (key !== null) this.keyed.set(key, request);
    this.#send(key, request.parent, request);
  }

  #send(key: string | null, parent: string | null, request: Keyed): void {
    const body = {
      dry_run: false,
      requested_by: 'ada',
      max_followup_depth: 4,
      ...(parent === null ? {} : { project_id: parent }),
    };
    void runCommand(this.#context, 'launch_followup', { key, by: 'ada', request: body }).then(
      (answer) => request.answers.push(JSON.stringify(answer.body)),
    );
  }

  async run(command: Command): Promise<void> {
    if (command.do === 'launch') this.launch(command.key, command.parent);
    else if (command.do === 'crash') await this.start();
    else if (command.do === 'crash_at') this.#journal.dieAt(command.commits, command.moment);
    else {
      await settle();
      if (this.#journal.isDead) await this.start();
    }
  }
}

async function settle(): Promise<void> {
  for (let round = 0; round < 60; round += 1) await new Promise((done) => setImmediate(done));
}

async function play(taken: readonly Command[]): Promise<World> {
  const world = new World();
  await commitAll(
    world.store.journal,
    parents.flatMap((id) => [
      stateTurn('project', id, 1, project(id)),
      queueTurn(id, {
        status: 'completed',
        current_run_id: `${id}-1`,
        decision: followupDecision({ followup_title: `Deeper into ${id}` }),
      }),
    ]),
  );
  await world.start();
  for (const command of taken) await world.run(command);
  await world.start();
  await settle();
  return world;
}

async function checkAtRest({ store, keyed }: World): Promise<void> {
  const { reads, journal } = store;
  const projects = (
    await reads.list('project', {
      cursor: null,
      pageSize: 100,
      sort: null,
      filters: {},
      search: '',
    })
  ).rows;
  const children = projects.filter((row) => row['parent_project_id'] !== null);
  const parentsOfChildren = children.map((row) => row['parent_project_id']);
  expect(new Set(parentsOfChildren).size).toBe(children.length);
  const launches = (await journal.eventsAfter(0, 1000)).filter(
    (event) => event.event_type === 'followup.launched',
  );
  const launched = launches.map((event) => String(event.payload['child_project_id']));
  expect(launched.toSorted()).toEqual(children.map((row) => String(row['project_id'])).toSorted());
  for (const child of children) {
    const id = String(child['project_id']);
    expect(await reads.get('queue_item', id)).toMatchObject({ status: 'queued' });
    expect(await reads.get('followup', String(child['parent_project_id']))).toMatchObject({
      child_project_id: id,
    });
  }
  const launchedBy = new Map<string, string>();
  for (const { key, answers } of keyed.values()) {
    expect(answers.length).toBeGreaterThan(0);
    expect(new Set(answers).size).toBe(1);
    const answer = JSON.parse(answers[0]!) as {
      readonly action: string;
      readonly event_id: number | null;
      readonly followup: { readonly project_id: string } | null;
    };
    if (answer.action !== 'followup_queued') continue;
    const child = answer.followup!.project_id;
    // Two keys never claim the same launch.
    expect(launchedBy.get(child)).toBeUndefined();
    launchedBy.set(child, key);
    expect(launches.map((event) => event.event_id)).toContain(answer.event_id);
  }
  expect(await journal.effects(0, 100)).toEqual([]);
  expect(await journal.deadLetters(100)).toEqual([]);
}

describe('launching follow-ups', () => {
  it('gives a parent one child at most, through crashes and repeats', async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (taken) => {
        const world = await play(taken);
        await checkAtRest(world);
        await world.store.journal.close();
      }),
      propertyOptions(60),
    );
  });

  it('launches all of them when asked often enough, and then says there is none', async () => {
    const world = await play(
      ['k0', 'k1', 'k2', 'k3'].map((key) => ({ do: 'launch', key, parent: null })),
    );
    await checkAtRest(world);
    const actions = [...world.keyed.values()].map(
      ({ answers }) => (JSON.parse(answers[0]!) as { action: string }).action,
    );
    expect(actions.sort()).toEqual([
      'followup_queued',
      'followup_queued',
      'followup_queued',
      'noop',
    ]);
  });

  it('is checked by a model that notices a second child (canary)', async () => {
    const world = await play([{ do: 'launch', key: 'k0', parent: 'p0' }]);
    const second = project('rogue', { parent_project_id: 'p0' });
    await commitAll(world.store.journal, [stateTurn('project', 'rogue', 1, second)]);
    await expect(checkAtRest(world)).rejects.toThrow();
  });
});
