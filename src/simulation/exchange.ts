/** Requests to what is served in this process: what comes behind a socket, from the token to the reply. */
import { createPipeline } from '../http/pipeline.ts';
import type { PipelineOptions } from '../http/pipeline-options.ts';
import type { Reply, RequestHead } from '../http/transport/port.ts';
import type { WorkerRequest } from '../worker-client/way.ts';

/** Answers one request; an answer is there before anybody is told of it. */
export type Serve = (
  request: Omit<WorkerRequest, 'bytesMax'>,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly text: string }>;

const silent = { debug: () => {}, info: () => {}, error: () => {} };

/** The service's pipeline for some routes. */
export function serveRoutes<Context>(options: Omit<PipelineOptions<Context>, 'log'>): Serve {
  const { request: take } = createPipeline({ ...options, log: silent });
  return async ({ method, path: target, headers, body = '' }, signal) => {
    const [path, query = ''] = target.split('?', 2) as [string, string?];
    const head: RequestHead = {
      method,
      path,
      query,
      remoteAddress: '192.0.2.1',
      header: (name) => headers[name] ?? '',
      has: (name) => name in headers,
      signal,
    };
    const begun = take(head);
    const reply: Reply = await ('onBody' in begun ? begun.onBody(Buffer.from(body)) : begun);
    // Every route that is played answers in JSON.
    return { status: reply.status, text: reply.body as string };
  };
}
