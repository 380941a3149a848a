/** The worker's callback outbox: what the control plane has not taken yet, and trying again. */
import type { CallbackOutbox } from '../../worker/callbacks/callback-outbox.ts';
import * as wire from '../../worker-wire/wire-callbacks.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { command, get, runParams } from '../wire/fields.ts';

/** There only where the process has a worker gate. */
export interface GateCallbacksContext {
  readonly gateCallbacks: CallbackOutbox;
}

const read = { ...get, auth: 'worker' } as const;
const act = { ...command, auth: 'worker', body: null, idempotent: true } as const;

/** With the worker token. A retry sets attempts off; how they end is in the list afterwards. */
export const workerCallbackRoutes: readonly Route<GateCallbacksContext>[] = [
  defineRoute({
    ...read,
    id: 'gate.callbacks',
    path: '/callbacks',
    summary: 'Runs with a callback that the control plane has not taken yet, oldest first.',
    query: wire.callbackListQuerySchema,
    replies: { 200: wire.callbackListReplySchema },
    handler: async ({ query }, { gateCallbacks }) => ok(await gateCallbacks.list(query)),
  }),
  defineRoute({
    ...act,
    id: 'gate.callbacks_retry',
    path: '/callbacks/retry',
    summary: 'Posts every callback that is parked or waits for its next attempt now.',
    replies: { 200: wire.callbackRetryAllReplySchema },
    errors: [],
    handler: async (_request, { gateCallbacks }) => ok(await gateCallbacks.retryAll()),
  }),
  defineRoute({
    ...act,
    id: 'gate.callback_retry',
    path: '/callbacks/{run_id}/retry',
    summary: 'Posts the first callback of one run now; its others follow in order.',
    params: runParams,
    replies: { 200: wire.callbackRetryReplySchema },
    errors: ['run_not_found'],
    handler: async ({ params }, { gateCallbacks }) => ok(await gateCallbacks.retry(params.run_id)),
  }),
];
