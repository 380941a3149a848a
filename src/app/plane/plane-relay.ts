/**
 * Passes requests that write from a control plane that stands by to the one that holds the lease: whole, with
 * their token and idempotency key, and its answer back as it is. While nobody holds it, a request waits for who
 * takes over; where it may have been done already it is asked for again only with a key, which makes that safe.
 * What was passed on once is never passed on again, so that there is no loop; without an answer nothing is claimed.
 */

import { type Dispatcher, request } from 'undici';
import { ServiceError } from '../../domain/errors.ts';
import { productWord } from '../../domain/product.ts';
import { takesIdempotencyKey } from '../../http/idempotency-key.ts';
import type { PassedRequest, Relay } from '../../http/pipeline-options.ts';
import { type AppContext, routesOf } from '../../http/routes/all.ts';
import type { HeaderLine, Reply } from '../../http/transport/port.ts';
import { pause, systemClock } from '../../lib/clock.ts';
import { type Deadline, startDeadline, withDeadline } from '../../lib/deadline.ts';
import { describeError } from '../../lib/describe-error.ts';
import type { Plane } from '../../store/ports/plane.ts';
import { createGuardedAgent } from '../../worker-wire/guarded-agent.ts';
import { provesNeverSent } from '../../worker-wire/transport-error.ts';

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
/** A request waits as long for who answers it, which is twice what a take-over takes. */
const patienceMsDefault = 15_000;
const againMs = 250;
const answerBytesMax = 64 * 1024 * 1024;
const retryAfterSec = 2;

/**
 * For the requests of the control plane that may change something; everything else is answered here. What the one that
 * writes refuses, it refuses only while nobody else can have written what it did not see: one that stood still would call
 * a project unknown that another has taken in meanwhile. `patienceMs` is how long a request waits for who answers it.
 */
export function createPlaneRelay(
  plane: Plane,
  { patienceMs = patienceMsDefault } = {},
): Relay<AppContext> & {
  /** Nobody waits any more for who takes over: what does is told so. */
  giveUp(): void;
  /** Nor for an answer of the other one. */
  cutOff(): void;
  close(): Promise<void>;
} {
  const writing = new Set(
    routesOf({ control: true, worker: false }).filter(({ method }) => method !== 'GET'),
  );
  const agents = new Map<string, Dispatcher>();
  const agentOf = (address: string): Dispatcher => {
    const agent = agents.get(address) ?? createGuardedAgent(address, { connectTimeoutMs });
    agents.set(address, agent);
    return agent;
  };
  const over = new AbortController();
  const cut = new AbortController();
  const isStandby = (): boolean => plane.standing().role === 'standby';
  return {
    takes: (route) => writing.has(route) && isStandby(),
    async pass(request) {
      const { head, isBegun } = request;
      let unknown = isBegun ? maybeDone('this control plane hands over').refusal : null;
      let patience: Deadline | null = null;
      let isKeyed: boolean | null = null;
      try {
        for (;;) {
          const isHere = !isStandby();
          if (isHere && !plane.stays()) return null;
          if (head.header(passedHeader) !== '') {
            throw notDone(
              'the request was passed on to this control plane, which does not hold the lease now',
            ).refusal;
          }
          const answer = isHere
            ? notDone('this control plane hands over')
            : await tryOnce(plane, (address) =>
                ask(
                  agentOf(address),
                  address,
                  request,
                  AbortSignal.any([plane.whileHeld(), cut.signal]),
                ),
              );
          if ('reply' in answer) return answer.reply;
          if (answer.isUnknown) unknown ??= answer.refusal;
          patience ??= startDeadline(systemClock, {
            ms: patienceMs,
            signals: [head.signal, over.signal],
          });
          if (unknown !== null) isKeyed ??= hasKey(request);
          const mayAgain = answer.isLasting !== true && isKeyed !== false;
          if (!mayAgain || !(await pauseUnless(patience.signal))) throw unknown ?? answer.refusal;
        }
      } finally {
        patience?.cancel();
      }
    },
    takesUp: (request, error) =>
      writing.has(request.route) &&
      plane.stays() &&
      error instanceof ServiceError &&
      error.code === 'shutting_down' &&
      request.head.header(passedHeader) === '' &&
      !over.signal.aborted &&
      hasKey(request),
    confirm(route, signal) {
      if (!writing.has(route) || isStandby() || plane.isSure()) return null;
      return withDeadline(systemClock, { ms: confirmTimeoutMs, signals: [signal] }, (patience) =>
        plane.untilSure(patience),
      ).catch((error: unknown) => {
        throw notDone('another control plane may hold the lease by now', error).refusal;
      });
    },
    giveUp: () => over.abort(),
    cutOff() {
      over.abort();
      cut.abort(new Error('this control plane ends'));
    },
    async close() {
      this.cutOff();
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

interface NoAnswer {
  readonly refusal: ServiceError;
  /** It may have been done. */
  readonly isUnknown: boolean;
  /** Waiting changes nothing. */
  readonly isLasting?: boolean;
}

/** Asks whoever holds the lease now. */
async function tryOnce(
  plane: Plane,
  askAt: (address: string) => Promise<PassedReply>,
): Promise<{ readonly reply: PassedReply } | NoAnswer> {
  // One that stands by looks by itself.
  if (plane.stays()) await plane.look().catch(() => {});
  const { holder } = plane.standing();
  if (holder === null) return notDone('no control plane holds the lease just now');
  if (holder.address === null)
    return {
      ...notDone(
        'another control plane holds the lease and does not say where it is reached (control_plane_url)',
      ),
      isLasting: true,
    };
  const who = `the control plane that holds the lease (${holder.address})`;
  try {
    const reply = await askAt(holder.address);
    const code = codeOf(reply);
    if (code === 'no_active_plane') return notDone(`${who} does not write just now`);
    return code === 'shutting_down' ? maybeDone(`${who} is shutting down`) : { reply };
  } catch (error) {
    const words = describeError(error);
    return provesNeverSent(error)
      ? notDone(`${who} cannot be reached: ${words}`, error)
      : maybeDone(`${who} gave no answer: ${words}`, error);
  }
}

/** Of a problem that passes; undefined for every other answer. */
function codeOf({ status, body }: PassedReply): unknown {
  return status === 503 && body !== null ? membersOf(body)?.['code'] : undefined;
}

/** True when repeating it does it once. */
function hasKey({ route, head, body }: PassedRequest<AppContext>): boolean {
  if (!takesIdempotencyKey(route.body)) return false;
  if (head.header('idempotency-key') !== '') return true;
  const key = membersOf(body)?.['idempotency_key'];
  return typeof key === 'string' && key !== '';
}

/** Of an object in JSON; undefined for anything else. */
function membersOf(text: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(text));
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** False when the signal is aborted by then. */
async function pauseUnless(signal: AbortSignal): Promise<boolean> {
  await pause(systemClock, againMs);
  return !signal.aborted;
}

type PassedReply = Reply & { readonly body: Uint8Array | null };

async function ask(
  dispatcher: Dispatcher,
  address: string,
  { head, requestId, body }: PassedRequest<AppContext>,
  whileHeld: AbortSignal,
): Promise<PassedReply> {
  const headers: Record<string, string> = { 'x-request-id': requestId, [passedHeader]: '1' };
  for (const name of sentHeaders) if (head.has(name)) headers[name] = head.header(name);
  const query = head.query === '' ? '' : `?${head.query}`;
  const reply = await request(`${address.replace(/\/+$/, '')}${head.path}${query}`, {
    method: head.method,
    headers,
    ...(body.byteLength === 0 ? {} : { body }),
    signal: AbortSignal.any([head.signal, whileHeld]),
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

const notDone = (why: string, cause?: unknown): NoAnswer => ({
  refusal: toRefusal(`${why}; nothing was done, repeat the request`, cause),
  isUnknown: false,
});

const maybeDone = (why: string, cause?: unknown): NoAnswer => ({
  refusal: toRefusal(
    `${why}. Whether the request was done is not known; repeat it with the same idempotency key`,
    cause,
  ),
  isUnknown: true,
});

const toRefusal = (detail: string, cause?: unknown): ServiceError =>
  new ServiceError('no_active_plane', detail, { retry_after_sec: retryAfterSec }, { cause });
