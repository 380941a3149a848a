/**
 * One volatile actor: its inbox, its snapshot, and the turns it takes. A turn is a message, the
 * transition it leads to, the effects of that, and the events with which these answer at once; then
 * the sender has its answer. Whatever throws on the way restarts the actor from its beginning, with
 * its timers and effects called off and what waits in its inbox kept.
 */
import type { AnyMachineSnapshot, StateValue } from 'xstate';
import { assert } from '../../lib/assert.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { messageOfError } from '../../lib/describe-error.ts';
import type { ActorAddress, ActorEvent } from '../machine/durable-actions.ts';
import { Intensity } from '../runtime/intensity.ts';
import type { CellHost, Ending } from './cell-host.ts';
import { CellTimers } from './cell-timers.ts';
import { checkHandlers } from './check-kind.ts';
import type { LastFailure, VolatileActorState } from './host-options.ts';
import { Inbox } from './inbox.ts';
import type { EffectHandlers, VolatileKind } from './kind.ts';
import { rejected, type VolatileMessage, type VolatileReply } from './message.ts';
import { type RunningEffect, RunningEffects } from './running-effects.ts';
import { type Asked, firstStep, nextStep, type Step } from './step.ts';

/** Events with which effects may answer within one turn. */
const followUpsMax = 100;

type Settle = (reply: VolatileReply) => void;

/** Made by the host when an actor is started; ended by its machine, by the host, or by failing too often. */
export class Cell {
  readonly address: ActorAddress;
  readonly kind: VolatileKind;
  readonly inbox: Inbox;
  readonly effects = new RunningEffects();
  readonly timers: CellTimers;
  readonly #host: CellHost<Cell>;
  readonly #intensity: Intensity;
  /** Senders that the machine keeps waiting, by request key. */
  readonly #deferred = new Map<string, Settle>();
  #input: unknown;
  #handlers: EffectHandlers = {};
  #snapshot: AnyMachineSnapshot | null = null;
  #isEnded = false;
  #restarts = 0;
  #lastFailure: LastFailure | null = null;

  constructor(host: CellHost<Cell>, kind: VolatileKind, id: string, input: unknown) {
    this.#host = host;
    this.kind = kind;
    this.address = { kind: kind.kind, id };
    this.inbox = new Inbox(kind.laneBounds ?? host.laneBounds);
    this.timers = new CellTimers(host.clock);
    this.#intensity = new Intensity(kind.intensity ?? host.intensity);
    this.#input = input;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The latest; null before the first. */
  get snapshot(): AnyMachineSnapshot | null {
    return this.#snapshot;
  }

  /** How it stands, for whoever looks at the process. */
  describe(): VolatileActorState {
    const snapshot = this.#snapshot;
    return {
      ...this.address,
      status: snapshot === null ? '' : toWords(snapshot.value),
      inner: snapshot === null ? [] : (this.kind.inner?.(snapshot as never) ?? []),
      waiting: this.inbox.size,
      restarts: this.#restarts,
      last_failure: this.#lastFailure,
    };
  }

  /** Enters the first state. Throws only when its kind is wrong; a failure is a failure. */
  start(): void {
    this.#handlers = this.#makeHandlers();
    checkHandlers(this.kind.kind, this.kind.machine, this.#handlers);
    this.#host.within(() => this.#begin('spawn'));
  }

  /** Takes one turn; true when more waits. */
  turn(): boolean {
    const message = this.#isEnded ? undefined : this.inbox.take();
    if (message?.isCurrent() === true) this.#handle(message);
    return !this.#isEnded && this.inbox.size > 0;
  }

  /** Ends it: nothing of it runs on but handlers that do not heed their signal. */
  end(how: Ending): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#callOff('stopped');
    for (let next = this.inbox.take(); next !== undefined; next = this.inbox.take()) {
      next.settle(rejected('stopped'));
    }
    this.#host.ended(this, how);
  }

  #makeHandlers(): EffectHandlers {
    return this.kind.handlers({ address: this.address, input: this.#input as never });
  }

  #begin(because: string): void {
    try {
      this.#settleDown(firstStep(this.kind.machine, this.#input), null);
      this.#afterTurn();
    } catch (error) {
      this.#fail(error, because);
    }
  }

  #handle(message: VolatileMessage): void {
    let accepted: boolean;
    const answer: Answer = { message, body: null, isDeferred: false };
    try {
      const event = this.#host.stamp(message);
      const before = this.#snapshot!;
      const step = nextStep(before, event);
      accepted = step.snapshot !== before || step.asked.length > 0;
      this.#settleDown(step, answer);
    } catch (error) {
      message.settle(rejected('failed'));
      this.#fail(error, message.event.type);
      return;
    }
    if (!answer.isDeferred) message.settle(this.#replyOf(accepted, answer.body));
    this.#afterTurn();
  }

  /** Follows a step with its effects, and with what these answer at once. */
  #settleDown(first: Step, answer: Answer | null): void {
    const followUps: ActorEvent[] = [];
    let step: Step | undefined = first;
    for (let count = 0; step !== undefined; count += 1) {
      assert(count <= followUpsMax, `effects answered ${followUpsMax} times within one turn`);
      this.#snapshot = step.snapshot;
      for (const asked of step.asked) {
        if (this.#isEnded) return;
        const event = this.#perform(asked, answer);
        if (event !== null) followUps.push(event);
      }
      const next = followUps.shift();
      step = next === undefined ? undefined : nextStep(this.#snapshot, next);
    }
  }

  /** Carries out what a step asks for; an event when there is an answer at once. */
  #perform(asked: Asked, answer: Answer | null): ActorEvent | null {
    if (asked.type === 'timer') this.#setTimer(asked);
    else if (asked.type === 'cancel') this.timers.cancel(asked.id);
    else if (asked.type === 'abort') this.effects.abort(asked.childId);
    else if (asked.type === 'invoke') this.#invoke(asked);
    else if (asked.name === 'reply' || asked.name === 'defer' || asked.name === 'answer') {
      this.#answer(asked.name, asked.input, answer);
    } else return this.#run(asked);
    return null;
  }

  #answer(name: 'reply' | 'defer' | 'answer', input: unknown, answer: Answer | null): void {
    if (name === 'answer') {
      const { keys, body } = input as { keys: readonly string[]; body: unknown };
      for (const key of keys) {
        this.#deferred.get(key)?.(this.#replyOf(true, body));
        this.#deferred.delete(key);
      }
    } else if (answer === null) return;
    else if (name === 'reply') answer.body = (input as { body: unknown }).body;
    else {
      answer.isDeferred = true;
      this.#deferred.set(answer.message.requestKey, answer.message.settle);
    }
  }

  #replyOf(accepted: boolean, body: unknown): VolatileReply {
    return { ok: true, accepted, body, snapshot: this.#snapshot! };
  }

  #setTimer({ id, delayMs, event }: Extract<Asked, { type: 'timer' }>): void {
    this.timers.set(id, delayMs, (claim) => this.#deliverOwn(event, 'system', claim));
  }

  /** An effect for its own sake: at once, or for as long as it takes. */
  #run({ name, input }: Extract<Asked, { type: 'effect' }>): ActorEvent | null {
    const running = this.effects.begin(null);
    let result: unknown;
    try {
      result = this.#call(name, input, running.signal);
    } catch (error) {
      running.returned();
      throw error;
    }
    if (result instanceof Promise) {
      this.#follow(name, result, running);
      return null;
    }
    running.returned();
    running.claim();
    return toEvent(result);
  }

  #follow(name: string, result: Promise<unknown>, running: RunningEffect): void {
    result.then(
      (value) => {
        running.returned();
        const event = toEvent(value);
        if (event === null) running.claim();
        else this.#deliverOwn(event, 'control', () => running.claim());
      },
      (error: unknown) => {
        running.returned();
        if (running.claim()) this.#host.within(() => this.#fail(error, name));
      },
    );
  }

  /** An effect that a state waits for. */
  #invoke({ childId, name, input }: Extract<Asked, { type: 'invoke' }>): void {
    const running = this.effects.begin(childId);
    const report = (event: ActorEvent): void => {
      running.returned();
      this.#deliverOwn(event, 'control', () => running.claim());
    };
    const work = async (): Promise<unknown> => await this.#call(name, input, running.signal);
    work().then(
      (output) => report(actorEvent('done', childId, { output })),
      (error: unknown) => report(actorEvent('error', childId, { error })),
    );
  }

  #call(name: string, input: unknown, signal: AbortSignal): unknown {
    const handler = this.#handlers[name];
    assert(handler !== undefined, `${this.kind.kind}: nobody carries out ${name}`);
    return handler(input as never, this.#host.contextOf(this.address, signal));
  }

  #deliverOwn(event: ActorEvent, lane: 'system' | 'control', isCurrent: () => boolean): void {
    if (this.#isEnded) return;
    this.inbox.pushOwn(this.#host.ownMessage(event, lane, isCurrent));
    this.#host.wake(this);
  }

  #afterTurn(): void {
    if (this.#snapshot!.status === 'done') this.end('done');
  }

  #callOff(why: 'stopped' | 'failed'): void {
    this.timers.cancelAll();
    this.effects.abortAll();
    for (const settle of this.#deferred.values()) settle(rejected(why));
    this.#deferred.clear();
  }

  /** Begins anew, or ends for good when that has happened too often. */
  #fail(error: unknown, event: string): void {
    if (this.#isEnded) return;
    this.#callOff('failed');
    const isTooOften = this.#intensity.exceeds(this.#host.clock.monotonic());
    this.#restarts += isTooOften ? 0 : 1;
    this.#lastFailure = {
      at: toIsoTime(this.#host.clock.now()),
      event,
      reason: messageOfError(error),
    };
    this.#host.failed(this, { error, isTooOften });
    if (isTooOften) {
      this.end('gave_up');
      return;
    }
    try {
      if (this.#snapshot !== null && this.kind.restartInput !== undefined) {
        this.#input = this.kind.restartInput(this.#input, this.#snapshot as never);
      }
      this.#handlers = this.#makeHandlers();
      this.#begin('restart');
    } catch (again) {
      this.#fail(again, 'restart');
    }
  }
}

/** What the present sender will be told. */
interface Answer {
  readonly message: VolatileMessage;
  body: unknown;
  isDeferred: boolean;
}

function toEvent(value: unknown): ActorEvent | null {
  return typeof value === 'object' && value !== null && 'type' in value
    ? (value as ActorEvent)
    : null;
}

/** The event by which XState learns that something invoked has ended. */
function actorEvent(how: 'done' | 'error', childId: string, what: object): ActorEvent {
  return Object.assign({ type: `xstate.${how}.actor.${childId}`, actorId: childId }, what);
}

/** `waiting.agent.exited waiting.check.regular` for a state value of that depth. */
function toWords(value: StateValue): string {
  return paths(value).join(' ');
}

function paths(value: StateValue): string[] {
  if (typeof value === 'string') return [value];
  return Object.entries(value).flatMap(([name, inner]) => {
    const below = inner === undefined ? [] : paths(inner);
    return below.length === 0 ? [name] : below.map((path) => `${name}.${path}`);
  });
}
