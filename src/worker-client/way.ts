/** How a request of the control plane gets to a gate and its reply back: over HTTP, or however a caller has it. */
import { type Dispatcher, request } from 'undici';

/** One request as it leaves. */
export interface WorkerRequest {
  readonly method: 'GET' | 'POST';
  /** Below the address of the worker, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Of the reply. */
  readonly bytesMax: number;
}

/**
 * Carries a request there and its whole reply back. Rejects where there is none, or with what `signal` was aborted for;
 * `onStatus` is told when a reply begins.
 */
export type WorkerWay = (
  request: WorkerRequest,
  signal: AbortSignal,
  onStatus: (status: number) => void,
) => Promise<string>;

/** The way to `base`; replies are bounded. */
export function httpWay(base: string, dispatcher: Dispatcher): WorkerWay {
  return async ({ method, path, headers, body, bytesMax }, signal, onStatus) => {
    const reply = await request(`${base}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      signal,
      dispatcher,
      // A fresh connection each time: a pooled one that the worker has just closed would turn a
      // plain "not sent" into an unknown outcome.
      reset: true,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    onStatus(reply.statusCode);
    return readBounded(reply.body, bytesMax);
  };
}

async function readBounded(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > bytesMax) throw new Error(`the reply is longer than ${bytesMax} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
