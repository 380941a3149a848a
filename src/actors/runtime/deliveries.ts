/** Brings results of effects, messages of the outbox and due timers to their actors. */
import { type Clock, toIsoTime } from '../../lib/clock.ts';
import type { ActorAddress, ActorEvent } from '../../machines/durable-actions.ts';
import type { EffectRow, Journal, TimerRow } from '../../store/ports/journal.ts';
import type { Committer } from './committer.ts';
import type { DeliveryResult } from './effect-runner.ts';
import type { Message } from './message.ts';

export interface DeliveriesOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly committer: Committer;
  /** Puts a message into its actor's mailbox. */
  readonly post: (to: ActorAddress, message: Message) => void;
  /** Told of what becomes a dead letter. */
  readonly onDeadLetter: (actor: string, event: string, reason: string) => void;
}

export class Deliveries {
  readonly #options: DeliveriesOptions;

  constructor(options: DeliveriesOptions) {
    this.#options = options;
  }

  /**
   * Gives `event` to `to`; the turn that takes it removes `row` from the outbox. Rejects while the
   * actor is quarantined, which is tried again later.
   */
  deliverEffect(
    to: ActorAddress,
    event: ActorEvent,
    by: string,
    row: EffectRow,
  ): Promise<DeliveryResult> {
    return new Promise((resolve, reject) => {
      this.#options.post(to, {
        ...plainMessage,
        event,
        lane: 'control',
        by,
        requestKey: `effect:${row.effect_id}`,
        correlationId: row.correlation_id,
        causeId: row.cause_id,
        completesEffectId: row.effect_id,
        failures: 0,
        settle: (reply) => {
          if (reply.ok || reply.rejected === 'already_applied') resolve('done');
          else if (reply.rejected === 'failed' || reply.rejected === 'unknown_kind') {
            this.#bury(row, reply.detail).then(() => resolve('done'), reject);
          } else if (reply.rejected === 'quarantined') reject(new Error(reply.detail));
          else resolve('later');
        },
      });
    });
  }

  /** Removes an effect that has nothing to tell. */
  completeEffect(row: EffectRow): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#options.committer.add({
        record: {
          kind: row.kind,
          id: row.id,
          // Depends on no version of the actor.
          expectedVersion: -1,
          events: [],
          answers: [],
          timersSet: [],
          timersCleared: [],
          effects: [],
          completedEffectId: row.effect_id,
        },
        committed: () => resolve(),
        refused: (failure) => {
          if (failure.reason === 'answer') resolve();
          else reject(new Error(`not committed: ${failure.reason}`));
        },
      });
    });
  }

  deliverTimer(timer: TimerRow): void {
    this.#options.post(
      { kind: timer.kind, id: timer.id },
      {
        ...plainMessage,
        event: JSON.parse(timer.event) as ActorEvent,
        lane: 'system',
        by: 'timer',
        requestKey: `timer:${timer.kind}/${timer.id}/${timer.name}@${timer.due_ms}`,
        correlationId: timer.correlation_id,
        timer: { name: timer.name, dueMs: timer.due_ms },
        failures: 0,
        settle: () => {},
      },
    );
  }

  /** Keeps an effect that no actor can take as a dead letter. */
  async #bury(row: EffectRow, reason: string): Promise<void> {
    this.#options.onDeadLetter(`${row.kind}/${row.id}`, row.name, reason);
    await this.#options.journal.buryEffect(row.effect_id, {
      kind: row.kind,
      id: row.id,
      message: row.input,
      reason,
      at: toIsoTime(this.#options.clock.now()),
    });
  }
}

/** Members that only messages of callers use. */
const plainMessage = {
  fingerprint: null,
  causeId: null,
  completesEffectId: null,
  timer: null,
  coalesceKey: null,
} as const;
