/**
 * Counts finished requests by route, method and class of status. Every label is from a closed set:
 * what matches no route, or was not let in, is `none`; a method nobody knows is `OTHER`.
 */
import { BucketCounts, type MetricFamily, type MetricSource, single } from './metric-family.ts';

/** What is looked at of a finished request. */
export interface FinishedRequest {
  readonly method: string;
  readonly routeId: string | null;
  readonly status: number;
  readonly durationMs: number;
  readonly cached: boolean;
}

/** Of routes that answer in microseconds and of batches that take minutes. */
const durationBoundsSec = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 300,
];
const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;
const knownMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);
const noRoute = 'none';

/** The method, or `OTHER` for a word that a client made up. */
export function methodLabel(method: string): string {
  return knownMethods.has(method) ? method : 'OTHER';
}

interface RouteCounts {
  readonly route: string;
  readonly method: string;
  readonly byClass: Float64Array;
  readonly durations: BucketCounts;
}

interface RequestCounts extends MetricSource {
  observe(request: FinishedRequest): void;
}

/** Requests being worked on now; null where nobody can say. */
export type InFlight = () => { readonly requests: number; readonly sockets: number } | null;

/**
 * A source fed with finished requests; `inFlight` is asked at each scrape and left out where it says
 * null.
 */
export function createRequestCounts(inFlight: InFlight): RequestCounts {
  /** By route, then by method: at most the route table times the known methods. */
  const routes = new Map<string, Map<string, RouteCounts>>();
  let unauthorized = 0;
  let backedOff = 0;
  let cached = 0;

  const countsOf = (route: string, sentMethod: string): RouteCounts => {
    let methods = routes.get(route);
    if (methods === undefined) {
      methods = new Map();
      routes.set(route, methods);
    }
    const method = methodLabel(sentMethod);
    let counts = methods.get(method);
    if (counts === undefined) {
      counts = {
        route,
        method,
        byClass: new Float64Array(statusClasses.length),
        durations: new BucketCounts(durationBoundsSec),
      };
      methods.set(method, counts);
    }
    return counts;
  };

  return {
    name: 'http',
    observe({ routeId, method, status, durationMs, cached: fromCache }) {
      const counts = countsOf(routeId ?? noRoute, method);
      const classIndex = Math.min(Math.max(Math.trunc(status / 100), 1), 5) - 1;
      counts.byClass[classIndex]! += 1;
      counts.durations.add(durationMs / 1000);
      if (fromCache) cached += 1;
      if (status === 401) unauthorized += 1;
      if (status === 429 && routeId === null) backedOff += 1;
    },
    read() {
      const all = [...routes.values()].flatMap((methods) => [...methods.values()]);
      return [
        requestsTotal(all),
        durations(all),
        ...connections(inFlight()),
        {
          type: 'counter',
          name: 'orrery_http_auth_refusals_total',
          help: 'Requests refused for a missing or wrong token, or held off after too many of them.',
          values: [
            { labels: { reason: 'unauthorized' }, value: unauthorized },
            { labels: { reason: 'backed_off' }, value: backedOff },
          ],
        },
        single(
          'counter',
          'orrery_http_cached_pages_total',
          'Replies served from the page cache.',
          cached,
        ),
      ];
    },
  };
}

function requestsTotal(all: readonly RouteCounts[]): MetricFamily {
  return {
    type: 'counter',
    name: 'orrery_http_requests_total',
    help: 'Finished requests by route, method and class of status; route none: not found or not let in.',
    values: all.flatMap(({ route, method, byClass }) =>
      statusClasses.flatMap((status_class, index) =>
        byClass[index] === 0
          ? []
          : [{ labels: { route, method, status_class }, value: byClass[index]! }],
      ),
    ),
  };
}

function durations(all: readonly RouteCounts[]): MetricFamily {
  const name = 'orrery_http_request_duration_seconds';
  return {
    type: 'histogram',
    name,
    help: 'Time from the head of a request to the head of its reply.',
    values: all.flatMap(({ route, method, durations: counts }) =>
      counts.values(name, { route, method }),
    ),
  };
}

function connections(now: ReturnType<InFlight>): MetricFamily[] {
  return [
    single(
      'gauge',
      'orrery_http_requests_in_flight',
      'Requests being worked on, this one included.',
      now?.requests ?? null,
    ),
    single('gauge', 'orrery_websockets_open', 'Open WebSockets.', now?.sockets ?? null),
  ];
}
