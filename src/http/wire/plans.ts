/** What dry runs answer of their plan, and how a request names one. */
import * as z from 'zod';
import type { ErrorCode } from '../../domain/errors.ts';

/** Member of the body of a command that has a dry run. */
export const planId = z
  .string()
  .min(1)
  .max(64)
  .optional()
  .describe(
    'With `dry_run` false: the plan of a dry run with the same body. Exactly what it chose is done, or nothing (409 `plan_changed`, with the differences).',
  );

/** What a request that names a plan may be refused for. */
export const planErrors = [
  'plan_not_found',
  'plan_changed',
] as const satisfies readonly ErrorCode[];

const value = z.union([z.string(), z.number(), z.boolean()]).nullable();

/** Members of the reply to a dry run; absent where there is nothing to do, and in replies that did it. */
export const planOfDryRun = {
  plan_id: z
    .string()
    .optional()
    .describe('Of a dry run: the same request with `dry_run` false and this id does exactly that.'),
  plan: z
    .strictObject({
      expires_at: z.iso
        .datetime()
        .describe('Until then it is held, if the service is not restarted.'),
      eligible: z.array(
        z.strictObject({
          kind: z.string(),
          id: z.string(),
          version: z.int().nullable(),
          act: z.string().describe('What would be done.'),
          values: z.record(z.string(), value).describe('What the choice rests on.'),
        }),
      ),
      skipped: z.array(z.strictObject({ id: z.string(), reason: z.string() })),
    })
    .optional()
    .describe('What the dry run chose, frozen.'),
};
