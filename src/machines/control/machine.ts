/**
 * The switches of the control plane. `open`: dispatching is allowed. `paused`: no new dispatch,
 * entered by `PAUSE`, left by `RESUME`. `maintenance`: the same, and readiness says so; entered by
 * `PAUSE` with `maintenance_mode`. Runs under way are not touched by any of them.
 */
import { setup } from 'xstate';
import type { Control } from '../../domain/records.ts';
import { durableActions, type Stamped } from '../durable-actions.ts';
import { createKit } from '../kit.ts';
import type { ControlEvent } from './events.ts';

type Context = Omit<Control, 'status'>;
type MachineEvent = Stamped<ControlEvent>;
type Pause = Extract<MachineEvent, { type: 'PAUSE' }>;
type Resume = Extract<MachineEvent, { type: 'RESUME' }>;
const kit = createKit<Context, MachineEvent>();

export function initialControl(_id: string): Control {
  return { status: 'open', reason: null, changed_by: null, created_at: '', updated_at: '' };
}
const { status: _status, ...initialContext } = initialControl('');

const closing = (eventType: string) => [
  kit.change<Pause>(({ event }) => ({ reason: event.reason, changed_by: event.by })),
  kit.record<Pause>(eventType, ({ event }) => ({
    reason: event.reason,
    paused_by: event.by,
    maintenance_mode: event.maintenance_mode,
  })),
];
/** Pausing again while paused only renews reason and author. */
const pause = [
  {
    guard: 'forMaintenance',
    target: 'maintenance',
    actions: closing('control.maintenance_started'),
  },
  { target: 'paused', actions: closing('control.paused') },
] as const;
const resume = {
  target: 'open',
  actions: [
    kit.change<Resume>(({ event }) => ({ reason: null, changed_by: event.by })),
    kit.record<Resume>('control.resumed', ({ event }) => ({ resumed_by: event.by })),
  ],
} as const;

export const controlMachine = setup({
  types: { context: {} as Context, events: {} as MachineEvent },
  actions: durableActions,
  guards: {
    forMaintenance: ({ event }) => event.type === 'PAUSE' && event.maintenance_mode,
  },
}).createMachine({
  id: 'control',
  context: initialContext,
  initial: 'open',
  states: {
    open: { description: 'Dispatching is allowed.', on: { PAUSE: pause } },
    paused: { description: 'No new dispatch.', on: { PAUSE: pause, RESUME: resume } },
    maintenance: {
      description: 'No new dispatch; the service reports maintenance.',
      on: { PAUSE: pause, RESUME: resume },
    },
  },
});
