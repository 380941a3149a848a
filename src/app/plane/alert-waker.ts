/** What the alert watch is told of: changes that may raise an alert or clear one. */
import type { InspectionEntry, NoteKind } from '../../actors/runtime/inspection.ts';
import { limits } from '../../domain/limits.ts';
import { queueGroups } from '../../domain/statuses.ts';
import { createWaker, type Turn, type Waker, type WakerOptions } from './waker.ts';

const moves = ({ from, to }: Turn): boolean => from !== to;
/** Moves into one of these statuses, or out of it. */
const through =
  (...statuses: readonly string[]) =>
  (turn: Turn): boolean =>
    moves(turn) && [turn.from, turn.to].some((status) => statuses.includes(status));

/** Of an item that goes its way no rule says anything; what only clears an alert is seen by the next look. */
const troubled = through('paused', ...queueGroups.blocked);
/** Of a run that was silent for long its worker is asked at once, and mostly knows it: trouble is where it gives no answer. */
const isSoughtInVain = ({ event, from, to }: Turn): boolean =>
  to === 'reconciling' &&
  (from === 'dispatching' ||
    (from === 'reconciling' && (event === 'RECONCILED' || event === 'EFFECT_FAILED')));
/** What became of a dispatch counts for a rule where it did not work. */
const wasNotStarted = ({ from, to }: Turn): boolean => from === 'dispatching' && to === 'queued';

/** By kind, the turns after which a rule or a check of readiness may say another thing. */
const wakingTurns: Readonly<Record<string, (turn: Turn) => boolean>> = {
  queue_item: (turn) =>
    troubled(turn) || isSoughtInVain(turn) || wasNotStarted(turn) || turn.event === 'EDIT',
  // One that is degraded may be so for another reason; a health that stays is written down now and then.
  worker_target: (turn) => moves(turn) || turn.to === 'degraded',
  control: moves,
  paper: through('human_review_required'),
  paper_review: through('finalized'),
  corpus_entry: through('failed'),
  event_log: moves,
  heartbeat: moves,
  notification: (turn) => moves(turn) && turn.to !== 'sending',
  pump: through('off', 'backing_off'),
  upkeep: moves,
};
/** What befalls an actor, of which readiness has a check. */
const wakingNotes: ReadonlySet<NoteKind> = new Set([
  'quarantine',
  'release',
  'dead_letter',
  'escalation',
]);

/** What of an entry may raise or clear an alert; null: nothing. */
function causeOf(entry: InspectionEntry): string | null {
  const { actor } = entry;
  if (entry.kind !== 'turn') {
    return wakingNotes.has(entry.kind) ? `${entry.kind.replace('_', ' ')} of ${actor}` : null;
  }
  const kind = actor.slice(0, actor.indexOf('/'));
  if (!entry.accepted || wakingTurns[kind]?.(entry) !== true) return null;
  return moves(entry) ? `${actor} became ${entry.to}` : `${actor} took ${entry.event}`;
}

const looking: ReadonlySet<string> = new Set(['CHECK_DUE', 'WAKE']);

/** Whether the watch looks after a turn of its own. */
function isBusyAfter({ event, accepted, from, to }: Turn, wasBusy: boolean): boolean {
  if (to === 'off' || event === 'CHECKED' || event === 'EFFECT_FAILED') return false;
  return wasBusy || (accepted && (looking.has(event) || from === 'off'));
}

/** Hears nothing before `start`. */
export const createAlertWaker = (options: WakerOptions): Waker =>
  createWaker(
    {
      self: 'alert_watch/main',
      pauseMs: limits.alertWakeMs,
      causeOf,
      isBusyAfter,
    },
    options,
  );
