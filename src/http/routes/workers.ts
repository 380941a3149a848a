/** The workers of a control plane: how they are, and looking after them. */
import {
  readWorker,
  readWorkers,
  refreshWorker,
  retryWorkerCallbacks,
} from '../../control/operations/index.ts';

import { defineRoute, ok, type Route } from '../route.ts';
import { command, get } from '../wire/fields.ts';
import {
  callbacksRetryReply,
  callbacksRetryRequest,
  workerParams,
  workerRefreshReply,
  workerReply,
  workersReply,
} from '../wire/workers.ts';
import type { ApiContext } from './context.ts';

const path = '/control/api/v1/workers';

/** They tell what was last seen; only `refresh` asks a worker how it is. */
export const workerViewRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...get,
    id: 'workers.list',
    path,
    summary: 'Every configured worker: health and since when, checks, run, routes, GPUs, advice.',
    replies: { 200: workersReply },
    handler: async (_request, { control }: ApiContext) => ok(await readWorkers(control)),
  }),
  defineRoute({
    ...get,
    id: 'workers.get',
    path: `${path}/{name}`,
    summary: 'One worker, with the changes of its health.',
    params: workerParams,
    replies: { 200: workerReply },
    errors: ['worker_not_found'],
    handler: async ({ params }, { control }: ApiContext) =>
      ok(await readWorker(control, params.name)),
  }),
  defineRoute({
    ...command,
    id: 'workers.refresh',
    path: `${path}/{name}/refresh`,
    summary: 'Asks a worker now and shows what it says; a worker that is down is said to be down.',
    params: workerParams,
    body: null,
    replies: { 200: workerRefreshReply },
    errors: ['worker_not_found'],
    idempotent: true,
    handler: async ({ params }, { control }: ApiContext) =>
      ok(await refreshWorker(control, params.name)),
  }),
  defineRoute({
    ...command,
    id: 'workers.retry_callbacks',
    path: `${path}/{name}/callbacks/retry`,
    summary: 'Has a worker try again to deliver callbacks that were refused for good.',
    params: workerParams,
    body: callbacksRetryRequest,
    replies: { 200: callbacksRetryReply },
    errors: ['worker_not_found', 'run_not_found', 'worker_unreachable', 'worker_failed'],
    idempotent: true,
    handler: async ({ params, body }, { control }: ApiContext) =>
      ok(await retryWorkerCallbacks(control, params.name, body.run_id ?? null)),
  }),
];
