/**
 * XState's `setup` for durable machines: the vocabulary is there and typed, events carry the stamp,
 * effects are declared beside guards, and `meta` says the status. Inside the state configs that it
 * makes, XState narrows the event of every transition by its name.
 */
import {
  type DelayConfig,
  type EventObject,
  type GuardPredicate,
  type MachineContext,
  type NonReducibleUnknown,
  type ParameterizedObject,
  type SetupReturn,
  setup,
  type UnknownActorLogic,
} from 'xstate';
import { type ActorEvent, durableActions, type Stamped } from './durable-actions.ts';

type ParamsMap = Record<string, ParameterizedObject['params'] | undefined>;
type Vocabulary = {
  [Name in keyof typeof durableActions]: Parameters<(typeof durableActions)[Name]>[1];
};

/** `meta` of a state: the status of an actor that is in it. */
export type StatusMeta = { readonly status?: string };

interface DurableSetup<
  Context extends MachineContext,
  Event extends ActorEvent,
  Guards extends ParamsMap,
  Delay extends string,
  Effects extends Record<string, UnknownActorLogic>,
> {
  /** Values of these types, `{} as …`; never looked at. */
  readonly types: { readonly context: Context; readonly events: Event };
  readonly guards?: {
    [Name in keyof Guards]: GuardPredicate<
      Context,
      Stamped<Event>,
      Guards[Name],
      { type: keyof Guards & string; params: Guards[keyof Guards] }
    >;
  };
  readonly delays?: {
    [Name in Delay]: DelayConfig<Context, Stamped<Event>, undefined, Stamped<Event>>;
  };
  /** What `invoke` may name, each made with `declareEffect`. */
  readonly effects?: Effects;
}

/** `createMachine`, `createStateConfig` and the rest of `setup`, typed for a durable machine. */
export function durableSetup<
  Context extends MachineContext,
  Event extends ActorEvent,
  Guards extends ParamsMap = Record<never, undefined>,
  Delay extends string = never,
  Effects extends Record<string, UnknownActorLogic> = Record<never, UnknownActorLogic>,
>({
  guards,
  delays,
  effects,
}: DurableSetup<Context, Event, Guards, Delay, Effects>): SetupReturn<
  Context,
  Stamped<Event>,
  Effects,
  Record<never, string>,
  Vocabulary,
  Guards,
  Delay,
  string,
  NonReducibleUnknown,
  NonReducibleUnknown,
  EventObject,
  StatusMeta
> {
  const options = { actions: durableActions, guards, delays, actors: effects };
  // XState infers the same types from options it is given in place; here they are stated instead.
  return setup(options as never) as never;
}
