/** What actor hosts report, as log lines. */
import type { Log } from './log.ts';

export function logHostEntry(
  log: Log,
  host: 'control' | 'gate',
  entry: {
    readonly kind: string;
    readonly actor: string;
    readonly event: string;
    readonly reason: string;
  },
): void {
  const fields = { host, ...entry };
  if (entry.kind === 'effect_retry') log.info(fields, 'an effect is tried again later');
  else log.warn(fields, 'an actor met a failure');
}
