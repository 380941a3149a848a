/**
 * One intake batch. `new`: waits for `RECORD`, sent once its projects exist. `recorded`: what the caller
 * was answered stays with the request's key, until both are forgotten after a long time (`FORGET`).
 */
import { setup } from 'xstate';
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import { type Intake, intakeSchema } from '../../domain/records.ts';
import { createKit } from '../kit.ts';
import type { IntakeEvent } from './events.ts';

type Context = Omit<Intake, 'status'>;
type MachineEvent = Stamped<IntakeEvent>;
type EventOf<Type extends MachineEvent['type']> = Extract<MachineEvent, { type: Type }>;
const kit = createKit<Context, MachineEvent>();

/** A batch never recorded. */
export const initialIntake = (_id: string): Intake => blank(intakeSchema, {});
const { status: _status, ...initialContext } = initialIntake('');

/** The statechart described above; it holds a batch to one answer, and asks for nothing. */
export const intakeMachine = setup(kit.durable).createMachine({
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
            kit.change<EventOf<'RECORD'>>(({ event }) => ({
              source: event.source,
              created: event.created,
              skipped: event.skipped,
            })),
            kit.record<EventOf<'RECORD'>>('intake.ideas_recorded', ({ event }) => ({
              source: event.source,
              created: event.created,
              skipped: event.skipped,
            })),
            kit.reply<EventOf<'RECORD'>>(({ event }) => event.reply),
          ],
        },
      },
    },
    recorded: {
      description: 'Recorded.',
      on: {
        FORGET: kit.forgetAs<EventOf<'FORGET'>>('intake.forgotten', ({ context }) => ({
          source: context.source,
        })),
      },
    },
  },
});
