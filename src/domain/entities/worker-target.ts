/** The worker as the control plane sees it: what is known of it, and since when. */
import * as z from 'zod';
import { defineEntity, shown } from '../entity.ts';
import { workerHealths } from '../statuses.ts';
import { count, jsonObject, text, textOrNull, time, timeOrNull } from './parts.ts';

/** Table of the workers that were ever looked at; others are known by the configuration alone. */
export const workerTarget = defineEntity({
  id: 'target',
  defaultSort: 'target',
  members: {
    status: shown(z.enum(['new', ...workerHealths]), 'How it is.', {
      column: 'plain',
      filter: true,
    }),
    target: shown(text, 'Name of the worker in the configuration.'),
    url: shown(text, 'Where it is looked for.'),
    reason: shown(textOrNull, 'Why it is not healthy.'),
    consecutive_failures: shown(count, 'Failed looks since the last good one.'),
    since: shown(
      timeOrNull.optional(),
      'When the present status began; absent in a state from before it was kept.',
    ),
    last_success_at: shown(
      timeOrNull.optional(),
      'When a preflight last passed; absent in a state from before it was kept.',
    ),
    observation: shown(jsonObject.nullable(), 'The last preflight reply.'),
    observed_at: shown(timeOrNull, 'When that was; null when it was never checked.'),
    created_at: shown(time, 'When it was first looked at.'),
    updated_at: shown(time, 'When this last changed.', { column: 'text' }),
  },
});
/** What is stored of a worker; none of its members is hidden from replies. */
export const workerTargetSchema = workerTarget.stored;
/** State of the actor that keeps what a worker last answered; its id is the configured name. */
export type WorkerTarget = z.infer<typeof workerTargetSchema>;
