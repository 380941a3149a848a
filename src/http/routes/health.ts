/** Health and status. */
import * as z from 'zod';
import { readStatus } from '../../control/operations/index.ts';
import { controlPlaneService, workerGateService } from '../../domain/product.ts';
import { roles, storeBackends } from '../../domain/statuses.ts';
import { planeRoles } from '../../store/ports/plane.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { restoreCheck } from '../wire/bench.ts';
import { get } from '../wire/fields.ts';
import { booleanParam } from '../wire/lists.ts';
import { count } from '../wire/parts.ts';
import { planeSchema } from '../wire/plane.ts';
import { statusReplySchema } from '../wire/readiness.ts';
import { moment } from '../wire/rows.ts';
import type { ApiContext } from './context.ts';

/** What the open route says; anybody may read it. */
export interface HealthzContext {
  /** Service name and whatever the role adds. */
  readonly describeHealthz: () => Promise<{ readonly service: string; readonly timestamp: string }>;
}

const healthShape = {
  ok: z.boolean(),
  service: z
    .enum([workerGateService, controlPlaneService])
    .describe('The worker gate where there is one, else the control plane.'),
  timestamp: moment,
};

const healthzReply = z.strictObject({
  ...healthShape,
  role: z.enum(roles),
  plane_role: z
    .enum(planeRoles)
    .optional()
    .describe('Which part this control plane has; absent where the store takes one only.'),
  live_run_count: count.optional().describe('Runs of the worker gate that are going on.'),
});

const healthReply = z.strictObject({
  ...healthShape,
  db_path: z.string().describe('File of the store on the machine of the service.'),
  store_backend: z.enum(storeBackends),
  transport: z.strictObject({
    name: z.string(),
    reason: z.string().describe('Why this transport and no other.'),
  }),
  plane: planeSchema,
  actors: z
    .strictObject({
      active: count.describe('Actors in memory.'),
      messages: count.describe('Messages that wait.'),
      effects: count.describe('Effects that wait or run.'),
      timers: count,
      quarantined: z.array(z.string()).describe('Actors out of service until they are released.'),
      read_faults: z
        .array(
          z.strictObject({
            what: z.string(),
            error: z.string(),
            failures: count.describe('In a row.'),
            since: z.iso.datetime(),
          }),
        )
        .describe('What of the store cannot be read just now; it is tried again.'),
      dead_letters: z.int().min(0).describe('Messages that no actor could handle.'),
      restore_check: restoreCheck,
    })
    .nullable(),
  paper_work: z
    .strictObject({
      busy: count.describe('Jobs on papers that are being done.'),
      waiting: count.describe('Jobs on papers that wait for a thread.'),
    })
    .nullable()
    .describe('Null without a control plane.'),
});

/** The open health route, in every role. */
export const healthzRoutes: readonly Route<HealthzContext>[] = [
  defineRoute({
    ...get,
    id: 'healthz',
    path: '/healthz',
    auth: 'open',
    summary: 'Says that the process answers.',
    replies: { 200: healthzReply },
    handler: async (_request, context) => ok({ ok: true, ...(await context.describeHealthz()) }),
  }),
];

/** With the control token: the facts of this process, and the snapshot that older clients read. */
export const statusRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...get,
    id: 'control.health',
    path: '/control/health',
    summary: 'Says that the control plane answers, on which store and transport.',
    replies: { 200: healthReply },
    handler: async (_request, context) =>
      ok({ ok: true, service: controlPlaneService, ...(await context.describeHealth()) }),
  }),
  defineRoute({
    ...get,
    id: 'control.status',
    path: '/control/api/status',
    summary: 'Dispatch-safety snapshot for older clients; prefer the overview.',
    query: z.strictObject({ refresh_worker: booleanParam.default(false) }),
    replies: { 200: statusReplySchema },
    deprecated: true,
    handler: async ({ query }, { control }) =>
      ok(await readStatus(control, { refreshWorker: query.refresh_worker })),
  }),
];
