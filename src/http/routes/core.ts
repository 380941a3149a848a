/** Routes of the core sub-service: snapshots, their projection and divergences. */
import type { CoreService } from '../../core-service/service.ts';
import { limits } from '../../domain/limits.ts';
import { corePrefix } from '../../domain/product.ts';
import { answered, defineRoute, ok, type Route } from '../route.ts';
import {
  coreHealthReplySchema,
  projectionReplySchema,
  snapshotBodySchema,
  snapshotReplySchema,
} from '../wire/core.ts';
import { divergencesQuery, divergencesReply } from '../wire/core-lists.ts';
import { command, get } from '../wire/fields.ts';

/** The sub-service is there in every mode, also in `off`. */
export interface CoreContext {
  readonly core: CoreService;
}

/** With the control token, below `corePrefix`. */
export const coreRoutes: readonly Route<CoreContext>[] = [
  defineRoute({
    ...get,
    id: 'core.health',
    path: `${corePrefix}/health`,
    summary: 'Says that the core sub-service answers, and in which mode.',
    replies: { 200: coreHealthReplySchema },
    handler: (_request, { core }) => ok(core.health()),
  }),
  defineRoute({
    ...command,
    id: 'core.snapshot',
    path: `${corePrefix}/snapshots/legacy-queue`,
    summary:
      'Records a snapshot of a queue, from any compatible source; in mode `enforce` applies what differs and may.',
    body: snapshotBodySchema,
    bodyBytesMax: limits.snapshotBodyBytesMax,
    bodyWorkSchema: 'snapshot',
    replies: { 200: snapshotReplySchema },
    errors: ['idempotency_conflict', 'core_mode_refused', 'overloaded'],
    idempotent: true,
    handler: async ({ body }, { core }) =>
      answered(
        await core.takeSnapshot({
          ...body,
          mode: body.mode ?? null,
          captured_at: body.captured_at ?? null,
        }),
      ),
  }),
  defineRoute({
    ...get,
    id: 'core.projection',
    path: `${corePrefix}/projections/queue`,
    summary:
      'The queue as the newest snapshot shows it, and where it differed from the live queue.',
    replies: { 200: projectionReplySchema },
    handler: async (_request, { core }) => ok(await core.projection()),
  }),
  defineRoute({
    ...get,
    id: 'core.divergences',
    path: `${corePrefix}/divergences`,
    summary:
      'The divergence ledger: in what the last compared snapshot differed, and what became of it.',
    query: divergencesQuery,
    replies: { 200: divergencesReply },
    handler: async ({ query }, { core }) => ok(await core.divergences(query)),
  }),
];
