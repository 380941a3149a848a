/** A run's telemetry and log on the control side: asked of its worker, with who told it and when. */
import * as z from 'zod';
import type { IdleReckoning, RunTelemetry } from '../../control/runs/index.ts';
import { limits } from '../../domain/limits.ts';
import { workloadClasses } from '../../domain/statuses.ts';
import { queryNumber } from '../../worker-wire/query-number.ts';
import { historyQueryShape } from '../../worker-wire/wire-telemetry.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { runParams } from '../wire/fields.ts';
import { runHistoryReply, runLogReply, runReckoningReply } from '../wire/run-telemetry.ts';

/** Asks the worker of a run; nothing of the answer is kept. */
export interface RunTelemetryContext {
  readonly runTelemetry: RunTelemetry;
  readonly idleReckoning: IdleReckoning;
}

const read = { method: 'GET', auth: 'control', body: null, idempotent: true } as const;
const logQuery = z.strictObject({
  offset: queryNumber(z.number().int())
    .default(0)
    .describe('In bytes; negative: counted from the end, which an older worker refuses.'),
  limit: queryNumber(z.number().int().min(1).max(limits.logReadBytesMax)).default(
    limits.logReadBytesMax,
  ),
  wait_sec: queryNumber(z.number().min(0).max(limits.logWaitSecMax))
    .default(0)
    .describe('The reply waits this long for more text, or until the run is over.'),
});

/** Longest quiet time that is reckoned with: a day. */
const sustainSecMax = 86_400;

/** A worker that does not answer is 502 `worker_unreachable`, never an empty history. */
export const runTelemetryRoutes: readonly Route<RunTelemetryContext>[] = [
  defineRoute({
    ...read,
    id: 'runs.telemetry',
    path: '/control/api/v1/runs/{run_id}/telemetry',
    summary: 'Telemetry of a run and its machine over time, from the run’s worker.',
    params: runParams,
    query: z.strictObject(historyQueryShape),
    replies: { 200: runHistoryReply },
    errors: ['run_not_found', 'not_eligible', 'worker_unreachable', 'worker_failed'],
    handler: async ({ params: { run_id: runId }, query, signal }, { runTelemetry }) => {
      const { from = null, to = null, points } = query;
      const { history, ...told } = await runTelemetry.history(runId, { from, to, points }, signal);
      const { timestamp: _, ...rest } = history;
      return ok({ ok: true, ...rest, run_id: runId, ...told });
    },
  }),
  defineRoute({
    ...read,
    id: 'runs.idle_reckoning',
    path: '/control/api/v1/runs/{run_id}/idle-reckoning',
    summary:
      'When a run would have ended by another idle profile or quiet time; a reckoning over its worker’s history.',
    params: runParams,
    query: z.strictObject({
      profile: z
        .enum(workloadClasses)
        .optional()
        .describe('Class whose profile is used, as this service is configured; absent: its own.'),
      sustain_sec: queryNumber(z.number().min(1).max(sustainSecMax))
        .optional()
        .describe('Seconds that all must be quiet; absent: those of the profile.'),
    }),
    replies: { 200: runReckoningReply },
    errors: ['run_not_found', 'not_eligible', 'worker_unreachable', 'worker_failed'],
    handler: async ({ params: { run_id: runId }, query, signal }, { idleReckoning }) => {
      const { profile = null, sustain_sec: sustainSec = null } = query;
      const reckoned = await idleReckoning(runId, { profile, sustainSec }, signal);
      return ok({ ok: true, run_id: runId, ...reckoned });
    },
  }),
  defineRoute({
    ...read,
    id: 'runs.log',
    path: '/control/api/v1/runs/{run_id}/log',
    summary: 'A piece of the log of a run, from the run’s worker; waits for more when asked to.',
    params: runParams,
    query: logQuery,
    replies: { 200: runLogReply },
    errors: ['run_not_found', 'not_eligible', 'worker_unreachable', 'worker_failed'],
    handler: async ({ params: { run_id: runId }, query, signal }, { runTelemetry }) => {
      const { offset, limit, wait_sec: waitSec } = query;
      const wanted = { offset, limit, waitSec };
      const { piece, ...told } = await runTelemetry.log(runId, wanted, signal);
      return ok({
        ok: true,
        run_id: runId,
        offset: piece.offset,
        next_offset: piece.next_offset,
        size_bytes: piece.size_bytes,
        eof: piece.eof,
        text: piece.text,
        dropped: piece.dropped ?? null,
        run_over: piece.run_over ?? null,
        ...told,
      });
    },
  }),
];
