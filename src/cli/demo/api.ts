/** The demo's client: plain HTTP calls, as any other client would make them. */
import { asText } from '../../lib/as-text.ts';

/** Two kinds of requests, to paths below the base address; both reject where no JSON comes back. */
export interface Api {
  get(path: string): Promise<Reply>;
  post(path: string, body: object): Promise<Reply>;
}
/** Any answer, a refusal too; the body is taken for a JSON object without a look. */
export interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Bears the token in every request; has no time limit of its own. */
export function createApi(baseUrl: string, token: string): Api {
  const send = async (path: string, init: RequestInit): Promise<Reply> => {
    const response = await fetch(`${baseUrl}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return {
    get: (path) => send(path, {}),
    post: (path, body) => send(path, { method: 'POST', body: JSON.stringify(body) }),
  };
}

/** The reply of a call that must succeed; throws with the problem's words otherwise. */
export function expectOk(reply: Reply, what: string): Readonly<Record<string, unknown>> {
  if (reply.status >= 200 && reply.status < 300) return reply.body;
  throw new DemoStageError(
    `${what}: ${reply.status} ${asText(reply.body['detail'] ?? reply.body['title'])}`,
  );
}

/** A stage of the demo that did not happen. */
export class DemoStageError extends Error {
  override readonly name = 'DemoStageError';
}
