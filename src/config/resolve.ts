/** From a valid file to the one frozen value that is passed down; derived members are made here. */
import { join } from 'node:path';
import type { WorkloadClass } from '../domain/statuses.ts';
import { assert } from '../lib/assert.ts';
import { type BudgetsConfig, resolveBudgets } from './budgets.ts';
import type { ParsedConfig } from './schema.ts';
import type { Secret } from './secret.ts';
import { type ResolvedSection, resolveSection } from './section.ts';
import { alertsSection } from './sections/alerts.ts';
import { authSection } from './sections/auth.ts';
import { coreSection } from './sections/core.ts';
import { corpusSection } from './sections/corpus.ts';
import { dispatchSection } from './sections/dispatch.ts';
import { evidenceSyncSection } from './sections/evidence-sync.ts';
import { heartbeatSection } from './sections/heartbeat.ts';
import { intakeSection } from './sections/intake.ts';
import { legacySection } from './sections/legacy.ts';
import { notifySection } from './sections/notify.ts';
import { paperWriterSection } from './sections/paper-writer.ts';
import { publicationSection } from './sections/publication.ts';
import { pumpSection } from './sections/pump.ts';
import { reaperSection } from './sections/reaper.ts';
import { replicationSection } from './sections/replication.ts';
import { routeObservabilitySection } from './sections/route-observability.ts';
import { serviceSection } from './sections/service.ts';
import { storeSection } from './sections/store.ts';
import { upkeepSection } from './sections/upkeep.ts';
import { workerGateSection } from './sections/worker-gate.ts';
import type { ShownConfiguration } from './shown.ts';
import { resolveWorkers, type WorkersConfig } from './workers.ts';
import { resolveProfiles, type ThresholdProfile } from './workload-profiles.ts';

type ServiceConfig = ResolvedSection<typeof serviceSection>;
type DispatchConfig = ResolvedSection<typeof dispatchSection> & {
  /** Deadline of the control plane's calls to a worker: the script's time and a little more. */
  readonly workerCallTimeoutMs: number;
};
type ReaperConfig = ResolvedSection<typeof reaperSection>;
type AlertsConfig = ResolvedSection<typeof alertsSection>;
type NotifyConfig = ResolvedSection<typeof notifySection>;
type HeartbeatConfig = ResolvedSection<typeof heartbeatSection>;
type PublicationConfig = ResolvedSection<typeof publicationSection>;
type ReplicationConfig = ResolvedSection<typeof replicationSection>;
type PumpConfig = ResolvedSection<typeof pumpSection>;
type PaperWriterConfig = ResolvedSection<typeof paperWriterSection>;
type EvidenceSyncConfig = ResolvedSection<typeof evidenceSyncSection>;
type StoreConfig = ResolvedSection<typeof storeSection>;
type UpkeepConfig = ResolvedSection<typeof upkeepSection>;
type CoreConfig = ResolvedSection<typeof coreSection>;
type IntakeConfig = ResolvedSection<typeof intakeSection>;
type LegacyConfig = ResolvedSection<typeof legacySection>;

interface AuthConfig {
  /** What this process's control routes accept. */
  readonly controlToken: Secret;
  /** What this process's worker gate accepts. */
  readonly gateToken: Secret;
  readonly completionCallbackUrl: string;
  readonly completionCallbackToken: Secret;
  readonly completionCallbackTimeoutMs: number;
}

type WorkerGateConfig = Omit<ResolvedSection<typeof workerGateSection>, 'workloadProfiles'> & {
  /** Thresholds of every class, overrides merged in. */
  readonly profiles: Readonly<Record<WorkloadClass, ThresholdProfile>>;
};

type RouteObservabilityConfig = Omit<
  ResolvedSection<typeof routeObservabilitySection>,
  'logPath'
> & { readonly logPath: string };

interface CorpusConfig {
  readonly dir: string;
}

/** The validated configuration. Frozen; a module is given only the section it needs. */
export interface OrreryConfig {
  readonly service: ServiceConfig;
  readonly auth: AuthConfig;
  readonly dispatch: DispatchConfig;
  readonly budgets: BudgetsConfig;
  readonly workerGate: WorkerGateConfig;
  readonly reaper: ReaperConfig;
  readonly workers: WorkersConfig;
  readonly intake: IntakeConfig;
  readonly alerts: AlertsConfig;
  readonly notify: NotifyConfig;
  readonly heartbeat: HeartbeatConfig;
  readonly pump: PumpConfig;
  readonly paperWriter: PaperWriterConfig;
  readonly evidenceSync: EvidenceSyncConfig;
  readonly routeObservability: RouteObservabilityConfig;
  readonly store: StoreConfig;
  readonly upkeep: UpkeepConfig;
  readonly core: CoreConfig;
  readonly corpus: CorpusConfig;
  readonly publication: PublicationConfig;
  readonly replication: ReplicationConfig;
  readonly legacy: LegacyConfig;
  /** All of it as it may be shown. */
  readonly shown: ShownConfiguration;
}

const workerCallMarginMs = 5000;

/** Resolves a file that passed `checkRelations`; relative paths start at `baseDir`. */
export function resolveConfig(parsed: ParsedConfig, baseDir: string): Omit<OrreryConfig, 'shown'> {
  const service = resolveSection(serviceSection, parsed, baseDir);
  const dispatch = resolveSection(dispatchSection, parsed, baseDir);
  const observability = resolveSection(routeObservabilitySection, parsed, baseDir);
  const auth = resolveAuth(parsed, baseDir);
  const { workloadProfiles: _, ...workerGate } = resolveSection(workerGateSection, parsed, baseDir);
  const corpus = resolveSection(corpusSection, parsed, baseDir);
  return Object.freeze({
    service,
    auth,
    dispatch: Object.freeze({
      ...dispatch,
      workerCallTimeoutMs: dispatch.dispatchTimeoutMs + workerCallMarginMs,
    }),
    budgets: resolveBudgets(parsed),
    workerGate: Object.freeze({ ...workerGate, profiles: resolveProfiles(parsed) }),
    reaper: resolveSection(reaperSection, parsed, baseDir),
    workers: resolveWorkers(parsed, auth.gateToken, baseDir),
    intake: resolveSection(intakeSection, parsed, baseDir),
    alerts: resolveSection(alertsSection, parsed, baseDir),
    notify: resolveSection(notifySection, parsed, baseDir),
    heartbeat: resolveSection(heartbeatSection, parsed, baseDir),
    pump: resolveSection(pumpSection, parsed, baseDir),
    paperWriter: resolveSection(paperWriterSection, parsed, baseDir),
    evidenceSync: resolveSection(evidenceSyncSection, parsed, baseDir),
    routeObservability: Object.freeze({
      ...observability,
      logPath: observability.logPath ?? join(service.stateDir, 'route-observability.jsonl'),
    }),
    store: resolveSection(storeSection, parsed, baseDir),
    upkeep: resolveSection(upkeepSection, parsed, baseDir),
    core: resolveSection(coreSection, parsed, baseDir),
    corpus: Object.freeze({ dir: corpus.dir ?? join(service.stateDir, 'corpus') }),
    publication: resolveSection(publicationSection, parsed, baseDir),
    replication: resolveSection(replicationSection, parsed, baseDir),
    legacy: resolveSection(legacySection, parsed, baseDir),
  });
}

function resolveAuth(parsed: ParsedConfig, baseDir: string): AuthConfig {
  const auth = resolveSection(authSection, parsed, baseDir);
  const controlToken = auth.controlApiBearerToken ?? parsed.worker_wake_gate_bearer_token;
  assert(controlToken !== null, 'a configuration that passed its relations has a token');
  return Object.freeze({
    controlToken,
    gateToken: parsed.worker_wake_gate_bearer_token ?? controlToken,
    completionCallbackUrl: auth.completionCallbackUrl,
    completionCallbackToken: auth.completionCallbackToken,
    completionCallbackTimeoutMs: auth.completionCallbackTimeoutMs,
  });
}
