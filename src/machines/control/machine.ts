/**
 * The switches of the control plane. `open`: dispatching is allowed. `paused`: no new dispatch,
 * entered by `PAUSE`, left by `RESUME`. `maintenance`: the same, and readiness says so; entered by
 * `PAUSE` with `maintenance_mode`. Runs under way are not touched by any of them.
 */
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { durableSetup } from '../../actors/machine/setup.ts';
import { blank } from '../../domain/blank.ts';
import { type Control, controlSchema } from '../../domain/records.ts';
import { createKit, is } from '../kit.ts';
import type { ControlEvent } from './events.ts';

type Context = Omit<Control, 'status'>;
type MachineEvent = Stamped<ControlEvent>;
type Pause = Extract<MachineEvent, { type: 'PAUSE' }>;
const kit = createKit<Context, MachineEvent>();

/** The switches of a new installation: `open`, never changed by anybody. */
export const initialControl = (_id: string): Control => blank(controlSchema, {});
const { status: _status, ...initialContext } = initialControl('');

const closing = (eventType: string) => [
  kit.change<Pause>(({ event }) => ({ reason: event.reason, changed_by: event.by })),
  kit.record<Pause>(eventType, ({ event }) => ({
    reason: event.reason,
    paused_by: event.by,
    maintenance_mode: event.maintenance_mode,
  })),
];

/** The statechart described above. `PAUSE` is taken in every status, `RESUME` only where it is closed. */
export const controlMachine = durableSetup({
  types: { context: {} as Context, events: {} as ControlEvent },
  guards: {
    forMaintenance: ({ event }) => event.type === 'PAUSE' && event.maintenance_mode,
  },
}).createMachine({
  id: 'control',
  context: initialContext,
  initial: 'open',
  on: {
    /** Pausing again while paused only renews reason and author. */
    PAUSE: [
      {
        guard: 'forMaintenance',
        target: '#maintenance',
        actions: closing('control.maintenance_started'),
      },
      { target: '#paused', actions: closing('control.paused') },
    ],
  },
  states: {
    open: is('open', 'Dispatching is allowed.'),
    closed: {
      description: 'No new dispatch.',
      initial: 'paused',
      on: {
        RESUME: {
          target: '#open',
          actions: [
            kit.change(({ event }) => ({ reason: null, changed_by: event.by })),
            kit.record('control.resumed', ({ event }) => ({ resumed_by: event.by })),
          ],
        },
      },
      states: {
        paused: is('paused', 'An operator paused dispatching.'),
        maintenance: is('maintenance', 'The same, and the service reports maintenance.'),
      },
    },
  },
});
