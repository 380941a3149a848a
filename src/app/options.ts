/** What may be replaced when the application is put together; production replaces nothing. */

import type { EffectRow } from '../actors/journal/port.ts';
import type { WriterRig } from '../actors/journal/sqlite/thread/writer-rig.ts';
import type { EffectHandler } from '../actors/runtime/effect-handler.ts';
import type { Boundary } from '../actors/runtime/host-options.ts';
import type { VolatileHost } from '../actors/volatile/host.ts';
import type { Clock } from '../lib/clock.ts';
import type { Entropy } from '../lib/ids.ts';
import type { StartThread } from '../lib/worker-thread.ts';
import type { PaperWorkOptions } from '../papers/work/paper-work.ts';
import type { GpuSource } from '../sensing/gpu-source.ts';
import type { ProcessSource } from '../sensing/process-list.ts';
import type { SystemSampler } from '../sensing/system-sampler.ts';
import type { Caller } from '../worker-wire/tunnel/address.ts';
import type { Log } from './process/log.ts';

/** What the composition root is handed; an optional member left out stands for what production does. */
export interface AppOptions {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
  /** Folder of the installed package: scripts, built dashboard. */
  readonly packageRoot: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Volatile actors of the process itself, to be shown beside those of its parts. */
  readonly actors?: VolatileHost;
  /** A worker gate that listens nowhere and dials home instead, under this name or for this one run. */
  readonly home?: { readonly url: string } & Caller;
  /** Called when home says that the gate is not needed any more. */
  readonly onOver?: (detail: string) => void;
  /** Called when the gate of one run gives up: home could not be reached, and it was given no run. */
  readonly onForsaken?: (detail: string) => void;
  /** Begins with an empty store where one is missing that should be there. */
  readonly newStore?: boolean;
  /** Aborted when the process is told to stop: a start that waits for something then gives up. */
  readonly stopping?: AbortSignal;
  /** The store failed or an invariant of it broke: the process should end. */
  readonly onFatal: (error: unknown) => void;
  /** Faults in the writer of the control plane's store: tests slow or kill it. */
  readonly writerRig?: WriterRig;
  /** Replaces how the threads of its stores are started; tests hand them on from one service to the next. */
  readonly startThread?: StartThread;
  /** Bounds of the work on papers and faults in it, for tests. */
  readonly paperWork?: PaperWorkOptions;
  /** Holds every JSON reply against the schema of its route; tests do. */
  readonly checkReplies?: boolean;
  readonly systemSampler?: SystemSampler;
  readonly gpuSource?: GpuSource;
  readonly processSource?: ProcessSource;
  /** Between two looks at a store that is well, ms of the clock; a second unless told. For clocks that run fast. */
  readonly storeLookMs?: number;
  /** Cores of the machine that the samplers show; this one's unless told. */
  readonly coreCount?: number;
  /** Replaces effect handlers of the worker gate, by name: a simulated worker starts no process. */
  readonly gateEffects?: Readonly<Record<string, EffectHandler>>;
  /** Called at every commit and effect boundary of either host; tests kill the process there. */
  readonly onBoundary?: (
    host: 'control' | 'gate',
    boundary: Boundary,
    effect: EffectRow | null,
  ) => void;
}
