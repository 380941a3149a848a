/** Commands of the control plane: dispatch, preflight, switches, intake, callbacks, papers, corpus. */
import * as z from 'zod';
import { receiveCallback } from '../../control/callbacks.ts';
import { dispatchNext, dispatchOne } from '../../control/dispatch.ts';
import { draftNext, rewriteDraft } from '../../control/drafting.ts';
import { takeInIdeas } from '../../control/intake.ts';
import { runPreflight } from '../../control/preflight.ts';
import { importIntoCorpus, preparePackage } from '../../control/publishing.ts';
import { pauseQueue, resumeQueue } from '../../control/switches.ts';
import { requireConfiguredUrl, type WorkerTarget } from '../../control/workers.ts';
import { ServiceError } from '../../domain/errors.ts';
import { isIdentifier, isProjectId, projectIdRule } from '../../domain/ids.ts';
import { limits } from '../../domain/limits.ts';
import { callbackBodySchema } from '../../domain/records.ts';
import { callbackTypes, priorityWords, workloadClasses } from '../../domain/statuses.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import type { ApiContext } from './context.ts';

const identifier = z
  .string()
  .refine(isIdentifier, 'must be 1 to 128 letters, digits, ".", "_" or "-"');
const idempotencyKey = z.string().min(1).max(limits.idempotencyKeyCharsMax);
const words = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !text.includes('\u0000'), 'must not hold NUL characters');
/** A name or a short remark: it ends up in environments, file names and titles. */
const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text), 'must not hold control characters');
const requestedBy = line(200).min(1).default('operator');
const anyObject = z.looseObject({ ok: z.literal(true) });
const paperParams = z.strictObject({ paper_id: identifier });

const command = { method: 'POST', auth: 'control', params: null, query: null } as const;

const ideaSchema = z.strictObject({
  idea_id: z
    .string()
    .refine((text) => text.trim() === '' || isProjectId(text), projectIdRule)
    .optional(),
  title: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(500)
    .refine((text) => !/\p{Cc}/u.test(text), 'must not hold control characters'),
  status: line(100).optional(),
  hypothesis: words(20_000).optional(),
  plan: words(200_000).optional(),
  prompt: words(1_000_000).optional(),
  priority: z
    .union(
      [
        z.enum(Object.keys(priorityWords) as (keyof typeof priorityWords)[]),
        z.int().min(0).max(1000),
      ],
      {
        error: `must be ${Object.keys(priorityWords).join(', ')} or a whole number from 0 to 1000`,
      },
    )
    .optional(),
  workload_class: z.enum(workloadClasses).optional(),
  machine_target: line(100).optional(),
  source_ref: line(2000).optional(),
  parent_project_id: identifier.optional(),
  tags: z.array(line(100)).max(50).optional(),
});

const preflightRequest = z.strictObject({
  wake_gate_url: z.url().optional(),
  /** Checked instead of the worker's configured token; empty: the configured one. */
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

export const controlRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...command,
    id: 'dispatch.next',
    path: '/control/dispatch-next',
    summary: 'Selects the next eligible item and, unless it is a dry run, starts it on its worker.',
    body: z.strictObject({
      dry_run: z.boolean().default(true),
      requested_by: requestedBy,
      force_preflight: z.boolean().default(false),
    }),
    replies: {
      200: anyObject.extend({
        action: z.enum(['paused', 'noop', 'dry_run_dispatch', 'live_dispatch']),
      }),
    },
    errors: [
      'claim_lost',
      'preflight_failed',
      'live_dispatch_disabled',
      'read_only',
      'worker_unreachable',
      'worker_failed',
    ],
    idempotent: false,
    handler: async ({ body }, { control }) => ok(await dispatchNext(control, body)),
  }),
  defineRoute({
    ...command,
    id: 'dispatch.one',
    path: '/control/dispatch-one',
    summary: 'As dispatch-next, for one named project.',
    body: z.strictObject({
      project_id: identifier,
      dry_run: z.boolean().default(true),
      requested_by: requestedBy,
      force_preflight: z.boolean().default(false),
    }),
    replies: { 200: anyObject },
    errors: [
      'queue_item_not_found',
      'not_eligible',
      'claim_lost',
      'preflight_failed',
      'live_dispatch_disabled',
      'read_only',
      'worker_unreachable',
      'worker_failed',
    ],
    idempotent: false,
    handler: async ({ body }, { control }) => ok(await dispatchOne(control, body)),
  }),
  defineRoute({
    ...command,
    id: 'preflight',
    path: '/control/api/preflight',
    summary: 'Checks whether a worker could take a run now, without starting one.',
    body: preflightRequest,
    replies: {
      200: z.looseObject({
        ok: z.boolean(),
        target: z.string(),
        summary: z.string(),
        checks: z.array(z.looseObject({ name: z.string(), ok: z.boolean() })),
      }),
    },
    errors: ['target_not_allowed'],
    idempotent: true,
    handler: async ({ body }, context) => {
      const target = targetOf(context, body);
      return ok(
        await runPreflight(context.control, target, {
          requirePaused: body.require_paused,
          strict: body.strict,
          maxGpuPct: body.max_gpu_pct,
          minMemoryAvailableMib: body.min_memory_available_mib ?? target.minMemoryAvailableMib,
          reuseMs: 0,
          ...(body.bearer_token ? { bearerToken: body.bearer_token } : {}),
        }),
      );
    },
  }),
  defineRoute({
    ...command,
    id: 'control.pause',
    path: '/control/pause',
    summary: 'Stops new dispatches; what runs goes on.',
    body: z.strictObject({
      reason: words(1000).nullable().default(null),
      paused_by: requestedBy,
      maintenance_mode: z.boolean().default(false),
    }),
    replies: { 200: anyObject },
    errors: ['transition_refused'],
    idempotent: true,
    handler: async ({ body }, { control }) => ok(await pauseQueue(control, body)),
  }),
  defineRoute({
    ...command,
    id: 'control.resume',
    path: '/control/resume',
    summary: 'Lets dispatches begin again.',
    body: z.strictObject({ resumed_by: requestedBy }),
    replies: { 200: anyObject },
    errors: ['transition_refused'],
    idempotent: true,
    handler: async ({ body }, { control }) => ok(await resumeQueue(control, body)),
  }),
  ...['/control/api/intake/ideas', '/control/intake/ideas'].map((path, index) =>
    defineRoute({
      ...command,
      id: index === 0 ? 'intake.ideas' : 'intake.ideas_alias',
      path,
      summary: 'Takes in research ideas; each becomes a project in the queue.',
      body: z.strictObject({
        idempotency_key: idempotencyKey,
        source: line(200).min(1),
        dry_run: z.boolean().default(true),
        requested_by: requestedBy,
        default_machine_target: line(100).optional(),
        default_model: line(200).optional(),
        default_sandbox: line(200).optional(),
        ideas: z.array(ideaSchema).min(1).max(limits.ideasPerIntakeMax),
      }),
      replies: { 200: anyObject },
      errors: ['idempotency_conflict'],
      idempotent: true,
      deprecated: index > 0,
      handler: async ({ body }, { control }) => {
        const { body: reply, replayed } = await takeInIdeas(control, body);
        return { status: 200, body: reply, replayed };
      },
    }),
  ),
  defineRoute({
    ...command,
    id: 'worker.callback',
    path: '/control/api/worker-callback',
    summary: 'Receives completion callbacks of worker gates, once in effect.',
    body: callbackBodySchema
      .partial({
        session_id: true,
        gate_state: true,
        reason: true,
        process_tracking: true,
        telemetry: true,
        exit_code: true,
        decision: true,
      })
      .extend({
        event_type: z.enum(callbackTypes),
        idempotency_key: idempotencyKey,
        run_id: identifier,
        project_id: identifier,
      })
      .strict(),
    replies: { 200: z.looseObject({ accepted: z.literal(true), applied: z.boolean() }) },
    errors: ['project_not_found', 'idempotency_conflict'],
    idempotent: true,
    handler: async ({ body }, { control }) => {
      const { reply, replayed } = await receiveCallback(control, {
        ...body,
        session_id: body.session_id ?? null,
        gate_state: body.gate_state ?? null,
        reason: body.reason ?? null,
        process_tracking: body.process_tracking ?? null,
        telemetry: body.telemetry ?? null,
        exit_code: body.exit_code ?? null,
        decision: body.decision ?? null,
      });
      return { status: 200, body: reply, replayed };
    },
  }),
  defineRoute({
    ...command,
    id: 'papers.draft_next',
    path: '/control/papers/draft-next',
    summary: 'Drafts the paper of the next completed project whose decision is positive.',
    body: z.strictObject({
      dry_run: z.boolean().default(true),
      requested_by: requestedBy,
      force: z.boolean().default(false),
    }),
    replies: { 200: anyObject.extend({ action: z.enum(['noop', 'dry_run_draft', 'drafted']) }) },
    errors: [],
    idempotent: false,
    handler: async ({ body }, { control, papers }) =>
      ok(await draftNext(control, papers.checkEvidence, body)),
  }),
  ...(['paper-reviews', 'publication-automation'] as const).flatMap((family) => [
    defineRoute({
      ...command,
      id: `${family}.rewrite_draft`,
      path: `/control/api/${family}/{paper_id}/rewrite-draft`,
      summary: 'Rewrites the draft of a paper from its evidence, fetching it anew first.',
      params: paperParams,
      body: z.strictObject({
        idempotency_key: idempotencyKey,
        requested_by: requestedBy,
        force: z.boolean().default(false),
      }),
      replies: { 200: anyObject },
      errors: ['paper_not_found', 'transition_refused', 'idempotency_conflict', 'evidence_missing'],
      idempotent: true,
      handler: async ({ params, body }, { control }) => {
        const result = await rewriteDraft(control, params.paper_id, body);
        return { status: 200, body: result.body, replayed: result.replayed };
      },
    }),
    defineRoute({
      ...command,
      id: `${family}.prepare_finalization_package`,
      path: `/control/api/${family}/{paper_id}/prepare-finalization-package`,
      summary: 'Assembles the finalization package once lint, audit and checklist pass.',
      params: paperParams,
      body: z.strictObject({
        idempotency_key: idempotencyKey,
        requested_by: requestedBy,
        target_label: line(200).default('corpus'),
        dry_run: z.boolean().default(true),
      }),
      replies: { 200: anyObject },
      errors: ['paper_not_found', 'transition_refused', 'idempotency_conflict', 'gates_failed'],
      idempotent: true,
      handler: async ({ params, body }, { control, papers }) => {
        const result = await preparePackage(control, papers.previewPackage, params.paper_id, body);
        return { status: 200, body: result.body, replayed: result.replayed };
      },
    }),
  ]),
  defineRoute({
    ...command,
    id: 'corpus.import',
    path: '/control/api/v1/corpus/import',
    summary: 'Imports a finalized package into the corpus and records it in the ledger.',
    body: z.strictObject({
      idempotency_key: idempotencyKey,
      paper_id: identifier,
      dry_run: z.boolean().default(true),
      requested_by: requestedBy,
    }),
    replies: { 200: anyObject },
    errors: ['paper_not_found', 'transition_refused', 'idempotency_conflict', 'gates_failed'],
    idempotent: true,
    handler: async ({ body }, { control }) => {
      const result = await importIntoCorpus(control, body);
      return { status: 200, body: result.body, replayed: result.replayed };
    },
  }),
];
