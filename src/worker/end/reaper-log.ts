/**
 * The journal of the reaper: one actor that records every signal sent to a process that a finished
 * run left behind, so that each act is an audit event of the worker.
 */
import * as z from 'zod';
import type { ActorDefinition, AnyDefinition } from '../../actors/runtime/definition.ts';
import type { ReaperAction } from '../../sensing/reaper.ts';

/** The only reaper of a worker. */
export const reaperAddress = { kind: 'reaper', id: 'main' } as const;

const reaperSchema = z.object({
  status: z.literal('watching'),
  act_count: z.number().int().nonnegative(),
  last_act_at: z.string().nullable(),
});
type ReaperState = z.infer<typeof reaperSchema>;

/** One act of the reaper; its `event_type` becomes that of the audit event. */
export interface RecordAct {
  readonly type: 'RECORD_ACT';
  readonly act: ReaperAction;
}

/** Names of the events that it can be told. */
export const reaperEvents = ['RECORD_ACT'] as const satisfies readonly RecordAct['type'][];

const definition: ActorDefinition<ReaperState, RecordAct> = {
  kind: reaperAddress.kind,
  stateVersion: 1,
  initialState: () => ({ status: 'watching', act_count: 0, last_act_at: null }),
  decide(state, event) {
    const { event_type, ...payload } = event.act;
    return {
      accepted: true,
      state: { ...state, act_count: state.act_count + 1, last_act_at: event.at },
      actions: [{ type: 'record', params: { event_type, payload } }],
    };
  },
  explainRefusal: () => ({ code: 'unknown_event', message: 'The reaper only records its acts.' }),
  restore: (stored) => reaperSchema.parse(stored),
};

/** The journal as an actor definition, for the worker's host and for checking its log. */
export const reaperDefinition: AnyDefinition = definition;
