/** The worker's telemetry routes beside the latest sample: live samples of a run, and history. */
import type { TelemetryReads } from '../../worker/telemetry/telemetry-reads.ts';
import * as wire from '../../worker-wire/wire-telemetry.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { get, runParams } from '../wire/fields.ts';

/** There only where the process has a worker gate. */
export interface GateTelemetryContext {
  readonly gateTelemetry: TelemetryReads;
}

const read = { ...get, auth: 'worker' } as const;

/** With the worker token; the control plane asks them for its own telemetry routes. */
export const workerTelemetryRoutes: readonly Route<GateTelemetryContext>[] = [
  defineRoute({
    ...read,
    id: 'gate.run_telemetry',
    path: '/runs/{run_id}/telemetry',
    summary: 'Live samples of a run after a number, with the idle window; waits for the next one.',
    params: runParams,
    query: wire.runTelemetryQuerySchema,
    replies: { 200: wire.runTelemetryReplySchema },
    errors: ['run_not_found'],
    handler: async ({ params, query, signal }, { gateTelemetry }) =>
      ok(await gateTelemetry.runTelemetry(params.run_id, query, signal)),
  }),
  defineRoute({
    ...read,
    id: 'gate.telemetry_history',
    path: '/telemetry/history',
    summary: 'Telemetry of the past in buckets, of the machine and of one run.',
    query: wire.historyQuerySchema,
    replies: { 200: wire.historyReplySchema },
    errors: ['run_not_found'],
    handler: async ({ query }, { gateTelemetry }) => ok(await gateTelemetry.history(query)),
  }),
];
