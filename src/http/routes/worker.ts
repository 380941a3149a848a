/** The worker gate's routes. */
import * as z from 'zod';
import { limits } from '../../domain/limits.ts';
import * as wire from '../../worker-wire/wire.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { command, get, idParam, runParams } from '../wire/fields.ts';
import type { GateContext } from './context.ts';

const read = { ...get, auth: 'worker' } as const;
const act = { ...command, auth: 'worker', body: null, idempotent: true } as const;
const projectParams = z.strictObject({ project_id: idParam });

/** With the worker token. A control plane is their usual client, see `src/worker-client`. */
export const workerRoutes: readonly Route<GateContext>[] = [
  defineRoute({
    ...act,
    id: 'gate.prepare',
    path: '/prepare-project',
    summary: 'Writes the prompt and metadata of a run into its project folder.',
    body: wire.prepareRequestSchema,
    bodyBytesMax: limits.promptBodyBytesMax,
    replies: { 200: wire.prepareReplySchema },
    errors: ['path_escape', 'project_exists', 'run_conflict', 'run_fenced', 'worker_busy'],
    handler: async ({ body }, { gate }) => ok(await gate.prepare(body)),
  }),
  defineRoute({
    ...act,
    id: 'gate.dispatch',
    path: '/dispatch',
    summary: 'Starts a run, at most once per run id.',
    body: wire.dispatchRequestSchema,
    replies: { 200: wire.dispatchReplySchema },
    errors: [
      'path_escape',
      'run_conflict',
      'run_fenced',
      'worker_busy',
      'dispatch_script_missing',
      'dispatch_script_failed',
      'dispatch_script_timeout',
    ],
    handler: async ({ body }, { gate }) => ok(await gate.dispatch(body)),
  }),
  defineRoute({
    ...read,
    id: 'gate.runs',
    path: '/runs',
    summary: 'Runs of this worker, newest first.',
    query: wire.runListQuerySchema,
    replies: { 200: wire.runListReplySchema },
    handler: async ({ query }, { gate }) => ok(await gate.listRuns(query)),
  }),
  defineRoute({
    ...read,
    id: 'gate.run',
    path: '/runs/{run_id}',
    summary: 'One run: state, process tree, quiet window, samples, end of its log.',
    params: runParams,
    replies: { 200: wire.runDetailReplySchema },
    errors: ['run_not_found'],
    handler: async ({ params }, { gate }) => ok(await gate.findRun(params.run_id)),
  }),
  defineRoute({
    ...act,
    id: 'gate.stop',
    path: '/runs/{run_id}/stop',
    summary: 'Stops a run with everything it started; an unknown run id is called off for good.',
    params: runParams,
    body: wire.stopRequestSchema,
    replies: { 200: wire.stopReplySchema },
    errors: ['run_not_found'],
    handler: async ({ params, body }, { gate }) => ok(await gate.stopRun(params.run_id, body)),
  }),
  defineRoute({
    ...read,
    id: 'gate.log',
    path: '/runs/{run_id}/log',
    summary:
      'A piece of the log of a run, from an offset in bytes (negative: from the end); may wait for more.',
    params: runParams,
    query: wire.logQuerySchema,
    replies: { 200: wire.logReplySchema },
    errors: ['run_not_found', 'overloaded'],
    handler: async ({ params, query, signal }, { gate }) =>
      ok(await gate.readLog(params.run_id, query, signal)),
  }),
  defineRoute({
    ...read,
    id: 'gate.telemetry',
    path: '/telemetry',
    summary: 'The latest telemetry sample.',
    replies: { 200: wire.telemetryReplySchema },
    handler: async (_request, { gate }) => ok(await gate.telemetry()),
  }),
  defineRoute({
    ...read,
    id: 'gate.evidence',
    path: '/project-evidence/{project_id}',
    summary: 'Which evidence files a project has, with size and hash.',
    params: projectParams,
    query: wire.evidenceQuerySchema,
    replies: { 200: wire.evidenceManifestReplySchema },
    errors: ['project_not_found'],
    handler: async ({ params, query }, { gate }) =>
      ok(await gate.evidenceManifest(params.project_id, query.run_id ?? null)),
  }),
  defineRoute({
    ...act,
    id: 'gate.evidence_read',
    path: '/project-evidence/{project_id}/read',
    summary: 'Contents of up to twenty evidence files.',
    params: projectParams,
    body: wire.evidenceReadRequestSchema,
    replies: { 200: wire.evidenceReadReplySchema },
    errors: ['project_not_found'],
    handler: async ({ params, body }, { gate }) =>
      ok(await gate.readEvidence(params.project_id, body)),
  }),
];
