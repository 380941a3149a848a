/** The one table of errors that cross a boundary: code, HTTP status, whether to try again, and words. */

interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  /** True when the same request may succeed later without a change. */
  readonly retryable: boolean;
}

/**
 * Codes are stable: a program looks at them and never at the words.
 * A code that goes is noted in `retiredErrorCodes`.
 */
export const errorRegistry = {
  unauthorized: { status: 401, title: 'A valid bearer token is required', retryable: false },
  origin_not_allowed: {
    status: 403,
    title: 'A page of another site may not open this connection',
    retryable: false,
  },
  not_found: { status: 404, title: 'There is nothing at this address', retryable: false },
  project_not_found: { status: 404, title: 'No such project', retryable: false },
  run_not_found: { status: 404, title: 'No such run', retryable: false },
  paper_not_found: { status: 404, title: 'No such paper', retryable: false },
  review_not_found: {
    status: 404,
    title: 'No paper in publication automation matches',
    retryable: false,
  },
  checklist_item_not_found: { status: 404, title: 'No such checklist item', retryable: false },
  artifact_not_found: { status: 404, title: 'The paper has no such file', retryable: false },
  event_not_found: { status: 404, title: 'No such event', retryable: false },
  trace_not_found: { status: 404, title: 'Nothing bears this id', retryable: false },
  incident_not_found: { status: 404, title: 'No such incident', retryable: false },
  plan_not_found: { status: 404, title: 'No such plan', retryable: false },
  rewrite_batch_not_found: { status: 404, title: 'No such rewrite batch', retryable: false },
  notification_not_found: { status: 404, title: 'No such notification', retryable: false },
  worker_not_found: { status: 404, title: 'No worker has this name', retryable: false },
  alert_not_found: { status: 404, title: 'No such alert', retryable: false },
  actor_not_found: { status: 404, title: 'No such actor', retryable: false },
  bench_entry_not_found: {
    status: 404,
    title: 'Nothing of this name is on the bench',
    retryable: false,
  },
  queue_item_not_found: { status: 404, title: 'The project is not in the queue', retryable: false },
  method_not_allowed: {
    status: 405,
    title: 'This address does not take that method',
    retryable: false,
  },
  request_timeout: { status: 408, title: 'The body came too slowly', retryable: true },
  idempotency_conflict: {
    status: 409,
    title: 'This idempotency key was used with another payload',
    retryable: false,
  },
  idempotency_in_flight: {
    status: 409,
    title: 'A request with this idempotency key is still being worked on',
    retryable: true,
  },
  not_eligible: { status: 409, title: 'The item cannot do that now', retryable: false },
  claim_lost: { status: 409, title: 'Another dispatch took the item or its lane', retryable: true },
  preflight_failed: {
    status: 409,
    title: 'The worker did not pass its preflight',
    retryable: true,
  },
  transition_refused: {
    status: 409,
    title: 'The current state does not allow that',
    retryable: false,
  },
  gates_failed: {
    status: 409,
    title: 'Lint, audit or the checklist does not pass',
    retryable: false,
  },
  paper_too_large: {
    status: 409,
    title: 'The paper takes more time or memory than one may',
    retryable: false,
  },
  work_given_up: {
    status: 409,
    title: 'The service ended twice in the middle of this work and did not begin it again',
    retryable: false,
  },
  duplicate_project: {
    status: 409,
    title: 'A project with this id, title or source exists already',
    retryable: false,
  },
  plan_outdated: {
    status: 409,
    title: 'The rows of the plan have changed since it was drawn up',
    retryable: false,
  },
  plan_changed: {
    status: 409,
    title: 'What the dry run chose has changed since',
    retryable: false,
  },
  bench_entry_changed: {
    status: 409,
    title: 'What is on the bench is not what was shown',
    retryable: false,
  },
  mend_failed: { status: 409, title: 'It could not be mended that way', retryable: false },
  run_conflict: {
    status: 409,
    title: 'The run id is known with another request',
    retryable: false,
  },
  run_fenced: { status: 409, title: 'The run was called off before it started', retryable: false },
  run_lost: {
    status: 409,
    title: 'The worker started the run but has lost its record of it',
    retryable: false,
  },
  worker_busy: { status: 409, title: 'The worker already has a live run', retryable: true },
  project_exists: { status: 409, title: 'The project folder exists', retryable: false },
  core_mode_refused: {
    status: 409,
    title: 'The core sub-service takes no snapshots in its mode',
    retryable: false,
  },
  snapshot_too_large: {
    status: 409,
    title: 'The queue does not fit into one snapshot',
    retryable: false,
  },
  gone: { status: 410, title: 'This address was removed', retryable: false },
  payload_too_large: { status: 413, title: 'The body is too large', retryable: false },
  unsupported_media_type: {
    status: 415,
    title: 'The body must be application/json',
    retryable: false,
  },
  bad_request: { status: 400, title: 'The request cannot be understood', retryable: false },
  path_escape: { status: 400, title: 'A path leaves its root', retryable: false },
  target_not_allowed: {
    status: 400,
    title: 'Only configured workers may be addressed',
    retryable: false,
  },
  invalid_request: { status: 422, title: 'The request does not fit its schema', retryable: false },
  evidence_missing: { status: 424, title: 'No local evidence exists for the run', retryable: true },
  upgrade_required: {
    status: 426,
    title: 'This address speaks WebSocket only',
    retryable: false,
  },
  too_many_requests: { status: 429, title: 'Too many requests', retryable: true },
  internal: {
    status: 500,
    title: 'The service failed; the request id finds the cause in its log',
    retryable: true,
  },
  dispatch_script_missing: {
    status: 500,
    title: 'The dispatch script does not exist or cannot be run',
    retryable: false,
  },
  live_dispatch_disabled: { status: 501, title: 'Live dispatch is switched off', retryable: false },
  read_only: { status: 501, title: 'The store is read-only', retryable: false },
  not_implemented: { status: 501, title: 'This part is not available here', retryable: false },
  worker_unreachable: { status: 502, title: 'The worker could not be reached', retryable: true },
  worker_failed: {
    status: 502,
    title: 'The worker refused or failed the request',
    retryable: true,
  },
  dispatch_script_failed: { status: 502, title: 'The dispatch script failed', retryable: false },
  writer_failed: {
    status: 502,
    title: 'The language model delivered no text that can be used',
    retryable: true,
  },
  overloaded: { status: 503, title: 'Too much work is waiting', retryable: true },
  store_unavailable: {
    status: 503,
    title: 'The store cannot be read or written now',
    retryable: true,
  },
  shutting_down: { status: 503, title: 'The service is shutting down', retryable: true },
  dispatch_script_timeout: {
    status: 504,
    title: 'The dispatch script did not answer in time',
    retryable: true,
  },
} as const satisfies Record<string, ErrorEntry>;

/** What a `ServiceError` can be; the member `code` of every problem reply. */
export type ErrorCode = keyof typeof errorRegistry;

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
