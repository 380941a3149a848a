/**
 * Whether the log that was found is the log that was left, from what was kept of its end and from what
 * the write-ahead log held before SQLite recovered it. Pure.
 */
import type { LogFinding, LogFindingKind } from '../../ports/log-finding.ts';
import type { LogEpoch } from '../../ports/log-lineage.ts';
import type { KeptHead, KeptHeadRead } from './head-file.ts';
import type { WalLook } from './wal-look.ts';

/** The store once it is open and recovered. */
export interface FoundLog {
  readonly epochs: readonly LogEpoch[];
  /** On which kept head the present epoch was begun; null for the first epoch and for none. */
  readonly begunOn: Pick<KeptHead, 'epoch' | 'event_id' | 'hash'> | null;
  /** True when no program before this start kept the end of the log. */
  readonly isNew: boolean;
  readonly lastEventId: number;
  readonly lastEventAt: string | null;
  /** Hash of an event; null when there is no such event. */
  hashOf(eventId: number): string | null;
}

/** Why a new epoch must begin, and after which event. */
export interface Judgement {
  readonly finding: Omit<LogFinding, 'epoch'>;
  /** Events up to this one are those that clients of the epoch before know. */
  readonly fromEventId: number;
}

/** Null: it is the log that was left. */
export function judgeLog(kept: KeptHeadRead, wal: WalLook, found: FoundLog): Judgement | null {
  const say = (
    kind: LogFindingKind,
    message: string,
    more: { readonly eventsGone?: number; readonly fromEventId?: number } = {},
  ): Judgement => {
    const head = kept.kind === 'kept' ? kept.head : null;
    return {
      fromEventId: more.fromEventId ?? found.lastEventId,
      finding: {
        kind,
        message: `${message}${walWords(wal)}`,
        eventsGone: more.eventsGone ?? null,
        lastEventId: found.lastEventId,
        lastEventAt: found.lastEventAt,
        keptEventId: head?.event_id ?? null,
        keptAt: head?.at ?? null,
        droppedFrames: wal.droppedFrames,
        droppedCommits: wal.droppedCommits,
      },
    };
  };
  const settled = kept.kind === 'kept' && isSettled(kept.head, found);
  if (kept.kind === 'kept' && !settled) {
    const judged = judgeHead(kept.head, found, say);
    if (judged !== null) return judged;
  }
  if (wal.droppedCommits > 1) {
    return say(
      'damaged',
      `at least ${wal.droppedCommits - 1} transactions that had been answered cannot be read`,
    );
  }
  if (settled) return null;
  if (kept.kind === 'none') {
    return found.isNew ? null : say('copied', 'the store came without the file that keeps its end');
  }
  if (kept.kind === 'unreadable') {
    return say('doubtful', `the file that keeps the end of the log says nothing: ${kept.why}`);
  }
  if (kept.isCopy) return say('copied', 'the store is a copy, or was put back from one');
  return judgeEnd(kept.head, wal, say);
}

type Say = (
  kind: LogFindingKind,
  message: string,
  more?: { readonly eventsGone?: number; readonly fromEventId?: number },
) => Judgement;

/** The process ended between beginning the present epoch and keeping its end. */
const isSettled = ({ epoch, event_id, hash }: KeptHead, { begunOn }: FoundLog): boolean =>
  begunOn !== null &&
  begunOn.epoch === epoch &&
  begunOn.event_id === event_id &&
  begunOn.hash === hash;

function judgeHead(head: KeptHead, found: FoundLog, say: Say): Judgement | null {
  const { lastEventId, epochs } = found;
  const isKnown = epochs.some(({ epoch }) => epoch === head.epoch);
  if (head.event_id > lastEventId) {
    const eventsGone = head.event_id - lastEventId;
    const words = `${eventsGone} acknowledged ${eventsGone === 1 ? 'event is' : 'events are'} gone`;
    return say(
      'behind',
      `the log ends at event ${lastEventId}, but event ${head.event_id} had been committed by ${head.at}: ${words}`,
      // Of another log not even the beginning is known to be the same.
      { eventsGone, fromEventId: isKnown ? lastEventId : 0 },
    );
  }
  if (head.event_id > 0 && found.hashOf(head.event_id) !== head.hash) {
    return say(
      'other',
      `event ${head.event_id} is not the one that had been committed by ${head.at}: this is another log`,
      { fromEventId: 0 },
    );
  }
  const isPresent = epochs.at(-1)!.epoch === head.epoch;
  if (isPresent) return null;
  return say('copied', 'the store is a copy, or was put back from one', {
    fromEventId: Math.min(head.event_id, lastEventId),
  });
}

/** Nothing that was kept is gone; what came after it may be. */
function judgeEnd(head: KeptHead, wal: WalLook, say: Say): Judgement | null {
  if (head.state === 'open' && (wal.state === 'missing' || wal.state === 'empty')) {
    return say(
      'doubtful',
      `the write-ahead log is gone, with whatever was committed after event ${head.event_id} and is not in the database`,
    );
  }
  if (wal.state === 'damaged_header') {
    return say('doubtful', 'the header of the write-ahead log is damaged');
  }
  return wal.droppedCommits > 0
    ? say('doubtful', 'the last transaction was not finished, or is damaged')
    : null;
}

function walWords({ droppedFrames, droppedCommits }: WalLook): string {
  return droppedCommits === 0
    ? ''
    : ` (${droppedFrames} frames of the write-ahead log were dropped, with the end of ${droppedCommits} ${droppedCommits === 1 ? 'transaction' : 'transactions'})`;
}
