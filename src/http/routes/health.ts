/** Health and status. */
import * as z from 'zod';
import { readStatus } from '../../control/status.ts';
import { controlPlaneService, workerGateService } from '../../domain/product.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { booleanParam } from '../wire/lists.ts';
import type { ApiContext } from './context.ts';

export interface HealthzContext {
  /** Service name and whatever the role adds. */
  readonly describeHealthz: () => Promise<{ readonly service: string; readonly timestamp: string }>;
}

const healthReply = z.looseObject({
  ok: z.boolean(),
  service: z.enum([workerGateService, controlPlaneService]),
  timestamp: z.iso.datetime(),
});

/** The open health route, in every role. */
export const healthzRoutes: readonly Route<HealthzContext>[] = [
  defineRoute({
    id: 'healthz',
    method: 'GET',
    path: '/healthz',
    auth: 'open',
    summary: 'Says that the process answers.',
    params: null,
    query: null,
    body: null,
    replies: { 200: healthReply },
    errors: [],
    idempotent: true,
    handler: async (_request, context) => ok({ ok: true, ...(await context.describeHealthz()) }),
  }),
];

export const statusRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    id: 'control.health',
    method: 'GET',
    path: '/control/health',
    auth: 'control',
    summary: 'Says that the control plane answers, on which store and transport.',
    params: null,
    query: null,
    body: null,
    replies: { 200: healthReply.extend({ db_path: z.string(), store_backend: z.string() }) },
    errors: [],
    idempotent: true,
    handler: (_request, context) =>
      ok({ ok: true, service: controlPlaneService, ...context.describeHealth() }),
  }),
  defineRoute({
    id: 'control.status',
    method: 'GET',
    path: '/control/api/status',
    auth: 'control',
    summary: 'Dispatch-safety snapshot for older clients; prefer the overview.',
    params: null,
    query: z.strictObject({ refresh_worker: booleanParam.default(false) }),
    body: null,
    replies: {
      200: z.looseObject({ dispatch_safe: z.boolean(), dispatch_blockers: z.array(z.string()) }),
    },
    errors: [],
    idempotent: true,
    deprecated: true,
    handler: async ({ query }, { control }) =>
      ok(await readStatus(control, { refreshWorker: query.refresh_worker })),
  }),
];
