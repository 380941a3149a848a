/**
 * What finished requests cost, per route: counts, the durations of the last ones, and a line each in
 * a log. Of a request only the route, the method, the status and the time are looked at; never what
 * it asked, sent or was called. Switched off, nothing is kept and nothing is written.
 */
import { type Clock, toIsoTime } from '../lib/clock.ts';
import { LineLog, type LineLogState } from '../lib/line-log.ts';
import { type MemoryReport, type MemoryWatch, reportMemory } from './memory-report.ts';
import { type FinishedRequest, methodLabel } from './request-counts.ts';

const routeObservabilityLimits = {
  /** Durations kept per route. */
  windowRequestsMax: 512,
  fileBytesMax: 16 * 1024 * 1024,
  queueCharsMax: 1024 * 1024,
} as const;

interface RouteObservabilityOptions extends MemoryWatch {
  readonly logPath: string;
  readonly slowMs: number;
  readonly clock: Clock;
  readonly limits?: Partial<Record<keyof typeof routeObservabilityLimits, number>>;
}

interface RouteReport {
  readonly route: string;
  readonly count: number;
  /** Answers with 500 and above. */
  readonly errors: number;
  /** Answers from 400 to 499. */
  readonly refusals: number;
  readonly slow: number;
  readonly window: {
    readonly requests: number;
    readonly p50_ms: number;
    readonly p95_ms: number;
    readonly p99_ms: number;
    readonly max_ms: number;
  };
  readonly last_at: string;
}

interface RouteObservabilityHealth {
  readonly enabled: boolean;
  readonly message: string;
  readonly since: string | null;
  readonly slow_ms: number;
  readonly window_requests_max: number;
  readonly routes: readonly RouteReport[];
  /** Null while nothing is written. */
  readonly log: (LineLogState & { readonly path: string }) | null;
}

/** Told of every finished request; the observability routes answer from it. */
export interface RouteObservability {
  observe(request: FinishedRequest): void;
  health(): RouteObservabilityHealth;
  memory(): MemoryReport;
  /** Writes what waits; afterwards nothing is written any more. */
  close(): Promise<void>;
}

/** Where `enabled` is false it holds no durations and opens no log, and its reports say so. */
export function createRouteObservability(options: RouteObservabilityOptions): RouteObservability {
  const bounds = { ...routeObservabilityLimits, ...options.limits };
  const { enabled, clock, slowMs, logPath } = options;
  const log = enabled ? new LineLog({ ...bounds, path: logPath }) : null;
  const since = enabled ? toIsoTime(clock.now()) : null;
  /** One per route of the table, and one for what matched none. */
  const routes = new Map<string, RouteWindow>();

  return {
    observe(request) {
      if (log === null) return;
      const route = request.routeId ?? 'none';
      const at = clock.now();
      const slow = request.durationMs >= slowMs;
      let window = routes.get(route);
      if (window === undefined) {
        window = new RouteWindow(route, bounds.windowRequestsMax);
        routes.set(route, window);
      }
      window.add(request, slow, at);
      log.write(toLine(route, request, slow, at));
    },
    health: () => ({
      enabled,
      message: enabled
        ? 'Finished requests are recorded.'
        : 'Off: nothing is recorded; set route_observability_enabled to have it.',
      since,
      slow_ms: slowMs,
      window_requests_max: bounds.windowRequestsMax,
      routes: [...routes.values()]
        .map((window) => window.report())
        .sort((one, other) => (one.route < other.route ? -1 : 1)),
      log: log === null ? null : { path: logPath, ...log.state() },
    }),
    memory: () => reportMemory(options),
    close: async () => log?.close(),
  };
}

function toLine(route: string, request: FinishedRequest, slow: boolean, atMs: number): string {
  return JSON.stringify({
    at: toIsoTime(atMs),
    route,
    method: methodLabel(request.method),
    status: request.status,
    duration_ms: Math.round(request.durationMs * 1000) / 1000,
    slow,
    cached: request.cached,
  });
}

/** Counts of one route, and a ring of its last durations. */
class RouteWindow {
  readonly #route: string;
  readonly #ring: Float64Array;
  #count = 0;
  #errors = 0;
  #refusals = 0;
  #slow = 0;
  #lastMs = 0;

  constructor(route: string, capacity: number) {
    this.#route = route;
    this.#ring = new Float64Array(capacity);
  }

  add({ status, durationMs }: FinishedRequest, slow: boolean, atMs: number): void {
    this.#ring[this.#count % this.#ring.length] = durationMs;
    this.#count += 1;
    if (status >= 500) this.#errors += 1;
    else if (status >= 400) this.#refusals += 1;
    if (slow) this.#slow += 1;
    this.#lastMs = atMs;
  }

  report(): RouteReport {
    const kept = Math.min(this.#count, this.#ring.length);
    const sorted = this.#ring.slice(0, kept).sort();
    // Nearest rank: the smallest duration that at least that share of requests did not exceed.
    const rank = (share: number): number =>
      Math.round(sorted[Math.max(0, Math.ceil(share * kept) - 1)]! * 1000) / 1000;
    return {
      route: this.#route,
      count: this.#count,
      errors: this.#errors,
      refusals: this.#refusals,
      slow: this.#slow,
      window: {
        requests: kept,
        p50_ms: rank(0.5),
        p95_ms: rank(0.95),
        p99_ms: rank(0.99),
        max_ms: rank(1),
      },
      last_at: toIsoTime(this.#lastMs),
    };
  }
}
