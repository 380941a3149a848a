/** Which item goes next and where to, the lanes, and starting it. */
export {
  dayBudgets,
  dayTrouble,
  projectBudgets,
  projectTrouble,
  type SpentBudget,
} from './budgets.ts';
export { judgeWithBudgets, refusedLately, whyClosed } from './candidates.ts';
export { type DispatchRequest, dispatchNext, dispatchOne, previewNext } from './dispatch.ts';
export { readLanes, readWaiting, type Unrouted } from './lanes.ts';
export { routeItem } from './session-route.ts';
export { stopSpentDay, whatRuns } from './spent-day.ts';
