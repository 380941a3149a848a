/** Where worker gates deliver their completion callbacks. */
import * as z from 'zod';
import { receiveCallback } from '../../control/callbacks.ts';
import { callbackBodySchema } from '../../domain/records.ts';
import { callbackTypes } from '../../domain/statuses.ts';
import { defineRoute, type Route } from '../route.ts';
import { command, idempotencyKey, identifier } from '../wire/fields.ts';
import { callbackReply } from '../wire/worker-replies.ts';
import type { ApiContext } from './context.ts';

export const callbackRoutes: readonly Route<ApiContext>[] = [
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
    replies: { 200: callbackReply },
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
];
