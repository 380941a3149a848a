/**
 * Whether the event log is the one that the service left. `whole`: nothing is known to be gone, or an
 * operator knows of it. `lost`: acknowledged work is gone; entered by `LOSS_FOUND`, left by
 * `ACKNOWLEDGE`. `ARCHIVED` is taken in both and moves neither. The work goes on in both; `lost` keeps saying that it should be looked into.
 */
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { durableSetup } from '../../actors/machine/setup.ts';
import { blank } from '../../domain/blank.ts';
import { type EventLog, eventLogSchema, type LogLoss } from '../../domain/records.ts';
import { createKit, is } from '../kit.ts';
import type { EventLogEvent } from './events.ts';

type Context = Omit<EventLog, 'status'>;
type MachineEvent = Stamped<EventLogEvent>;
type Found = Extract<MachineEvent, { type: 'LOSS_FOUND' }>;
type Archived = Extract<MachineEvent, { type: 'ARCHIVED' }>;
type Acknowledge = Extract<MachineEvent, { type: 'ACKNOWLEDGE' }>;
const kit = createKit<Context, MachineEvent>();

/** A log of which no loss was ever found: `whole`. */
export const initialEventLog = (_id: string): EventLog => blank(eventLogSchema, {});
const { status: _status, ...initialContext } = initialEventLog('');

const lossIn = ({ epoch, finding, ...rest }: Found): LogLoss => ({
  epoch,
  finding,
  message: rest.message,
  events_gone: rest.events_gone,
  last_event_id: rest.last_event_id,
  last_event_at: rest.last_event_at,
  kept_event_id: rest.kept_event_id,
  kept_at: rest.kept_at,
});

/** The statechart described above; it only remembers, and holds nothing up. */
export const eventLogMachine = durableSetup({
  types: { context: {} as Context, events: {} as EventLogEvent },
}).createMachine({
  id: 'event_log',
  context: initialContext,
  initial: 'whole',
  on: {
    ARCHIVED: {
      actions: [
        kit.change<Archived>(() => ({})),
        kit.record<Archived>('event_log.archived', ({ event }) => ({
          first_id: event.first_id,
          last_id: event.last_id,
          file: event.file,
          sha256: event.sha256,
          kept: event.kept,
        })),
      ],
    },
    /** A second loss takes the place of the first, whose record stays in the log. */
    LOSS_FOUND: {
      target: '#lost',
      actions: [
        kit.change<Found>(({ event }) => ({
          loss: lossIn(event),
          acknowledged_by: null,
          acknowledged_at: null,
          note: null,
        })),
        kit.record<Found>('event_log.loss_found', ({ event }) => lossIn(event)),
      ],
    },
  },
  states: {
    whole: is('whole', 'Nothing is known to be gone that an operator does not know of.'),
    lost: {
      ...is('lost', 'Acknowledged work is gone, and no operator has said that they know.'),
      on: {
        ACKNOWLEDGE: {
          target: '#whole',
          actions: [
            kit.change<Acknowledge>(({ event }) => ({
              acknowledged_by: event.by,
              acknowledged_at: event.at,
              note: event.note,
            })),
            kit.record<Acknowledge>('event_log.loss_acknowledged', ({ event }) => ({
              acknowledged_by: event.by,
              note: event.note,
            })),
          ],
        },
      },
    },
  },
});
