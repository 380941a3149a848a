/** Types, first state and requests of a worker's run. */

import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import { type CallbackBody, type GateRun, gateRunSchema } from '../../domain/records.ts';
import type { CallbackType } from '../../domain/statuses.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import type { CallbackDeliveryEvent } from '../callback-delivery/events.ts';
import { createKit, performer, telling, toStored } from '../kit.ts';
import type { GateRunEffects, KillInput } from './effects.ts';
import type { GateRunEvent } from './events.ts';

/** The stored run without its status, which the active state says. */
export type GateRunContext = Omit<GateRun, 'status'>;
/** An event as the machine gets it: with its time, its author and the key of its request. */
export type GateRunMachineEvent = Stamped<GateRunEvent>;
/** The machine's event of that type. */
export type EventOf<Type extends GateRunMachineEvent['type']> = Extract<
  GateRunMachineEvent,
  { readonly type: Type }
>;
/** Action builders typed by this context and these events. */
export const kit = createKit<GateRunContext, GateRunMachineEvent>();
/** Asks for one of `GateRunEffects`; name and input are checked. */
export const perform = performer<GateRunEffects>();

/** Grace of a stop that nobody gave one: of a start that it overtook, or of a run that cannot be watched. */
export const ownStopGraceSec = 10;

/** A run id that this worker has never heard of; nothing but the id is known. */
export const initialGateRun = (id: string): GateRun => blank(gateRunSchema, { run_id: id });

interface CallbackFacts {
  readonly reason?: string | null;
  readonly process_tracking?: JsonObject | null;
  readonly decision?: JsonObject | null;
}

/**
 * Puts a callback into the run's delivery. Stands after the change that raised
 * `callback_sequence`, so that key and sequence are the new ones.
 */
export function enqueueCallback<E extends GateRunMachineEvent>(
  eventType: CallbackType,
  facts: (event: E, context: GateRunContext) => CallbackFacts,
) {
  return kit.tell<E>(({ context, event }) => {
    const { reason = null, process_tracking = null, decision = null } = facts(event, context);
    const callback: CallbackBody = {
      event_type: eventType,
      idempotency_key: `${context.run_id}:${eventType}:${context.callback_sequence}`,
      run_id: context.run_id,
      project_id: context.project_id,
      session_id: context.session_id,
      sequence: context.callback_sequence,
      seen_at: event.at,
      gate_state: context.idle_state,
      reason,
      process_tracking: process_tracking === null ? null : toStored(process_tracking),
      telemetry: context.receipt,
      exit_code: context.exit_code,
      decision: decision === null ? null : toStored(decision),
    };
    return telling<CallbackDeliveryEvent>(
      { kind: 'callback_delivery', id: context.run_id },
      { type: 'ENQUEUE', callback },
    );
  });
}

/** Asks for the whole process tree to be ended. */
export function kill<E extends GateRunMachineEvent>(
  wish: (event: E) => { reason: string; grace_sec: number; report?: boolean; failed?: boolean },
) {
  return kit.perform<E>(({ context, event }) => {
    const input: KillInput = {
      run_id: context.run_id,
      project_dir: context.project_dir,
      pid: context.pid,
      pgid: context.pgid,
      pid_start_ticks: context.pid_start_ticks,
      boot_id: context.boot_id,
      ...wish(event),
    };
    return perform('gate.kill', input);
  });
}
/** The kill of a stop that waited for the start to end, or of a start nobody waits for any more. */
export const killLeftovers = kill(() => ({
  reason: 'stopped while it was starting',
  grace_sec: ownStopGraceSec,
}));

/** Answers the request that waits. Before the change that clears or replaces the key. */
export const answerPending = <E extends GateRunMachineEvent>(
  body: (args: { context: GateRunContext; event: E }) => JsonObject,
) =>
  kit.answer<E>(
    (context) => context.pending_request,
    (args) => ({
      run_id: args.context.run_id,
      ...body(args),
    }),
  );

/** What callers are told of the run's process; members are null while it has none. */
export const processOf = (context: GateRunContext): JsonObject => ({
  run_id: context.run_id,
  pid: context.pid,
  pgid: context.pgid,
  session_id: context.session_id,
});
