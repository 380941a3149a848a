/** The lists and details of `/control/api/v1`, and the overview: all of them bounded. */
import * as z from 'zod';
import { type ControlContext, mapInPieces } from '../../control/common/index.ts';
import { readOverview, readPastOverview } from '../../control/operations/index.ts';
import {
  momentOf,
  readAsOf,
  readEvent,
  readListsAsOf,
  readPaper,
  readPaperPage,
  readProject,
  readProjectPage,
  readQueuePage,
  readRun,
  readRunPage,
  toEventListRow,
} from '../../control/reading/index.ts';

import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import type { LogLineage } from '../../store/ports/log-lineage.ts';
import type {
  EventScan,
  ListQuery,
  Page,
  PayloadFilter,
  ReadModels,
} from '../../store/ports/read-models.ts';
import { defineRoute, ok, type Route, type RouteResult } from '../route.ts';
import { atQuery, listAtQuery, requiredAtQuery } from '../wire/as-of.ts';
import {
  eventDetailReplySchema,
  paperDetailReplySchema,
  projectDetailReplySchema,
  runDetailReplySchema,
} from '../wire/details.ts';
import { entityList } from '../wire/entity-lists.ts';
import { get, idParam, runParams } from '../wire/fields.ts';
import {
  integerParam,
  listReplySchema,
  pastListReplySchema,
  payloadParam,
  searchParam,
  textParam,
  toListReply,
  toListText,
} from '../wire/lists.ts';
import { overviewReplySchema, pastOverviewReplySchema } from '../wire/overview.ts';
import {
  eventRowSchema,
  paperRowSchema,
  projectRowSchema,
  queueRowSchema,
  runRowSchema,
} from '../wire/rows.ts';
import { type ApiContext, stamp } from './context.ts';

/** By the last word of their addresses. */
const lists = {
  queue: entityList('queue_item'),
  runs: entityList('run'),
  projects: entityList('project'),
  papers: entityList('paper'),
};
type EntityList = ReturnType<typeof entityList>;
const filterText = textParam(limits.identifierCharsMax * 2);

/** A page of an entity's list, with the counts that the query asks for. */
async function answerList(
  context: ApiContext,
  { at, ...query }: Parameters<EntityList['toListQuery']>[0] & { readonly at?: string | undefined },
  list: EntityList,
  read: (control: ControlContext, query: ListQuery) => Promise<Page<string>>,
): Promise<RouteResult> {
  const { body, ...moment } = await readListsAsOf(context.control, at, (control) =>
    Promise.all([read(control, list.toListQuery(query)), list.counts(control.reads, query)]),
  );
  const [page, counts] = body;
  const given = counts === undefined ? {} : { counts };
  const { rows } = page;
  const reply = { page, rows, pageSize: query.page_size, ...given, ...moment, ...stamp(context) };
  return ok(toListText(reply));
}

/** From the store alone: no worker is asked. */
export const readModelRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...get,
    id: 'overview',
    path: '/control/api/v1/overview',
    summary: 'What an operator sees first: cards, what needs a person, what runs, recent events.',
    query: z.strictObject({
      active_limit: integerParam(1, limits.overviewActiveMax).default(limits.overviewActiveDefault),
      event_limit: integerParam(1, limits.overviewEventsMax).default(limits.overviewEventsDefault),
    }),
    replies: { 200: overviewReplySchema },
    errors: [],
    pageCached: true,
    handler: async ({ query }, { control }) =>
      ok(
        await readOverview(control, {
          activeLimit: query.active_limit,
          eventLimit: query.event_limit,
        }),
      ),
  }),
  defineRoute({
    ...get,
    id: 'overview.past',
    path: '/control/api/v1/overview/past',
    summary:
      'The plane as it was at a moment: lanes, what ran and waited, workers, alerts, events.',
    query: requiredAtQuery,
    replies: { 200: pastOverviewReplySchema },
    errors: [],
    handler: async ({ query }, { control }) => ok(await readPastOverview(control, query.at)),
  }),
  defineRoute({
    ...get,
    id: 'queue.list',
    path: '/control/api/v1/queue',
    summary: 'Queue items, best candidate first.',
    query: lists.queue.query.extend(listAtQuery.shape),
    replies: { 200: pastListReplySchema(queueRowSchema) },
    pageCached: true,
    handler: ({ query }, context) => answerList(context, query, lists.queue, readQueuePage),
  }),
  defineRoute({
    ...get,
    id: 'runs.list',
    path: '/control/api/v1/runs',
    summary: 'Runs, newest change first.',
    query: lists.runs.query.extend(listAtQuery.shape),
    replies: { 200: pastListReplySchema(runRowSchema) },
    pageCached: true,
    handler: ({ query }, context) => answerList(context, query, lists.runs, readRunPage),
  }),
  defineRoute({
    ...get,
    id: 'runs.get',
    path: '/control/api/v1/runs/{run_id}',
    summary: 'One run with its project, papers and events.',
    params: runParams,
    query: atQuery,
    replies: { 200: runDetailReplySchema },
    errors: ['run_not_found'],
    handler: async ({ params, query }, { control }) =>
      ok(await readAsOf(control, query.at, (then) => readRun(then, params.run_id))),
  }),
  defineRoute({
    ...get,
    id: 'projects.list',
    path: '/control/api/v1/projects',
    summary: 'Projects.',
    query: lists.projects.query.extend(listAtQuery.shape),
    replies: { 200: pastListReplySchema(projectRowSchema) },
    pageCached: true,
    handler: ({ query }, context) => answerList(context, query, lists.projects, readProjectPage),
  }),
  defineRoute({
    ...get,
    id: 'projects.get',
    path: '/control/api/v1/projects/{project_id}',
    summary: 'One project with its queue item, runs, papers, events and worker observations.',
    params: z.strictObject({ project_id: idParam }),
    query: atQuery,
    replies: { 200: projectDetailReplySchema },
    errors: ['project_not_found'],
    handler: async ({ params, query }, { control }) =>
      ok(await readAsOf(control, query.at, (then) => readProject(then, params.project_id))),
  }),
  defineRoute({
    ...get,
    id: 'papers.list',
    path: '/control/api/v1/papers',
    summary: 'Papers, newest change first.',
    query: lists.papers.query.extend(listAtQuery.shape),
    replies: { 200: pastListReplySchema(paperRowSchema) },
    pageCached: true,
    handler: ({ query }, context) => answerList(context, query, lists.papers, readPaperPage),
  }),
  defineRoute({
    ...get,
    id: 'papers.get',
    path: '/control/api/v1/papers/{paper_id}',
    summary: 'One paper with its project, run, publication automation and events.',
    params: z.strictObject({ paper_id: idParam }),
    query: atQuery,
    replies: { 200: paperDetailReplySchema },
    errors: ['paper_not_found'],
    handler: async ({ params, query }, { control }) =>
      ok(await readAsOf(control, query.at, (then) => readPaper(then, params.paper_id))),
  }),
  defineRoute({
    ...get,
    id: 'events.list',
    path: '/control/api/v1/events',
    summary: 'The audit log, newest first.',
    query: z.strictObject({
      cursor: z.string().min(1).max(200).nullable().default(null),
      page_size: integerParam(limits.pageSizeMin, limits.pageSizeMax).default(
        limits.eventPageSizeDefault,
      ),
      entity_type: filterText,
      entity_id: filterText,
      event_type: filterText,
      search: searchParam,
      payload: payloadParam,
      ...atQuery.shape,
    }),
    replies: { 200: listReplySchema(eventRowSchema) },
    errors: [],
    pageCached: true,
    handler: async ({ query }, context) => {
      const { lineage, reads } = context.control;
      const until = query.at === undefined ? null : await momentOf(context.control, query.at);
      const { rows, next } = await findEvents(reads, query, {
        lineage,
        last: until?.event_id ?? null,
      });
      const nextCursor = next === null ? null : encodeEventCursor(next, lineage);
      return ok(
        toListReply({
          page: { rows, nextCursor },
          rows: await mapInPieces(rows, toEventListRow),
          pageSize: query.page_size,
          ...stamp(context),
        }),
      );
    },
  }),
  defineRoute({
    ...get,
    id: 'events.get',
    path: '/control/api/v1/events/{event_id}',
    summary: 'One audit event.',
    params: z.strictObject({ event_id: integerParam(1, Number.MAX_SAFE_INTEGER) }),
    replies: { 200: eventDetailReplySchema },
    errors: ['event_not_found'],
    handler: async ({ params }, { control }) => ok(await readEvent(control, params.event_id)),
  }),
];

interface EventListQuery {
  readonly cursor: string | null;
  readonly page_size: number;
  readonly entity_type: string;
  readonly entity_id: string;
  readonly event_type: string;
  readonly search: string;
  readonly payload: readonly PayloadFilter[];
}

/** A page of events and the id to look on below; null on the last page. */
async function findEvents(
  reads: ReadModels,
  query: EventListQuery,
  { lineage, last }: { readonly lineage: LogLineage; readonly last: number | null },
): Promise<EventScan> {
  const wanted = {
    before:
      query.cursor !== null
        ? decodeEventCursor(query.cursor, lineage)
        : last === null
          ? null
          : last + 1,
    entityType: query.entity_type,
    entityId: query.entity_id,
    eventType: query.event_type,
    search: query.search,
  };
  if (query.payload.length > 0) {
    return reads.eventsByPayload({ ...wanted, limit: query.page_size }, query.payload);
  }
  const found = await reads.events({ ...wanted, limit: query.page_size + 1 });
  const rows = found.slice(0, query.page_size);
  return { rows, next: found.length > rows.length ? (rows.at(-1)?.event_id ?? null) : null };
}

/** The first edition named no epoch. */
const cursorPattern = /^before:([1-9]\d{0,14})(?:@([0-9a-z]{1,64}))?$/;

function encodeEventCursor(eventId: number, { epoch }: LogLineage): string {
  return Buffer.from(`before:${eventId}@${epoch}`).toString('base64url');
}

function decodeEventCursor(cursor: string, lineage: LogLineage): number {
  const found = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (found === null) throw badCursor('must be the next_cursor of an earlier page');
  const eventId = Number(found[1]);
  if (lineage.holds(found[2] ?? null, eventId)) return eventId;
  throw badCursor(
    'is of an earlier log, which lost events or was put back since; begin again at the first page',
  );
}

const badCursor = (message: string): ServiceError =>
  new ServiceError('invalid_request', 'the cursor is not one of this list', {
    errors: [{ path: 'cursor', message }],
  });
