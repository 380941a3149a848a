/** What operators do to queue items, one by one or by plan, and the queue as a snapshot. */
export { createExecutePlan } from './execute-plan.ts';
export { exportSnapshot } from './export-snapshot.ts';
export {
  checkVerb,
  performVerb,
  requireItem,
  type VerbRequest,
  verbsNow,
} from './operator-verbs.ts';
export { drawPlan, executePlan, readPlan } from './plans.ts';
