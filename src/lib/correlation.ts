/**
 * On whose behalf the code that runs now was called: the request that led here and, where one did,
 * the audit event. It follows a call through its promises, so that what is asked of actors, sent to
 * workers or logged on the way can name the request without every function handing it on.
 *
 * It decides nothing. Whatever must survive a restart is stored beside what it caused.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

interface Correlation {
  /** Id of the request that led here; shared by everything it leads to, on every machine. */
  readonly id: string;
  /** Audit event of this service that led here; null when the request did so itself. */
  readonly causeId: number | null;
}

const storage = new AsyncLocalStorage<Correlation | null>();

/** Calls `call`, and everything it goes on to do, on behalf of `correlation`; answers what it does. */
export function runWithCorrelation<Value>(correlation: Correlation, call: () => Value): Value {
  return storage.run(correlation, call);
}

/** Calls `call` on nobody's behalf: for what is shared, and goes on when the request is answered. */
export function runWithoutCorrelation<Value>(call: () => Value): Value {
  return storage.run(null, call);
}

/** Null outside of every request and effect. */
export function currentCorrelation(): Correlation | null {
  return storage.getStore() ?? null;
}

const requestIdPattern = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** True for what may be a request id: 1 to 128 letters, digits, ".", "_", ":" or "-". */
export function isRequestId(text: string): boolean {
  return requestIdPattern.test(text);
}

/** The header that takes the correlation to another service; none outside, or when it is no id. */
export function correlationHeaders(): Readonly<Record<string, string>> {
  const id = currentCorrelation()?.id ?? '';
  return isRequestId(id) ? { 'x-request-id': id } : {};
}
