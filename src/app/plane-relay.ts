/**
 * Passes requests that write from a control plane that stands by to the one that holds the lease: whole, with
 * their token and idempotency key, and its answer back as it is. What was passed on once is never passed on
 * again, so that there is no loop; without an answer nothing is claimed, and the key makes a repeat safe.
 */
import { type Dispatcher, request } from 'undici';
import { ServiceError } from '../domain/errors.ts';
import { productWord } from '../domain/product.ts';
import type { Relay } from '../http/pipeline-options.ts';
import { type AppContext, routesOf } from '../http/routes/all.ts';
import type { HeaderLine, Reply, RequestHead } from '../http/transport/port.ts';
import type { Plane } from '../store/ports/plane.ts';
import { createGuardedAgent } from '../worker-wire/guarded-agent.ts';
import { describeTransportError, provesNeverSent } from '../worker-wire/transport-error.ts';

/** Marks a request that was passed on. */
const passedHeader = `x-${productWord}-passed-on`;
/** All that a route is told by. */
const sentHeaders = ['authorization', 'content-type', 'idempotency-key', 'accept', 'user-agent'];
/** Of the connection to the other one, not of its answer. */
const ownHeaders = new Set([
  'connection',
  'keep-alive',
  'content-length',
  'date',
  'transfer-encoding',
]);
const connectTimeoutMs = 3_000;
/** A command may take as long as a whole dispatch; one whose plane is gone ends with its lease. */
const answerTimeoutMs = 120_000;
/** Of a database that is away nobody hears who holds the lease. */
const confirmTimeoutMs = 10_000;
const answerBytesMax = 64 * 1024 * 1024;
const retryAfterSec = 2;

/**
 * For the requests of the control plane that may change something; everything else is answered here. What the one that
 * writes refuses, it refuses only while nobody else can have written what it did not see: one that stood still would call
 * a project unknown that another has taken in meanwhile.
 */
export function createPlaneRelay(plane: Plane): Relay<AppContext> & { close(): Promise<void> } {
  const writing = new Set(
    routesOf({ control: true, worker: false }).filter(({ method }) => method !== 'GET'),
  );
  const agents = new Map<string, Dispatcher>();
  const agentOf = (address: string): Dispatcher => {
    const agent = agents.get(address) ?? createGuardedAgent(address, { connectTimeoutMs });
    agents.set(address, agent);
    return agent;
  };
  return {
    takes: (route) => writing.has(route) && plane.standing().role === 'standby',
    async pass(head, requestId, body) {
      const address = findAddress(plane, head);
      try {
        return await ask(agentOf(address), { address, head, requestId, body, plane });
      } catch (error) {
        throw toRefusal(error, address);
      }
    },
    confirm(route, signal) {
      if (!writing.has(route) || plane.standing().role === 'standby' || plane.isSure()) return null;
      const patience = AbortSignal.any([signal, AbortSignal.timeout(confirmTimeoutMs)]);
      return plane.untilSure(patience).catch((error: unknown) => {
        throw refusal('another control plane may hold the lease by now', error);
      });
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

/** Throws where there is nobody to ask. */
function findAddress(plane: Plane, head: RequestHead): string {
  const { holder } = plane.standing();
  if (head.header(passedHeader) !== '')
    throw refusal(
      'the request was passed on to this control plane, which does not hold the lease now',
    );
  if (holder === null) throw refusal('no control plane holds the lease just now');
  if (holder.address !== null) return holder.address;
  throw refusal(
    'another control plane holds the lease and does not say where it is reached (control_plane_url)',
  );
}

interface Passed {
  readonly address: string;
  readonly head: RequestHead;
  readonly requestId: string;
  readonly body: Uint8Array;
  readonly plane: Plane;
}

async function ask(dispatcher: Dispatcher, passed: Passed): Promise<Reply> {
  const { address, head, requestId, body, plane } = passed;
  const headers: Record<string, string> = { 'x-request-id': requestId, [passedHeader]: '1' };
  for (const name of sentHeaders) if (head.header(name) !== '') headers[name] = head.header(name);
  const query = head.query === '' ? '' : `?${head.query}`;
  const reply = await request(`${address.replace(/\/+$/, '')}${head.path}${query}`, {
    method: head.method,
    headers,
    ...(body.byteLength === 0 ? {} : { body }),
    signal: AbortSignal.any([head.signal, plane.whileHeld()]),
    dispatcher,
    // One that the other has just closed would turn a plain "not sent" into an unknown outcome.
    reset: true,
    headersTimeout: answerTimeoutMs,
    bodyTimeout: answerTimeoutMs,
  });
  const lines = Object.entries(reply.headers).flatMap(([name, value]): HeaderLine[] =>
    typeof value !== 'string' || ownHeaders.has(name) ? [] : [[name, value]],
  );
  return { status: reply.statusCode, headers: lines, body: await readWhole(reply.body) };
}

async function readWhole(body: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > answerBytesMax)
      throw new Error(`the answer is longer than ${answerBytesMax} bytes`);
    parts.push(part);
  }
  return bytes === 0 ? null : Buffer.concat(parts);
}

function toRefusal(error: unknown, address: string): ServiceError {
  const words = describeTransportError(error);
  return provesNeverSent(error)
    ? refusal(
        `the control plane that holds the lease (${address}) cannot be reached: ${words}`,
        error,
      )
    : new ServiceError(
        'no_active_plane',
        `the control plane that holds the lease (${address}) gave no answer: ${words}. Whether the request was ` +
          'done is not known; repeat it with the same idempotency key',
        { retry_after_sec: retryAfterSec },
        { cause: error },
      );
}

const refusal = (why: string, cause?: unknown): ServiceError =>
  new ServiceError(
    'no_active_plane',
    `${why}; nothing was done, repeat the request`,
    { retry_after_sec: retryAfterSec },
    { cause },
  );
