/** Every route, in groups as the reference shows them, with the part of the service that has them. */
import type { Route } from '../route.ts';
import { callbackRoutes } from './callbacks.ts';
import type { ApiContext, GateContext } from './context.ts';
import { corpusRoutes } from './corpus.ts';
import { type DashboardContext, dashboardRoutes } from './dashboard.ts';
import { dispatchRoutes } from './dispatch.ts';
import { type HealthzContext, healthzRoutes, statusRoutes } from './health.ts';
import { intakeRoutes } from './intake.ts';
import { olderListRoutes } from './older-lists.ts';
import { paperRoutes } from './papers.ts';
import { readModelRoutes } from './read-models.ts';
import { workerRoutes } from './worker.ts';

export type AppContext = ApiContext & GateContext & HealthzContext & DashboardContext;

export interface RouteGroup {
  readonly title: string;
  /** Which part must be there: `any` for both. */
  readonly part: 'any' | 'control' | 'worker';
  readonly routes: readonly Route<AppContext>[];
}

export const routeGroups: readonly RouteGroup[] = [
  { title: 'Health', part: 'any', routes: healthzRoutes },
  { title: 'Status', part: 'control', routes: statusRoutes },
  { title: 'Dispatch', part: 'control', routes: dispatchRoutes },
  { title: 'Intake', part: 'control', routes: intakeRoutes },
  { title: 'Callbacks', part: 'control', routes: callbackRoutes },
  { title: 'Papers', part: 'control', routes: paperRoutes },
  { title: 'Corpus', part: 'control', routes: corpusRoutes },
  { title: 'Read models', part: 'control', routes: readModelRoutes },
  { title: 'Older lists', part: 'control', routes: olderListRoutes },
  { title: 'Worker gate', part: 'worker', routes: workerRoutes },
  { title: 'Dashboard', part: 'control', routes: dashboardRoutes },
];

/** The table of a service with these parts. */
export function routesOf(parts: { control: boolean; worker: boolean }): Route<AppContext>[] {
  return routeGroups
    .filter(({ part }) => part === 'any' || parts[part])
    .flatMap(({ routes }) => routes);
}
