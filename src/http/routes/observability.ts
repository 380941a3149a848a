/** What the service notes of its own requests and memory. */
import * as z from 'zod';
import type { RouteObservability } from '../../metrics/route-observability.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { get } from '../wire/fields.ts';
import { okReply } from '../wire/parts.ts';

/** There also where recording is switched off, which the replies then say. */
export interface ObservabilityContext {
  readonly observability: RouteObservability;
}

const milliseconds = z.number().nonnegative();

const routeReport = z.strictObject({
  route: z.string().describe('Id of the route; `none`: no route, or not let in.'),
  count: z.int(),
  errors: z.int().describe('Answers with a status of 500 and above.'),
  refusals: z.int().describe('Answers with a status from 400 to 499.'),
  slow: z.int().describe('Requests that took at least `slow_ms`.'),
  window: z
    .strictObject({
      requests: z.int(),
      p50_ms: milliseconds,
      p95_ms: milliseconds,
      p99_ms: milliseconds,
      max_ms: milliseconds,
    })
    .describe('Over the last requests of the route, at most `window_requests_max`.'),
  last_at: z.iso.datetime(),
});

const healthReply = okReply.extend({
  enabled: z.boolean(),
  message: z.string(),
  since: z.iso.datetime().nullable(),
  slow_ms: milliseconds,
  window_requests_max: z.int(),
  routes: z.array(routeReport),
  log: z
    .strictObject({
      path: z.string(),
      state: z.enum(['idle', 'ok', 'failing', 'closed']),
      written_lines: z.int(),
      dropped_lines: z.int(),
      queued_lines: z.int(),
      file_bytes: z.int().nullable(),
      rotations: z.int(),
      last_error: z.string().nullable(),
    })
    .nullable()
    .describe('The file that takes a line per request; null while nothing is written.'),
});

const bytes = z.int().nonnegative();

const memoryReply = okReply.extend({
  enabled: z.boolean().describe('Whether requests are recorded; memory is read in any case.'),
  status: z.enum(['ok', 'warning', 'no_threshold']),
  message: z.string(),
  warn_rss_mib: z.number().describe('0: nothing is warned of.'),
  rss_mib: z.number(),
  process: z.strictObject({
    rss_bytes: bytes,
    heap_total_bytes: bytes,
    heap_used_bytes: bytes,
    external_bytes: bytes,
    array_buffers_bytes: bytes,
  }),
});

/** Of this process alone, since its start. */
export const observabilityRoutes: readonly Route<ObservabilityContext>[] = [
  defineRoute({
    ...get,
    id: 'observability.health',
    path: '/control/api/v1/observability/health',
    summary: 'How many requests each route answered, and how long they took.',
    replies: { 200: healthReply },
    handler: (_request, { observability }) => ok({ ok: true, ...observability.health() }),
  }),
  defineRoute({
    ...get,
    id: 'observability.memory',
    path: '/control/api/v1/observability/memory',
    summary: 'Resident memory of this process, and whether it is more than it should be.',
    replies: { 200: memoryReply },
    handler: (_request, { observability }) => ok({ ok: true, ...observability.memory() }),
  }),
];
