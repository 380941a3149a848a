/**
 * From a cause to a phone without a network: the real machines, store, watch over the workers, evaluation
 * of the alerts and the one who wakes it, on a clock that stands still, with one worker that can be killed
 * and a phone that gives receipts. Times that nothing else is said of are the defaults of the configuration.
 */
import type { ActorEvent } from '../../src/actors/machine/durable-actions.ts';
import type { MachineSpec } from '../../src/actors/machine/spec.ts';
import type { ActorState } from '../../src/actors/runtime/definition.ts';
import { ActorHost } from '../../src/actors/runtime/host.ts';
import { createMachineActor } from '../../src/actors/runtime/machine-actor.ts';
import { createAlertWaker } from '../../src/app/plane/alert-waker.ts';
import type { Waker } from '../../src/app/plane/waker.ts';
import { alertsSection } from '../../src/config/sections/alerts.ts';
import { workersSection } from '../../src/config/sections/workers.ts';
import {
  createAlertLooks,
  startAlertWatch,
  wakeAlertWatch,
} from '../../src/control/alerts/alert-watch.ts';
import type { WorkerTarget } from '../../src/control/fleet/workers.ts';
import { createWorkerWatch, type WorkerWatch } from '../../src/control/workers/worker-watch.ts';
import {
  type NotificationMessage,
  notificationMessageSchema,
} from '../../src/domain/notification.ts';
import { workerGateService } from '../../src/domain/product.ts';
import { createManualClock, toIsoTime } from '../../src/lib/clock.ts';
import { createSeededEntropy } from '../../src/lib/ids.ts';
import { controlPlaneMachines } from '../../src/machines/all.ts';
import type { Channel } from '../../src/notify/channel.ts';
import { createSendNotification } from '../../src/notify/send-notification.ts';
import type { WorkerClient } from '../../src/worker-client/client.ts';
import { tokenFingerprint } from '../../src/worker-wire/token-fingerprint.ts';
import type { RunListReply } from '../../src/worker-wire/wire.ts';
import { createTestControl, type TestControl, testLane, testTarget } from './control-context.ts';
import { openTestStore } from './store-fixtures.ts';

const definitions = new Map(
  (Object.values(controlPlaneMachines) as readonly unknown[]).map((spec) => {
    const actor = createMachineActor(spec as MachineSpec<ActorState, ActorEvent>);
    return [actor.kind, actor] as const;
  }),
);
const secondsOf = (field: { parse(value: undefined): unknown }): number =>
  Number(field.parse(undefined)) * 1000;
const { shape: alerts } = alertsSection;

/** Milliseconds, as a service without a word about them in its configuration has them. */
export const defaults = {
  refreshMs: secondsOf(workersSection.shape.worker_refresh_sec),
  checkIntervalMs: secondsOf(alerts.queue_alert_check_interval_sec),
  unreachableAfterMs: secondsOf(alerts.queue_alert_unreachable_after_sec),
  cooldownMs: secondsOf(alerts.queue_alert_cooldown_sec),
  hangAfterMs: secondsOf(alerts.queue_alert_hang_after_sec),
} as const;

/** A message on the phone, with the time of the receipt. */
export interface Ring {
  readonly id: string;
  readonly atMs: number;
  readonly message: NotificationMessage;
}

interface AlertingOptions {
  readonly seed: number;
  readonly checkIntervalMs?: number;
  readonly hangAfterMs?: number;
  readonly budgets?: TestControl['settings']['budgets'];
}
const startEvents = {
  unknown: { type: 'OUTCOME_UNKNOWN', error: 'time-out' },
  accepted: { type: 'WORKER_ACCEPTED', session_id: null },
  refused: { type: 'WORKER_REFUSED', code: 'invalid_request', error: 'it is malformed' },
} as const;

/** One process with one worker and one phone. */
export class AlertingWorld {
  readonly clock = createManualClock();
  readonly #store = openTestStore();
  readonly rings: Ring[] = [];
  /** Its process is gone: connections are refused. */
  isKilled = false;
  /** Why the store is to take no writes, as a disk that is nearly full, and why the folder of the corpus is no use. */
  writeTrouble: string | null = null;
  corpusTrouble: string | null = null;
  /** What becomes of a start: nobody knows, the worker takes it, or refuses it. */
  starts: 'unknown' | 'accepted' | 'refused' = 'unknown';
  /** What its list of runs says beside, or instead of, what a worker at rest says. */
  workerSays: Partial<RunListReply> = {};
  /** When the worker took its last sample; null: with every question. */
  sampledAt: string | null = null;
  readonly #looks = createAlertLooks(() => this.control);
  readonly #entropy: ReturnType<typeof createSeededEntropy>;
  readonly #host: ActorHost;
  readonly control: TestControl;
  readonly #watch: WorkerWatch;
  readonly #waker: Waker;

  constructor(options: AlertingOptions) {
    const { clock } = this;
    this.#entropy = createSeededEntropy(options.seed);
    this.#host = new ActorHost({
      journal: this.#store.journal,
      definitions,
      effects: {
        'alerts.check': this.#looks.effect,
        'notification.send': createSendNotification({
          channels: new Map([['pushover', this.#phone()]]),
          entropy: this.#entropy,
          redact: (text) => text,
        }),
        'worker.start_run': {
          run: async ({ run_id }) =>
            ({ ...startEvents[this.starts], run_id }) as unknown as ActorEvent,
        },
        // Nobody knows what became of the run.
        'worker.find_run': { run: async () => null },
        'paper.draft': {
          run: async () =>
            ({
              type: 'GENERATION_FAILED',
              error: 'the record contradicts the files',
              code: 'internal',
              for_a_person: true,
              details: {},
            }) as unknown as ActorEvent,
        },
      },
      clock,
      entropy: this.#entropy,
      onStoreFault: (error) => {
        throw error;
      },
    });
    this.control = createTestControl({
      reads: this.#store.reads,
      actors: { ask: (...args) => this.#host.ask(...args), recall: async () => undefined },
      clock,
      targets: [this.#worker()],
      ...(options.budgets === undefined ? {} : { budgets: options.budgets }),
      vitals: {
        writeTrouble: () => this.writeTrouble,
        corpusTrouble: () => this.corpusTrouble,
        alertsCheckedAt: () => this.#looks.last(),
        alerts: {
          ...defaults,
          checkIntervalMs: options.checkIntervalMs ?? defaults.checkIntervalMs,
          hangAfterMs: options.hangAfterMs ?? defaults.hangAfterMs,
          dispatchErrorCount: 3,
          channels: ['pushover'],
        },
      },
    });
    const fail = (error: unknown): never => {
      throw error;
    };
    this.#watch = createWorkerWatch({
      context: this.control,
      intervalMs: defaults.refreshMs,
      onError: fail,
    });
    this.#waker = createAlertWaker({
      inspection: this.#host.inspection,
      clock,
      wake: (cause) => wakeAlertWatch(this.control, cause),
      onError: fail,
    });
  }

  async start(): Promise<void> {
    await this.#host.start();
    await startAlertWatch(this.control);
    this.#waker.start(true);
    this.#watch.start();
    await this.turns();
  }

  async close(): Promise<void> {
    this.#waker.stop();
    await this.#watch.stop();
    await this.#host.drain(0);
    await this.#store.journal.close();
  }

  /** Lets the time pass, every timer in its own moment; sooner over when `until` says so. */
  async pass(ms: number, until: () => boolean = () => false): Promise<void> {
    const endMs = this.clock.monotonic() + ms;
    while (this.clock.monotonic() < endMs && !until()) {
      const nextMs = Math.min(endMs, this.clock.nextDueMs() ?? endMs);
      this.clock.advance(Math.max(1, nextMs - this.clock.monotonic()));
      await this.turns();
    }
  }

  /** Until the phone rings about something that matches; the time that took. */
  async untilRing(withinMs: number, matches: (ring: Ring) => boolean): Promise<number | null> {
    const beganMs = this.clock.now();
    const found = () => this.rings.find((ring) => ring.atMs >= beganMs && matches(ring));
    await this.pass(withinMs, () => found() !== undefined);
    const ring = found();
    return ring === undefined ? null : ring.atMs - beganMs;
  }

  /** A paper whose first draft a person has to look at. */
  async holdPaper(): Promise<void> {
    await this.#ask('paper', 'paper-a-1', {
      type: 'DRAFT',
      paper_id: 'paper-a-1',
      project_id: 'a',
      project_name: 'A',
      project_dir: 'a',
      run_id: 'a-1',
      decision: {
        project_decision: 'finalize_positive',
        research_outcome: 'paper_positive',
        hypothesis_status: 'supported',
      },
    });
    await this.turns();
  }

  /** An item that is started as `starts` says. */
  async startRun(id = 'a'): Promise<void> {
    const ask = (event: object) => this.#ask('queue_item', id, event);
    await ask({
      type: 'ENQUEUE',
      project_id: id,
      project_name: id,
      project_dir: id,
      prompt: 'p',
      selection_rank: 1,
      dispatch_priority: 1,
      auto_continue: false,
      max_continues: 0,
      max_retries: 0,
      machine_target: null,
      workload_class: 'cpu_only',
      model: null,
      reasoning_effort: 'medium',
      sandbox: 'workspace-write',
      tags: [],
    });
    await ask({
      type: 'CLAIM',
      run_id: `${id}-1`,
      lane: testLane,
      worker_target: 'default',
      lease_ms: 60_000,
      stale_after_ms: 3_600_000,
    });
    await this.turns();
  }

  async #ask(kind: string, id: string, event: object): Promise<void> {
    const reply = await this.#host.ask({ kind, id }, event as never);
    if (!reply.ok || !reply.outcome.accepted) throw new Error(JSON.stringify(reply));
  }

  async turns(): Promise<void> {
    for (let quiet = 0; quiet < 6; quiet += 1) {
      if (this.#host.stats().messages > 0) quiet = 0;
      await new Promise(setImmediate);
    }
  }

  #phone(): Channel {
    return {
      name: 'pushover',
      send: async ({ id, message }) => {
        const known = this.rings.find((ring) => ring.id === id);
        const read = notificationMessageSchema.parse(message);
        if (known === undefined) this.rings.push({ id, atMs: this.clock.now(), message: read });
        return { kind: 'delivered', receipt: `r-${id}` };
      },
      close: async () => {},
    };
  }

  #worker(): WorkerTarget {
    const answer = async (value: () => object) =>
      this.isKilled
        ? { kind: 'not_sent', error: 'ECONNREFUSED' }
        : { kind: 'ok', value: { timestamp: toIsoTime(this.clock.now()), ...value() } };
    const client = {
      health: () => answer(() => ({ ok: true, service: workerGateService })),
      listRuns: () =>
        answer(() => ({
          runs: [],
          live_count: 0,
          callback_token_fingerprint: tokenFingerprint('callback-token-of-a-test'),
          ...this.workerSays,
        })),
      telemetry: () =>
        answer(() => ({
          sample: {
            at: this.sampledAt ?? toIsoTime(this.clock.now()),
            gpus: [],
            problems: [],
            memory_available_mib: 8000,
          },
        })),
      findRun: async () => ({ kind: 'unknown', error: 'time-out', status: null }),
      close: async () => {},
    } as unknown as WorkerClient;
    return { ...testTarget(), client, clientWith: () => client };
  }
}
