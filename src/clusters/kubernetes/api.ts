/**
 * Asks an API server, and tells three kinds of answers apart: it did it, it will not, and nobody knows. Only words
 * of Kubernetes itself (a `Status`) count as a refusal; what a proxy says in its place does not.
 */
import * as z from 'zod';
import type { Clock } from '../../lib/clock.ts';
import { describeError } from '../../lib/describe-error.ts';
import { findCertificateTrouble, systemFact } from '../../lib/system-words.ts';
import type { ApiCall, ApiReply, ApiTransport } from './transport.ts';
import { firstWords } from './words.ts';

/** How an API server answered. */
export type ApiAnswer<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  /** It said no, and did nothing. `reason` is Kubernetes' own word for it, such as `AlreadyExists`. */
  | {
      readonly kind: 'no';
      readonly status: number;
      readonly reason: string;
      readonly words: string;
    }
  | { readonly kind: 'unclear'; readonly why: string };

/** What is asked of it. */
export interface ApiQuestion {
  readonly method: ApiCall['method'];
  readonly path: string;
  /** Its content type is JSON unless it is a patch. */
  readonly body?: unknown;
  readonly patch?: 'merge' | 'json';
  /** Leaves out what is in the object: of a Secret all but its metadata. */
  readonly metadataOnly?: boolean;
}

/** The API of a cluster within one namespace. */
export interface KubernetesApi {
  /** Reads the answer as `shape`; what does not fit is unclear. Never rejects. */
  ask<Shape extends z.ZodType>(
    question: ApiQuestion,
    shape: Shape,
  ): Promise<ApiAnswer<z.output<Shape>>>;
  /** A piece of an answer that is no JSON; `total`: bytes that came, up to the end of the piece. */
  read(
    path: string,
    range: { readonly from: number; readonly bytesMax: number },
  ): Promise<ApiAnswer<{ readonly bytes: Buffer; readonly total: number }>>;
  /** Path of the namespace below `api/v1` and the like; a sentence where none is known. */
  namespace(): Promise<
    { readonly ok: true; readonly name: string } | { readonly ok: false; readonly why: string }
  >;
}

/** Of an answer in JSON. A run has few objects; with all that controllers write into them they are some 20 kB. */
export const answerBytesMax = 4 * 1024 * 1024;
/** Times that a server may say "too many requests" to one question. */
const waitsMax = 5;
const plain = 'application/json';
const metadata = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
const types = { merge: 'application/merge-patch+json', json: 'application/json-patch+json' };
const refusal = z.object({
  kind: z.literal('Status'),
  message: z.string().default(''),
  reason: z.string().default(''),
});
/** Said before the request was looked at, or of one that may still be done. */
const unclearStatus = new Set([401, 408, 429]);
class Late extends Error {}

interface Options {
  readonly transport: ApiTransport;
  readonly clock: Pick<Clock, 'setTimer' | 'monotonic'>;
  readonly timeoutMs: number;
  /** Null: that of the credentials. */
  readonly namespace: string | null;
}

/** Connects at the first question. */
export function createKubernetesApi(options: Options): KubernetesApi {
  return {
    async ask(question, shape) {
      const answer = await exchange(options, toCall(question), {
        from: 0,
        bytesMax: answerBytesMax,
      });
      if (answer.kind !== 'done') return answer;
      if (answer.value.bytes.length >= answerBytesMax)
        return unclear(`an answer of more than ${answerBytesMax} bytes`);
      const parsed = shape.safeParse(toJson(answer.value.bytes));
      if (parsed.success) return { kind: 'done', value: parsed.data };
      return unclear(
        `an answer that is not what was asked for: ${firstWords(answer.value.bytes.toString('utf8'))}`,
      );
    },
    read: (path, range) => exchange(options, toCall({ method: 'GET', path }, '*/*'), range),
    async namespace() {
      if (options.namespace !== null) return { ok: true, name: options.namespace };
      try {
        return { ok: true, name: (await options.transport.namespace()) ?? 'default' };
      } catch (error) {
        return { ok: false, why: describeError(error) };
      }
    },
  };
}

function toCall(
  { method, path, body, patch, metadataOnly = false }: ApiQuestion,
  accept = plain,
): ApiCall {
  return {
    method,
    path,
    accept: metadataOnly ? `${metadata}, ${plain}` : accept,
    body:
      body === undefined
        ? null
        : { type: patch === undefined ? plain : types[patch], text: JSON.stringify(body) },
  };
}

/** The whole exchange within one deadline; a server that asks for a pause gets it while there is time. */
async function exchange(
  options: Options,
  call: ApiCall,
  range: { readonly from: number; readonly bytesMax: number },
): Promise<ApiAnswer<{ readonly bytes: Buffer; readonly total: number }>> {
  const { clock, timeoutMs } = options;
  const controller = new AbortController();
  const late = new Late(`the API server gave no whole answer within ${timeoutMs / 1000} s`);
  const deadline = clock.monotonic() + timeoutMs;
  const timer = clock.setTimer(timeoutMs, () => controller.abort(late));
  try {
    for (let waits = 0; ; waits += 1) {
      const reply = await options.transport.send(call, controller.signal);
      const pauseMs = pauseOf(reply);
      const isTime = pauseMs !== null && clock.monotonic() + pauseMs < deadline;
      if (!isTime || waits >= waitsMax) return await readReply(reply, range);
      await readPart(reply.body, { from: 0, bytesMax: answerBytesMax });
      await pauseUntil(clock, pauseMs, controller.signal);
    }
  } catch (error) {
    return {
      kind: 'unclear',
      why:
        error instanceof Late
          ? error.message
          : `the API server cannot be asked: ${firstWords(sayUnasked(error))}`,
    };
  } finally {
    timer.cancel();
  }
}

/** Null unless it asks to be asked again after a while. */
function pauseOf({ status, retryAfter }: ApiReply): number | null {
  return status === 429 && /^\d{1,4}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1000 : null;
}

function pauseUntil(
  clock: Pick<Clock, 'setTimer'>,
  pauseMs: number,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimer(pauseMs, resolve);
    const onAbort = (): void => {
      timer.cancel();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

async function readReply(
  { status, body }: ApiReply,
  range: { readonly from: number; readonly bytesMax: number },
): Promise<ApiAnswer<{ readonly bytes: Buffer; readonly total: number }>> {
  if (status >= 200 && status < 300) return { kind: 'done', value: await readPart(body, range) };
  const { bytes } = await readPart(body, { from: 0, bytesMax: answerBytesMax });
  const said = refusal.safeParse(toJson(bytes));
  const words = firstWords(said.success ? said.data.message : bytes.toString('utf8'));
  const isClear = status >= 400 && status < 500 && !unclearStatus.has(status);
  if (isClear && said.success) return { kind: 'no', status, reason: said.data.reason, words };
  // Of a kind of object that the cluster does not have at all.
  if (status === 404 && words === '404 page not found')
    return { kind: 'no', status, reason: '', words };
  return unclear(`${status} ${words}`);
}

/** Bytes `from` to `from + bytesMax` of a body; the rest is not waited for. A torn body is an error. */
async function readPart(
  body: AsyncIterable<Uint8Array>,
  { from, bytesMax }: { readonly from: number; readonly bytesMax: number },
): Promise<{ bytes: Buffer; total: number }> {
  const parts: Uint8Array[] = [];
  let total = 0;
  for await (const part of body) {
    const wanted = part.subarray(Math.max(0, from - total), Math.max(0, from + bytesMax - total));
    // An empty piece would keep the whole of what it is a piece of.
    if (wanted.length > 0) parts.push(wanted);
    total += part.length;
    if (total >= from + bytesMax) break;
  }
  return { bytes: Buffer.concat(parts), total: Math.min(total, from + bytesMax) };
}

/** The kubeconfig has its own members for what is wrong with a certificate. */
function sayUnasked(error: unknown): string {
  const trouble = findCertificateTrouble(error);
  return trouble === null
    ? describeError(error)
    : `${systemFact(trouble)}: see to certificate-authority and tls-server-name in the kubeconfig`;
}

function toJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

const unclear = (what: string) =>
  ({ kind: 'unclear', why: `the API server gave ${what}` }) as const;
