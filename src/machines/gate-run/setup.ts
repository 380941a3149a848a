/** What every part of a worker's run is typed by: context, events, actions and conditions. */
import { setup } from 'xstate';
import { durableActions } from '../../actors/machine/durable-actions.ts';
import type { GateRun } from '../../domain/records.ts';
import type { GateRunContext, GateRunMachineEvent } from './context.ts';

interface Given {
  readonly context: GateRunContext;
  readonly event: GateRunMachineEvent;
}

const guards = {
  samePrompt: ({ context, event }: Given) =>
    event.type === 'PREPARE' && event.prompt_sha256 === context.prompt_sha256,
  sameDispatch: ({ context, event }: Given) =>
    event.type === 'DISPATCH' && event.dispatch_fingerprint === context.dispatch_fingerprint,
  idleStateDiffers: ({ context, event }: Given) =>
    event.type === 'IDLE_CHANGED' && event.idle_state !== context.idle_state,
  decisionFound: ({ event }: Given) => event.type === 'IDLE_CONFIRMED' && event.decision !== null,
  spawnEffect: ({ event }: Given) =>
    event.type === 'EFFECT_FAILED' && event.effect === 'gate.spawn',
  killEffect: ({ event }: Given) => event.type === 'EFFECT_FAILED' && event.effect === 'gate.kill',
  toReport: ({ event }: Given) => event.type === 'STOPPED' && event.report === true,
  gateFailed: ({ event }: Given) => event.type === 'STOPPED' && event.failed === true,
  nobodyWaits: ({ context }: Given) => context.pending_request === null,
};

/** Makes the machine and the state configurations of its parts; guards are named here alone. */
export const gateRunSetup = setup({
  types: {
    context: {} as GateRunContext,
    events: {} as GateRunMachineEvent,
    meta: {} as { readonly status: GateRun['status'] },
  },
  actions: durableActions,
  guards,
});
