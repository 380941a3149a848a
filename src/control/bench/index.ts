/** The bench: actors out of service and dead letters, and mending them. */
export { type MendRequest, mend, requireSubject } from './mend.ts';
export type { MendSubject } from './plan.ts';
export {
  listActorEntries,
  listLetters,
  readActorEntry,
  readBench,
  readBenchTotals,
  readLetter,
  readRestoreCheck,
  readSupervision,
  type SupervisedHost,
} from './read.ts';
export { judgeDeadLetters, judgeInService, judgeRestored } from './readiness.ts';
export { tryLetter, tryOnActor } from './try.ts';
