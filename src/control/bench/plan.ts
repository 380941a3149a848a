/** What mending would do, as a plan: said before anything is done, and judged by a trial. */
import type { ActorEvent } from '../../actors/machine/durable-actions.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import { counted } from '../../lib/counted.ts';
import type { BenchContext } from '../common/index.ts';
import { checkEvent } from './check-event.ts';
import { findQuarantine, requireLetter, requireQuarantine } from './find.ts';
import { type LookAhead, lookAhead } from './look-ahead.ts';
import { type TrialReply, toTrialReply, trialWords } from './try.ts';

/** The entry and the act: an actor to be released, or a dead letter by its number. */
export type MendSubject =
  | { readonly act: 'release'; readonly kind: string; readonly id: string }
  | {
      readonly act: 'retry';
      readonly sequence: number;
      /** In place of the letter's own; null: its own. */
      readonly event: ActorEvent | null;
    }
  | { readonly act: 'discard'; readonly sequence: number };
/** What a person can do about an entry. */
export type MendAct = MendSubject['act'];

/** What an act would do, as the reply and the command line show it. */
export interface MendPlan {
  readonly act: MendAct;
  readonly kind: string;
  readonly id: string;
  /** Of the dead letter; null for a release. */
  readonly sequence: number | null;
  readonly mark: string;
  readonly message: string;
  /** Why it cannot be done now; null when it can. */
  readonly obstacle: string | null;
  /** What the event in question would do; null when there is none. */
  readonly trial: TrialReply | null;
  /** What waits for the actor; null unless it is to be released. */
  readonly waiting: LookAhead['waiting'] | null;
  /** The event given in place of a letter's own. */
  readonly replacement: (ActorEvent & JsonObject) | null;
}

/** Throws `bench_entry_not_found`, and `invalid_request` or `mend_failed` for a given event. */
export function describePlan(context: BenchContext, subject: MendSubject): Promise<MendPlan> {
  switch (subject.act) {
    case 'release':
      return planRelease(context, subject);
    case 'retry':
      return planRetry(context, subject);
    case 'discard':
      return planDiscard(context, subject);
  }
}

async function planRelease(
  { bench }: BenchContext,
  address: { readonly kind: string; readonly id: string },
): Promise<MendPlan> {
  const quarantine = requireQuarantine(bench, address);
  const { kind, id, mark, event } = quarantine;
  const ahead = await lookAhead(bench, quarantine);
  const name = `${kind}/${id}`;
  const { trial } = ahead;
  const type = event === null ? '' : (JSON.parse(event) as ActorEvent).type;
  const outlook = !ahead.restorable
    ? ` Its state still cannot be restored (${ahead.restore_error ?? 'no reason was given'}): it would be out of service again at its first message.`
    : trial === null
      ? ' Its state can be restored.'
      : ` ${trialWords(name, type, trial)}.`;
  return {
    act: 'release',
    kind,
    id,
    sequence: null,
    mark,
    message: `${name} goes back into service; ${waitingWords(ahead.waiting)}.${outlook}`,
    obstacle: null,
    trial,
    waiting: ahead.waiting,
    replacement: null,
  };
}

function waitingWords({ timers, effects, messages, at_least }: LookAhead['waiting']): string {
  const all = [counted(timers, 'timer'), counted(effects, 'effect'), counted(messages, 'message')];
  return `${at_least ? 'at least ' : ''}${all.join(', ')} that waited for it go on`;
}

async function planRetry(
  { bench }: BenchContext,
  { sequence, event }: Extract<MendSubject, { act: 'retry' }>,
): Promise<MendPlan> {
  const letter = await requireLetter(bench, sequence);
  const { kind, id, mark } = letter;
  const replacement = event === null ? null : checkEvent(bench, kind, event);
  const sent = replacement ?? (JSON.parse(letter.message) as ActorEvent);
  const trial = toTrialReply(bench, await bench.try({ kind, id }, sent));
  const which = replacement === null ? 'its event' : 'another event in place of its own';
  const outlook = trialWords(`${kind}/${id}`, sent.type, trial);
  return {
    act: 'retry',
    kind,
    id,
    sequence,
    mark,
    message: `Dead letter ${sequence} is sent again with ${which}: ${outlook}.`,
    obstacle: obstacleOf(bench, { kind, id }),
    trial,
    waiting: null,
    replacement,
  };
}

function obstacleOf(
  bench: BenchContext['bench'],
  address: { readonly kind: string; readonly id: string },
): string | null {
  const { kind, id } = address;
  const known = bench.eventNames(kind);
  if (known?.length === 0) return `nobody can tell a ${kind} anything: discard the letter`;
  if (known === undefined) {
    return `this program has no actors of the kind ${kind}: discard the letter, or keep it for a program that has`;
  }
  return findQuarantine(bench, address) === undefined
    ? null
    : `${kind}/${id} is out of service: release it first (POST ${bench.place.bench}/actors/${kind}/${id}/release)`;
}

async function planDiscard(
  { bench }: BenchContext,
  { sequence }: Extract<MendSubject, { act: 'discard' }>,
): Promise<MendPlan> {
  const { kind, id, mark, message } = await requireLetter(bench, sequence);
  const { type } = JSON.parse(message) as ActorEvent;
  return {
    act: 'discard',
    kind,
    id,
    sequence,
    mark,
    message: `Dead letter ${sequence} is removed: ${kind}/${id} never takes its ${type}. The audit log keeps what it held.`,
    obstacle: null,
    trial: null,
    waiting: null,
    replacement: null,
  };
}
