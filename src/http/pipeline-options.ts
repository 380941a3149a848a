/** What a pipeline is made of, and what it tells of each request. */
import type { Clock } from '../lib/clock.ts';
import type { Entropy } from '../lib/ids.ts';
import type { Authenticator, AuthTokens } from './auth.ts';
import type { BodyWork } from './body-work/body-work.ts';
import type { Route } from './route.ts';
import type { Reply, RequestHead, UpgradeAnswer } from './transport/port.ts';

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

/** A request that another process is to answer. */
export interface PassedRequest<Context> {
  readonly route: Route<Context>;
  readonly head: RequestHead;
  readonly requestId: string;
  readonly body: Uint8Array;
  /** This process may have done a part of it. */
  readonly isBegun: boolean;
}

/** Has requests answered by another process. */
export interface Relay<Context> {
  /** True when a request for this route is to be passed on as it is. */
  takes(route: Route<Context>): boolean;
  /**
   * The answer of the other one, for which a take-over that is under way is waited for; null where answering has become
   * the part of this process meanwhile. Rejects with a `ServiceError` when it cannot be had.
   */
  pass(request: PassedRequest<Context>): Promise<Reply | null>;
  /**
   * True when a request that was answered here and failed with `error` is to be passed on: the other one takes it up where
   * this process left it.
   */
  takesUp(request: PassedRequest<Context>, error: unknown): boolean;
  /**
   * Before a request that was answered here is refused: null where what was read for it is of now, else that is
   * awaited. Rejects with a `ServiceError` to be told instead when it was not.
   */
  confirm(route: Route<Context>, signal: AbortSignal): Promise<void> | null;
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
  /** Absent: every request is answered here. */
  readonly relay?: Relay<Context>;
  readonly observe?: (record: RequestRecord) => void;
  /** Checks every JSON reply against the route's schema; for tests. */
  readonly checkReplies?: boolean;
}
