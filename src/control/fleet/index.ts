/** The fleet: which workers are configured, how to reach them, and what was last seen of them. */
export { askTarget } from './ask-target.ts';
export { askWorker, type WorkerAnswers } from './worker-answers.ts';
export { WorkerSlots } from './worker-slots.ts';
export {
  createWorkerDirectory,
  lanesOf,
  type RouteResult,
  type RouteRule,
  requireConfiguredUrl,
  routeRules,
  type WorkerDirectory,
  type WorkerTarget,
} from './workers.ts';
