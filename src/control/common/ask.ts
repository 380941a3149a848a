/** Sends commands to actors and turns what cannot be served into the errors of the API. */

import type { Outcome, Reply } from '../../actors/runtime/definition.ts';
import type { AskOptions } from '../../actors/runtime/requests.ts';
import { type ErrorCode, ServiceError } from '../../domain/errors.ts';
import type { AlertEvent } from '../../machines/alert/events.ts';
import type { AlertWatchEvent } from '../../machines/alert-watch/events.ts';
import type { CommandEvent } from '../../machines/command/events.ts';
import type { ControlEvent } from '../../machines/control/events.ts';
import type { CoreSnapshotEvent } from '../../machines/core-snapshot/events.ts';
import type { CorpusEntryEvent } from '../../machines/corpus-entry/events.ts';
import type { EventLogEvent } from '../../machines/event-log/events.ts';
import type { FollowupEvent } from '../../machines/followup/events.ts';
import type { HeartbeatEvent } from '../../machines/heartbeat/events.ts';
import type { IncidentEvent } from '../../machines/incident/events.ts';
import type { IntakeEvent } from '../../machines/intake/events.ts';
import type { NotificationEvent } from '../../machines/notification/events.ts';
import type { PaperEvent } from '../../machines/paper/events.ts';
import type { PaperReviewEvent } from '../../machines/paper-review/events.ts';
import type { PaperWatchEvent } from '../../machines/paper-watch/events.ts';
import type { PlanEvent } from '../../machines/plan/events.ts';
import type { ProjectEvent } from '../../machines/project/events.ts';
import type { PumpEvent } from '../../machines/pump/events.ts';
import type { QueueItemEvent } from '../../machines/queue-item/events.ts';
import type { ReplicationEvent } from '../../machines/replication/events.ts';
import type { RetentionEvent } from '../../machines/retention/events.ts';
import type { RewriteBatchEvent } from '../../machines/rewrite-batch/events.ts';
import type { UpkeepEvent } from '../../machines/upkeep/events.ts';
import type { WorkerTargetEvent } from '../../machines/worker-target/events.ts';
import type { ActorSystem } from './ports.ts';

/** What each kind of control-plane actor can be told. */
export interface ControlActorEvents {
  readonly alert: AlertEvent;
  readonly alert_watch: AlertWatchEvent;
  readonly command: CommandEvent;
  readonly control: ControlEvent;
  readonly core_snapshot: CoreSnapshotEvent;
  readonly corpus_entry: CorpusEntryEvent;
  readonly event_log: EventLogEvent;
  readonly followup: FollowupEvent;
  readonly incident: IncidentEvent;
  readonly heartbeat: HeartbeatEvent;
  readonly intake: IntakeEvent;
  readonly notification: NotificationEvent;
  readonly paper: PaperEvent;
  readonly paper_review: PaperReviewEvent;
  readonly paper_watch: PaperWatchEvent;
  readonly plan: PlanEvent;
  readonly project: ProjectEvent;
  readonly pump: PumpEvent;
  readonly queue_item: QueueItemEvent;
  readonly replication: ReplicationEvent;
  readonly retention: RetentionEvent;
  readonly rewrite_batch: RewriteBatchEvent;
  readonly upkeep: UpkeepEvent;
  readonly worker_target: WorkerTargetEvent;
}
type Kind = keyof ControlActorEvents;
interface AddressOf<K extends Kind> {
  readonly kind: K;
  readonly id: string;
}

/** An actor's answer to a request. A refusal of the machine is one, too. */
export interface Answered {
  readonly outcome: Outcome;
  /** True when this repeats an earlier answer for the same idempotency key. */
  readonly replayed: boolean;
}

const rejections: Readonly<Record<string, ErrorCode>> = {
  overloaded: 'overloaded',
  shutting_down: 'shutting_down',
  store_failed: 'store_unavailable',
  idempotency_conflict: 'idempotency_conflict',
};

/**
 * Asks and returns the outcome, accepted or refused. Throws `ServiceError` when the message could
 * not be handled: `overloaded`, `shutting_down`, `store_unavailable`, `idempotency_conflict`, else `internal`.
 */
export async function ask<K extends Kind>(
  actors: ActorSystem,
  to: AddressOf<K>,
  event: ControlActorEvents[K],
  options: AskOptions = {},
): Promise<Answered> {
  return answerOf(await actors.ask(to, event, options), to, options);
}

/** As `ask`; null where the actor is out of service, for whoever must not be kept by one from the others. */
export async function askInService<K extends Kind>(
  actors: ActorSystem,
  to: AddressOf<K>,
  event: ControlActorEvents[K],
  options: AskOptions = {},
): Promise<Answered | null> {
  const reply = await actors.ask(to, event, options);
  return !reply.ok && reply.rejected === 'quarantined' ? null : answerOf(reply, to, options);
}

function answerOf(reply: Reply, to: AddressOf<Kind>, options: AskOptions): Answered {
  if (reply.ok) return { outcome: reply.outcome, replayed: reply.replayed };
  const code = rejections[reply.rejected] ?? 'internal';
  const detail =
    code === 'idempotency_conflict'
      ? `idempotency_key ${JSON.stringify(options.idempotency?.key.replace(/^(?:command:)?[^:]*:/, ''))} was used with another payload; use a new key for a new request`
      : `${to.kind} ${to.id}: ${reply.detail}`;
  throw new ServiceError(code, detail);
}

/**
 * Whether a failure is an answer to what was asked. It is none where it says only how the service is just now
 * (too much to do, a stop, a store that takes no writes), or is no `ServiceError`: an effect throws those, and is tried
 * again. Kept as the answer to a key, such a moment would be told for as long as the key is known.
 */
export function isAnswer(error: unknown): error is ServiceError {
  return error instanceof ServiceError && !passing.has(error.code);
}
const passing: ReadonlySet<ErrorCode> = new Set([
  'overloaded',
  'shutting_down',
  'store_unavailable',
  'no_active_plane',
  'internal',
]);

/** As `ask`, but a refusal is a 409 with the machine's reason. */
export async function askAccepted<K extends Kind>(
  actors: ActorSystem,
  to: AddressOf<K>,
  event: ControlActorEvents[K],
  options: AskOptions = {},
): Promise<Answered> {
  const answered = await ask(actors, to, event, options);
  const { refusal } = answered.outcome;
  if (refusal !== null) {
    throw new ServiceError(
      'transition_refused',
      refusal.message,
      {
        reason: refusal.code,
        current_status: answered.outcome.status,
      },
      { replayed: answered.replayed },
    );
  }
  return answered;
}

/**
 * Idempotency of one route: keys are the caller's, but two routes never share one. Without a key
 * every request is its own.
 */
export function idempotencyOf(
  route: string,
  key: string | null | undefined,
  payload: unknown,
): Pick<AskOptions, 'idempotency'> {
  if (key === null || key === undefined || key === '') return {};
  return { idempotency: { key: `${route}:${key}`, payload } };
}
