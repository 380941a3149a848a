/**
 * Sends a request of the typed client. Not by the `fetch` of Node: where the other side hangs up at
 * once, as the end of a tunnel to nothing does, that of Node 20 leaves nothing to wait for, and the
 * process ends before it has said a word.
 */
import { fetch } from 'undici';

/** As the global `fetch`, for a request that follows no redirect. */
export async function sendRequest(request: Request): Promise<Response> {
  const { url, method, headers, signal, redirect } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? await request.arrayBuffer() : null;
  return fetch(url, { method, headers: [...headers], body, signal, redirect });
}
