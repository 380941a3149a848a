/** What every use case stands on: its ports, asking actors, keyed steps, the switch, the counts. */
export { ask, askAccepted, askInService, idempotencyOf, isAnswer } from './ask.ts';
export { because } from './because.ts';
export { type BenchPlace, controlBench, gateBench } from './bench-places.ts';
export type { Bench, MendOrder } from './bench-port.ts';
export { type Counts, readCounts } from './counts.ts';
export { findHolds, type Hold, holdWords, refuseWhileHeld } from './holds.ts';
export { keepOnce } from './once.ts';
export {
  type ArtifactName,
  artifactNames,
  type CorpusIndexReport,
  type EvidenceCheck,
  type ImportPreview,
  type PackagePreview,
  type PaperIds,
  type PaperTools,
  type ReplicationHold,
} from './paper-tools.ts';
export { mapInPieces } from './pieces.ts';
export {
  createBareShelf,
  createPlanShelf,
  type PlanMember,
  type Planned,
  requireUnchanged,
  withPlan,
} from './plans.ts';
export type {
  ActorSystem,
  BenchContext,
  CommandContext,
  ControlContext,
  Needs,
  Once,
} from './ports.ts';
export { judgeAutomation, passedOver, pumpAddress, readAutomation, readPump } from './pump.ts';
export { ok, type Verdict } from './readiness-verdict.ts';
export { createRetentionSweep, type Sweep, startRetention } from './retention.ts';
export { findShortage } from './shortage.ts';
export { stampOf } from './stamp.ts';
export { pauseQueue, readSwitch, resumeQueue } from './switches.ts';
export type {
  AlertSettings,
  OutboxState,
  PlaneLikeness,
  PumpPulse,
  Space,
  Vitals,
  WriterOutcome,
} from './vitals.ts';
