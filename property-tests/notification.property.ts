/**
 * Notifications under crashes at every boundary, a service that answers, refuses, fails or stays silent,
 * and requests that are repeated: what was asked for is brought there at least once or given up for a
 * reason, delivered is said only with the service's own receipt, and nothing is sent after it.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createMemoryJournal } from '../src/actors/journal/memory.ts';
import {
  type ActorEvent,
  durableActions,
  type Stamped,
} from '../src/actors/machine/durable-actions.ts';
import type { MachineSpec } from '../src/actors/machine/spec.ts';
import type { ActorState, AnyDefinition } from '../src/actors/runtime/definition.ts';
import { ActorHost } from '../src/actors/runtime/host.ts';
import { createMachineActor } from '../src/actors/runtime/machine-actor.ts';
import { limits } from '../src/domain/limits.ts';
import { type NotificationMessage, notificationIdOf } from '../src/domain/notification.ts';
import { type Notification, notificationSchema } from '../src/domain/records.ts';
import { createManualClock } from '../src/lib/clock.ts';
import { createSeededEntropy } from '../src/lib/ids.ts';
import { notificationSpec } from '../src/machines/notification/spec.ts';
import type { Channel, Verdict } from '../src/notify/channel.ts';
import { createSendNotification } from '../src/notify/send-notification.ts';
import {
  type CrashableJournal,
  createCrashableJournal,
} from '../src/simulation/crashable-journal.ts';
import { propertyOptions } from './options.ts';
import { type CrashAt, crashAt } from './steps.ts';

const incidents = ['a', 'b'] as const;
const channel = 'webhook';
type Incident = (typeof incidents)[number];
/** What the service at the other end does with an attempt. `lost`: it took it, and the answer never came. */
type Behaviour = 'take' | 'lost' | 'busy' | 'refuse';

type Command =
  | { readonly do: 'send'; readonly incident: Incident }
  | { readonly do: 'behave'; readonly as: readonly Behaviour[] }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'crash' }
  | CrashAt;

const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('send' as const),
        incident: fc.constantFrom(...incidents),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('behave' as const),
        as: fc.array(fc.constantFrom<Behaviour>('take', 'lost', 'lost', 'busy', 'busy', 'refuse'), {
          minLength: 1,
          maxLength: 4,
        }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('wait' as const),
        ms: fc.constantFrom(1_000, 5_000, 700_000),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ do: 'crash' as const }) },
    crashAt(3, 4),
  ),
  { maxLength: 25, size: 'max' },
);

const messageOf = (incident: Incident): NotificationMessage => ({
  incident_id: incident,
  news: 'firing',
  severity: 'warn',
  alert_kind: 'dispatch_errors',
  title: `trouble ${incident}`,
  text: 'look',
  since: null,
  said_at: '2026-01-01T00:00:00.000Z',
  members: [],
});
const idOf = (incident: Incident): string => notificationIdOf(incident, 1, channel);

type Heard = Stamped<{ readonly type: 'DELIVERED' } | { readonly type: 'UNDELIVERABLE' }>;
const heard = (event_type: string) => ({
  actions: [{ type: 'record' as const, params: { event_type } }],
});
/** Whoever waits for the end of a notification; its log says what it was told. */
const listener: MachineSpec<ActorState, ActorEvent> = {
  kind: 'incident',
  stateVersion: 1,
  schema: { parse: (stored) => stored as ActorState },
  machine: setup({
    types: { context: {}, events: {} as Heard },
    actions: durableActions,
  }).createMachine({
    id: 'incident',
    context: {},
    initial: 'open',
    states: {
      open: {
        on: {
          DELIVERED: heard('incident.heard_delivered'),
          UNDELIVERABLE: heard('incident.heard_undeliverable'),
        },
      },
    },
  }),
  initialState: () => ({ status: 'open' }),
  explainRefusal: () => ({ code: 'not_now', message: 'It hears two words only.' }),
};
const definitions = new Map<string, AnyDefinition>(
  [notificationSpec as unknown as MachineSpec<ActorState, ActorEvent>, listener].map((spec) => {
    const actor = createMachineActor(spec);
    return [actor.kind, actor];
  }),
);

/** A receiver that keeps what it took, by the id that goes along. */
class Receiver {
  behaviours: Behaviour[] = [];
  /** Ids of the attempts that reached it, in order. */
  readonly attempts: string[] = [];
  /** Receipts by the id of what was taken. */
  readonly taken = new Map<string, string>();

  answer(id: string): Verdict {
    this.attempts.push(id);
    const behaviour = this.behaviours.shift() ?? 'take';
    if (behaviour === 'busy') return { kind: 'retry', reason: 'busy', retryAfterMs: null };
    if (behaviour === 'refuse') return { kind: 'refused', reason: 'no' };
    // A repeat gets the receipt of the first one.
    const receipt = this.taken.get(id) ?? `receipt-${this.taken.size + 1}`;
    this.taken.set(id, receipt);
    if (behaviour === 'lost') return { kind: 'retry', reason: 'no answer', retryAfterMs: null };
    return { kind: 'delivered', receipt };
  }
}

class World {
  readonly disk = createMemoryJournal({ hashed: false });
  readonly clock = createManualClock();
  readonly receiver = new Receiver();
  readonly asked = new Set<Incident>();
  readonly complaints: string[] = [];
  #processes = 0;
  #journal: CrashableJournal = createCrashableJournal(this.disk);
  #host!: ActorHost;

  async start(): Promise<void> {
    this.#processes += 1;
    this.#journal.die();
    const journal = createCrashableJournal(this.disk);
    this.#journal = journal;
    const webhook: Channel = {
      name: channel,
      send: async ({ id }) => {
        // A dead process sends nothing.
        if (journal.isDead) return new Promise<never>(() => {});
        this.#checkNotDone(id);
        return this.receiver.answer(id);
      },
      close: () => Promise.resolve(),
    };
    const entropy = createSeededEntropy(this.#processes);
    this.#host = new ActorHost({
      journal,
      definitions,
      clock: this.clock,
      entropy,
      effects: {
        'notification.send': createSendNotification({
          channels: new Map([[channel, webhook]]),
          entropy,
          redact: (text) => text,
        }),
      },
      onStoreFault: (error) => this.complaints.push(String(error)),
    });
    await this.#host.start();
    // Whoever asked repeats what it has no answer to.
    for (const incident of this.asked) this.#send(incident);
  }

  #checkNotDone(id: string): void {
    const { status } = this.stateOf(id) ?? {};
    if (status === 'delivered' || status === 'undeliverable')
      this.complaints.push(`${id} was sent while it was ${status}`);
  }

  stateOf(id: string): Notification | undefined {
    const state = this.disk.actors.get(`notification/${id}`)?.state;
    return state === undefined ? undefined : notificationSchema.parse(state);
  }

  #send(incident: Incident): void {
    void this.#host.ask({ kind: 'notification', id: idOf(incident) }, {
      type: 'SEND',
      channel,
      message: messageOf(incident),
      answer_to: { kind: 'incident', id: incident },
    } as ActorEvent);
  }

  async run(command: Command): Promise<void> {
    switch (command.do) {
      case 'send':
        this.asked.add(command.incident);
        this.#send(command.incident);
        break;
      case 'behave':
        this.receiver.behaviours = [...command.as];
        break;
      case 'wait':
        this.clock.advance(command.ms);
        break;
      case 'crash':
        await this.start();
        break;
      case 'crash_at':
        this.#journal.dieAt(command.commits, command.moment);
    }
    await settle();
    if (!this.#journal.isDead) return;
    await this.start();
    await settle();
  }

  /** No more faults: everything comes to its end. */
  async rest(): Promise<void> {
    this.receiver.behaviours = [];
    await this.start();
    for (let round = 0; round < 12 && this.open().length > 0; round += 1) {
      await settle();
      this.clock.advance(limits.notificationPauseMsMax);
    }
    await settle();
  }

  open(): readonly Incident[] {
    return [...this.asked].filter((incident) => {
      const { status } = this.stateOf(idOf(incident)) ?? {};
      return status !== 'delivered' && status !== 'undeliverable';
    });
  }
}

async function settle(): Promise<void> {
  for (let round = 0; round < 40; round += 1) await new Promise((done) => setImmediate(done));
}

async function play(taken: readonly Command[]): Promise<World> {
  const world = new World();
  await world.start();
  for (const command of taken) await world.run(command);
  await world.rest();
  return world;
}

describe('a notification', () => {
  it('is brought there at least once, or given up for a reason; never said without a receipt', async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (taken) => {
        const world = await play(taken);
        expect(world.complaints).toEqual([]);
        expect(world.open()).toEqual([]);
        for (const incident of world.asked) {
          const id = idOf(incident);
          const state = world.stateOf(id)!;
          if (state.status === 'delivered') {
            expect(world.receiver.attempts).toContain(id);
            expect(state.receipt).toBe(world.receiver.taken.get(id));
          } else {
            expect(state).toMatchObject({
              status: 'undeliverable',
              last_error: 'no',
              receipt: null,
            });
          }
          // Its end is in the log once, and whoever waits heard of it once, whatever was repeated.
          const typesOf = (entity: string) =>
            world.disk.log
              .filter(({ entity_id }) => entity_id === entity)
              .map(({ event_type }) => event_type);
          const end = state.status === 'delivered' ? 'delivered' : 'given_up';
          expect(typesOf(id).filter((type) => /\.(?:delivered|given_up)$/.test(type))).toEqual([
            `notification.${end}`,
          ]);
          expect(typesOf(incident)).toEqual([`incident.heard_${state.status}`]);
        }
      }),
      propertyOptions(60),
    );
  });

  it('that the receiver lost the answer to is sent again under the same id', async () => {
    const world = await play([
      { do: 'behave', as: ['lost'] },
      { do: 'send', incident: 'a' },
      { do: 'wait', ms: 5_000 },
    ]);
    expect(world.receiver.attempts).toEqual([idOf('a'), idOf('a')]);
    expect(world.stateOf(idOf('a'))).toMatchObject({
      status: 'delivered',
      receipt: 'receipt-1',
      attempts: 2,
    });
  });

  it.each(['before', 'after'] as const)(
    'that was sent when the process died %s the commit of its answer is delivered all the same',
    async (moment) => {
      // The first commit takes the request, the second the answer to the attempt.
      const world = await play([
        { do: 'crash_at', commits: 2, moment },
        { do: 'send', incident: 'a' },
      ]);
      expect(world.receiver.attempts).toHaveLength(moment === 'before' ? 2 : 1);
      expect(new Set(world.receiver.attempts)).toEqual(new Set([idOf('a')]));
      expect(world.stateOf(idOf('a'))).toMatchObject({ status: 'delivered', receipt: 'receipt-1' });
    },
  );
});
