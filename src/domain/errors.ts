/** The one table of errors that cross a boundary: code, HTTP status, whether to try again, and words. */
import type { ErrorMakers } from '../lib/remote-error.ts';

interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  /** True when the same request may succeed later without a change. */
  readonly retryable: boolean;
}

/** The same request fails again until something changes. */
const lasting = (status: number, title: string): ErrorEntry => ({
  status,
  title,
  retryable: false,
});
/** The same request may succeed later. */
const passing = (status: number, title: string): ErrorEntry => ({ status, title, retryable: true });

/**
 * Codes are stable: a program looks at them and never at the words.
 * A code that goes is noted in `retiredErrorCodes`.
 */
export const errorRegistry = {
  unauthorized: lasting(401, 'A valid bearer token is required'),
  origin_not_allowed: lasting(403, 'A page of another site may not open this connection'),
  not_found: lasting(404, 'There is nothing at this address'),
  project_not_found: lasting(404, 'No such project'),
  run_not_found: lasting(404, 'No such run'),
  paper_not_found: lasting(404, 'No such paper'),
  review_not_found: lasting(404, 'No paper in publication automation matches'),
  checklist_item_not_found: lasting(404, 'No such checklist item'),
  artifact_not_found: lasting(404, 'The paper has no such file'),
  event_not_found: lasting(404, 'No such event'),
  trace_not_found: lasting(404, 'Nothing bears this id'),
  incident_not_found: lasting(404, 'No such incident'),
  plan_not_found: lasting(404, 'No such plan'),
  rewrite_batch_not_found: lasting(404, 'No such rewrite batch'),
  notification_not_found: lasting(404, 'No such notification'),
  worker_not_found: lasting(404, 'No worker has this name'),
  alert_not_found: lasting(404, 'No such alert'),
  actor_not_found: lasting(404, 'No such actor'),
  bench_entry_not_found: lasting(404, 'Nothing of this name is on the bench'),
  queue_item_not_found: lasting(404, 'The project is not in the queue'),
  method_not_allowed: lasting(405, 'This address does not take that method'),
  request_timeout: passing(408, 'The body came too slowly'),
  idempotency_conflict: lasting(409, 'This idempotency key was used with another payload'),
  idempotency_in_flight: passing(
    409,
    'A request with this idempotency key is still being worked on',
  ),
  not_eligible: lasting(409, 'The item cannot do that now'),
  claim_lost: passing(409, 'Another dispatch took the item or its lane'),
  preflight_failed: passing(409, 'The worker did not pass its preflight'),
  transition_refused: lasting(409, 'The current state does not allow that'),
  gates_failed: lasting(409, 'Lint, audit or the checklist does not pass'),
  paper_too_large: lasting(409, 'The paper takes more time or memory than one may'),
  work_given_up: lasting(
    409,
    'The service ended twice in the middle of this work and did not begin it again',
  ),
  writing_canceled: lasting(409, 'Somebody canceled the writing of the paper'),
  duplicate_project: lasting(409, 'A project with this id, title or source exists already'),
  plan_outdated: lasting(409, 'The rows of the plan have changed since it was drawn up'),
  plan_changed: lasting(409, 'What the dry run chose has changed since'),
  bench_entry_changed: lasting(409, 'What is on the bench is not what was shown'),
  process_changed: lasting(409, 'The process is not the one that was seen, or not of this run'),
  process_not_permitted: lasting(409, 'The worker may not signal that process'),
  mend_failed: lasting(409, 'It could not be mended that way'),
  run_conflict: lasting(409, 'The run id is known with another request'),
  run_fenced: lasting(409, 'The run was called off before it started'),
  run_lost: lasting(409, 'The worker started the run but has lost its record of it'),
  worker_busy: passing(409, 'The worker already has a live run'),
  project_exists: lasting(409, 'The project folder exists'),
  core_mode_refused: lasting(409, 'The core sub-service takes no snapshots in its mode'),
  snapshot_too_large: lasting(409, 'The queue does not fit into one snapshot'),
  gone: lasting(410, 'This address was removed'),
  payload_too_large: lasting(413, 'The body is too large'),
  unsupported_media_type: lasting(415, 'The body must be application/json'),
  bad_request: lasting(400, 'The request cannot be understood'),
  path_escape: lasting(400, 'A path leaves its root'),
  target_not_allowed: lasting(400, 'Only configured workers may be addressed'),
  invalid_request: lasting(422, 'The request does not fit its schema'),
  evidence_missing: passing(424, 'No local evidence exists for the run'),
  upgrade_required: lasting(426, 'This address speaks WebSocket only'),
  too_many_requests: passing(429, 'Too many requests'),
  internal: passing(500, 'The service failed; the request id finds the cause in its log'),
  dispatch_script_missing: lasting(500, 'The dispatch script does not exist or cannot be run'),
  live_dispatch_disabled: lasting(501, 'Live dispatch is switched off'),
  read_only: lasting(501, 'The store is read-only'),
  not_implemented: lasting(501, 'This part is not available here'),
  worker_unreachable: passing(502, 'The worker could not be reached'),
  worker_failed: passing(502, 'The worker refused or failed the request'),
  dispatch_script_failed: lasting(502, 'The dispatch script failed'),
  writer_failed: passing(502, 'The language model delivered no text that can be used'),
  overloaded: passing(503, 'Too much work is waiting'),
  store_unavailable: passing(503, 'The store cannot be read or written now'),
  shutting_down: passing(503, 'The service is shutting down'),
  no_active_plane: passing(503, 'No control plane can be reached that writes just now'),
  dispatch_script_timeout: passing(504, 'The dispatch script did not answer in time'),
  disk_full: passing(507, 'A disk that would be written to has no room'),
  disk_read_only: lasting(507, 'A disk that would be written to takes no writes'),
} as const;

/** What a `ServiceError` can be; the member `code` of every problem reply. */
export type ErrorCode = keyof typeof errorRegistry;
/** All of them. */
export const errorCodes = Object.keys(errorRegistry) as [ErrorCode, ...ErrorCode[]];

/** A code that came through the store, where anything may stand; `otherwise` for what is none. */
export const toErrorCode = (value: unknown, otherwise: ErrorCode): ErrorCode =>
  typeof value === 'string' && Object.hasOwn(errorRegistry, value)
    ? (value as ErrorCode)
    : otherwise;

/** What anything that writes files may be refused for. */
export const diskCodes = ['disk_full', 'disk_read_only'] as const satisfies readonly ErrorCode[];

/** Codes that once existed; never given to another meaning. */
export const retiredErrorCodes: readonly string[] = [];

/** What goes beside the words, into the problem reply as further members; never a secret. */
export interface ErrorDetails {
  /** What is wrong with which field, for 422 and configuration errors. */
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
  readonly [member: string]: unknown;
}

/** A failure that a caller across a boundary sees; `http/` turns it into problem+json. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  /** True when this is the kept answer to an earlier request with the same idempotency key. */
  readonly replayed: boolean;

  /** `detail` says what happened, why, and what to do; it never holds a secret. */
  constructor(
    code: ErrorCode,
    detail: string,
    details: ErrorDetails = {},
    more: { readonly cause?: unknown; readonly replayed?: boolean } = {},
  ) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.details = details;
    this.replayed = more.replayed ?? false;
  }

  get status(): number {
    return errorRegistry[this.code].status;
  }
}

/** Makes one anew that another thread or process threw. */
export const serviceErrorMaker: ErrorMakers = {
  ServiceError: (message, { code, details }) =>
    new ServiceError(code as ErrorCode, message, details as ErrorDetails),
};
