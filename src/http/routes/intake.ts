/** Taking in ideas. */
import * as z from 'zod';
import { takeInIdeas } from '../../control/intake.ts';
import { isProjectId, projectIdRule } from '../../domain/ids.ts';
import { limits } from '../../domain/limits.ts';
import { priorityWords, workloadClasses } from '../../domain/statuses.ts';
import { answered, defineRoute, type Route } from '../route.ts';
import { intakeReply } from '../wire/dispatch.ts';
import { command, idempotencyKey, identifier, line, requestedBy, words } from '../wire/fields.ts';
import type { ApiContext } from './context.ts';

/** One idea of a batch. */
export const ideaSchema = z.strictObject({
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
    replies: { 200: intakeReply },
    errors: ['idempotency_conflict'],
    idempotent: true,
    deprecated: index > 0,
    handler: async ({ body }, { control }) => answered(await takeInIdeas(control, body)),
  }),
);
