/**
 * What happens to a request between the socket and its handler, in this order: request id, route,
 * token (before anything is said about the address or the body), cached page, content type, size,
 * JSON, schema, handler, reply. The handler runs on behalf of its request, whose id everything it
 * leads to bears. Everything that goes wrong ends in one place as a problem.
 */
import { ServiceError } from '../domain/errors.ts';
import { limits } from '../domain/limits.ts';
import type { Clock } from '../lib/clock.ts';
import { isRequestId, runWithCorrelation } from '../lib/correlation.ts';
import type { Entropy } from '../lib/ids.ts';
import {
  type Authenticator,
  type AuthScope,
  type AuthTokens,
  assertAllowed,
  createAuthenticator,
} from './auth.ts';
import type { BodyWork } from './body-work/body-work.ts';
import { jsonHeaders, rawHeaders } from './headers.ts';
import { withIdempotencyKey } from './idempotency-key.ts';
import { isJsonContent, parseJsonBody } from './json-body.ts';
import { createPageCache } from './page-cache.ts';
import { PageFlights } from './page-flights.ts';
import { problemReply, toServiceError } from './problem.ts';
import { parseQueryString } from './query-string.ts';
import { JsonText, type Route, type RouteResult } from './route.ts';
import { createRouter, type Match } from './router.ts';
import type {
  HeaderLine,
  Reply,
  ReplyBody,
  RequestAnswer,
  RequestHead,
  TransportHandlers,
  UpgradeAnswer,
} from './transport/port.ts';
import { validate } from './validation.ts';

/** The part of a pino logger that is used. */
export interface RequestLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** One finished request, for metrics and route observability. Holds nothing the client sent. */
export interface RequestRecord {
  readonly method: string;
  /** Null when no route was found or the caller was not let in. */
  readonly routeId: string | null;
  readonly status: number;
  readonly durationMs: number;
  readonly requestId: string;
  readonly cached: boolean;
}

/** A WebSocket address. It authenticates by itself, because browsers cannot send headers with it. */
export interface UpgradeRoute<Context> {
  readonly path: string;
  answer(
    head: RequestHead,
    help: { context: Context; authenticator: Authenticator },
  ): UpgradeAnswer;
}

/** What the service gives once for all requests. */
export interface PipelineOptions<Context> {
  readonly routes: readonly Route<Context>[];
  readonly upgrades?: readonly UpgradeRoute<Context>[];
  readonly context: Context;
  readonly tokens: AuthTokens;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: RequestLog;
  /** Head of the read models; absent: no page is cached. A number is cheaper than a promise. */
  readonly head?: () => number | Promise<number>;
  /** Reads bodies above `limits.bodyInlineBytesMax`; absent: they are read where they come. */
  readonly bodies?: BodyWork;
  readonly observe?: (record: RequestRecord) => void;
  /** Checks every JSON reply against the route's schema; for tests. */
  readonly checkReplies?: boolean;
}

/** The handlers a transport is created with. */
export function createPipeline<Context>(options: PipelineOptions<Context>): TransportHandlers {
  const router = createRouter(options.routes);
  const authenticator = createAuthenticator(options.tokens, options.clock);
  const pages =
    options.head === undefined
      ? undefined
      : new PageFlights(createPageCache(options.clock), options.head);
  const upgrades = new Map(options.upgrades?.map((upgrade) => [upgrade.path, upgrade]));
  const shared = { options, pages };

  return {
    request(head) {
      const call = new Call(shared, head);
      const match = router.find(head.method, head.path);
      try {
        const scope = match.kind === 'found' ? match.route.auth : 'any';
        if (scope !== 'open') authorise(authenticator, head, scope);
        return match.kind === 'found' ? call.serve(match.route, match.params) : call.refuse(match);
      } catch (error) {
        return call.fail(error);
      }
    },
    ...(upgrades.size === 0
      ? {}
      : {
          upgrade(head: RequestHead): UpgradeAnswer {
            const upgrade = upgrades.get(head.path);
            const call = new Call(shared, head);
            try {
              if (upgrade !== undefined) {
                return upgrade.answer(head, { context: options.context, authenticator });
              }
              authorise(authenticator, head, 'any');
              throw new ServiceError('not_found', 'there is no WebSocket at this address');
            } catch (error) {
              return { accept: false, reply: call.fail(error) };
            }
          },
        }),
    failed: (error, head) => new Call(shared, head).fail(error),
    closing(head) {
      const error = new ServiceError('shutting_down', 'the service is shutting down; try again');
      return new Call(shared, head).fail(error);
    },
  };
}

/** Throws the one 401, or 429, unless the request carries a token for `scope`. */
function authorise(authenticator: Authenticator, head: RequestHead, scope: AuthScope): void {
  const header = head.header('authorization');
  assertAllowed(authenticator.checkHeader(header, scope, () => head.remoteAddress));
}

interface Shared<Context> {
  readonly options: PipelineOptions<Context>;
  readonly pages: PageFlights | undefined;
}

/** One request on its way. */
class Call<Context> {
  readonly #shared: Shared<Context>;
  readonly #head: RequestHead;
  readonly #requestId: string;
  readonly #startedMs: number;
  #routeId: string | null = null;

  constructor(shared: Shared<Context>, head: RequestHead) {
    this.#shared = shared;
    this.#head = head;
    this.#startedMs = shared.options.clock.monotonic();
    const sent = head.header('x-request-id');
    this.#requestId = isRequestId(sent) ? sent : shared.options.entropy.id();
  }

  /** No route takes it. Throws why not, unless it asked just which methods there are. */
  refuse(match: Exclude<Match<Context>, { kind: 'found' }>): RequestAnswer {
    if (match.kind === 'malformed') throw new ServiceError('bad_request', match.detail);
    if (match.kind === 'unknown') throw new ServiceError('not_found', match.detail);
    const { allow } = match;
    if (this.#head.method === 'OPTIONS') {
      return this.#finish({ status: 204, headers: [['allow', allow], this.#idLine()], body: null });
    }
    throw new ServiceError('method_not_allowed', `this address takes ${allow}`, { allow });
  }

  /** The reply for whatever went wrong. Only the unexpected is logged with its cause. */
  fail(error: unknown): Reply {
    const known = toServiceError(error, this.#head.method);
    if (known.code === 'internal' || known.code === 'store_unavailable') {
      const fields = {
        request_id: this.#requestId,
        route: this.#routeId,
        err: known.cause ?? known,
      };
      this.#shared.options.log.error(fields, 'request failed unexpectedly');
    }
    return this.#finish(problemReply(known, this.#requestId));
  }

  serve(route: Route<Context>, params: Record<string, string>): RequestAnswer {
    this.#routeId = route.id;
    const { pages } = this.#shared;
    if (route.pageCached === true && pages !== undefined) {
      return this.#servePage(route, params, pages);
    }
    if (route.body === null) return this.#run(route, params, null);
    this.#checkContentType();
    return {
      bodyBytesMax: route.bodyBytesMax,
      onBody: (bytes) => this.#runWithBody(route, params, bytes),
      onTooLarge: () => this.fail(tooLarge(route.bodyBytesMax)),
    };
  }

  async #servePage(
    route: Route<Context>,
    params: Record<string, string>,
    pages: PageFlights,
  ): Promise<Reply> {
    try {
      const key = `${this.#head.path}?${this.#head.query}`;
      const { bytes, isKept } = await pages.page(key, async () => {
        const result = await this.#invoke(route, params, null);
        if (this.#shared.options.checkReplies === true) checkReply(route, result);
        return Buffer.from(toJson(result.body));
      });
      const headers = this.#headers(jsonHeaders);
      return this.#finish({ status: 200, headers, body: bytes }, isKept);
    } catch (error) {
      return this.fail(error);
    }
  }

  #checkContentType(): void {
    const type = this.#head.header('content-type');
    const length = this.#head.header('content-length');
    const empty =
      (length === '' || length === '0') && this.#head.header('transfer-encoding') === '';
    if (empty && type === '') return;
    if (!isJsonContent(type, this.#head.header('content-encoding'))) {
      throw new ServiceError(
        'unsupported_media_type',
        'send the body as uncompressed UTF-8 with "Content-Type: application/json"',
      );
    }
  }

  #runWithBody(
    route: Route<Context>,
    params: Record<string, string>,
    bytes: Uint8Array,
  ): Reply | Promise<Reply> {
    const { bodies } = this.#shared.options;
    if (bodies !== undefined && bytes.byteLength > limits.bodyInlineBytesMax)
      return this.#runWithLargeBody(route, params, { bodies, bytes });
    try {
      return this.#run(route, params, this.#check(route, parseJsonBody(bytes)));
    } catch (error) {
      return this.fail(error);
    }
  }

  async #runWithLargeBody(
    route: Route<Context>,
    params: Record<string, string>,
    { bodies, bytes }: { readonly bodies: BodyWork; readonly bytes: Uint8Array },
  ): Promise<Reply> {
    const { signal } = this.#head;
    const schema = route.bodyThreadSchema ?? null;
    const task = { bytes, schema, idempotencyKey: this.#head.header('idempotency-key'), signal };
    try {
      return await bodies.run(task, (value) =>
        this.#run(route, params, schema === null ? this.#check(route, value) : value),
      );
    } catch (error) {
      return this.fail(error);
    }
  }

  #check(route: Route<Context>, value: unknown): unknown {
    const body = withIdempotencyKey(route.body!, value, this.#head.header('idempotency-key'));
    return validate(route.body!, body, 'body');
  }

  /** Answers at once when the handler does. */
  #run(
    route: Route<Context>,
    params: Record<string, string>,
    body: unknown,
  ): Reply | Promise<Reply> {
    try {
      const result = this.#invoke(route, params, body);
      if (!(result instanceof Promise)) return this.#toReply(route, result);
      return result
        .then((value) => this.#toReply(route, value))
        .catch((error: unknown) => this.fail(error));
    } catch (error) {
      return this.fail(error);
    }
  }

  #invoke(
    route: Route<Context>,
    params: Record<string, string>,
    body: unknown,
  ): RouteResult | Promise<RouteResult> {
    const head = this.#head;
    const { context } = this.#shared.options;
    const query =
      route.query === null ? null : validate(route.query, parseQueryString(head.query), 'query');
    const request = {
      params: (route.params === null ? null : validate(route.params, params, 'path')) as never,
      query: query as never,
      body: body as never,
      requestId: this.#requestId,
      method: head.method,
      path: head.path,
      header: (name: string) => head.header(name),
      get signal() {
        return head.signal;
      },
    };
    // What the handler leads to, now or days later, bears this request's id.
    return runWithCorrelation({ id: this.#requestId, causeId: null }, () =>
      route.handler(request, context),
    );
  }

  #toReply(route: Route<Context>, result: RouteResult): Reply {
    const { status, contentType } = result;
    const base = contentType === undefined ? jsonHeaders : rawHeaders(contentType);
    if (contentType === undefined && this.#shared.options.checkReplies === true) {
      checkReply(route, result);
    }
    const body = contentType === undefined ? toJson(result.body) : (result.body as ReplyBody);
    const headers = this.#headers(base, result);
    return this.#finish({ status, headers, body: status === 204 || status === 304 ? null : body });
  }

  #headers(base: readonly HeaderLine[], result?: RouteResult): readonly HeaderLine[] {
    if (result?.headers === undefined && result?.replayed !== true)
      return [...base, this.#idLine()];
    const own = result.headers ?? {};
    const lines: HeaderLine[] = base.filter(([name]) => own[name] === undefined);
    for (const name of Object.keys(own)) lines.push([name, own[name]!]);
    if (result.replayed === true) lines.push(['idempotency-replayed', 'true']);
    lines.push(this.#idLine());
    return lines;
  }

  #idLine(): HeaderLine {
    return ['x-request-id', this.#requestId];
  }

  #finish(reply: Reply, cached = false): Reply {
    const { clock, log, observe } = this.#shared.options;
    const durationMs = clock.monotonic() - this.#startedMs;
    const { status } = reply;
    observe?.({
      method: this.#head.method,
      routeId: this.#routeId,
      status,
      durationMs,
      requestId: this.#requestId,
      cached,
    });
    if (status < 400) return reply;
    const fields = {
      request_id: this.#requestId,
      method: this.#head.method,
      route: this.#routeId,
      status,
      duration_ms: Math.round(durationMs * 1000) / 1000,
    };
    if (status >= 500) log.error(fields, 'request failed');
    else log.debug(fields, 'request refused');
    return reply;
  }
}

function tooLarge(bytesMax: number): ServiceError {
  return new ServiceError('payload_too_large', `the body is larger than ${bytesMax} bytes`, {
    body_bytes_max: bytesMax,
  });
}

function toJson(body: unknown): string {
  if (body instanceof JsonText) return body.text;
  return JSON.stringify(body ?? null);
}

function checkReply<Context>(route: Route<Context>, { status, body }: RouteResult): void {
  const schema = route.replies[status];
  if (schema === undefined) throw new Error(`${route.id} declares no reply with status ${status}`);
  if (schema === null) return;
  const value: unknown = JSON.parse(toJson(body));
  const result = schema.safeParse(value);
  if (!result.success) {
    throw new Error(`${route.id} breaks its reply schema: ${result.error.message}`);
  }
}
