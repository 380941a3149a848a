/** What may be replaced when the application is put together; production replaces nothing. */
import type { EffectHandler } from '../actors/runtime/effect-runner.ts';
import type { Boundary } from '../actors/runtime/host-options.ts';
import type { Clock } from '../lib/clock.ts';
import type { Entropy } from '../lib/ids.ts';
import type { EffectRow } from '../store/ports/journal.ts';
import type { GpuSource } from '../telemetry/gpu-source.ts';
import type { ProcessSource } from '../telemetry/process-list.ts';
import type { SystemSampler } from '../telemetry/system-sampler.ts';
import type { Log } from './log.ts';

export interface AppOptions {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
  /** Folder of the installed package: scripts, built dashboard. */
  readonly packageRoot: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The store failed or an invariant of it broke: the process should end. */
  readonly onFatal: (error: unknown) => void;
  readonly transport?: 'uws' | 'node';
  /** Holds every JSON reply against the schema of its route; tests do. */
  readonly checkReplies?: boolean;
  readonly systemSampler?: SystemSampler;
  readonly gpuSource?: GpuSource;
  readonly processSource?: ProcessSource;
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
