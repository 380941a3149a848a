/** What older clients use: the whole dashboard at once, the export, the legacy intake; and the health of the queue. */
import * as z from 'zod';
import { readLegacyNotes, takeInLegacyNotes } from '../../control/intake/index.ts';
import { readLegacyDashboard, readQueueHealth } from '../../control/operations/index.ts';

import { exportSnapshot } from '../../control/queue/index.ts';
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { answered, defineRoute, ok, type Route } from '../route.ts';
import { validate } from '../validation.ts';
import {
  exportedSnapshotSchema,
  legacyDashboardReplySchema,
  legacyNotesReplySchema,
} from '../wire/compatibility.ts';
import { intakeReply } from '../wire/dispatch.ts';
import { command, get, idempotencyKey } from '../wire/fields.ts';
import { booleanParam, integerParam } from '../wire/lists.ts';
import { queueHealthReplySchema } from '../wire/queue-health.ts';
import type { ApiContext } from './context.ts';
import { batchFields } from './intake.ts';

/** Beside the rest, whether ideas may be posted to the legacy address. */
export interface CompatibilityContext extends ApiContext {
  readonly legacyNotesEnabled: boolean;
}

const legacyNotesPath = '/control/api/intake/legacy-notes';

const rowLimit = integerParam(1, limits.legacyDashboardRowsMax).default(
  limits.legacyDashboardRowsDefault,
);
const eventLimit = integerParam(1, limits.pageSizeMax).default(limits.eventPageSizeDefault);

/** Checked only where the address is switched on: where it is off, any body is answered 410. */
const legacyNotesBody = z.strictObject({ idempotency_key: idempotencyKey, ...batchFields });

/** One route. It records nothing, and asks the workers only with `refresh_worker`. */
export const queueHealthRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...get,
    id: 'queue.health',
    path: '/control/api/queue-health',
    summary:
      'Counts, worker freshness, active runs, what an alert check finds, recent callbacks, what is not delivered.',
    query: z.strictObject({ refresh_worker: booleanParam.default(false) }),
    replies: { 200: queueHealthReplySchema },
    handler: async ({ query }, { control }) =>
      ok(await readQueueHealth(control, { refreshWorker: query.refresh_worker })),
  }),
];

/** Deprecated but for the export. Of what was removed the address stays and answers 410. */
export const compatibilityRoutes: readonly Route<CompatibilityContext>[] = [
  defineRoute({
    ...get,
    id: 'dashboard.legacy',
    path: '/dashboard/api',
    summary: 'The full dashboard snapshot in one reply; prefer the overview and the lists.',
    query: z.strictObject({ limit: rowLimit, event_limit: eventLimit }),
    replies: { 200: legacyDashboardReplySchema },
    deprecated: true,
    handler: async ({ query }, { control }) =>
      ok(await readLegacyDashboard(control, { rows: query.limit, events: query.event_limit })),
  }),
  defineRoute({
    ...get,
    id: 'export.snapshot',
    path: '/control/export/snapshot',
    summary: 'The queue as a snapshot that the core sub-service of another service takes as it is.',
    replies: { 200: exportedSnapshotSchema },
    errors: ['snapshot_too_large'],
    handler: async (_request, { control }) => ({
      status: 200,
      body: await exportSnapshot(control),
      contentType: 'application/json',
    }),
  }),
  defineRoute({
    ...get,
    id: 'intake.legacy_notes',
    path: legacyNotesPath,
    summary:
      'What the legacy notes intake last brought, what is queued, and why ideas were left out.',
    replies: { 200: legacyNotesReplySchema },
    deprecated: true,
    handler: async (_request, { control, legacyNotesEnabled }) =>
      ok(await readLegacyNotes(control, { enabled: legacyNotesEnabled })),
  }),
  defineRoute({
    ...command,
    id: 'intake.legacy_notes_post',
    path: legacyNotesPath,
    summary: 'Takes in ideas as /control/api/intake/ideas does, where it is switched on; else 410.',
    body: z
      .looseObject({ idempotency_key: z.unknown().optional() })
      .describe('As /control/api/intake/ideas takes it, without `source`.'),
    bodyBytesMax: limits.intakeBodyBytesMax,
    replies: { 200: intakeReply },
    errors: ['gone', 'idempotency_conflict'],
    idempotent: true,
    deprecated: true,
    handler: async ({ body }, { control, legacyNotesEnabled }) => {
      if (!legacyNotesEnabled) {
        throw new ServiceError(
          'gone',
          'the legacy notes intake is switched off; send ideas to POST /control/api/intake/ideas, or set legacy_notes_api_enabled',
        );
      }
      const request = validate(legacyNotesBody, body, 'body') as z.output<typeof legacyNotesBody>;
      return answered(await takeInLegacyNotes(control, request));
    },
  }),
  defineRoute({
    ...command,
    id: 'legacy.event',
    path: '/legacy/event',
    summary: 'Removed; always answers 410.',
    body: null,
    replies: {},
    errors: ['gone'],
    idempotent: true,
    deprecated: true,
    handler: () => {
      throw new ServiceError(
        'gone',
        'this address was removed; workers post to /control/api/worker-callback, and the log is read at /control/api/v1/events',
      );
    },
  }),
];
