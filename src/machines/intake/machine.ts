/**
 * One intake batch. `new`: waits for `RECORD`, sent once its projects exist. `recorded`: final;
 * what the caller was answered stays with the request's key.
 */
import { setup } from 'xstate';
import type { Intake } from '../../domain/records.ts';
import { durableActions, type Stamped } from '../durable-actions.ts';
import { createKit } from '../kit.ts';
import type { IntakeEvent } from './events.ts';

type Context = Omit<Intake, 'status'>;
type MachineEvent = Stamped<IntakeEvent>;
const kit = createKit<Context, MachineEvent>();

export function initialIntake(_id: string): Intake {
  return { status: 'new', source: '', created: 0, skipped: 0, created_at: '', updated_at: '' };
}
const { status: _status, ...initialContext } = initialIntake('');

export const intakeMachine = setup({
  types: { context: {} as Context, events: {} as MachineEvent },
  actions: durableActions,
}).createMachine({
  id: 'intake',
  context: initialContext,
  initial: 'new',
  states: {
    new: {
      description: 'Never stored.',
      on: {
        RECORD: {
          target: 'recorded',
          actions: [
            kit.change<MachineEvent>(({ event }) => ({
              source: event.source,
              created: event.created,
              skipped: event.skipped,
            })),
            kit.record<MachineEvent>('intake.ideas_recorded', ({ event }) => ({
              source: event.source,
              created: event.created,
              skipped: event.skipped,
            })),
            kit.reply<MachineEvent>(({ event }) => event.reply),
          ],
        },
      },
    },
    recorded: { type: 'final', description: 'Recorded.' },
  },
});
