/** What the results of the pump's effects change in what it remembers. Pure. */
import type { Pump } from '../../domain/records.ts';
import type { PumpEvent } from './events.ts';
import { stillWriting } from './writing.ts';

type Context = Omit<Pump, 'status'>;
type Of<Type extends PumpEvent['type']> = Extract<PumpEvent, { type: Type }> & {
  readonly at: string;
};

/** A step is over: it did something, was refused, or found nothing left to do. */
export function afterStep(context: Context, event: Of<'STEPPED'>): Partial<Context> {
  const { tick, at, done, begun } = event;
  const tried = [...event.tried];
  const common = { last_step: { tick, at, done, tried }, tried };
  // Whether it gets anything done is known when the text has ended.
  if (begun !== undefined)
    return { ...common, quiet_since: null, writing: [...stillWriting(context), begun] };
  if (done !== null) {
    const { part } = done;
    return {
      ...common,
      drafted_count: context.drafted_count + (part === 'draft' ? 1 : 0),
      dispatched_count: context.dispatched_count + (part === 'dispatch' ? 1 : 0),
      published_count: context.published_count + (part === 'publish' ? 1 : 0),
      followed_up_count: context.followed_up_count + (part === 'followup' ? 1 : 0),
      quiet_since: null,
      failing_since: null,
      last_error: null,
    };
  }
  const refused = tried.find(({ outcome }) => outcome === 'refused');
  return {
    ...common,
    fruitless_count: context.fruitless_count + 1,
    quiet_since: refused === undefined && context.enabled ? at : null,
    failing_since: refused === undefined ? null : (context.failing_since ?? at),
    last_error: refused?.reason ?? null,
  };
}

/** A look or a step could not be carried out at all. */
export function afterFailure(
  context: Context,
  event: Of<'EFFECT_FAILED'>,
  isStep: boolean,
): Partial<Context> {
  return {
    fruitless_count: context.fruitless_count + (isStep ? 1 : 0),
    quiet_since: null,
    failing_since: context.failing_since ?? event.at,
    last_error: event.error,
  };
}
