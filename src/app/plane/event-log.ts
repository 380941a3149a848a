/**
 * `log_events`: one log line for each audit event of a store, in order, from the start of the
 * service on. Lines are written after the commit and after its callers were answered, so that the
 * log never holds back an actor. What is not yet written at a crash is in the store all the same.
 */
import { setImmediate as nextTick } from 'node:timers/promises';
import type { Journal, StoredEvent } from '../../actors/journal/port.ts';
import { describeEvent } from '../../control/reading/index.ts';
import type { Log } from '../process/log.ts';

interface EventLogOptions {
  /** `log_events` of the configuration; false: nothing is read or written. */
  readonly enabled: boolean;
  /** Whose events they are. */
  readonly host: 'control' | 'gate';
  readonly journal: Pick<Journal, 'headEventId' | 'eventsAfter'>;
  /** Tells of each commit; the returned function ends it. */
  readonly onCommit: (listener: (headEventId: number) => void) => () => void;
  readonly log: Log;
}

/** One for each store; a failed read or write of the log stops nothing and is tried with the next commit. */
export interface EventLog {
  /** Follows the store from its newest event on. Rejects when that cannot be read. */
  start(): Promise<void>;
  /** Writes what is still missing; reads nothing from then on. */
  stop(): Promise<void>;
}

/** Events read at once. */
const pageEvents = 128;

/** Nothing is written before `start`. */
export function createEventLog({
  enabled,
  host,
  journal,
  onCommit,
  log,
}: EventLogOptions): EventLog {
  let position = 0;
  let head = 0;
  let writing: Promise<void> | null = null;
  let stopListening = (): void => {};

  const write = async (): Promise<void> => {
    await nextTick();
    while (position < head) {
      const events = await journal.eventsAfter(position, pageEvents);
      if (events.length === 0) return;
      for (const event of events) log.info(lineOf(host, event), describeEvent(event));
      position = events.at(-1)!.event_id;
      await nextTick();
    }
  };

  /** What could not be read now is read with the next commit. */
  const pump = (): Promise<void> => {
    writing ??= write()
      .catch((error: unknown) => log.warn({ host, err: error }, 'events could not be logged'))
      .finally(() => {
        writing = null;
      });
    return writing;
  };

  return {
    async start() {
      if (!enabled) return;
      position = await journal.headEventId();
      head = position;
      stopListening = onCommit((newest) => {
        head = newest;
        void pump();
      });
    },
    async stop() {
      stopListening();
      if (enabled) await pump();
      if (enabled && position < head) await pump();
    },
  };
}

const lineOf = (host: string, event: StoredEvent) => ({
  host,
  event_id: event.event_id,
  event_type: event.event_type,
  entity_type: event.entity_type,
  entity_id: event.entity_id,
  by: event.actor,
  correlation_id: event.correlation_id,
});
