/** Errors on the wire: RFC 9457 problem details, from the one error registry. */
import { errorRegistry, ServiceError } from '../domain/errors.ts';
import { productWord } from '../domain/product.ts';
import { ListQueryError } from '../store/ports/read-models.ts';
import { findStoreTrouble, storeTroubleWords } from '../store/ports/store-trouble.ts';
import { problemHeaders } from './headers.ts';
import type { HeaderLine, Reply } from './transport/port.ts';

/** Seconds a caller is asked to wait when an error may pass and says no better. */
const retryAfterSecDefault = 1;

/** The same for a store that is down: a person mends it, and a service that stops for it starts again. */
const storeRetryAfterSec = 5;

/**
 * Turns whatever a request of this method ran into to what its caller may see: a store that is down is
 * `store_unavailable`, the unexpected `internal`.
 */
export function toServiceError(error: unknown, method: string): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof ListQueryError) {
    const errors = [{ path: error.field, message: error.message }];
    return new ServiceError('invalid_request', error.message, { errors }, { cause: error });
  }
  const detail = storeDetail(error, method);
  if (detail !== null) {
    const details = { retry_after_sec: storeRetryAfterSec };
    return new ServiceError('store_unavailable', detail, details, { cause: error });
  }
  const words = 'an unexpected failure; the log has its cause under this request id';
  return new ServiceError('internal', words, {}, { cause: error });
}

/** Words for a store that is down, the one failure that an operator mends; null for any other. */
function storeDetail(error: unknown, method: string): string | null {
  const trouble = findStoreTrouble(error);
  if (trouble === null) return null;
  const words = storeTroubleWords(trouble);
  return method === 'GET' || method === 'HEAD'
    ? `the store cannot be read: ${words}, then ask again`
    : `the store takes no writes: ${words}, then repeat the request with the same key`;
}

/** The reply for an error. Details that cannot be written as JSON are left out. */
export function problemReply(error: ServiceError, requestId: string): Reply {
  const { status, title } = errorRegistry[error.code];
  const standard = {
    type: `urn:${productWord}:problem:${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    request_id: requestId,
  };
  return {
    status,
    headers: [...problemHeaders, ['x-request-id', requestId], ...extraHeaders(error)],
    body: serialise({ ...standard, ...error.details, ...standard }, standard),
  };
}

function serialise(full: object, standard: object): string {
  try {
    return JSON.stringify(full);
  } catch {
    return JSON.stringify(standard);
  }
}

function extraHeaders({ code, status, details, replayed }: ServiceError): HeaderLine[] {
  const lines: HeaderLine[] = [];
  if (replayed) lines.push(['idempotency-replayed', 'true']);
  if (code === 'upgrade_required') lines.push(['upgrade', 'websocket']);
  if (status === 401) lines.push(['www-authenticate', 'Bearer']);
  if (code === 'method_not_allowed' && typeof details.allow === 'string') {
    lines.push(['allow', details.allow]);
  }
  if (status === 429 || status === 503) {
    const seconds = details.retry_after_sec;
    const waitSec = typeof seconds === 'number' && seconds > 0 ? seconds : retryAfterSecDefault;
    lines.push(['retry-after', String(Math.ceil(waitSec))]);
  }
  return lines;
}
