/**
 * A request that takes several steps (choose, claim, ask a worker, write papers) and that its caller
 * gave an idempotency key. It is an actor of its own so that the key has one answer, a
 * repeat that arrives meanwhile waits for it, and a restart in the middle carries it on.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `new` | never stored | `RUN` | `RUN` |
 * | `running` | it was asked for | its effect | `DONE`, `REFUSED`, `EFFECT_FAILED` |
 * | `done` | it was carried out | nothing | `FORGET`, after a long time |
 * | `refused` | it was turned down; the answer is an error | nothing | as `done` |
 * | `failed` | it kept failing | nothing | as `done` |
 */
import { setup } from 'xstate';
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import { type Command, commandSchema } from '../../domain/records.ts';
import { createKit, performer } from '../kit.ts';
import type { CommandEffects } from './effects.ts';
import type { CommandEvent } from './events.ts';

type Context = Omit<Command, 'status'>;
type MachineEvent = Stamped<CommandEvent>;
type EventOf<Type extends MachineEvent['type']> = Extract<MachineEvent, { type: Type }>;
const kit = createKit<Context, MachineEvent>();
const perform = performer<CommandEffects>();

/** A key never used; the command's name comes with `RUN`. */
export const initialCommand = (id: string): Command => blank(commandSchema, { command_id: id });
const { status: _status, ...initialContext } = initialCommand('');

const waiting = (context: Context): string | null => context.pending_request;

const ended = {
  on: {
    FORGET: kit.forgetAs<EventOf<'FORGET'>>('command.forgotten', ({ context }) => ({
      command: context.command,
    })),
  },
} as const;

/** The statechart of the table above; the caller of `RUN` is answered when it ends, however it ends. */
export const commandMachine = setup(kit.durable).createMachine({
  id: 'command',
  context: initialContext,
  initial: 'new',
  states: {
    new: {
      description: 'Never asked for.',
      on: {
        RUN: {
          target: 'running',
          actions: [
            kit.change<EventOf<'RUN'>>(({ event }) => ({
              command: event.command,
              requested_by: event.by,
              pending_request: event.request_key,
            })),
            kit.record<EventOf<'RUN'>>('command.started', ({ event }) => ({
              command: event.command,
              request: event.request,
            })),
            kit.perform<EventOf<'RUN'>>(({ event }) =>
              perform('command.perform', { command: event.command, request: event.request }),
            ),
            kit.defer,
          ],
        },
      },
    },
    running: {
      description: 'It is being carried out.',
      on: {
        KEEP: {
          actions: [
            kit.reply<EventOf<'KEEP'>>(({ event }) => event.body),
            kit.change<EventOf<'KEEP'>>(() => ({})),
            kit.record<EventOf<'KEEP'>>('command.step_kept', ({ context, event }) => ({
              command: context.command,
              step: event.step,
              body: event.body,
            })),
          ],
        },
        DONE: {
          target: 'done',
          actions: [
            kit.answer<EventOf<'DONE'>>(waiting, ({ event }) => ({
              result: 'done',
              body: event.body,
            })),
            kit.change<EventOf<'DONE'>>(() => ({ pending_request: null })),
            kit.record<EventOf<'DONE'>>('command.completed', ({ context }) => ({
              command: context.command,
            })),
          ],
        },
        REFUSED: {
          target: 'refused',
          actions: [
            kit.answer<EventOf<'REFUSED'>>(waiting, ({ event }) => ({
              result: 'refused',
              code: event.code,
              detail: event.detail,
              details: event.details,
            })),
            kit.change<EventOf<'REFUSED'>>(({ event }) => ({
              pending_request: null,
              error_code: event.code,
              last_error: event.detail,
            })),
            kit.record<EventOf<'REFUSED'>>('command.refused', ({ context, event }) => ({
              command: context.command,
              code: event.code,
              detail: event.detail,
            })),
          ],
        },
        EFFECT_FAILED: {
          target: 'failed',
          actions: [
            kit.answer<EventOf<'EFFECT_FAILED'>>(waiting, ({ event }) => ({
              result: 'refused',
              code: 'internal',
              detail: event.error,
              details: {},
            })),
            kit.change<EventOf<'EFFECT_FAILED'>>(({ event }) => ({
              pending_request: null,
              error_code: 'internal',
              last_error: event.error,
            })),
            kit.record<EventOf<'EFFECT_FAILED'>>('command.failed', ({ context, event }) => ({
              command: context.command,
              error: event.error,
            })),
          ],
        },
      },
    },
    done: { ...ended, description: 'It was carried out; its answer stays.' },
    refused: { ...ended, description: 'It was turned down; its answer stays.' },
    failed: { ...ended, description: 'It kept failing; its answer stays.' },
  },
});
