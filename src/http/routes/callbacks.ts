/** Where worker gates deliver their completion callbacks. */
import { receiveCallback } from '../../control/runs/index.ts';
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { bearerOf } from '../auth.ts';
import { defineRoute, type Route } from '../route.ts';
import { callbackBody } from '../wire/callbacks.ts';
import { command } from '../wire/fields.ts';
import { callbackReply } from '../wire/worker-replies.ts';
import type { ApiContext } from './context.ts';

/** One route. Any answer of 200 ends the delivery, also of a callback that came too late to count. */
export const callbackRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...command,
    auth: 'callback',
    id: 'worker.callback',
    path: '/control/api/worker-callback',
    summary: 'Receives completion callbacks of worker gates, once in effect.',
    body: callbackBody,
    bodyBytesMax: limits.callbackBodyBytesMax,
    replies: { 200: callbackReply },
    errors: ['project_not_found', 'idempotency_conflict'],
    idempotent: true,
    handler: async ({ body, header }, { control }) => {
      const run = control.workers.runOfToken(bearerOf(header('authorization')));
      if (run !== null && run !== body.run_id)
        throw new ServiceError('unauthorized', 'the token is that of another run');
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
