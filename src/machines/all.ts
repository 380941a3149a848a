/**
 * Every durable machine in one list, parts of others too: for the generated state pages and for hosts,
 * which take the ones of their side. Control plane and worker share keyed commands and retention alone,
 * each with its own.
 */

import type { ActorEvent } from '../actors/machine/durable-actions.ts';
import type { MachineSpec } from '../actors/machine/spec.ts';
import { alertSpec } from './alert/spec.ts';
import { alertWatchSpec } from './alert-watch/spec.ts';
import { callbackDeliverySpec } from './callback-delivery/spec.ts';
import { commandSpec } from './command/spec.ts';
import { controlSpec } from './control/spec.ts';
import { coreSnapshotSpec } from './core-snapshot/spec.ts';
import { corpusEntrySpec } from './corpus-entry/spec.ts';
import { eventLogSpec } from './event-log/spec.ts';
import { followupSpec } from './followup/spec.ts';
import { gateRunSpec } from './gate-run/spec.ts';
import { heartbeatSpec } from './heartbeat/spec.ts';
import { incidentSpec } from './incident/spec.ts';
import { intakeSpec } from './intake/spec.ts';
import { notificationSpec } from './notification/spec.ts';
import { paperSpec } from './paper/spec.ts';
import { paperReviewSpec } from './paper-review/spec.ts';
import { paperWatchSpec } from './paper-watch/spec.ts';
import { planSpec } from './plan/spec.ts';
import { projectSpec } from './project/spec.ts';
import { pumpSpec } from './pump/spec.ts';
import { queueItemSpec } from './queue-item/spec.ts';
import { replicationSpec } from './replication/spec.ts';
import { retentionSpec } from './retention/spec.ts';
import { rewriteBatchSpec } from './rewrite-batch/spec.ts';
import { runSpec } from './run/spec.ts';
import { upkeepSpec } from './upkeep/spec.ts';
import { workerTargetSpec } from './worker-target/spec.ts';

/** Kinds that live in the control plane, each under its own name and type. */
export const controlPlaneMachines = {
  queue_item: queueItemSpec,
  run: runSpec,
  project: projectSpec,
  intake: intakeSpec,
  paper: paperSpec,
  paper_review: paperReviewSpec,
  corpus_entry: corpusEntrySpec,
  paper_watch: paperWatchSpec,
  rewrite_batch: rewriteBatchSpec,
  replication: replicationSpec,
  worker_target: workerTargetSpec,
  control: controlSpec,
  command: commandSpec,
  plan: planSpec,
  followup: followupSpec,
  alert: alertSpec,
  alert_watch: alertWatchSpec,
  incident: incidentSpec,
  core_snapshot: coreSnapshotSpec,
  event_log: eventLogSpec,
  upkeep: upkeepSpec,
  pump: pumpSpec,
  notification: notificationSpec,
  heartbeat: heartbeatSpec,
  retention: retentionSpec,
} as const;

/** Kinds that live in the worker gate. */
export const workerGateMachines = {
  gate_run: gateRunSpec,
  callback_delivery: callbackDeliverySpec,
  command: commandSpec,
  retention: retentionSpec,
} as const;

type AllMachines = typeof controlPlaneMachines & typeof workerGateMachines;
/** Name of a durable kind of either side, as stores, logs and addresses have it. */
export type MachineKind = keyof AllMachines;
/** Stored state of a kind. */
export type StateOf<Kind extends MachineKind> =
  AllMachines[Kind] extends MachineSpec<infer State, infer _Event> ? State : never;
/** What a kind can be told. */
export type EventOf<Kind extends MachineKind> =
  AllMachines[Kind] extends MachineSpec<infer _State, infer Event> ? Event : never;

/** What drawing and listing need of a machine, whatever its state and events. */
export type AnyMachineSpec = Pick<
  MachineSpec<{ readonly status: string }, ActorEvent>,
  'kind' | 'partOf' | 'stateVersion' | 'machine'
>;

/** The durable machines of both sides, each once, as the generated state pages list them. */
export const machineSpecs: readonly AnyMachineSpec[] = Object.values({
  ...controlPlaneMachines,
  ...workerGateMachines,
});
