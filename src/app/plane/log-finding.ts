/** Says in the service's own log what was found about an event log when its store was opened. */
import type { Journal } from '../../actors/journal/port.ts';
import { latestAhead } from '../../domain/yet-to-come.ts';
import { type Clock, toIsoTime } from '../../lib/clock.ts';
import { isLoss, type LogFinding } from '../../store/ports/log-finding.ts';
import type { Log } from '../process/log.ts';

/** What to do is in docs/operations.md under the same words. */
const whatToDo = {
  control: 'see "When the log has lost events" in docs/operations.md; orrery acknowledge-loss',
  gate: 'see "When the log has lost events" in docs/operations.md; orrery worker runs',
} as const;

/** An error for a certain loss, a warning for a doubtful one, else information; null says nothing. */
export function sayFinding(
  log: Log,
  host: keyof typeof whatToDo,
  finding: LogFinding | null,
): void {
  if (finding === null) return;
  const fields = {
    host,
    finding: finding.kind,
    epoch: finding.epoch,
    events_gone: finding.eventsGone,
    last_event_id: finding.lastEventId,
    last_event_at: finding.lastEventAt,
    kept_event_id: finding.keptEventId,
    kept_at: finding.keptAt,
    dropped_frames: finding.droppedFrames,
    dropped_commits: finding.droppedCommits,
  };
  const begins = `${finding.message}; a new epoch of the log begins`;
  if (isLoss(finding)) {
    log.error({ ...fields, what_to_do: whatToDo[host] }, `acknowledged work is gone: ${begins}`);
  } else if (finding.kind === 'doubtful') {
    log.warn({ ...fields, what_to_do: whatToDo[host] }, `acknowledged work may be gone: ${begins}`);
  } else {
    log.info(fields, begins);
  }
}

/** Events from the end of the log whose times are looked at. */
const lastEvents = 100;

/** A warning where the log has events that are yet to come by this clock. Rejects where it cannot be read. */
export async function sayAhead(
  log: Log,
  host: keyof typeof whatToDo,
  { journal, clock }: { journal: Pick<Journal, 'headEventId' | 'eventsAfter'>; clock: Clock },
): Promise<void> {
  const head = await journal.headEventId();
  const events = await journal.eventsAfter(Math.max(0, head - lastEvents), lastEvents);
  const now = clock.now();
  const at = latestAhead(events, now);
  if (at === null) return;
  log.warn(
    { host, event_at: at, what_to_do: 'see "A clock that was wrong" in docs/operations.md' },
    `the log has an event of ${at}, and by the clock it is ${toIsoTime(now)}: it is behind, or was ahead then`,
  );
}
