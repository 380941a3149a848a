/**
 * The route table's row. Routes are data: the router, the validation, the documents and the
 * conformance test read the same rows. A handler is a plain function of a typed request.
 *
 * Paths are templates like `/control/api/v1/runs/{run_id}`. A trailing slash is part of an
 * address: `/a/` is not `/a`. GET routes answer HEAD too, and every known path answers OPTIONS.
 */
import type * as z from 'zod';
import type { ErrorCode } from '../domain/errors.ts';
import { limits } from '../domain/limits.ts';
import type { BodySchema } from './body-work/schemas.ts';

const routeMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Methods of rows; HEAD and OPTIONS follow from them. */
export type RouteMethod = (typeof routeMethods)[number];

/**
 * Which token opens a route; `any` takes the control token and the worker token, `callback` the
 * callback token and, for configurations with one token for both, the control token.
 */
export type RouteAuth = 'open' | 'control' | 'worker' | 'callback' | 'any';

/** What a handler gets. */
export interface RouteRequest<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly requestId: string;
  readonly method: string;
  /** As sent, not decoded, without the query. */
  readonly path: string;
  /** Value of a header by lower-case name; empty when absent. */
  header(name: string): string;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

/** JSON that is already text: sent as it is. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What a handler answers. */
export interface RouteResult {
  readonly status: number;
  /**
   * Without `contentType`: a JSON value or `JsonText`. With it: text, bytes, a stream of bytes, or
   * null for no body.
   */
  readonly body: unknown;
  readonly contentType?: string;
  /** Lower-case names; they replace the standard headers of the same name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True when an idempotency key brought back an earlier answer. */
  readonly replayed?: boolean;
}

type Schema = z.ZodType | null;
type OutputOf<S extends Schema> = S extends z.ZodType ? z.output<S> : null;

/** What is written down about a route; `Context` is what its handler needs of the application. */
export interface RouteDefinition<
  Context,
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
> {
  /** Dotted, stable, unique: `queue.list`. */
  readonly id: string;
  readonly method: RouteMethod;
  readonly path: string;
  readonly auth: RouteAuth;
  /** One sentence for the reference. */
  readonly summary: string;
  /** One per `{name}` in the path; null when there is none. */
  readonly params: Params;
  /** Null: the query is not looked at. */
  readonly query: Query;
  /** Null: no body is read. */
  readonly body: Body;
  /** Larger bodies are refused with 413; `limits.bodyBytesMax` unless told. */
  readonly bodyBytesMax?: number;
  /** Name of the same schema as `body` where large bodies are checked in the process that reads them. */
  readonly bodyWorkSchema?: BodySchema;
  /** Reply schema by status; null for what is not JSON. */
  readonly replies: Readonly<Record<number, z.ZodType | null>>;
  /** Content type of replies that are not JSON; absent when they are empty or of several types. */
  readonly mediaType?: string;
  /** Codes beyond those every route can give (401, 404, 405, 413, 415, 422, 429, 500, 503). */
  readonly errors: readonly ErrorCode[];
  /** True when sending the same request again does no more than sending it once. */
  readonly idempotent: boolean;
  /** Kept for older clients only. */
  readonly deprecated?: boolean;
  /** What is still missing behind it, in one sentence; absent when it is whole. */
  readonly partial?: string;
  /**
   * A list whose reply may be served again while nothing was committed, for at most a second, and is
   * shared by all who ask for it at once. It answers 200 with JSON and no headers of its own.
   */
  readonly pageCached?: boolean;
  handler(
    request: RouteRequest<OutputOf<Params>, OutputOf<Query>, OutputOf<Body>>,
    context: Context,
  ): RouteResult | Promise<RouteResult>;
}

/** A row of the table, whatever its schemas. */
export interface Route<Context> extends Omit<RouteDefinition<Context>, 'handler' | 'bodyBytesMax'> {
  readonly bodyBytesMax: number;
  readonly handler: (
    request: RouteRequest<never, never, never>,
    context: Context,
  ) => RouteResult | Promise<RouteResult>;
}

/** Types a route's handler from its schemas. */
export function defineRoute<
  Context,
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
>(definition: RouteDefinition<Context, Params, Query, Body>): Route<Context> {
  const { handler, ...rest } = definition;
  return {
    ...rest,
    bodyBytesMax: definition.bodyBytesMax ?? limits.bodyBytesMax,
    handler: (request, context) => handler(request, context),
  };
}

/** 200 with a JSON value. */
export function ok(body: unknown): RouteResult {
  return { status: 200, body };
}

/** 200 with what a command answered, perhaps once before. */
export function answered(answer: {
  readonly body: unknown;
  readonly replayed: boolean;
}): RouteResult {
  return { status: 200, ...answer };
}
