/** What operators see first: overview, queue health, workers, actors, traces, reports, upkeep. */
export { readActorHistory, readActorState } from './actor-history.ts';
export {
  type ActorInspector,
  actorKinds,
  drawActor,
  listActors,
  readActor,
  type Statecharts,
} from './actors.ts';
export { archiveDue, archiveEvents } from './archive.ts';
export { createBackupMetrics } from './backup-metrics.ts';
export { scheduleBackups } from './backups.ts';
export { readBudgets } from './budgets.ts';
export { readStatus } from './dispatch-safety.ts';
export { readLegacyDashboard } from './legacy-dashboard.ts';
export { readOverview } from './overview.ts';
export { readPastOverview } from './past-overview.ts';
export { readQueueHealth } from './queue-health.ts';
export { createQueueMetrics } from './queue-metrics.ts';
export { readReport, reportChapters } from './report.ts';
export { readStatechart } from './statechart.ts';
export { readTrace } from './trace.ts';
export type { TraceNode } from './trace-tree.ts';
export { retryWorkerCallbacks } from './worker-callbacks.ts';
export { readWorker, readWorkers, refreshWorker } from './worker-view.ts';
