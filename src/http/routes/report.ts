/** What happened since somebody looked last. */
import * as z from 'zod';
import { readReport } from '../../control/operations/index.ts';
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { get } from '../wire/fields.ts';
import { integerParam } from '../wire/lists.ts';
import { reportReplySchema } from '../wire/report.ts';
import type { ApiContext } from './context.ts';

const hourMs = 3_600_000;

/** From the store alone: no worker is asked. */
export const reportRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...get,
    id: 'report.get',
    path: '/control/api/v1/report',
    summary: 'What ran, was decided, written and mended since a moment, and how workers were used.',
    query: z.strictObject({
      since: z.iso
        .datetime({ offset: true })
        .max(40)
        .optional()
        .describe('Takes the place of `hours`.'),
      hours: integerParam(1, limits.reportHoursMax).default(limits.reportHoursDefault),
    }),
    replies: { 200: reportReplySchema },
    handler: async ({ query }, { control }) => {
      const nowMs = control.clock.now();
      const sinceMs =
        query.since === undefined ? nowMs - query.hours * hourMs : Date.parse(query.since);
      if (sinceMs > nowMs)
        throw new ServiceError('invalid_request', 'since: must not be in the future');
      return ok(await readReport(control, sinceMs));
    },
  }),
];
