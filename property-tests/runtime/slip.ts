/**
 * Slips of paper for the runtime's property test: written on, passed on and burned. A burned slip is
 * forgotten, and its id begins anew, at times while a word of the life before is still on its way.
 */
import type { DurableAction, Stamped } from '../../src/actors/machine/durable-actions.ts';
import type { MachineDecision } from '../../src/actors/machine/spec.ts';
import type { ActorDefinition, AnyDefinition } from '../../src/actors/runtime/definition.ts';
import type { JsonObject } from '../../src/lib/canonical-json.ts';

export interface Slip {
  readonly status: 'blank' | 'written';
  readonly name: string;
  readonly lines: number;
}

export type SlipEvent =
  /** `mark` tells one line from all others. */
  | { readonly type: 'SCRIBBLE'; readonly mark: string }
  /** Ends it; what stood on it is told to the slip `to`, where one is named. */
  | { readonly type: 'BURN'; readonly mark: string; readonly to: string | null };

type Decision = MachineDecision<Slip>;

const record = (event_type: string, payload: JsonObject): DurableAction => ({
  type: 'record',
  params: { event_type, payload },
});

const slip: ActorDefinition<Slip, SlipEvent> = {
  kind: 'slip',
  forgettable: true,
  stateVersion: 1,
  initialState: (name) => ({ status: 'blank', name, lines: 0 }),
  decide(state, event: Stamped<SlipEvent>): Decision {
    if (event.type === 'SCRIBBLE') {
      const line = state.lines + 1;
      return {
        accepted: true,
        state: { ...state, status: 'written', lines: line },
        actions: [record('slip.written', { line, mark: event.mark })],
      };
    }
    const { lines } = state;
    const { mark, to } = event;
    if (lines === 0) return { accepted: false, state, actions: [] };
    const tell: DurableAction[] =
      to === null
        ? []
        : [
            {
              type: 'tell',
              params: { to: { kind: 'slip', id: to }, event: { type: 'SCRIBBLE', mark } },
            },
          ];
    return {
      accepted: true,
      state,
      actions: [
        record('slip.burned', { lines, mark, to }),
        ...tell,
        { type: 'forget', params: {} },
      ],
    };
  },
  explainRefusal: () => ({ code: 'blank', message: 'Nothing stands on it.' }),
  restore(stored) {
    if (typeof stored !== 'object' || stored === null || !('lines' in stored))
      throw new Error('not a slip');
    return stored as Slip;
  },
};

export const slipDefinition = slip as unknown as AnyDefinition;
