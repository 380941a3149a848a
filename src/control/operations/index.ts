/** What operators see first: overview, readiness, alerts, explanations, traces. */
export { readActorHistory, readActorState } from './actor-history.ts';
export {
  type ActorInspector,
  actorKinds,
  drawActor,
  listActors,
  readActor,
  type Statecharts,
} from './actors.ts';
export { createAlertMetrics } from './alert-metrics.ts';
export { alertKinds } from './alert-table.ts';
export { tellingReasons } from './alert-telling.ts';
export { readAlertPage, readIncident, readIncidentPage } from './alert-view.ts';
export {
  type AlertLooks,
  createAlertLooks,
  startAlertWatch,
  wakeAlertWatch,
} from './alert-watch.ts';
export { type AlertCheckRequest, checkAlerts } from './alerts.ts';
export { archiveDue, archiveEvents } from './archive.ts';
export { createBackupMetrics, scheduleBackups } from './backups.ts';
export { readBudgets } from './budgets.ts';
export { cautionCodes } from './cautions.ts';
export { explain } from './explain.ts';
export { explainQuestions } from './explanation.ts';
export { readLegacyDashboard } from './legacy-dashboard.ts';
export { acknowledgeLoss, howToAcknowledge, readLog, reportLoss } from './log-loss.ts';
export { readOverview } from './overview.ts';
export { readPastOverview } from './past-overview.ts';
export { whyUnwell } from './pump-readiness.ts';
export { readQueueHealth } from './queue-health.ts';
export { createQueueMetrics } from './queue-metrics.ts';
export { readinessCheckNames } from './readiness.ts';
export { reasonCodes } from './reason.ts';
export { readReadinessReply } from './reliance.ts';
export { readReport, reportChapters } from './report.ts';
export { readStatechart } from './statechart.ts';
export { readStatus } from './status.ts';
export { testRule, testStations } from './test-rule.ts';
export { readTrace } from './trace.ts';
export type { TraceNode } from './trace-tree.ts';
export { retryWorkerCallbacks } from './worker-callbacks.ts';
export { readWorker, readWorkers, refreshWorker } from './worker-view.ts';
