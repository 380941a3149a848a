/** Whether every GET route of the control plane is asked for by the benchmark of pages, or left out by name. */
import { routesOf } from '../../src/http/routes/all.ts';
import type { PageRequests } from './page-requests.ts';

/** What answers with files, which are as they are whatever the store holds. */
const ofFiles = [
  '/control/api/v1/papers/{paper_id}/artifacts/{name}',
  '/control/api/v1/papers/{paper_id}/trace',
  '/control/api/v1/papers/{paper_id}/text',
  '/control/api/v1/papers/{paper_id}/drafts',
  '/control/api/v1/papers/{paper_id}/findings',
  '/control/dashboard',
  '/control/dashboard/offline.js',
  '/control/dashboard/assets/{name}',
  '/dashboard',
  '/favicon.ico',
];
/** What a worker answers. */
const ofWorkers = [
  '/control/api/v1/workers/{name}',
  '/control/api/v1/runs/{run_id}/telemetry',
  '/control/api/v1/runs/{run_id}/idle-reckoning',
  '/control/api/v1/runs/{run_id}/processes',
  '/control/api/v1/runs/{run_id}/log',
];
/** GET routes that are no page of the store; besides, a WebSocket, a plan of a moment ago, and what is out of service. */
const routesLeftOut: readonly string[] = [
  ...ofFiles,
  ...ofWorkers,
  '/control/api/v1/live',
  // Made of so many entities at most, of which the large store has more.
  '/control/api/v1/overview/past',
  '/control/api/v1/plans/{plan_id}',
  '/control/api/v1/bench/actors/{kind}/{id}',
  '/control/api/v1/bench/dead-letters/{sequence}',
];

/** GET routes of the control plane that are neither asked for nor left out by name. */
export function routesWithoutRequest(requests: PageRequests): string[] {
  return getPaths().filter((path) => !(path in requests) && !routesLeftOut.includes(path));
}

/** What is asked for or left out and is no GET route, or is both. */
export function requestsWithoutRoute(requests: PageRequests): string[] {
  const paths = getPaths();
  const named = [...Object.keys(requests), ...routesLeftOut];
  return named.filter((path, place) => !paths.includes(path) || named.indexOf(path) !== place);
}

const getPaths = (): string[] =>
  routesOf({ control: true, worker: false })
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path);
