/** A control context on a store of fixtures, with a service that is well unless told otherwise. */
import { controlBench } from '../../src/control/common/bench-places.ts';
import type { Bench } from '../../src/control/common/bench-port.ts';
import { createPlanShelf } from '../../src/control/common/plans.ts';
import type { ControlContext } from '../../src/control/common/ports.ts';
import type { Vitals } from '../../src/control/common/vitals.ts';
import { createWorkerDirectory, type WorkerTarget } from '../../src/control/fleet/workers.ts';
import type {
  Project,
  ProjectDecision,
  WorkerTarget as StoredWorker,
} from '../../src/domain/records.ts';
import { type WorkloadClass, workloadClasses } from '../../src/domain/statuses.ts';
import { createManualClock, type ManualClock } from '../../src/lib/clock.ts';
import { createSeededEntropy } from '../../src/lib/ids.ts';
import { createLineage } from '../../src/store/ports/log-lineage.ts';
import type { ReadModels } from '../../src/store/ports/read-models.ts';
import { createTestPlans, someTime } from './store-fixtures.ts';

export const testLane = 'http://127.0.0.1:1';

/** A worker that nothing may be asked of. */
export function testTarget(name = 'default', lane = testLane): WorkerTarget {
  const noClient = (): never => {
    throw new Error('this test asks no worker');
  };
  return {
    name,
    url: lane,
    lane,
    role: 'gpu',
    minMemoryAvailableMib: 1,
    evidenceKeyId: null,
    client: undefined as never,
    clientWith: noClient,
  };
}

export const wellVitals: Vitals = {
  startedAt: someTime,
  backupIntervalMs: null,
  writeTrouble: () => null,
  space: () => ({ free_mib: 100_000, wanted_mib: 1_024, free_files: 90_000, wanted_files: 10_000 }),
  connectionTrouble: () => null,
  outbox: () =>
    Promise.resolve({
      pending: 0,
      capped: false,
      oldest_at: null,
      oldest: null,
      retrying: 0,
      last_error: null,
    }),
  chain: () => ({
    state: 'verified',
    verified_to: 1,
    head: 1,
    last_step_at: someTime,
    first_verified_at: someTime,
    problem: null,
    read_error: null,
  }),
  pump: () => Promise.resolve({ next_at: null, busy_ms: null, nothing_ms: 0 }),
  writer: { provider: 'deterministic', fallbackEnabled: true },
  corpusTrouble: () => null,
  inbox: () => null,
  alerts: {
    cooldownMs: 1_800_000,
    hangAfterMs: 3_600_000,
    unreachableAfterMs: 300_000,
    dispatchErrorCount: 3,
    checkIntervalMs: 60_000,
    channels: [],
  },
  alertsCheckedAt: () => null,
  heartbeat: null,
};

const noMending = (): never => {
  throw new Error('this test mends nothing');
};
/** Everybody in service, every message handled, every actor restored. */
export const wellBench: Bench = {
  place: controlBench,
  isReadOnly: false,
  quarantines: () => [],
  deadLetters: () => Promise.resolve([]),
  countDeadLetters: () => Promise.resolve(0),
  try: noMending,
  release: noMending,
  retry: noMending,
  discard: noMending,
  timersOf: () => Promise.resolve([]),
  effects: () => Promise.resolve([]),
  restoreProgress: () => ({ state: 'done', checked: 1, failed: 0, failures: [], error: null }),
  eventNames: (kind) => (kind === 'run' ? ['PREPARE', 'DISPATCHED', 'START_FAILED'] : undefined),
  redact: (text) => text,
};

export interface TestControl extends ControlContext {
  readonly clock: ManualClock;
}

/** `actors` may be left out where nothing is asked of any. */
export function createTestControl(options: {
  readonly reads: ReadModels;
  readonly actors?: ControlContext['actors'];
  readonly vitals?: Partial<Vitals>;
  readonly bench?: Partial<Bench>;
  readonly targets?: readonly WorkerTarget[];
  readonly liveDispatchEnabled?: boolean;
  readonly pump?: ControlContext['settings']['pump'];
  readonly budgets?: ControlContext['settings']['budgets'];
  readonly clock?: ManualClock;
  readonly storeBackend?: string;
}): TestControl {
  const classes = Object.fromEntries(workloadClasses.map((name) => [name, 'default'])) as Record<
    WorkloadClass,
    string
  >;
  const clock = options.clock ?? createManualClock();
  return {
    reads: options.reads,
    actors: options.actors ?? (undefined as never),
    vitals: { ...wellVitals, ...options.vitals },
    bench: { ...wellBench, ...options.bench },
    archive: null,
    lineage: createLineage([{ epoch: 'first', fromEventId: 0 }]),
    workers: createWorkerDirectory(options.targets ?? [testTarget()], classes),
    clock,
    entropy: createSeededEntropy(1),
    plans: createPlanShelf(clock, createTestPlans()),
    settings: {
      liveDispatchEnabled: options.liveDispatchEnabled ?? true,
      leaseMs: 1,
      staleAfterMs: 1,
      storeBackend: options.storeBackend ?? 'sqlite',
      storeLabel: 'fixtures',
      defaultSandbox: 'workspace-write',
      defaultWorkloadClass: 'cpu_only',
      pump: options.pump ?? {
        drafts: false,
        publishes: false,
        followups: false,
        intervalMs: 60_000,
      },
      ...(options.budgets === undefined ? {} : { budgets: options.budgets }),
      completionCallbackToken: { reveal: () => 'callback-token-of-a-test' },
    },
  };
}

export function project(id: string, change: Partial<Project> = {}): Project {
  return {
    status: 'recorded',
    project_id: id,
    project_name: `Project ${id}`,
    project_dir: id,
    prompt: `Do ${id}`,
    hypothesis: null,
    source_kind: 'fixture',
    source_ref: null,
    parent_project_id: null,
    lineage_depth: 0,
    tags: [],
    intake_batch: null,
    title_key: null,
    created_at: someTime,
    updated_at: someTime,
    ...change,
  };
}

/** A decision with everything a follow-up needs. */
export function followupDecision(change: Partial<ProjectDecision> = {}): ProjectDecision {
  return {
    project_decision: 'finalize_negative',
    research_outcome: 'negative',
    hypothesis_status: 'unsupported',
    evidence_strength: 'moderate',
    summary: 'no effect',
    followup_recommended: true,
    followup_type: 'deepen',
    followup_title: 'Look deeper',
    followup_hypothesis: 'it shows at scale',
    followup_required_evidence: ['a table', 'a second seed'],
    followup_success_threshold: 'at least 5 %',
    followup_stop_condition: 'stop after 4 hours',
    ...change,
  };
}

/** A worker that passed its preflight at `at`. */
export function healthyWorker(at: string, change: Partial<StoredWorker> = {}): StoredWorker {
  return {
    status: 'healthy',
    target: 'default',
    url: testLane,
    reason: null,
    consecutive_failures: 0,
    observation: null,
    observed_at: at,
    created_at: at,
    updated_at: at,
    ...change,
  };
}
