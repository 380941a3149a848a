/**
 * The schedule of backups. One is made when it is first configured, then one after each interval; an
 * attempt that failed is made again after an hour, or after the interval where that is shorter.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `off` | none are wanted | a configuration that wants them | `CONFIGURE` |
 * | `waiting` | a backup was made | the timer of the next | `BACKUP_DUE`, `CONFIGURE` |
 * | `backing_up` | one is due | its result | `BACKED_UP`, `BACKUP_FAILED`, `EFFECT_FAILED`, `CONFIGURE` |
 * | `failed` | the last attempt failed | the timer of the next | `BACKUP_DUE`, `CONFIGURE` |
 *
 * The time decides only when the next one is made; which are deleted goes by their number.
 */
import { setup } from 'xstate';
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import { type Upkeep, upkeepSchema } from '../../domain/records.ts';
import { createKit, performer } from '../kit.ts';
import type { UpkeepEffects } from './effects.ts';
import type { UpkeepEvent } from './events.ts';

type Context = Omit<Upkeep, 'status'>;
type MachineEvent = Stamped<UpkeepEvent>;
type EventOf<Type extends MachineEvent['type']> = Extract<MachineEvent, { type: Type }>;
const kit = createKit<Context, MachineEvent>();
const perform = performer<UpkeepEffects>();

/** Nothing was ever scheduled. */
export const initialUpkeep = (_id: string): Upkeep => blank(upkeepSchema, {});
const { status: _status, ...initialContext } = initialUpkeep('');

/** The longest pause after an attempt that failed, ms. */
export const backupRetryMsMax = 60 * 60_000;
const dueTimer = 'backup_due';
const due = { type: 'BACKUP_DUE' } as const;

const intervalOf = ({ interval_ms: intervalMs }: Context): number => intervalMs ?? backupRetryMsMax;
const scheduleNext = kit.schedule(dueTimer, ({ context }) => ({
  delay_ms: intervalOf(context),
  event: due,
}));
const scheduleRetry = kit.schedule(dueTimer, ({ context }) => ({
  delay_ms: Math.min(intervalOf(context), backupRetryMsMax),
  event: due,
}));

const configure = [
  kit.change<EventOf<'CONFIGURE'>>(({ event }) => ({ interval_ms: event.interval_ms })),
  kit.record<EventOf<'CONFIGURE'>>('upkeep.backups_configured', ({ event }) => ({
    interval_ms: event.interval_ms,
  })),
] as const;
const backUp = kit.perform(() => perform('upkeep.backup', {}));
const begin = {
  target: 'backing_up',
  actions: [
    kit.change<EventOf<'BACKUP_DUE'>>(() => ({})),
    kit.record<EventOf<'BACKUP_DUE'>>('upkeep.backup_began'),
    backUp,
  ],
} as const;
const stop = { target: 'off', actions: [...configure, kit.cancel(dueTimer)] } as const;

type Failure = EventOf<'BACKUP_FAILED' | 'EFFECT_FAILED'>;
const fail = {
  target: 'failed',
  actions: [
    kit.change<Failure>(({ context, event }) => ({
      last_error: event.error,
      failed_at: event.at,
      backups_failed: context.backups_failed + 1,
    })),
    kit.record<Failure>('upkeep.backup_failed', ({ event }) => ({ error: event.error })),
    scheduleRetry,
  ],
} as const;

/** The statechart of the table above. */
export const upkeepMachine = setup({
  ...kit.durable,
  guards: {
    isWanted: ({ event }) => event.type === 'CONFIGURE' && event.interval_ms !== null,
  },
}).createMachine({
  id: 'upkeep',
  context: initialContext,
  initial: 'off',
  states: {
    off: {
      description: 'No backups are scheduled.',
      on: {
        CONFIGURE: { guard: 'isWanted', target: 'backing_up', actions: [...configure, backUp] },
      },
    },
    waiting: {
      description: 'The last backup was made; the next one has its time.',
      on: {
        BACKUP_DUE: begin,
        CONFIGURE: [{ guard: 'isWanted', actions: [...configure, scheduleNext] }, stop],
      },
    },
    backing_up: {
      description: 'A backup is being made and proven.',
      on: {
        BACKED_UP: {
          target: 'waiting',
          actions: [
            kit.change<EventOf<'BACKED_UP'>>(({ context, event }) => ({
              last_backup: madeBy(event),
              last_backup_at: event.at,
              last_error: null,
              failed_at: null,
              backups_made: context.backups_made + 1,
            })),
            kit.record<EventOf<'BACKED_UP'>>('upkeep.backed_up', ({ event }) => ({
              ...madeBy(event),
              deleted: event.deleted,
            })),
            scheduleNext,
          ],
        },
        BACKUP_FAILED: fail,
        EFFECT_FAILED: fail,
        CONFIGURE: [{ guard: 'isWanted', actions: configure }, stop],
      },
    },
    failed: {
      description: 'The last attempt failed; another one has its time.',
      on: {
        BACKUP_DUE: begin,
        CONFIGURE: [
          {
            guard: 'isWanted',
            target: 'backing_up',
            actions: [...configure, kit.cancel(dueTimer), backUp],
          },
          stop,
        ],
      },
    },
  },
});

function madeBy({ name, event_id, files, bytes, kept }: EventOf<'BACKED_UP'>) {
  return { name, event_id, files, bytes, kept };
}
