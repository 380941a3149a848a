/** The workers of a control plane: how they are, and looking after them. */
import {
  readWorker,
  readWorkers,
  refreshWorker,
  retryWorkerCallbacks,
} from '../../control/operations/index.ts';

import { defineRoute, ok, type Route } from '../route.ts';
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
const common = { auth: 'control', query: null, idempotent: true } as const;

/** They tell what was last seen; only `refresh` asks a worker how it is. */
export const workerViewRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...common,
    id: 'workers.list',
    method: 'GET',
    path,
    summary: 'Every configured worker: health and since when, checks, run, routes, GPUs, advice.',
    params: null,
    body: null,
    replies: { 200: workersReply },
    errors: [],
    handler: async (_request, { control }: ApiContext) => ok(await readWorkers(control)),
  }),
  defineRoute({
    ...common,
    id: 'workers.get',
    method: 'GET',
    path: `${path}/{name}`,
    summary: 'One worker, with the changes of its health.',
    params: workerParams,
    body: null,
    replies: { 200: workerReply },
    errors: ['worker_not_found'],
    handler: async ({ params }, { control }: ApiContext) =>
      ok(await readWorker(control, params.name)),
  }),
  defineRoute({
    ...common,
    id: 'workers.refresh',
    method: 'POST',
    path: `${path}/{name}/refresh`,
    summary: 'Asks a worker now and shows what it says; a worker that is down is said to be down.',
    params: workerParams,
    body: null,
    replies: { 200: workerRefreshReply },
    errors: ['worker_not_found'],
    handler: async ({ params }, { control }: ApiContext) =>
      ok(await refreshWorker(control, params.name)),
  }),
  defineRoute({
    ...common,
    id: 'workers.retry_callbacks',
    method: 'POST',
    path: `${path}/{name}/callbacks/retry`,
    summary: 'Has a worker try again to deliver callbacks that were refused for good.',
    params: workerParams,
    body: callbacksRetryRequest,
    replies: { 200: callbacksRetryReply },
    errors: ['worker_not_found', 'run_not_found', 'worker_unreachable', 'worker_failed'],
    handler: async ({ params, body }, { control }: ApiContext) =>
      ok(await retryWorkerCallbacks(control, params.name, body.run_id ?? null)),
  }),
];
