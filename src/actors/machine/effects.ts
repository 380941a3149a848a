/** Declared effects: what a durable machine may invoke. They are names with types and no body. */
import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { JsonObject } from '../../lib/canonical-json.ts';

/** What `setup({ actors })` holds for an effect: `invoke` checks input and output by it. */
export type DeclaredEffect<Input extends JsonObject, Output> = PromiseActorLogic<Output, Input>;

const declared = new WeakSet<object>();

/**
 * Declares an effect under the name it gets in `setup({ actors })`, which is the name of its
 * handler at the host. `Input` is what `invoke` passes, `Output` what `onDone` finds in the event.
 */
export function declareEffect<
  Input extends JsonObject = JsonObject,
  Output = unknown,
>(): DeclaredEffect<Input, Output> {
  const effect = fromPromise<Output, Input>(() =>
    Promise.reject(new Error('an effect is carried out by the actor runtime, not by its machine')),
  );
  declared.add(effect);
  return effect;
}

/** Whether `logic` was made by `declareEffect`, and so can be invoked without running in the process. */
export function isDeclaredEffect(logic: unknown): boolean {
  return typeof logic === 'object' && logic !== null && declared.has(logic);
}
