/** What actor hosts report, as log lines. */
import type { HostLogEntry } from '../../actors/runtime/host-options.ts';
import type { Log } from './log.ts';

/** What happens in a sound service, too. */
const quietWords: Readonly<Record<string, string>> = {
  effect_retry: 'an effect is tried again later',
  conflict: 'another writer was first; the actor decides again',
  release: 'an actor is back in service',
};
const loudWords: Readonly<Record<string, string>> = {
  restart: 'an actor failed and restarts',
  quarantine: 'an actor is out of service until somebody releases it',
  dead_letter: 'a message could not be handled and is kept as a dead letter',
  load_fault: 'a stored actor could not be read; it is tried again',
  read_fault: 'the outbox or the timers could not be read; they are tried again',
  escalation: 'a group of actors failed too often',
  fault: 'a listener of the actor host threw',
};

/** A warning, or information for what a sound service does, too; the entry's members become fields. */
export function logHostEntry(
  log: Log,
  host: 'control' | 'gate',
  { correlationId, ...entry }: HostLogEntry,
): void {
  const fields = {
    host,
    ...entry,
    ...(correlationId === null ? {} : { correlation_id: correlationId }),
  };
  const quiet = quietWords[entry.kind];
  if (quiet === undefined) log.warn(fields, loudWords[entry.kind] ?? 'an actor met a failure');
  else log.info(fields, quiet);
}
