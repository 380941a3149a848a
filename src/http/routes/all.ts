/** Every route, in groups as the reference shows them, with the part of the service that has them. */
import type { Route } from '../route.ts';
import { alertRoutes } from './alerts.ts';
import { benchRoutes, type GateBenchContext, gateBenchRoutes } from './bench.ts';
import { budgetRoutes } from './budgets.ts';
import { callbackRoutes } from './callbacks.ts';
import {
  type CompatibilityContext,
  compatibilityRoutes,
  queueHealthRoutes,
} from './compatibility.ts';
import type { ApiContext, GateContext } from './context.ts';
import { type CoreContext, coreRoutes } from './core.ts';
import { corpusRoutes } from './corpus.ts';
import { type DashboardContext, dashboardRoutes } from './dashboard.ts';
import { dispatchRoutes } from './dispatch.ts';
import { eventLogRoutes } from './event-log.ts';
import { followupRoutes } from './followups.ts';
import { type HealthzContext, healthzRoutes, statusRoutes } from './health.ts';
import { inspectRoutes } from './inspect.ts';
import { intakeRoutes } from './intake.ts';
import { laneRoutes } from './lanes.ts';
import { liveRoutes } from './live.ts';
import { type MetricsContext, metricsRoutes } from './metrics.ts';
import { notificationRoutes } from './notifications.ts';
import { type ObservabilityContext, observabilityRoutes } from './observability.ts';
import { olderListRoutes } from './older-lists.ts';
import { type OpenApiContext, openApiRoutes } from './openapi.ts';
import { operatorRoutes } from './operator.ts';
import { paperMoveRoutes } from './paper-moves.ts';
import { paperReviewRoutes } from './paper-reviews.ts';
import { paperRoutes } from './papers.ts';
import { planRoutes } from './plans.ts';
import { projectRoutes } from './projects.ts';
import { pumpRoutes } from './pump.ts';
import { readModelRoutes } from './read-models.ts';
import { readinessRoutes } from './readiness.ts';
import { reportRoutes } from './report.ts';
import { researchRoutes } from './research.ts';
import { rewriteBatchRoutes } from './rewrite-batches.ts';
import { runProcessRoutes } from './run-processes.ts';
import { type RunTelemetryContext, runTelemetryRoutes } from './run-telemetry.ts';
import { settingsRoutes } from './settings.ts';
import { type SignInContext, signInRoutes } from './sign-in.ts';
import { workerRoutes } from './worker.ts';
import { type GateCallbacksContext, workerCallbackRoutes } from './worker-callbacks.ts';
import { type GateProcessesContext, workerProcessRoutes } from './worker-processes.ts';
import { type GateTelemetryContext, workerTelemetryRoutes } from './worker-telemetry.ts';
import { workerViewRoutes } from './workers.ts';

/**
 * What all handlers together need. A process without a part lacks its members, and its routes.
 * Made once, at start.
 */
export type AppContext = ApiContext &
  GateContext &
  GateCallbacksContext &
  GateProcessesContext &
  GateBenchContext &
  GateTelemetryContext &
  RunTelemetryContext &
  HealthzContext &
  DashboardContext &
  CoreContext &
  CompatibilityContext &
  MetricsContext &
  ObservabilityContext &
  SignInContext &
  OpenApiContext;

interface RouteGroup {
  readonly title: string;
  /** Which part must be there: `any` for both. */
  readonly part: 'any' | 'control' | 'worker';
  readonly routes: readonly Route<AppContext>[];
}

/** The whole table. A service has the groups of its parts; reference and tests go through all. */
export const routeGroups: readonly RouteGroup[] = [
  { title: 'Health', part: 'any', routes: healthzRoutes },
  { title: 'Status', part: 'control', routes: statusRoutes },
  { title: 'Queue health', part: 'control', routes: queueHealthRoutes },
  { title: 'Dispatch', part: 'control', routes: dispatchRoutes },
  { title: 'Pump', part: 'control', routes: pumpRoutes },
  { title: 'Operator verbs', part: 'control', routes: operatorRoutes },
  { title: 'Plans', part: 'control', routes: planRoutes },
  { title: 'Lanes', part: 'control', routes: laneRoutes },
  { title: 'Workers', part: 'control', routes: workerViewRoutes },
  { title: 'Inspection', part: 'control', routes: inspectRoutes },
  { title: 'Bench', part: 'control', routes: benchRoutes },
  { title: 'Intake', part: 'control', routes: intakeRoutes },
  { title: 'Projects', part: 'control', routes: projectRoutes },
  { title: 'Callbacks', part: 'control', routes: callbackRoutes },
  { title: 'Papers', part: 'control', routes: paperRoutes },
  {
    title: 'Publication automation',
    part: 'control',
    routes: [...paperReviewRoutes, ...paperMoveRoutes, ...rewriteBatchRoutes],
  },
  { title: 'Corpus', part: 'control', routes: corpusRoutes },
  { title: 'Read models', part: 'control', routes: readModelRoutes },
  { title: 'Event log', part: 'control', routes: eventLogRoutes },
  { title: 'Readiness and alerts', part: 'control', routes: [...readinessRoutes, ...alertRoutes] },
  { title: 'Notifications', part: 'control', routes: notificationRoutes },
  { title: 'Budgets', part: 'control', routes: budgetRoutes },
  { title: 'Report', part: 'control', routes: reportRoutes },
  { title: 'Settings', part: 'control', routes: settingsRoutes },
  { title: 'Research', part: 'control', routes: [...researchRoutes, ...followupRoutes] },
  { title: 'Run telemetry', part: 'control', routes: [...runTelemetryRoutes, ...runProcessRoutes] },
  { title: 'Live feed', part: 'control', routes: liveRoutes },
  { title: 'Reference', part: 'control', routes: openApiRoutes },
  { title: 'Older lists', part: 'control', routes: olderListRoutes },
  { title: 'Compatibility', part: 'control', routes: compatibilityRoutes },
  { title: 'Observability', part: 'control', routes: observabilityRoutes },
  { title: 'Metrics', part: 'any', routes: metricsRoutes },
  { title: 'Core sub-service', part: 'control', routes: coreRoutes },
  {
    title: 'Worker gate',
    part: 'worker',
    routes: [
      ...workerRoutes,
      ...workerProcessRoutes,
      ...workerCallbackRoutes,
      ...workerTelemetryRoutes,
    ],
  },
  { title: 'Bench of the worker gate', part: 'worker', routes: gateBenchRoutes },
  { title: 'Dashboard', part: 'control', routes: [...dashboardRoutes, ...signInRoutes] },
];

/** The groups that a service with these parts has. */
export function routeGroupsOf(parts: {
  readonly control: boolean;
  readonly worker: boolean;
}): RouteGroup[] {
  return routeGroups.filter(({ part }) => part === 'any' || parts[part]);
}

/** The table of a service with these parts. */
export function routesOf(parts: { control: boolean; worker: boolean }): Route<AppContext>[] {
  return routeGroupsOf(parts).flatMap(({ routes }) => routes);
}
