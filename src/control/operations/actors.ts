/** The control plane's actors as they are: state, mailbox, failures, what may happen next. */
import { setImmediate as nextTick } from 'node:timers/promises';
import type { EffectRow, TimerRow } from '../../actors/journal/port.ts';
import { legalEvents } from '../../actors/machine/refusal.ts';
import type { HostStats as RunningHostStats } from '../../actors/runtime/host-stats.ts';
import type { InspectionEntry } from '../../actors/runtime/inspection.ts';
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { asText } from '../../lib/as-text.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { type AnyMachineSpec, controlPlaneMachines } from '../../machines/all.ts';
import type { Picture } from '../../machines/drawing/picture.ts';
import { pointOut } from '../../machines/drawing/point-out.ts';
import { newestEvents } from '../../store/ports/read-models.ts';
import { type Needs, stampOf } from '../common/index.ts';
import { toEventListRow, toPlainRow } from '../reading/index.ts';

/** What a host has in hand at this moment. */
export type HostStats = Omit<RunningHostStats, 'readFaults'>;

/** What can be seen of the running actors. A port; the host is behind it. */
export interface ActorInspector {
  stats(): HostStats;
  /** Waiting messages per lane; undefined for an actor that is not in memory. */
  mailbox(address: { kind: string; id: string }): Readonly<Record<string, number>> | undefined;
  /** The newest turns and failures of all actors, oldest first. */
  recent(limit: number): readonly InspectionEntry[];
  /** Stored addresses in ascending order. */
  addresses(
    after: { kind: string; id: string } | null,
    limit: number,
  ): Promise<readonly { kind: string; id: string }[]>;
  /** All durable timers of an actor. */
  timersOf(address: { readonly kind: string; readonly id: string }): Promise<readonly TimerRow[]>;
  /** The first of all effects that are not done. */
  effects(limit: number): Promise<readonly EffectRow[]>;
}

/** The drawings as they were laid out when the program was made. A port. */
export interface Statecharts {
  svg(kind: string): Promise<string>;
  picture(kind: string): Promise<Picture>;
}

/** Every kind of the control plane; at least one, as the schemas of the API need it. */
export const actorKinds = Object.keys(controlPlaneMachines) as [ActorKind, ...ActorKind[]];
/** A kind of actor of the control plane. */
export type ActorKind = keyof typeof controlPlaneMachines;

/** Addresses looked through for one reply when a status is asked for. */
const scannedMax = 2_000;
/** Inspection entries looked through for one reply. */
const entriesMax = 1_000;
/** Timers and effects looked through for one actor. */
const outboxMax = 1_000;

interface ActorListRequest {
  readonly kind: ActorKind | '';
  readonly status: string;
  /** Id after which to go on; needs a kind. */
  readonly after: string;
  readonly limit: number;
}

/**
 * Actors out of service first, then those of the kind in order of id; without a kind, those that did
 * something lately.
 */
export async function listActors(
  context: Needs<'clock' | 'reads'>,
  inspector: ActorInspector,
  request: ActorListRequest,
) {
  const stats = inspector.stats();
  const entries = inspector.recent(entriesMax);
  const found =
    request.kind === ''
      ? { addresses: recentAddresses(entries), next: null, complete: false }
      : await scan(context, inspector, { ...request, kind: request.kind });
  const out = new Set(stats.quarantined);
  const first = request.after === '' ? [...out].map(parseAddress) : [];
  const wanted = [
    ...first.filter(({ kind }) => request.kind === '' || kind === request.kind),
    ...found.addresses.filter(({ kind, id }) => !out.has(`${kind}/${id}`)),
  ];
  const rows = await Promise.all(
    wanted
      .slice(0, limits.actorRowsMax + first.length)
      .map((address) => toActorRow(context, inspector, address, out)),
  );
  const matching = rows.filter((row) => request.status === '' || row.status === request.status);
  return {
    ok: true,
    rows: matching.slice(0, request.limit),
    kinds: actorKinds,
    next_after: found.next,
    complete: found.complete,
    stats: {
      active: stats.active,
      messages: stats.messages,
      effects: stats.effects,
      timers: stats.timers,
      quarantined: stats.quarantined.length,
    },
    ...stampOf(context.clock, 'store'),
  };
}

function parseAddress(text: string): { kind: string; id: string } {
  const slash = text.indexOf('/');
  return { kind: text.slice(0, slash), id: text.slice(slash + 1) };
}

/** Actors in the inspection, the last to do something first. */
function recentAddresses(entries: readonly InspectionEntry[]) {
  const names = [...new Set(entries.map(({ actor }) => actor).reverse())];
  return names.slice(0, limits.actorRowsMax).map(parseAddress);
}

async function scan(
  context: Needs<'reads'>,
  inspector: ActorInspector,
  { kind, status, after, limit }: ActorListRequest & { readonly kind: ActorKind },
) {
  const addresses: { kind: string; id: string }[] = [];
  let last = after;
  let seen = 0;
  let ended = false;
  while (addresses.length < limit && seen < scannedMax && !ended) {
    const page = await inspector.addresses({ kind, id: last }, limits.actorRowsMax);
    // Reading the states takes a while; others get their turn before each page.
    if (seen > 0) await nextTick();
    const own = page.filter((address) => address.kind === kind);
    ended = own.length < limits.actorRowsMax;
    for (const address of own) {
      last = address.id;
      seen += 1;
      const row = status === '' ? null : await context.reads.get(kind, address.id);
      if (row === null || row?.['status'] === status) addresses.push(address);
      if (addresses.length === limit || seen === scannedMax) break;
    }
    ended &&= last === (own.at(-1)?.id ?? last);
  }
  return { addresses, next: ended ? null : last, complete: ended && after === '' };
}

async function toActorRow(
  context: Needs<'reads'>,
  inspector: ActorInspector,
  address: { readonly kind: string; readonly id: string },
  quarantined: ReadonlySet<string>,
) {
  const { kind, id } = address;
  const row = await context.reads.get(kind, id);
  const mailbox = inspector.mailbox(address);
  return {
    kind,
    id,
    status: row === undefined ? null : asText(row['status']),
    version: row?.version ?? 0,
    updated_at: row === undefined ? null : asText(row['updated_at']),
    in_memory: mailbox !== undefined,
    waiting_messages: Object.values(mailbox ?? {}).reduce((sum, count) => sum + count, 0),
    quarantined: quarantined.has(`${kind}/${id}`),
    links: { self: `/control/api/v1/actors/${kind}/${encodeURIComponent(id)}` },
  };
}

async function requireActor(context: Needs<'reads'>, kind: ActorKind, id: string) {
  const row = await context.reads.get(kind, id);
  if (row !== undefined) return row;
  throw new ServiceError('actor_not_found', `no ${kind} actor has the id ${JSON.stringify(id)}`);
}

/** One actor with its history; bounded everywhere. */
export async function readActor(
  context: Needs<'clock' | 'reads'>,
  inspector: ActorInspector,
  { kind, id }: { readonly kind: ActorKind; readonly id: string },
) {
  const row = await requireActor(context, kind, id);
  const name = `${kind}/${id}`;
  const [events, timers, effects] = await Promise.all([
    context.reads.events({
      ...newestEvents,
      limit: limits.actorHistoryMax,
      entityType: kind,
      entityId: id,
    }),
    inspector.timersOf({ kind, id }),
    inspector.effects(outboxMax),
  ]);
  const { version, ...state } = toPlainRow(kind, row);
  const status = asText(row['status']);
  const { machine, partOf }: AnyMachineSpec = controlPlaneMachines[kind];
  const own = inspector.recent(entriesMax).filter(({ actor }) => actor === name);
  const failures = own.filter((entry) => entry.kind !== 'turn').slice(-limits.actorHistoryMax);
  const ofActor = (entry: { kind: string; id: string }): boolean =>
    entry.kind === kind && entry.id === id;
  return {
    ok: true,
    kind,
    id,
    status,
    version,
    state,
    quarantined: inspector.stats().quarantined.includes(name),
    mailbox: inspector.mailbox({ kind, id }) ?? null,
    legal_events: partOf === undefined ? legalEvents(machine, status) : [],
    restarts: own.filter((entry) => entry.kind === 'restart').length,
    last_failures: failures.map((entry) => ({ ...entry })),
    last_turns: own
      .filter((entry) => entry.kind === 'turn')
      .slice(-limits.actorHistoryMax)
      .map(({ durationMs, ...turn }) => ({ ...turn, duration_ms: durationMs })),
    timers: timers.map(({ name: timer, due_ms: dueMs }) => ({ timer, due_at: toIsoTime(dueMs) })),
    pending_effects: effects.filter(ofActor).map((effect) => ({
      effect_id: effect.effect_id,
      name: effect.name,
      attempts: effect.attempts,
      last_error: effect.last_error,
    })),
    outbox_complete: effects.length < outboxMax,
    history: events.map(toEventListRow),
    links: {
      self: `/control/api/v1/actors/${kind}/${encodeURIComponent(id)}`,
      statechart: `/control/api/v1/actors/${kind}/${encodeURIComponent(id)}/statechart.svg`,
    },
    ...stampOf(context.clock, 'store'),
  };
}

/** The machine's statechart as SVG, the state the actor is in pointed out. */
export async function drawActor(
  context: Needs<'reads'>,
  statecharts: Pick<Statecharts, 'svg'>,
  { kind, id }: { readonly kind: ActorKind; readonly id: string },
): Promise<string> {
  const row = await requireActor(context, kind, id);
  return pointOut(await statecharts.svg(kind), asText(row['status']));
}
