/** What is known of the log of a run, and what is said of it. Pure. */

import type { Reply } from '../service/wire.ts';
import { bytesText } from '../words/units.ts';
import { endSentence } from '../words/words.ts';
import { emptyLog, type LogBuffer, withNote, withText } from './log-buffer.ts';

/** Changed in place by the follower, read by the view. */
export interface RunLog {
  buffer: LogBuffer;
  /** Where to read on; null before the first piece. */
  nextOffset: number | null;
  /** Where the part that is shown begins. */
  beganAt: number | null;
  /** True when the run is over and everything was read. */
  complete: boolean;
  /** The reader went up in the log; nothing is asked for until they come back. */
  paused: boolean;
  /** Why the latest question had no answer; null when it had one. */
  problem: string | null;
}

/** A log that nobody has asked for yet. */
export function unreadLog(): RunLog {
  return {
    buffer: emptyLog,
    nextOffset: null,
    beganAt: null,
    complete: false,
    paused: false,
    problem: null,
  };
}

/** Takes in a reply of the log route. */
export function takePiece(log: RunLog, piece: Reply<'runs.log'>): void {
  const { offset = 0, text = '', next_offset: nextOffset, dropped } = piece;
  const { from, to } = dropped ?? {};
  const isFirst = log.nextOffset === null;
  const isAnew = log.nextOffset !== null && offset < log.nextOffset;
  if (isFirst) log.beganAt = offset;
  if (isAnew) log.buffer = withNote(log.buffer, 'The agent began its log anew here.');
  if (from !== undefined && to !== undefined) {
    const size = bytesText(to - from);
    const words = `${size} are missing here: they were dropped to keep the log within its bound.`;
    log.buffer = withNote(log.buffer, words);
  }
  // The first piece begins anywhere; half a line would read as a whole one.
  const begin = isFirst && offset > 0 && from === undefined ? text.indexOf('\n') + 1 : 0;
  log.buffer = withText(log.buffer, text.slice(begin));
  log.nextOffset = nextOffset ?? offset;
  log.complete = piece.eof === true;
}

/** What is said below the log; it is spoken when it changes, so its length is said apart. */
export function logWords(log: RunLog): string {
  const { problem, nextOffset, paused, complete } = log;
  if (problem !== null) return `The log cannot be read now: ${endSentence(problem)} Trying again.`;
  if (nextOffset === null) return 'Reading the log…';
  if (complete) return 'The run is over; this is the end of its log.';
  if (paused) return 'Paused where you read. New lines wait.';
  return 'Following.';
}
