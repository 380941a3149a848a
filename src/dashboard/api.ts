/** Asking the service. A failure is a value that says what to tell the reader. */

/** What came of a question; `unauthorized` means that the service does not take the token. */
export type Answer =
  | { readonly kind: 'ok'; readonly json: unknown }
  | { readonly kind: 'unauthorized' }
  /** `status` and `words` are those of the service; null when it said nothing. */
  | {
      readonly kind: 'failed';
      readonly why: string;
      readonly status: number | null;
      readonly words: string | null;
    };

/** A reply slower than this counts as a lost connection. */
const patienceMs = 10_000;
/** Stopping a run on its worker takes its time. */
const actPatienceMs = 60_000;

/** GETs a path with the token. Never rejects. `waitMs`: how long the service itself may wait. */
export function getJson(
  path: string,
  token: string,
  { waitMs = 0, signal }: { readonly waitMs?: number; readonly signal?: AbortSignal } = {},
): Promise<Answer> {
  const patience = { token, patienceMs: patienceMs + waitMs };
  return send(path, signal === undefined ? patience : { ...patience, signal });
}

/** POSTs a JSON body with the token. Never rejects; a failure without a status may have been done. */
export function postJson(path: string, token: string, body: object): Promise<Answer> {
  return send(path, { token, patienceMs: actPatienceMs, body });
}

interface Sending {
  readonly token: string;
  readonly patienceMs: number;
  readonly body?: object;
  /** Gives the answer up. */
  readonly signal?: AbortSignal;
}

async function send(
  path: string,
  { token, patienceMs: waitMs, body, signal }: Sending,
): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  const post = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const late = AbortSignal.timeout(waitMs);
  try {
    const response = await fetch(path, {
      ...(body === undefined ? { headers } : post),
      cache: 'no-store',
      credentials: 'omit',
      signal: signal === undefined ? late : AbortSignal.any([signal, late]),
    });
    if (response.status === 401) return { kind: 'unauthorized' };
    if (response.ok) return { kind: 'ok', json: await response.json() };
    const { status } = response;
    const words = await problemText(response);
    const why = words === null ? `the answer was ${status}` : `${status}: ${words}`;
    return { kind: 'failed', why, status, words };
  } catch (error) {
    const slow = error instanceof DOMException && error.name === 'TimeoutError';
    const why = slow ? `no answer within ${waitMs / 1000} s` : 'the service cannot be reached';
    return { kind: 'failed', why, status: null, words: null };
  }
}

async function problemText(response: Response): Promise<string | null> {
  try {
    const problem = (await response.json()) as { detail?: unknown; title?: unknown };
    const words = typeof problem.detail === 'string' ? problem.detail : problem.title;
    return typeof words === 'string' ? words : null;
  } catch {
    // Not JSON: a proxy in between answered; its status is all there is to say.
    return null;
  }
}
