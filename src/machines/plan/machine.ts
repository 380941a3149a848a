/**
 * A plan: one operator verb and the queue items it was drawn up for, frozen with their versions.
 * Drawing one changes no item. It is carried out once, exactly as drawn, or not at all.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `new` | never stored | `DRAW` | `DRAW` |
 * | `drawn` | it was drawn up | an operator, for a while | `EXECUTE`, `EXPIRE` |
 * | `executing` | an operator said so | its effect | `EXECUTED`, `OUTDATED`, `EFFECT_FAILED` |
 * | `executed` | every row was tried once; the results stay | nothing | `FORGET`, after a long time |
 * | `outdated` | a row had changed, nothing was done | nothing | as `executed` |
 * | `expired` | nobody executed it in time | nothing | as `executed` |
 * | `failed` | it kept failing; the items' own events say which rows were done | nothing | as `executed` |
 */
import { setup } from 'xstate';
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import { type Plan, planSchema } from '../../domain/records.ts';
import { createKit, isoAfter, performer, toStored } from '../kit.ts';
import type { PlanEffects } from './effects.ts';
import type { PlanEvent } from './events.ts';

type Context = Omit<Plan, 'status'>;
type MachineEvent = Stamped<PlanEvent>;
type EventOf<Type extends MachineEvent['type']> = Extract<MachineEvent, { type: Type }>;
const kit = createKit<Context, MachineEvent>();
const perform = performer<PlanEffects>();

/** A plan never drawn up; the id is known, and nothing else. */
export const initialPlan = (id: string): Plan => blank(planSchema, { plan_id: id });
const { status: _status, ...initialContext } = initialPlan('');

const waiting = (context: Context): string | null => context.pending_request;

const ended = {
  on: {
    FORGET: kit.forgetAs<EventOf<'FORGET'>>('plan.forgotten', ({ context }) => ({
      verb: context.verb['verb'] ?? null,
    })),
  },
} as const;

/** The end of an execution: whoever waits is told its status; the plan itself has the rest. */
const settle = <E extends EventOf<'EXECUTED' | 'OUTDATED' | 'EFFECT_FAILED'>>(
  eventType: string,
  patch: (event: E) => Partial<Context>,
  summary: (event: E) => Record<string, number | string>,
) =>
  [
    kit.change<E>(({ event }) => ({ ...patch(event), executed_at: event.at })),
    kit.answer<E>(waiting, ({ event }) => ({ ...summary(event), at: event.at })),
    kit.change<E>(() => ({ pending_request: null })),
    kit.record<E>(eventType, ({ event }) => summary(event)),
  ] as const;

/** The statechart of the table above; the caller of `EXECUTE` is answered when every row was tried. */
export const planMachine = setup(kit.durable).createMachine({
  id: 'plan',
  context: initialContext,
  initial: 'new',
  states: {
    new: {
      description: 'Never stored.',
      on: {
        DRAW: {
          target: 'drawn',
          actions: [
            kit.change<EventOf<'DRAW'>>(({ event }) => ({
              plan_id: event.plan_id,
              requested_by: event.by,
              verb: toStored(event.verb),
              eligible: [...event.eligible],
              skipped: [...event.skipped],
              truncated: event.truncated,
              expires_at: isoAfter(event.at, event.ttl_ms),
            })),
            kit.record<EventOf<'DRAW'>>('plan.drawn', ({ event }) => ({
              verb: event.verb['verb'],
              eligible: event.eligible.length,
              skipped: event.skipped.length,
            })),
            kit.schedule<EventOf<'DRAW'>>('expire', ({ event }) => ({
              delay_ms: event.ttl_ms,
              event: { type: 'EXPIRE' },
            })),
          ],
        },
      },
    },
    drawn: {
      description: 'Drawn up; nothing has been done yet.',
      on: {
        EXPIRE: {
          target: 'expired',
          actions: [
            kit.change<EventOf<'EXPIRE'>>(() => ({})),
            kit.record<EventOf<'EXPIRE'>>('plan.expired'),
          ],
        },
        EXECUTE: {
          target: 'executing',
          actions: [
            kit.change<EventOf<'EXECUTE'>>(({ event }) => ({
              executed_by: event.by,
              pending_request: event.request_key,
            })),
            kit.record<EventOf<'EXECUTE'>>('plan.execution_started', ({ context }) => ({
              rows: context.eligible.length,
            })),
            kit.cancel('expire'),
            kit.perform<EventOf<'EXECUTE'>>(({ context, event }) =>
              perform('plan.execute', {
                plan_id: context.plan_id,
                requested_by: event.by,
                verb: context.verb,
                rows: context.eligible,
              }),
            ),
            kit.defer,
          ],
        },
      },
    },
    executing: {
      description: 'Its rows are being worked through.',
      on: {
        EXECUTED: {
          target: 'executed',
          actions: settle<EventOf<'EXECUTED'>>(
            'plan.executed',
            ({ results }) => ({ results: [...results] }),
            ({ results }) => ({
              applied: results.filter(({ result }) => result === 'applied').length,
              not_applied: results.filter(({ result }) => result !== 'applied').length,
            }),
          ),
        },
        OUTDATED: {
          target: 'outdated',
          actions: settle<EventOf<'OUTDATED'>>(
            'plan.found_outdated',
            ({ differences }) => ({ differences: [...differences] }),
            ({ differences }) => ({ changed: differences.length }),
          ),
        },
        EFFECT_FAILED: {
          target: 'failed',
          actions: settle<EventOf<'EFFECT_FAILED'>>(
            'plan.execution_failed',
            ({ error }) => ({ last_error: error }),
            ({ error }) => ({ error }),
          ),
        },
      },
    },
    executed: { ...ended, description: 'Every row was tried once.' },
    outdated: { ...ended, description: 'A row had changed since; nothing was done.' },
    expired: { ...ended, description: 'Nobody executed it in time.' },
    failed: { ...ended, description: 'It kept failing; some rows may have been done.' },
  },
});
