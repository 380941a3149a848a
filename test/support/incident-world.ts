/**
 * Incidents and the notifications they ask for, on one disk and one clock, without a network: the real
 * incident machine and the real evaluation step that feeds it, in a process that can die at any commit.
 * A notification waits until the test says whether it arrived.
 */

import { createMemoryJournal } from '../../src/actors/journal/memory.ts';
import type { Stamped } from '../../src/actors/machine/durable-actions.ts';
import { durableSetup } from '../../src/actors/machine/setup.ts';
import { createSpec, type MachineSpec } from '../../src/actors/machine/spec.ts';
import type { ActorState } from '../../src/actors/runtime/definition.ts';
import { ActorHost } from '../../src/actors/runtime/host.ts';
import { createMachineActor } from '../../src/actors/runtime/machine-actor.ts';
import { followIncidents, type StandingAlert } from '../../src/control/alerts/incidents.ts';
import {
  type NotificationMessage,
  notificationMessageSchema,
} from '../../src/domain/notification.ts';
import type { Incident } from '../../src/domain/records.ts';
import { createManualClock } from '../../src/lib/clock.ts';
import { createSeededEntropy } from '../../src/lib/ids.ts';
import { incidentSpec } from '../../src/machines/incident/spec.ts';
import { createKit, telling } from '../../src/machines/kit.ts';
import { createCrashableJournal } from '../../src/simulation/crashable-journal.ts';
import type { EntityRow } from '../../src/store/ports/read-models.ts';
import { wellVitals } from './control-context.ts';

interface Notification {
  readonly status: 'new' | 'sending' | 'done';
  readonly id: string;
  readonly channel: string;
  readonly message: NotificationMessage | null;
  readonly answer_to: { readonly kind: string; readonly id: string } | null;
  /** What the test made of it; null: nothing yet. */
  readonly arrived: boolean | null;
  readonly created_at: string;
  readonly updated_at: string;
}
type NotificationEvent =
  | {
      readonly type: 'SEND';
      readonly channel: string;
      readonly message: NotificationMessage;
      readonly answer_to: { readonly kind: string; readonly id: string } | null;
    }
  | { readonly type: 'ANSWER'; readonly arrived: boolean };
type Context = Omit<Notification, 'status'>;
type Send = Stamped<Extract<NotificationEvent, { type: 'SEND' }>>;
type Answer = Stamped<Extract<NotificationEvent, { type: 'ANSWER' }>>;
const kit = createKit<Context, Stamped<NotificationEvent>>();
const blankNotification = (id: string): Notification => ({
  status: 'new',
  id,
  channel: '',
  message: null,
  answer_to: null,
  arrived: null,
  created_at: '',
  updated_at: '',
});
const { status: _status, ...context } = blankNotification('');

/** Takes one message, checks that it is one, and tells whoever asked what the test makes of it. */
const notificationSpec = createSpec<Notification, NotificationEvent>()({
  kind: 'notification',
  stateVersion: 1,
  schema: { parse: (stored) => stored as Notification },
  machine: durableSetup({
    types: { context: {} as Context, events: {} as NotificationEvent },
  }).createMachine({
    id: 'notification',
    context,
    initial: 'new',
    states: {
      new: {
        on: {
          SEND: {
            target: 'sending',
            actions: [
              kit.change<Send>(({ event }) => ({
                channel: event.channel,
                message: notificationMessageSchema.parse(event.message),
                answer_to: event.answer_to,
              })),
              kit.record<Send>('notification.asked'),
            ],
          },
        },
      },
      sending: {
        on: {
          ANSWER: {
            target: 'done',
            actions: [
              kit.change<Answer>(({ event }) => ({ arrived: event.arrived })),
              kit.record<Answer>('notification.answered'),
              kit.tell<Answer>(({ context: { id, channel, message, answer_to: to }, event }) => {
                const about = {
                  channel,
                  news: message!.news,
                  incident_id: message!.incident_id,
                  sequence_id: id,
                };
                return telling(
                  to!,
                  event.arrived
                    ? { type: 'DELIVERED', ...about, receipt: `r-${id}`, delivered_at: event.at }
                    : { type: 'UNDELIVERABLE', ...about, reason: 'gone' },
                );
              }),
            ],
          },
        },
      },
      done: {},
    },
  }),
  initialState: blankNotification,
  explainRefusal: (state) => ({ code: 'not_now', message: `${state.id} is ${state.status}.` }),
});

const definitions = new Map(
  [incidentSpec, notificationSpec].map((spec) => {
    const actor = createMachineActor(spec as unknown as MachineSpec<ActorState, never>);
    return [actor.kind, actor] as const;
  }),
);
const roundsMax = 20_000;

/** When the process dies: at which commit from now on, and on which side of it. */
export interface Death {
  readonly commits: number;
  readonly moment: 'before' | 'after';
}

/** One message as it went out, in the order of the ids. */
export interface Said {
  readonly id: string;
  readonly channel: string;
  readonly news: string;
  /** Seconds since the world began. */
  readonly second: number;
  readonly members: readonly string[];
  readonly incidentId: string;
  /** Null: nobody knows yet. */
  readonly arrived: boolean | null;
}

export class IncidentWorld {
  readonly clock = createManualClock();
  readonly #startMs = this.clock.now();
  readonly #disk = createMemoryJournal({ hashed: false });
  readonly #channels: readonly string[];
  #journal = createCrashableJournal(this.#disk);
  #host: ActorHost | undefined;
  #starts = 0;

  constructor(channels: readonly string[] = ['push']) {
    this.#channels = channels;
  }

  async start(): Promise<void> {
    this.#journal.die();
    this.#starts += 1;
    this.#journal = createCrashableJournal(this.#disk);
    this.#host = new ActorHost({
      journal: this.#journal,
      definitions,
      effects: {},
      clock: this.clock,
      entropy: createSeededEntropy(this.#starts),
      onStoreFault: (error) => {
        throw error;
      },
    });
    await this.#host.start();
    await this.settle();
  }

  dieAt({ commits, moment }: Death): void {
    this.#journal.dieAt(commits, moment);
  }

  /** One evaluation that finds these alerts firing, made again until a process lives to its end. */
  async check(standing: readonly string[], change: Partial<StandingAlert> = {}): Promise<void> {
    const alerts = standing.map((name) => alertNamed(name, change));
    await this.#untilDone(() =>
      followIncidents(this.#context(), alerts, { force: false, by: 'test' }),
    );
  }

  /** Says of everything that is under way whether it arrived, over all channels or one. */
  async answer(arrived: boolean, only?: string): Promise<void> {
    for (const { id, status, channel } of this.#notifications()) {
      if (status !== 'sending' || (only !== undefined && channel !== only)) continue;
      await this.#untilDone(() =>
        this.#host!.ask({ kind: 'notification', id }, { type: 'ANSWER', arrived } as never),
      );
    }
  }

  /** Lets time pass, with everything that happens by itself at its own time. */
  async wait(ms: number): Promise<void> {
    const endMs = this.clock.now() + ms;
    while (this.clock.now() < endMs) {
      const [next] = await this.#disk.timers(null, 1);
      const nextMs = Math.min(endMs, next?.due_ms ?? endMs);
      this.clock.advance(Math.max(1, nextMs - this.clock.now()));
      await this.settle();
    }
  }

  /** Until nothing is left to do now; a process that died is followed by another. */
  async settle(): Promise<void> {
    let quiet = 0;
    for (let round = 0; quiet < 6; round += 1) {
      if (round > roundsMax) throw new Error('the world does not come to rest');
      if (this.#journal.isDead) return this.start();
      const [due] = await this.#disk.timers(null, 1);
      const isBusy =
        (await this.#disk.effects(0, 1)).length > 0 ||
        (due !== undefined && due.due_ms <= this.clock.now()) ||
        (this.#host?.stats().messages ?? 0) > 0;
      quiet = isBusy ? 0 : quiet + 1;
      // What is overdue after a restart comes with the next moment.
      this.clock.advance(0);
      await new Promise(setImmediate);
    }
  }

  async #untilDone(attempt: () => Promise<unknown>): Promise<void> {
    for (;;) {
      let isDone = false;
      const failures: unknown[] = [];
      attempt().then(
        () => {
          isDone = true;
        },
        (error: unknown) => failures.push(error),
      );
      for (let round = 0; !isDone && !this.#journal.isDead; round += 1) {
        if (failures.length > 0) throw failures[0];
        if (round > roundsMax) throw new Error('nothing answers');
        await new Promise(setImmediate);
      }
      const wasDone = isDone;
      await this.settle();
      if (wasDone) return;
    }
  }

  #context(): Parameters<typeof followIncidents>[0] {
    const rows = () => this.incidents() as unknown as EntityRow[];
    return {
      actors: {
        ask: (address, event, options) => this.#host!.ask(address, event, options),
        recall: async () => undefined,
      },
      reads: {
        incidentsGoingOn: async () => rows().filter(({ status }) => status !== 'closed'),
        lastIncident: async (groupKey) =>
          rows().findLast((incident) => incident['group_key'] === groupKey),
      },
      vitals: { alerts: { ...wellVitals.alerts, channels: this.#channels } },
    };
  }

  /** Every incident, the oldest generation first. */
  incidents(): Incident[] {
    return this.#states<Incident>('incident').sort((one, two) => one.generation - two.generation);
  }

  #notifications(): Notification[] {
    return this.#states<Notification>('notification').sort((one, two) =>
      one.id < two.id ? -1 : 1,
    );
  }

  #states<State>(kind: string): State[] {
    return [...this.#disk.actors]
      .filter(([name]) => name.startsWith(`${kind}/`))
      .map(([, stored]) => stored.state as State);
  }

  /** Every message that was ever asked for. */
  said(): Said[] {
    return this.#notifications().map(({ id, channel, message, arrived }) => ({
      id,
      channel,
      news: message!.news,
      second: (Date.parse(message!.said_at) - this.#startMs) / 1000,
      members: message!.members.map(({ fingerprint }) => fingerprint),
      incidentId: message!.incident_id,
      arrived,
    }));
  }
}

const alertNamed = (name: string, change: Partial<StandingAlert>): StandingAlert => ({
  fingerprint: name,
  alert_kind: 'stale_item',
  subject: name,
  severity: 'warn',
  message: `${name} is wrong`,
  suggested_action: 'look',
  since: null,
  status: 'firing',
  group_key: 'worker:w',
  ...change,
});
