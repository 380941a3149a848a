/** What the use cases stand on. HTTP, SQL and machine internals stay behind these. */

import type { ActorAddress, ActorEvent } from '../../actors/machine/durable-actions.ts';
import type { Reply } from '../../actors/runtime/definition.ts';
import type { AskOptions } from '../../actors/runtime/requests.ts';
import type { BudgetName } from '../../domain/budgets.ts';
import type { WorkloadClass } from '../../domain/statuses.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Entropy } from '../../lib/ids.ts';
import type { EventArchive } from '../../store/ports/event-archive.ts';
import type { LogLineage } from '../../store/ports/log-lineage.ts';
import type { ReadModels } from '../../store/ports/read-models.ts';
import type { WorkerDirectory } from '../fleet/index.ts';
import type { Bench } from './bench-port.ts';
import type { PaperTools } from './paper-tools.ts';
import type { PlanShelf } from './plans.ts';
import type { Vitals } from './vitals.ts';

/** The part of the actor host that use cases need. */
export interface ActorSystem {
  ask(address: ActorAddress, event: ActorEvent, options?: AskOptions): Promise<Reply>;
  /** The answer kept under an idempotency key, waited for if need be; undefined for a key never used. */
  recall(key: string, options?: Pick<AskOptions, 'signal'>): Promise<Reply | undefined>;
}

/** What the pump may do, and how long it pauses. */
export interface PumpSettings {
  readonly drafts: boolean;
  /** Writing takes minutes, so that a step only begins it; absent: it waits for the text. */
  readonly beginsWriting?: boolean;
  readonly publishes: boolean;
  readonly followups: boolean;
  readonly intervalMs: number;
}

interface ControlSettings {
  readonly liveDispatchEnabled: boolean;
  /** Deadline of a claim until the worker has answered. */
  readonly leaseMs: number;
  /** Silence after which a worker is asked about its run. */
  readonly staleAfterMs: number;
  /** `sqlite`, `hosted_readonly` or `hosted`. */
  readonly storeBackend: string;
  readonly storeLabel: string;
  readonly defaultSandbox: string;
  /** Of ideas that name none. */
  readonly defaultWorkloadClass: WorkloadClass;
  readonly pump: PumpSettings;
  readonly completionCallbackToken: { reveal(): string };
  /** Taken for callbacks, too; absent: only the other. */
  readonly controlToken?: { reveal(): string };
  /** Age in days from which on events are archived; null or absent: none are by themselves. */
  readonly archiveAfterDays?: number | null;
  /** Age above which a worker's telemetry sample says nothing; `limits.workerSampleAgeMs` unless told. */
  readonly sampleAgeMsMax?: number;
  /** What runs may spend; absent: as much as there is. */
  readonly budgets?: {
    readonly limits: Readonly<Partial<Record<BudgetName, number>>>;
    /** Of a limit, from which on it is warned of. */
    readonly warnPercent: number;
    /** A day that is spent ends the runs under way; absent: it only keeps others from being started. */
    readonly dayStopsRunning?: boolean;
  };
}

/** What the bench of either half of the service stands on. */
export interface BenchContext {
  readonly actors: ActorSystem;
  readonly reads: Pick<ReadModels, 'get' | 'events'>;
  readonly clock: Clock;
  readonly bench: Bench;
}

/** All that a use case of the control plane is given; made once when the service is composed. */
export interface ControlContext extends BenchContext {
  readonly reads: ReadModels;
  readonly workers: WorkerDirectory;
  readonly entropy: Entropy;
  readonly vitals: Vitals;
  /** Which log it is that is read. */
  readonly lineage: LogLineage;
  /** Null where old events stay: in memory, or in a store that is only read. */
  readonly archive: EventArchive | null;
  readonly settings: ControlSettings;
  /** What dry runs chose. */
  readonly plans: PlanShelf;
}

/** The part of it that a use case takes; a caller, and a test, need give no more. */
export type Needs<Member extends keyof ControlContext> = Pick<ControlContext, Member>;

/** What commands work with. */
export interface CommandContext {
  readonly control: ControlContext;
  readonly papers: PaperTools;
}

/** Identity of one keyed command; inner steps make their own idempotency keys from it. */
export interface Once {
  /** The same over restarts: `command/<id>`. */
  readonly key: string;
  /** True when an earlier attempt may have done some of it. */
  readonly repeated: boolean;
}
