/** Taking in ideas. */
import * as z from 'zod';
import { takeInIdeas } from '../../control/intake/index.ts';
import { ideaSchema } from '../../domain/entities/idea.ts';
import { limits } from '../../domain/limits.ts';
import { answered, defineRoute, type Route } from '../route.ts';
import { intakeReply } from '../wire/dispatch.ts';
import { command, idempotencyKey, line, requestedBy } from '../wire/fields.ts';
import type { ApiContext } from './context.ts';

/** The same at two addresses, of which the second is for older clients; a dry run unless told. */
export const intakeRoutes: readonly Route<ApiContext>[] = [
  '/control/api/intake/ideas',
  '/control/intake/ideas',
].map((path, index) =>
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
    bodyBytesMax: limits.intakeBodyBytesMax,
    replies: { 200: intakeReply },
    errors: ['idempotency_conflict'],
    idempotent: true,
    deprecated: index > 0,
    handler: async ({ body }, { control }) => answered(await takeInIdeas(control, body)),
  }),
);
