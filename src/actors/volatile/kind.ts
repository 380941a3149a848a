/**
 * What the volatile host must be told about a kind of actor: a statechart that decides, and
 * handlers that carry out what it asks for. The machine names effects and never runs them, so it
 * can be tested by events and states alone.
 *
 * | In the machine | Becomes |
 * |---|---|
 * | an action made by `asks<Input>()` | a call of the handler of that name, after the transition |
 * | `invoke` of a source made by `waitsFor<Output, Input>()` | the same, told to abort when its state is left; its result is `onDone`, its failure `onError` |
 * | `after`, `raise` with a delay | a timer of the host's clock, cancelled when its state is left |
 * | `reply`, `defer`, `answer` | the answer to whoever asked, now or in a later turn |
 */
import {
  type AnyStateMachine,
  fromPromise,
  type InputFrom,
  type PromiseActorLogic,
  type SnapshotFrom,
} from 'xstate';
import type { Clock } from '../../lib/clock.ts';
import type { ActorAddress, ActorEvent } from '../machine/durable-actions.ts';
import type { IntensityPolicy } from '../runtime/intensity.ts';
import type { LaneBounds } from '../runtime/mailbox.ts';
import type { SendOptions, VolatileReply } from './message.ts';

/** What a handler may do besides its work. */
export interface EffectContext {
  readonly address: ActorAddress;
  readonly clock: Clock;
  /** Aborts when the state that invoked the effect is left, and when the actor stops or restarts. */
  readonly signal: AbortSignal;
  ask(to: ActorAddress, event: ActorEvent, options?: SendOptions): Promise<VolatileReply>;
}

/**
 * Carries out one effect. An event that it returns goes to the actor: within the same turn when it
 * is returned at once, as a message of the control lane when it is promised. What an invoked effect
 * returns is the `output` of its `onDone` instead. Whatever it throws is a failure of the actor.
 */
export type EffectHandler = (input: never, context: EffectContext) => unknown;
/** By the name that the machine asks for or invokes. */
export type EffectHandlers = Readonly<Record<string, EffectHandler>>;

/** `Input` may hold more than the machine looks at: what the handlers work with. */
export interface VolatileKind<
  Machine extends AnyStateMachine = AnyStateMachine,
  Input extends InputFrom<Machine> = InputFrom<Machine>,
> {
  /** First half of the address. */
  readonly kind: string;
  readonly machine: Machine;
  /** Called for each actor and again after each restart, so that handlers may keep what they need. */
  handlers(actor: { readonly address: ActorAddress; readonly input: Input }): EffectHandlers;
  /**
   * What a restarted actor begins with, where its first input no longer holds. `last` is the
   * snapshot that it had come to.
   */
  restartInput?(input: Input, last: SnapshotFrom<Machine>): Input;
  /** Machines that the handlers drive and which show in the actor's snapshot, for whoever looks. */
  inner?(
    snapshot: SnapshotFrom<Machine>,
  ): readonly { readonly kind: string; readonly status: string }[];
  readonly laneBounds?: LaneBounds;
  /** Restarts beyond this stop the actor for good. */
  readonly intensity?: IntensityPolicy;
}

/** Implementation of an action that asks for the effect of its name. */
export function asks<Input = undefined>(): (_: unknown, _input: Input) => void {
  return () => {};
}

/** Implementation of a source that a state invokes; it gives the types and never runs. */
export function waitsFor<Output, Input = undefined>(): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(() => Promise.reject(new Error('the host runs effects')));
}

/** Answers of a turn; spread into `setup({ actions })`. */
export const answers = {
  /** Answers whoever sent the present event. */
  reply: asks<{ readonly body: unknown }>(),
  /** Keeps the sender of the present event waiting under its `request_key`. */
  defer: asks(),
  /** Answers senders that were kept waiting; an unknown key does nothing. */
  answer: asks<{ readonly keys: readonly string[]; readonly body: unknown }>(),
};
/** The actions that the host carries out itself: they need no handler. */
export const answerNames: ReadonlySet<string> = new Set(Object.keys(answers));
