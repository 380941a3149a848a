/** What became of an actor, event by event, and how it was after any of them. */
import { changeIn } from '../../actors/journal/state-fold.ts';
import { legalEvents } from '../../actors/machine/refusal.ts';
import { ServiceError } from '../../domain/errors.ts';
import { asText } from '../../lib/as-text.ts';
import { type AnyMachineSpec, controlPlaneMachines } from '../../machines/all.ts';
import type { EntityRow, ListedEvent } from '../../store/ports/read-models.ts';
import { type Needs, stampOf } from '../common/index.ts';
import { describeEvent, hiddenOf, inList, readNeighbours, toPlainRow } from '../reading/index.ts';
import type { ActorKind } from './actors.ts';

interface Address {
  readonly kind: ActorKind;
  readonly id: string;
}

const unknownActor = ({ kind, id }: Address): ServiceError =>
  new ServiceError('actor_not_found', `no ${kind} actor has the id ${JSON.stringify(id)}`);

/**
 * A page of the events about an actor, newest first, each with the status it led to; without their
 * payloads, so that it costs the same however long the history is.
 */
export async function readActorHistory(
  context: Needs<'clock' | 'reads'>,
  address: Address,
  { before, page_size: pageSize }: { readonly before: number | null; readonly page_size: number },
) {
  const { kind, id } = address;
  const found = await context.reads.events({
    before,
    limit: pageSize + 1,
    entityType: kind,
    entityId: id,
    eventType: '',
    search: '',
  });
  if (found.length === 0 && (await context.reads.get(kind, id)) === undefined) {
    throw unknownActor(address);
  }
  const rows = found.slice(0, pageSize);
  return {
    ok: true as const,
    kind,
    id,
    rows: rows.map((event) => toStep(address, event)),
    next_before: found.length > rows.length ? (rows.at(-1)?.event_id ?? null) : null,
    ...stampOf(context.clock, 'store'),
  };
}

function toStep({ kind, id }: Address, event: ListedEvent) {
  const change = changeIn(event.payload);
  const own = change?.kind === kind && change.id === id ? change : undefined;
  const status = own?.set['status'];
  const hidden = hiddenOf(kind);
  const members = [...Object.keys(own?.set ?? {}), ...(own?.unset ?? [])];
  return {
    event_id: event.event_id,
    event_type: event.event_type,
    actor: event.actor,
    created_at: event.created_at,
    summary: describeEvent(event),
    status: typeof status === 'string' ? status : null,
    changed: members.filter((member) => !hidden.includes(member)),
    gone: own?.gone === true,
  };
}

/** An actor as it was after the last event at or before `at`, and what that event changed of it. */
export async function readActorState(
  context: Needs<'clock' | 'reads'>,
  address: Address,
  at: string,
) {
  const { kind, id } = address;
  const { asOf, event, before, after } = await readNeighbours(context, { ...address, at });
  if (after === undefined) {
    const message = `no ${kind} actor has the id ${JSON.stringify(id)} as of event ${asOf.event_id}`;
    throw new ServiceError('actor_not_found', message);
  }
  const { version: _, ...state } = inList(toPlainRow(kind, after));
  const status = asText(after['status']);
  const { machine, partOf }: AnyMachineSpec = controlPlaneMachines[kind];
  return {
    ok: true as const,
    kind,
    id,
    status,
    version: after.version,
    state,
    changed: differences(kind, before, after),
    legal_events: partOf === undefined ? [...legalEvents(machine, status)] : [],
    summary: event === undefined ? '' : describeEvent(event),
    as_of: asOf,
    ...stampOf(context.clock, 'store'),
  };
}

/** Shown members that differ, long texts cut; a member that was not there, or is no longer, is null. */
function differences(kind: string, before: EntityRow | undefined, after: EntityRow) {
  const then = before === undefined ? {} : toPlainRow(kind, before);
  const now = toPlainRow(kind, after);
  const members = [...new Set([...Object.keys(now), ...Object.keys(then)])];
  const shown = { before: inList(then), after: inList(now) };
  return members
    .filter((member) => member !== 'version' && !isSame(then[member], now[member]))
    .map((member) => ({
      member,
      before: shown.before[member] ?? null,
      after: shown.after[member] ?? null,
    }));
}

const isSame = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left ?? null) === JSON.stringify(right ?? null);
