/**
 * Entities as they were: the same use cases over read models that answer as of an event. States are
 * the fold of the log up to it, so nothing is kept twice for this.
 */
import type { StoredActor } from '../../actors/journal/port.ts';
import { changeIn, foldChange } from '../../actors/journal/state-fold.ts';
import { lifted, type StoredMembers } from '../../domain/entities/lifts.ts';
import { ServiceError } from '../../domain/errors.ts';
import { toIsoTime } from '../../lib/clock.ts';
import type { EntityRow, ReadModels } from '../../store/ports/read-models.ts';
import type { ControlContext, Needs } from '../common/index.ts';

/** A moment of the log. */
export interface AsOf {
  /** Last event that counts. */
  readonly event_id: number;
  /** When it was written. */
  readonly at: string;
}

const eventIdPattern = /^[1-9]\d{0,14}$/;

/**
 * Runs `read` as of `at` (an event id or an ISO time) and adds `as_of`; without `at` just runs it.
 * 422 for a moment that is not in the log, 404 for what did not exist then.
 */
export async function readAsOf<Body extends object>(
  context: ControlContext,
  at: string | undefined,
  read: (context: ControlContext) => Promise<Body>,
): Promise<Body & { readonly as_of?: AsOf }> {
  if (at === undefined) return read(context);
  const asOf = await momentOf(context, at);
  try {
    return {
      ...(await read(atMoment(context, asOf, readsAsOf(context.reads, asOf)))),
      as_of: asOf,
    };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 404) throw error;
    throw new ServiceError(error.code, `${error.message} as of event ${asOf.event_id}`);
  }
}

/**
 * Runs `read` over lists and counts as of `at`, beside all that `readAsOf` tells; without `at` just runs it. 422 for a
 * moment that is not in the log, and for what cannot be told of one.
 */
export async function readListsAsOf<Needed extends Needs<'clock' | 'reads'>, Body>(
  context: Needed,
  at: string | undefined,
  read: (context: Needed) => Promise<Body>,
): Promise<{ readonly body: Body; readonly asOf?: AsOf }> {
  if (at === undefined) return { body: await read(context) };
  const asOf = await momentOf(context, at);
  const { reads } = context;
  const then = { ...readsAsOf(reads, asOf), ...reads.asOf(asOf.event_id) };
  return { body: await read(atMoment(context, asOf, then)), asOf };
}

/** The same at that moment. */
function atMoment<Needed extends Needs<'clock' | 'reads'>>(
  context: Needed,
  { at }: AsOf,
  reads: ReadModels,
): Needed {
  const now = Date.parse(at);
  return { ...context, reads, clock: { ...context.clock, now: () => now } };
}

/** An actor before and after the last event at or before `at`; undefined where there was none. */
export async function readNeighbours(
  { clock, reads }: Needs<'clock' | 'reads'>,
  { kind, id, at }: { readonly kind: string; readonly id: string; readonly at: string },
) {
  const asOf = await momentOf({ clock, reads }, at);
  // Long histories take their time to fold, so that is done once.
  const [event, before] = await Promise.all([
    reads.event(asOf.event_id),
    reads.stateAt(kind, id, asOf.event_id - 1),
  ]);
  const change = event === undefined ? undefined : changeIn(event.payload);
  const isOwn = change?.kind === kind && change.id === id;
  const after = isOwn ? foldChange(before, change) : before;
  return { asOf, event, before: toRow(kind, before), after: toRow(kind, after) };
}

function toRow(kind: string, actor: StoredActor | undefined): EntityRow | undefined {
  if (actor === undefined) return undefined;
  const { state_version: stateVersion, version } = actor;
  return { ...lifted(kind, stateVersion, actor.state as StoredMembers), version };
}

/** The moment that `at` names; 422 where that is not in the log. */
export async function momentOf(
  { reads, clock }: Needs<'clock' | 'reads'>,
  at: string,
): Promise<AsOf> {
  const head = await reads.head();
  const byId = eventIdPattern.test(at);
  const timeMs = byId ? Number.NaN : Date.parse(at);
  if (!byId && Number.isNaN(timeMs)) throw wrong('must be an event id or an ISO 8601 time');
  if (!byId && timeMs > clock.now()) throw wrong('lies in the future');
  const eventId = byId ? Number(at) : await reads.eventIdAt(toIsoTime(timeMs));
  if (eventId > head) throw wrong(`is beyond the log; its last event is ${head}`);
  if (eventId === 0) throw wrong('lies before the first event of the log');
  const event = await reads.event(eventId);
  return { event_id: eventId, at: event?.created_at ?? toIsoTime(clock.now()) };
}

function wrong(message: string): ServiceError {
  return new ServiceError('invalid_request', `at: ${message}`, {
    errors: [{ path: 'at', message }],
  });
}

/**
 * What belongs to one entity. Lists are those of today with every row as it was, without what did not exist yet: right
 * for filters by what never changes, such as the project of a run, and without a copy of the whole store.
 */
function readsAsOf(reads: ReadModels, { event_id: eventId }: AsOf): ReadModels {
  const get = async (kind: string, id: string) =>
    toRow(kind, await reads.stateAt(kind, id, eventId));
  return {
    ...reads,
    get,
    async list(kind, query) {
      const page = await reads.list(kind, query);
      const rows = await Promise.all(page.rows.map((row) => get(kind, idOf(kind, row))));
      return { ...page, rows: rows.filter((row): row is EntityRow => row !== undefined) };
    },
    events: (query) =>
      reads.events({ ...query, before: Math.min(query.before ?? Infinity, eventId + 1) }),
  };
}

const idMembers: Readonly<Record<string, string>> = {
  run: 'run_id',
  paper: 'paper_id',
  paper_review: 'paper_id',
  corpus_entry: 'paper_id',
  worker_target: 'target',
};

function idOf(kind: string, row: EntityRow): string {
  return String(row[idMembers[kind] ?? 'project_id']);
}
