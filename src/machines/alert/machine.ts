/**
 * One thing that may be wrong, by fingerprint. It remembers whether it stands, whether that has been
 * so for long enough, and which other alert explains it. Who is told of it is the business of its
 * incident.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `new` | never found | `OBSERVED` | `OBSERVED` |
 * | `pending` | found, not for long enough yet, or not explained any more | time, in the next checks | `OBSERVED`, `CLEARED` |
 * | `firing` | it has stood for as long as its rule asks | the check that does not find it | `OBSERVED` (explained), `CLEARED` |
 * | `suppressed` | found, and a standing alert explains it | the end of that alert, or its own | `OBSERVED` (not explained any more), `CLEARED` |
 * | `resolved` | a check no longer found it | its return | `OBSERVED`; `FORGET`, after a long time |
 *
 * Which alert explains it comes with the observation and is read from stored alerts, so that a
 * restart releases none. What is released has to stand for a while before it fires: often it is over
 * as soon as what explained it is.
 */
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { durableSetup } from '../../actors/machine/setup.ts';
import { blank } from '../../domain/blank.ts';
import { type Alert, alertIdOf, alertSchema } from '../../domain/records.ts';
import { createKit } from '../kit.ts';
import type { AlertEvent } from './events.ts';
import { hasStood } from './judge.ts';

type Context = Omit<Alert, 'status'>;
type MachineEvent = Stamped<AlertEvent>;
type EventOf<Type extends MachineEvent['type']> = Extract<MachineEvent, { type: Type }>;
type Observed = EventOf<'OBSERVED'>;
type Standing = 'pending' | 'firing' | 'suppressed';
const kit = createKit<Context, MachineEvent>();

/** A trouble never seen. The id says nothing of it; what it is comes with the first `OBSERVED`. */
export const initialAlert = (id: string): Alert => blank(alertSchema, { alert_id: id });
const { status: _status, ...initialContext } = initialAlert('');

/** What an observation says of the trouble itself, and of what explains it. */
const described = (event: Observed) => ({
  fingerprint: event.fingerprint,
  alert_kind: event.alert_kind,
  subject: event.subject,
  severity: event.severity,
  message: event.message,
  suggested_action: event.suggested_action,
  since: event.since,
  group_key: event.group_key,
  suppressed_by: event.inhibited_by,
});

/** Not later than now: a clock that was set back must not make it wait for the time before. */
const foundAt = ({ raised_at: raised }: Context, { at }: Observed): string =>
  raised !== null && Date.parse(raised) <= Date.parse(at) ? raised : at;

function saysAnything(context: Context, event: Observed): boolean {
  return (
    foundAt(context, event) !== context.raised_at ||
    Object.entries(described(event)).some(
      ([member, value]) => context[member as keyof Context] !== value,
    )
  );
}

/** It comes, or comes again. */
const appear = (target: Standing, eventType: string) => ({
  target,
  actions: [
    kit.change<Observed>(({ context, event }) => ({
      ...described(event),
      alert_id: alertIdOf(event.fingerprint),
      raised_at: event.at,
      fired_at: target === 'firing' ? event.at : null,
      resolved_at: null,
      released_at: null,
      raise_count: context.raise_count + 1,
    })),
    kit.record<Observed>(eventType, ({ event }) => described(event)),
  ],
});
/** It stands on, in another status. */
const become = (target: Standing, eventType: string) => ({
  target,
  actions: [
    kit.change<Observed>(({ context, event }) => ({
      ...described(event),
      raised_at: foundAt(context, event),
      released_at: target === 'pending' ? event.at : null,
      ...(target === 'firing' ? { fired_at: context.fired_at ?? event.at } : {}),
    })),
    kit.record<Observed>(eventType, ({ event }) => described(event)),
  ],
});
const events = { pending: 'alert.noticed', firing: 'alert.raised', suppressed: 'alert.suppressed' };

const appearing = [
  { guard: 'explained', ...appear('suppressed', events.suppressed) },
  { guard: 'dueAtOnce', ...appear('firing', events.firing) },
  appear('pending', events.pending),
] as const;
const changing = {
  guard: 'saysSomethingNew',
  actions: [
    kit.change<Observed>(({ context, event }) => ({
      ...described(event),
      raised_at: foundAt(context, event),
    })),
    kit.record<Observed>('alert.changed', ({ event }) => described(event)),
  ],
} as const;
const clearing = {
  target: 'resolved',
  actions: [
    kit.change<EventOf<'CLEARED'>>(({ event }) => ({ resolved_at: event.at, suppressed_by: null })),
    kit.record<EventOf<'CLEARED'>>('alert.resolved', ({ context, event }) => ({
      fingerprint: context.fingerprint,
      raised_at: context.raised_at,
      reason: event.reason,
    })),
  ],
} as const;

/** The statechart of the table above. It asks for no effect; the same observation twice changes nothing. */
export const alertMachine = durableSetup({
  types: { context: {} as Context, events: {} as AlertEvent },
  guards: {
    explained: ({ event }) => event.type === 'OBSERVED' && event.inhibited_by !== null,
    dueAtOnce: ({ event }) =>
      event.type === 'OBSERVED' && hasStood({ raised_at: null, released_at: null }, event),
    due: ({ context, event }) =>
      event.type === 'OBSERVED' && event.inhibited_by === null && hasStood(context, event),
    notExplained: ({ event }) => event.type === 'OBSERVED' && event.inhibited_by === null,
    saysSomethingNew: ({ context, event }) =>
      event.type === 'OBSERVED' && saysAnything(context, event),
  },
}).createMachine({
  id: 'alert',
  context: initialContext,
  initial: 'new',
  states: {
    new: { description: 'Never found.', on: { OBSERVED: appearing } },
    pending: {
      description: 'Found, but not for as long as its rule asks.',
      on: {
        OBSERVED: [
          { guard: 'explained', ...become('suppressed', events.suppressed) },
          { guard: 'due', ...become('firing', events.firing) },
          changing,
        ],
        CLEARED: clearing,
      },
    },
    firing: {
      description: 'It has stood for as long as its rule asks.',
      on: {
        OBSERVED: [{ guard: 'explained', ...become('suppressed', events.suppressed) }, changing],
        CLEARED: clearing,
      },
    },
    suppressed: {
      description: 'Found, and another alert that stands explains it.',
      on: {
        OBSERVED: [{ guard: 'notExplained', ...become('pending', events.pending) }, changing],
        CLEARED: clearing,
      },
    },
    resolved: {
      description: 'The last check no longer found it.',
      on: {
        OBSERVED: appearing,
        FORGET: kit.forgetAs<EventOf<'FORGET'>>('alert.forgotten', ({ context }) => ({
          fingerprint: context.fingerprint,
          raise_count: context.raise_count,
        })),
      },
    },
  },
});
