/** What operators see first: overview, readiness, alerts, explanations, traces. */
export { type ActorInspector, actorKinds, drawActor, listActors, readActor } from './actors.ts';
export { alertKinds } from './alert-rules.ts';
export { type AlertCheckRequest, checkAlerts } from './alerts.ts';
export { readBudgets } from './budgets.ts';
export { explain } from './explain.ts';
export { explainableKinds } from './explanation.ts';
export { readLegacyDashboard } from './legacy-dashboard.ts';
export { acknowledgeLoss, howToAcknowledge, readLog, reportLoss } from './log-loss.ts';
export { readOverview } from './overview.ts';
export { readQueueHealth } from './queue-health.ts';
export { createQueueMetrics } from './queue-metrics.ts';
export { readinessCheckNames, readReadiness } from './readiness.ts';
export { readStatus } from './status.ts';
export { readTrace } from './trace.ts';
export type { TraceNode } from './trace-tree.ts';
export { retryWorkerCallbacks } from './worker-callbacks.ts';
export { readWorker, readWorkers, refreshWorker } from './worker-view.ts';
