/** The live processes of a run, told by its worker, and the end of one that was left behind. */
import * as z from 'zod';
import { defineRoute, ok, type Route } from '../route.ts';
import { command, get, runParams } from '../wire/fields.ts';
import { planErrors } from '../wire/plans.ts';
import { endProcessBody, endProcessReply, runProcessesReply } from '../wire/run-processes.ts';
import type { ApiContext } from './context.ts';
import { perform } from './perform.ts';
import type { RunTelemetryContext } from './run-telemetry.ts';

const path = '/control/api/v1/runs/{run_id}/processes';
const ofWorker = ['run_not_found', 'not_eligible', 'worker_unreachable', 'worker_failed'] as const;

/** A worker that does not answer is 502, never an empty list, and never an end that nobody has seen. */
export const runProcessRoutes: readonly Route<ApiContext & RunTelemetryContext>[] = [
  defineRoute({
    ...get,
    id: 'runs.processes',
    path,
    summary: 'The live processes of a run, from its worker, each with why it would not be ended.',
    params: runParams,
    replies: { 200: runProcessesReply },
    errors: ofWorker,
    handler: async ({ params: { run_id: runId }, signal }, { runTelemetry }) => {
      const { listed, ...told } = await runTelemetry.processes(runId, signal);
      const { timestamp: _, ...rest } = listed;
      return ok({ ok: true, ...rest, run_id: runId, ...told });
    },
  }),
  defineRoute({
    ...command,
    id: 'runs.end_process',
    path: `${path}/{pid}/end`,
    summary: 'Ends one process that a run has left behind: exactly the one that was seen, or none.',
    params: runParams.extend({ pid: z.coerce.number().int().positive() }),
    body: endProcessBody,
    replies: { 200: endProcessReply },
    errors: [
      ...ofWorker,
      'process_changed',
      'process_not_permitted',
      ...planErrors,
      'idempotency_conflict',
    ],
    idempotent: true,
    // Always under a key, so that what a worker did is found out also by a service that was started anew.
    handler: ({ params: of, body: { idempotency_key: key, ...body } }, context) =>
      perform(context, 'end_process', {
        key: key ?? context.control.entropy.id(),
        request: { ...of, ...body },
      }),
  }),
];
