/** What the alert watch is told of: changes that may raise an alert or clear one. */
import type { InspectionEntry, NoteKind } from '../actors/runtime/inspection.ts';
import { limits } from '../domain/limits.ts';
import { createWaker, type Turn, type Waker, type WakerOptions } from './waker.ts';

const moves = ({ from, to }: Turn): boolean => from !== to;

/** By kind, the turns after which a rule or a check of readiness may say another thing. */
const wakingTurns: Readonly<Record<string, (turn: Turn) => boolean>> = {
  queue_item: (turn) => moves(turn) || turn.event === 'EDIT',
  // An observation that says nothing new is no turn.
  worker_target: () => true,
  control: moves,
  paper_review: moves,
  corpus_entry: moves,
  event_log: moves,
  heartbeat: moves,
  notification: (turn) => moves(turn) && turn.to !== 'sending',
  pump: (turn) => moves(turn) && turn.to !== 'stepping',
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

/** Whether the watch looks after a turn of its own. */
function isBusyAfter({ event, accepted, from, to }: Turn, wasBusy: boolean): boolean {
  if (to === 'off' || event === 'CHECKED' || event === 'EFFECT_FAILED') return false;
  return wasBusy || (accepted && (event === 'CHECK_DUE' || from === 'off'));
}

/** Hears nothing before `start`. */
export const createAlertWaker = (options: WakerOptions): Waker =>
  createWaker(
    {
      self: 'alert_watch/main',
      pauseMs: limits.alertWakeMs,
      causeOf,
      isBusyAfter,
      isOnAfter: ({ to }) => to !== 'off',
    },
    options,
  );
