/** Dispatch and what decides about it: preflight, pause, resume. */
import * as z from 'zod';
import { pauseQueue, resumeQueue } from '../../control/common/index.ts';
import { requireConfiguredUrl, type WorkerTarget } from '../../control/fleet/index.ts';
import { runPreflight, withFreshness } from '../../control/workers/index.ts';
import { type ErrorCode, ServiceError } from '../../domain/errors.ts';
import { answered, defineRoute, ok, type Route } from '../route.ts';
import { dispatchReply, switchReply } from '../wire/dispatch.ts';
import {
  askedDry,
  command,
  idempotencyKey,
  identifier,
  line,
  requestedBy,
  words,
} from '../wire/fields.ts';
import { planErrors, planId } from '../wire/plans.ts';
import { preflightReply } from '../wire/worker-replies.ts';
import type { ApiContext } from './context.ts';
import { perform } from './perform.ts';

const preflightRequest = z.strictObject({
  wake_gate_url: z.url().max(2000).optional(),
  /** Of the worker at `wake_gate_url`; empty, and with `machine_target`: the configured one. */
  bearer_token: line(1000).optional(),
  require_paused: z.boolean().default(true),
  strict: z.boolean().default(false),
  max_gpu_pct: z.number().min(0).max(100).default(5),
  min_memory_available_mib: z.int().min(0).optional(),
  machine_target: words(100).optional(),
});

function targetOf(context: ApiContext, request: z.output<typeof preflightRequest>): WorkerTarget {
  const { workers } = context.control;
  if (request.machine_target !== undefined) {
    const named = workers.byName(request.machine_target);
    if (named !== undefined) return named;
    throw new ServiceError(
      'target_not_allowed',
      `machine_target ${request.machine_target} is not configured`,
      {
        errors: [
          {
            path: 'machine_target',
            message: `must be one of ${workers.targets.map((target) => target.name).join(', ')}`,
          },
        ],
      },
    );
  }
  if (request.wake_gate_url !== undefined)
    return requireConfiguredUrl(workers, request.wake_gate_url);
  throw new ServiceError('invalid_request', 'name the worker to check', {
    errors: [
      {
        path: 'wake_gate_url',
        message: `is required unless machine_target is given (configured: ${workers.targets.map((target) => target.name).join(', ') || 'none'})`,
      },
    ],
  });
}

/** What both dispatch routes take, and what can go wrong in either. */
const dispatchMembers = {
  ...askedDry,
  force_preflight: z.boolean().default(false),
  plan_id: planId,
};
const dispatchErrors = [
  'claim_lost',
  ...planErrors,
  'preflight_failed',
  'live_dispatch_disabled',
  'read_only',
  'worker_unreachable',
  'worker_failed',
  'idempotency_conflict',
  'disk_full',
] as const satisfies readonly ErrorCode[];

/** A dispatch is a dry run unless `dry_run` is false; pause and resume concern new dispatches only. */
export const dispatchRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...command,
    id: 'dispatch.next',
    path: '/control/dispatch-next',
    summary: 'Selects the next eligible item and, unless it is a dry run, starts it on its worker.',
    body: z.strictObject(dispatchMembers),
    replies: { 200: dispatchReply },
    errors: dispatchErrors,
    idempotent: false,
    handler: ({ body: { idempotency_key: key, ...request } }, context) =>
      perform(context, 'dispatch_next', { key, request }),
  }),
  defineRoute({
    ...command,
    id: 'dispatch.one',
    path: '/control/dispatch-one',
    summary: 'As dispatch-next, for one named project.',
    body: z.strictObject({
      project_id: identifier,
      ...dispatchMembers,
    }),
    replies: { 200: dispatchReply },
    errors: ['queue_item_not_found', 'not_eligible', ...dispatchErrors],
    idempotent: false,
    handler: ({ body: { idempotency_key: key, ...request } }, context) =>
      perform(context, 'dispatch_one', { key, request }),
  }),
  defineRoute({
    ...command,
    id: 'preflight',
    path: '/control/api/preflight',
    summary: 'Checks whether a worker could take a run now, without starting one.',
    body: preflightRequest,
    replies: { 200: preflightReply },
    errors: ['target_not_allowed'],
    idempotent: true,
    handler: async ({ body }, context) => {
      const target = targetOf(context, body);
      const reply = await runPreflight(context.control, target, {
        requirePaused: body.require_paused,
        strict: body.strict,
        maxGpuPct: body.max_gpu_pct,
        minMemoryAvailableMib: body.min_memory_available_mib ?? target.minMemoryAvailableMib,
        reuseMs: 0,
        // A named target brings its own token; one for an address may be tried out.
        ...(body.bearer_token && body.machine_target === undefined
          ? { bearerToken: body.bearer_token }
          : {}),
      });
      return ok(withFreshness(context.control, reply));
    },
  }),
  defineRoute({
    ...command,
    id: 'control.pause',
    path: '/control/pause',
    summary: 'Stops new dispatches; what runs goes on.',
    body: z.strictObject({
      idempotency_key: idempotencyKey.optional(),
      reason: words(1000).nullable().default(null),
      paused_by: requestedBy,
      maintenance_mode: z.boolean().default(false),
    }),
    replies: { 200: switchReply },
    errors: ['transition_refused', 'idempotency_conflict'],
    idempotent: true,
    handler: async ({ body }, { control }) => answered(await pauseQueue(control, body)),
  }),
  defineRoute({
    ...command,
    id: 'control.resume',
    path: '/control/resume',
    summary: 'Lets dispatches begin again.',
    body: z.strictObject({
      idempotency_key: idempotencyKey.optional(),
      resumed_by: requestedBy,
    }),
    replies: { 200: switchReply },
    errors: ['transition_refused', 'idempotency_conflict'],
    idempotent: true,
    handler: async ({ body }, { control }) => answered(await resumeQueue(control, body)),
  }),
];
