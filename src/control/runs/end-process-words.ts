/** What is said of a process that somebody wants ended: before, and of what came of it. */
import { type ErrorCode, ServiceError } from '../../domain/errors.ts';
import { processEndGraceSec } from '../../domain/process-end.ts';
import { formatDuration } from '../../lib/duration.ts';
import type { ItemProcessEnd } from '../../machines/queue-item/events.ts';
import type { RunProcess } from '../../worker-wire/wire-processes.ts';
import { tooOld } from './run-telemetry.ts';

/** What follows from ending any. */
export const consequence = `It is told to end (TERM) and killed ${processEndGraceSec} s later if it does not. What it has not written is lost; everything else of the run goes on, and whether the run is over is decided as before.`;

/** The process as it would be ended; `at` is the worker's time. */
export function wouldEnd(
  { pid, name, rss_mib: mib, started_at: since }: RunProcess,
  at: string,
): string {
  const upMs = since === null ? Number.NaN : Date.parse(at) - Date.parse(since);
  const facts = [
    ...(mib === null ? [] : [`holds ${Math.round(mib)} MiB`]),
    ...(Number.isNaN(upMs) ? [] : [`has been up for ${formatDuration(upMs / 1000)}`]),
  ];
  const held = facts.length === 0 ? '' : `, which ${facts.join(' and ')},`;
  return `process ${pid} (${name})${held} would be ended`;
}

/** Why the process could not be ended now; null: it could. */
export function whyNot(
  found: RunProcess | undefined,
  {
    pid,
    start_ticks: start,
    boot_id: boot,
    now,
    isAll,
  }: {
    readonly pid: number;
    readonly start_ticks?: number | undefined;
    readonly boot_id?: string | undefined;
    readonly now: string;
    readonly isAll: boolean;
  },
): string | null {
  if (!isAll) return 'its worker answers about another run than it was asked about';
  if (found === undefined) return `no live process of the run has the number ${pid}`;
  if ((start ?? found.start_ticks) !== found.start_ticks || (boot ?? now) !== now)
    return `the process that was seen has ended; ${pid} is ${found.name} now`;
  return found.why_not;
}

const done = {
  ended: 'was ended',
  killed: 'was killed, since it did not heed TERM',
  gone: 'had ended already',
} as const;
/** Refusals that are passed on as they are: they say what is there now. */
const passedOn: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'process_changed',
  'process_not_permitted',
  'not_eligible',
]);

/** What came of it; throws where it was not ended, or nobody knows. */
export function requireEnded(
  end: ItemProcessEnd,
  { pid, worker_target: worker }: { readonly pid: number; readonly worker_target: string },
) {
  const { outcome, name, rss_mib, detail, code, field, found } = end;
  const why = detail ?? 'it did not say why';
  switch (outcome) {
    case 'ended':
    case 'killed':
    case 'gone': {
      const freed = rss_mib === null ? '' : `; it held ${Math.round(rss_mib)} MiB`;
      const which = name === null ? '' : ` (${name})`;
      return { outcome, name, rss_mib, message: `process ${pid}${which} ${done[outcome]}${freed}` };
    }
    case 'refused':
      if (code === 'not_found') throw tooOld(worker);
      if (code !== undefined && passedOn.has(code))
        throw new ServiceError(code, why, field === undefined ? {} : { field, found });
      throw new ServiceError('worker_failed', `worker ${worker} refused: ${why}`, { outcome });
    case 'not_sent': {
      const words = `worker ${worker} cannot be reached, so nothing was ended: ${why}`;
      throw new ServiceError('worker_unreachable', words, { outcome });
    }
    case 'unknown': {
      const words = `whether process ${pid} was ended is not known: worker ${worker}: ${why}. It is looked up again; the history of the item says what came of it`;
      throw new ServiceError('worker_unreachable', words, { outcome });
    }
    case 'survived':
    case 'failed':
      throw new ServiceError('worker_failed', `worker ${worker}: ${why}`, { outcome });
  }
}
