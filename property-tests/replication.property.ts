/**
 * Replications through a host that dies between any two commits, with every request made once or twice: under
 * each number one project is made and enqueued once, the numbers go up one by one, what is heard of an earlier
 * one changes nothing, and what does not agree is told to the paper.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMemoryJournal, type MemoryJournal } from '../src/actors/journal/memory.ts';
import type { MachineSpec } from '../src/actors/machine/spec.ts';
import type { ActorState } from '../src/actors/runtime/definition.ts';
import { ActorHost } from '../src/actors/runtime/host.ts';
import { createMachineActor } from '../src/actors/runtime/machine-actor.ts';
import { type Replication, replicationSchema } from '../src/domain/records.ts';
import { createManualClock } from '../src/lib/clock.ts';
import { createSeededEntropy } from '../src/lib/ids.ts';
import { paperSpec } from '../src/machines/paper/spec.ts';
import { paperReviewSpec } from '../src/machines/paper-review/spec.ts';
import { projectSpec } from '../src/machines/project/spec.ts';
import { queueItemSpec } from '../src/machines/queue-item/spec.ts';
import type { ReplicationEvent } from '../src/machines/replication/events.ts';
import { replicationSpec } from '../src/machines/replication/spec.ts';
import { runSpec } from '../src/machines/run/spec.ts';
import { createCrashableJournal } from '../src/simulation/crashable-journal.ts';
import { enqueue } from './machines/events.ts';
import { propertyOptions } from './options.ts';

const paperId = 'p-1--draft';
const childOf = (number: number): string => `p-replication-${number}`;
const request = (number: number): ReplicationEvent => {
  const identity = {
    project_id: childOf(number),
    project_name: `P ${number}`,
    project_dir: childOf(number),
    prompt: 'again',
  };
  return {
    type: 'REQUEST',
    paper_id: paperId,
    project_id: 'p',
    run_id: 'p-1',
    number,
    seed: 7,
    machine_target: null,
    child: {
      type: 'CREATE',
      ...identity,
      hypothesis: null,
      source_kind: 'replication',
      source_ref: 'run:p-1',
      parent_project_id: 'p',
      lineage_depth: 1,
      tags: [],
      intake_batch: null,
      title_key: null,
      enqueue: {
        ...enqueue,
        ...identity,
        replicates: { paper_id: paperId, run_id: 'p-1', number },
      },
    },
  };
};

const number = fc.constantFrom(1, 1, 2, 3);
const event: fc.Arbitrary<ReplicationEvent> = fc.oneof(
  { weight: 3, arbitrary: number.map(request) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('RUN_ENDED' as const),
      number,
      run_id: fc.constant('q-1'),
      how: fc.constantFrom(
        'completed' as const,
        'completed' as const,
        'held' as const,
        'canceled' as const,
      ),
      reason: fc.constant(null),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ number, agrees: fc.boolean() }).map(({ number: of, agrees }) => ({
      type: 'COMPARED' as const,
      number: of,
      comparison: {
        verdict: 'met' as const,
        first_verdict: 'met' as const,
        intervals: agrees ? ('overlap' as const) : ('apart' as const),
        agrees,
        text: agrees ? 'it agrees' : 'it does not agree',
        printed: '3',
      },
    })),
  },
  fc.record({
    type: fc.constant('COMPARE_FAILED' as const),
    number,
    reason: fc.constant('no evidence'),
  }),
);
interface Word {
  readonly event: ReplicationEvent;
  readonly isDoubled: boolean;
  /** The process dies at this commit from now; 0: it lives. */
  readonly diesAt: number;
  readonly moment: 'before' | 'after';
}
const walk: fc.Arbitrary<readonly Word[]> = fc.array(
  fc.record({
    event,
    isDoubled: fc.boolean(),
    diesAt: fc.constantFrom(0, 0, 1, 2),
    moment: fc.constantFrom('before' as const, 'after' as const),
  }),
  { minLength: 3, maxLength: 20, size: 'max' },
);

const specs = [replicationSpec, projectSpec, queueItemSpec, runSpec, paperSpec, paperReviewSpec];
const definitions = new Map(
  specs.map((spec) => {
    const actor = createMachineActor(spec as unknown as MachineSpec<ActorState, never>);
    return [actor.kind, actor] as const;
  }),
);
/** What both runs brought is answered by the walk, or never. */
const silent = { run: () => new Promise<never>(() => {}) };
const effects = { 'replication.compare': silent, 'review.evaluate': silent };
const address = { kind: 'replication', id: paperId };
/** Messages go their way in a few turns of the loop; what takes longer than this is lost. */
const roundsMax = 1000;

interface Played {
  readonly disk: MemoryJournal;
  readonly state: Replication;
}

async function play(words: readonly Word[]): Promise<Played> {
  const disk = createMemoryJournal({ hashed: false });
  const clock = createManualClock();
  let count = 0;
  let journal = createCrashableJournal(disk);
  const start = async (): Promise<ActorHost> => {
    count += 1;
    journal = createCrashableJournal(disk);
    const host = new ActorHost({
      journal,
      definitions,
      effects,
      clock,
      entropy: createSeededEntropy(count),
      onStoreFault: (error) => {
        throw error;
      },
    });
    await host.start();
    return host;
  };
  let host = await start();
  for (const [index, { event: said, isDoubled, diesAt, moment }] of words.entries()) {
    const idempotency = { key: `w${index}`, payload: said };
    if (diesAt > 0) journal.dieAt(diesAt, moment);
    const isTaken = async (): Promise<boolean> => {
      let taken = false;
      for (let time = 0; time < (isDoubled ? 2 : 1); time += 1) {
        void host.ask(address, said, { idempotency }).then(() => {
          taken = true;
        });
      }
      for (let round = 0; !taken; round += 1) {
        if (journal.isDead || round > roundsMax) return false;
        await new Promise(setImmediate);
      }
      return true;
    };
    while (!(await isTaken()) || journal.isDead) host = await start();
  }
  const isSettled = (): boolean => {
    const asked = disk.log.filter(({ event_type: type }) => type === 'replication.requested');
    const made = disk.log.filter(({ event_type: type }) => type === 'queue_item.enqueued');
    return asked.length === made.length;
  };
  for (let round = 0; round < roundsMax && !isSettled(); round += 1) {
    if (journal.isDead) host = await start();
    await new Promise(setImmediate);
  }
  const stored = disk.actors.get(`${address.kind}/${address.id}`);
  const state =
    stored === undefined
      ? replicationSpec.initialState(paperId)
      : replicationSchema.parse(stored.state);
  journal.die();
  return { disk, state };
}

it('never starts one twice, and never takes an earlier one for the present', async () => {
  await fc.assert(
    fc.asyncProperty(walk, async (words) => {
      const { disk, state } = await play(words);
      const of = (type: string) => disk.log.filter((entry) => entry.event_type === type);
      const asked = of('replication.requested').map(({ payload }) => payload['number']);
      expect(asked).toEqual(asked.map((_, at) => at + 1));
      expect(state.number).toBe(asked.length);
      const children = asked.map((each) => childOf(Number(each)));
      expect(
        of('project.created')
          .map(({ entity_id: id }) => id)
          .sort(),
      ).toEqual(children);
      expect(
        of('queue_item.enqueued')
          .map(({ entity_id: id }) => id)
          .sort(),
      ).toEqual(children);
      // Each comparison is of the one that was asked for last.
      for (const type of ['replication.agreed', 'replication.disagreed']) {
        for (const { payload, event_id: at } of of(type)) {
          const last = of('replication.requested')
            .filter(({ event_id }) => event_id < at)
            .at(-1);
          expect(payload['number']).toBe(last?.payload['number']);
        }
      }
      const ends = { agreed: true, disagreed: false } as const;
      if (state.status === 'agreed' || state.status === 'disagreed')
        expect(state.comparison?.agrees).toBe(ends[state.status]);
      if (state.status === 'waiting') expect(state.comparison).toBeNull();
    }),
    propertyOptions(60),
  );
});
