/** An event tried on an actor as it is stored: what its machine would do. Nothing is committed. */
import { describeError } from '../../lib/describe-error.ts';
import type { Journal } from '../journal/port.ts';
import type { ActorAddress, ActorEvent } from '../machine/durable-actions.ts';
import type { AnyDefinition } from './definition.ts';

/** What an event would do to an actor as it is now. Nothing is committed. */
export type Trial =
  | {
      readonly result: 'accepted' | 'refused';
      readonly from: string;
      readonly to: string;
      /** Why it was refused; null when accepted. */
      readonly refusal: { readonly code: string; readonly message: string } | null;
      /** Names of the actions it would ask for, in order. */
      readonly actions: readonly string[];
    }
  /** The state cannot be restored, or the machine throws. */
  | { readonly result: 'failed'; readonly error: string };

interface TrialOptions {
  readonly journal: Journal;
  readonly definitions: ReadonlyMap<string, AnyDefinition>;
  readonly now: () => string;
}

/** Decides as the next turn would; an actor that is not stored begins as a new one. Never rejects. */
export async function tryEvent(
  { kind, id }: ActorAddress,
  event: ActorEvent,
  { journal, definitions, now }: TrialOptions,
): Promise<Trial> {
  const definition = definitions.get(kind);
  if (definition === undefined) return failed(`no actor is defined for ${kind}`);
  try {
    const stored = await journal.load(kind, id);
    const state =
      stored === undefined
        ? definition.initialState(id)
        : definition.restore(stored.state, stored.state_version);
    const stamped = { ...event, at: now(), by: 'trial', request_key: null };
    const { accepted, state: next, actions } = definition.decide(state, stamped);
    return {
      result: accepted ? 'accepted' : 'refused',
      from: state.status,
      to: next.status,
      refusal: accepted ? null : definition.explainRefusal(state, stamped),
      actions: actions.map(({ type }) => type),
    };
  } catch (error) {
    return failed(describeError(error));
  }
}

const failed = (error: string): Trial => ({ result: 'failed', error });
