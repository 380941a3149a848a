/** Asking the service. A failure is a value that says what to tell the reader. */

export type Answer =
  | { readonly kind: 'ok'; readonly json: unknown }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'failed'; readonly why: string };

/** A reply slower than this counts as a lost connection. */
const patienceMs = 10_000;

/** GETs a path with the token. Never rejects. */
export async function getJson(path: string, token: string): Promise<Answer> {
  try {
    const response = await fetch(path, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(patienceMs),
    });
    if (response.status === 401) return { kind: 'unauthorized' };
    if (response.ok) return { kind: 'ok', json: await response.json() };
    return { kind: 'failed', why: await problemText(response) };
  } catch (error) {
    const slow = error instanceof DOMException && error.name === 'TimeoutError';
    const why = slow ? `no answer within ${patienceMs / 1000} s` : 'the service cannot be reached';
    return { kind: 'failed', why };
  }
}

async function problemText(response: Response): Promise<string> {
  try {
    const problem = (await response.json()) as { detail?: unknown; title?: unknown };
    const words = typeof problem.detail === 'string' ? problem.detail : problem.title;
    if (typeof words === 'string') return `${response.status}: ${words}`;
  } catch {
    // Not JSON: a proxy in between answered; its status is all there is to say.
  }
  return `the answer was ${response.status}`;
}
