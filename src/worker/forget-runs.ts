/**
 * Forgetting runs that ended long ago and of which everything was delivered. What stays, however old: the newest run
 * of each project, by which its folder is found; one of which a process lives; one that was called off before it was
 * dispatched; and every folder: the token in it keeps a run that is not known any more from being started again.
 */
import { limits } from '../domain/limits.ts';
import type { CallbackDelivery, Forgotten, GateRun } from '../domain/records.ts';
import { inSteps } from '../lib/in-steps.ts';
import type { CallbackDeliveryEvent } from '../machines/callback-delivery/events.ts';
import type { GateRunEvent } from '../machines/gate-run/events.ts';
import type { AgedRows } from '../store/ports/aged-rows.ts';
import { askInService } from './ask.ts';
import type { AskActor, GateRunReader } from './ports.ts';

interface Options {
  readonly ask: AskActor;
  readonly runs: Pick<GateRunReader, 'get' | 'latestOf'>;
  readonly aged: Pick<AgedRows, 'ended'>;
  /** Ids of the runs whose mark a process bears: what lives of one that is not known keeps the whole worker busy. */
  living(): Promise<ReadonlySet<string>>;
  /** Undefined where the run never had a callback. */
  delivery(runId: string): Promise<Pick<CallbackDelivery, 'status'> | undefined>;
}

const ended = [
  'ready',
  'timed_out',
  'failed',
  'stopped',
  'fenced',
] as const satisfies readonly GateRun['status'][];

/** So many at most; the rest waits for the next sweep. `before`: ISO 8601. */
export async function forgetRuns(
  options: Options,
  before: string,
  signal: AbortSignal,
): Promise<Forgotten> {
  const look = (after: string) =>
    options.aged.ended({ kind: 'gate_run', statuses: ended, before, after });
  const living = await options.living();
  let forgotten = 0;
  for await (const { ids } of inSteps(look, signal)) {
    for (const id of ids) {
      if (forgotten >= limits.retentionRowsMax) return { gate_runs: forgotten };
      if (!living.has(id) && (await forgetRun(options, id))) forgotten += 1;
    }
  }
  return { gate_runs: forgotten };
}

/** False for one that stays: one that is out of service must not keep all those behind it. */
async function forgetRun({ ask, runs, delivery }: Options, id: string): Promise<boolean> {
  const run = await runs.get(id);
  // Called off before it was dispatched: no token in a folder would keep it from being started.
  if (run === undefined || run.dispatch_fingerprint === null) return false;
  if ((await runs.latestOf(run.project_id))?.run_id === id) return false;
  const callbacks = await delivery(id);
  if (callbacks !== undefined) {
    if (callbacks.status !== 'drained') return false;
    const event: CallbackDeliveryEvent = { type: 'FORGET' };
    const drained = await askInService(ask, { kind: 'callback_delivery', id }, event);
    // A callback has come meanwhile: the run stays with it.
    if (drained?.outcome.refusal !== null) return false;
  }
  const event: GateRunEvent = { type: 'FORGET' };
  return (await askInService(ask, { kind: 'gate_run', id }, event))?.outcome.refusal === null;
}
