/** The worker's routes about the processes of a run: which live, and the end of one that was left behind. */
import * as z from 'zod';
import type { LeftOvers } from '../../worker/end/run-processes.ts';
import * as wire from '../../worker-wire/wire-processes.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { command, get, runParams } from '../wire/fields.ts';

/** There only where the process has a worker gate. */
export interface GateProcessesContext {
  readonly gateProcesses: LeftOvers;
}

const path = '/runs/{run_id}/processes';

/** With the worker token. */
export const workerProcessRoutes: readonly Route<GateProcessesContext>[] = [
  defineRoute({
    ...get,
    auth: 'worker',
    id: 'gate.processes',
    path,
    summary: 'The live processes of a run, the oldest first, each with why it would not be ended.',
    params: runParams,
    replies: { 200: wire.runProcessesReplySchema },
    errors: ['run_not_found'],
    handler: async ({ params }, { gateProcesses }) => ok(await gateProcesses.list(params.run_id)),
  }),
  defineRoute({
    ...command,
    auth: 'worker',
    id: 'gate.end_process',
    path: `${path}/{pid}/end`,
    summary: 'Ends one process that a run has left behind: exactly the one that was seen, or none.',
    params: runParams.extend({ pid: z.coerce.number().int().positive() }),
    body: wire.endProcessRequestSchema,
    replies: { 200: wire.endProcessReplySchema },
    errors: [
      'run_not_found',
      'run_conflict',
      'not_eligible',
      'process_changed',
      'process_not_permitted',
    ],
    idempotent: true,
    handler: async ({ params: { run_id: runId, pid }, body }, { gateProcesses }) =>
      ok(await gateProcesses.end(runId, pid, body)),
  }),
];
