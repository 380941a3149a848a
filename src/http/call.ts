/** One request from its route to its reply; everything that goes wrong on the way ends as a problem. */
import { type ErrorCode, ServiceError } from '../domain/errors.ts';
import { limits } from '../domain/limits.ts';
import { isRequestId, runWithCorrelation } from '../lib/correlation.ts';
import type { BodyWork } from './body-work/body-work.ts';
import { jsonHeaders, rawHeaders } from './headers.ts';
import { idempotencyKeyOf, takesIdempotencyKey, withIdempotencyKey } from './idempotency-key.ts';
import { isJsonContent, parseJsonBody } from './json-body.ts';
import type { PageFlights } from './page-flights.ts';
import type { PassedRequest, PipelineOptions, Relay } from './pipeline-options.ts';
import { problemReply, toServiceError } from './problem.ts';
import { parseQueryString } from './query-string.ts';
import { JsonText, type Route, type RouteResult } from './route.ts';
import type { Match } from './router.ts';
import type { HeaderLine, Reply, ReplyBody, RequestAnswer, RequestHead } from './transport/port.ts';
import { validate } from './validation.ts';

/** What all requests of a pipeline share. */
interface Shared<Context> {
  readonly options: PipelineOptions<Context>;
  readonly pages: PageFlights | undefined;
}

/** One request on its way. */
export class Call<Context> {
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

  /** The reply for whatever went wrong. */
  fail(error: unknown): Reply {
    const known = toServiceError(error, this.#head.method);
    return this.#finish(problemReply(known, this.#requestId), { error: known });
  }

  /** The answer of the route that takes it; what only its body shows comes with that. */
  serve(route: Route<Context>, params: Record<string, string>): RequestAnswer {
    this.#routeId = route.id;
    const { pages } = this.#shared;
    const { relay } = this.#shared.options;
    if (relay?.takes(route) === true) return this.#pass(route, params, relay);
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

  /** Passed on whole; answered here if that has become this process's part until the body is there. */
  #pass(
    route: Route<Context>,
    params: Record<string, string>,
    relay: Relay<Context>,
  ): RequestAnswer {
    const answerHere = (bytes: Uint8Array): Reply | Promise<Reply> =>
      route.body === null
        ? this.#run(route, params, null, bytes)
        : this.#runWithBody(route, params, bytes);
    const pass = async (bytes: Uint8Array): Promise<Reply> => {
      try {
        const reply = await relay.pass(this.#passed(route, bytes, false));
        return reply === null ? await answerHere(bytes) : this.#finish(reply);
      } catch (error) {
        return this.fail(error);
      }
    };
    if (route.body !== null) this.#checkContentType();
    return {
      bodyBytesMax: route.bodyBytesMax,
      onBody: (bytes) => (relay.takes(route) ? pass(bytes) : answerHere(bytes)),
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
      return this.#finish({ status: 200, headers, body: bytes }, { cached: isKept });
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
      return this.#run(route, params, this.#check(route, parseJsonBody(bytes)), bytes);
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
    const schema = route.bodyWorkSchema ?? null;
    try {
      const task = { bytes, schema, idempotencyKey: this.#key(route), signal };
      return await bodies.run(task, (value) =>
        this.#run(route, params, schema === null ? this.#check(route, value) : value, bytes),
      );
    } catch (error) {
      return this.fail(error);
    }
  }

  #check(route: Route<Context>, value: unknown): unknown {
    return validate(route.body!, withIdempotencyKey(value, this.#key(route)), 'body');
  }

  #key({ body }: Route<Context>): string {
    return takesIdempotencyKey(body) ? idempotencyKeyOf(this.#head) : '';
  }

  /** Answers at once when the handler does. `bytes` are what `body` was read from. */
  #run(
    route: Route<Context>,
    params: Record<string, string>,
    body: unknown,
    bytes: Uint8Array = noBytes,
  ): Reply | Promise<Reply> {
    try {
      const result = this.#invoke(route, params, body);
      if (!(result instanceof Promise)) return this.#toReply(route, result);
      return result
        .then((value) => this.#toReply(route, value))
        .catch((error: unknown) => this.#refuse(route, error, bytes));
    } catch (error) {
      return this.#refuse(route, error, bytes);
    }
  }

  #passed(route: Route<Context>, body: Uint8Array, isBegun: boolean): PassedRequest<Context> {
    return { route, head: this.#head, requestId: this.#requestId, body, isBegun };
  }

  /** What was refused by what is known here may be known better elsewhere by now, or be done there. */
  #refuse(route: Route<Context>, error: unknown, body: Uint8Array): Reply | Promise<Reply> {
    const { relay } = this.#shared.options;
    if (relay === undefined) return this.fail(error);
    const passed = this.#passed(route, body, true);
    if (relay.takesUp(passed, error)) {
      return relay.pass(passed).then(
        (reply) => (reply === null ? this.fail(error) : this.#finish(reply)),
        (unsure: unknown) => this.fail(unsure),
      );
    }
    const known = relay.confirm(route, this.#head.signal);
    if (known === null) return this.fail(error);
    return known.then(
      () => this.fail(error),
      (unsure: unknown) => this.fail(unsure),
    );
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

  #finish(
    reply: Reply,
    { cached = false, error }: { readonly cached?: boolean; readonly error?: ServiceError } = {},
  ): Reply {
    const { clock, observe } = this.#shared.options;
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
    if (status >= 400) this.#log(status, durationMs, error);
    return reply;
  }

  /** One line a request; that a service which stops takes no more is no fault. Only the unexpected has its cause with it. */
  #log(status: number, durationMs: number, error: ServiceError | undefined): void {
    const { log } = this.#shared.options;
    const fields = {
      request_id: this.#requestId,
      method: this.#head.method,
      route: this.#routeId,
      status,
      duration_ms: Math.round(durationMs * 1000) / 1000,
      ...(error === undefined ? {} : { code: error.code }),
    };
    if (status < 500 || error?.code === 'shutting_down') log.debug(fields, 'request refused');
    else if (error === undefined) log.error(fields, 'request failed');
    else if (unexpected.has(error.code))
      log.error({ ...fields, err: error.cause ?? error }, 'request failed unexpectedly');
    else log.error({ ...fields, detail: error.message }, 'request failed');
  }
}

const unexpected: ReadonlySet<ErrorCode> = new Set(['internal', 'store_unavailable']);

const noBytes = new Uint8Array();

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
