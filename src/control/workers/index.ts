/** How the workers are: looking at them, preflight, health, and what is wrong with them. */
export { preflightFreshness, readFreshness, withFreshness } from './freshness.ts';
export { refreshWorkers, runPreflight, usualOptions } from './preflight.ts';
export {
  type CheckName,
  isAdvice,
  isReached,
  type PreflightReply,
  plannedChecks,
} from './preflight-checks.ts';
export { noticeUsageOfRun } from './reported-usage.ts';
export { adviceFor } from './worker-advice.ts';
export {
  failingChecks,
  readWorkerHealth,
  runOfLane,
  troubleOfTarget,
  type WorkerHealth,
} from './worker-health.ts';
export { type WorkerNotice, workerNotices } from './worker-notices.ts';
export { checksOf, sampledAt } from './worker-state.ts';
export { createWorkerWatch } from './worker-watch.ts';
