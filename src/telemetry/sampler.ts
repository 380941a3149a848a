/** The actor that samples the machine: what its statechart asks for. */
import type { EffectContext, VolatileKind } from '../actors/volatile/kind.ts';
import type { ReadingOrder } from '../sensing/machine-reading.ts';
import {
  type ReaderAnswer,
  type SamplerInput,
  samplerMachine,
  type TakenSample,
} from './sampler-machine.ts';

/** What the sampler asks for, as the telemetry service does it. */
export interface SamplerWork {
  /** Reads the sensors. */
  readonly read: (order: Pick<ReadingOrder, 'number' | 'beginsNow'>) => Promise<TakenSample>;
  readonly keep: (taken: TakenSample) => void;
  /** Shows a sample of the loop to all who follow it, unless it is of no use any more. */
  readonly show: (taken: TakenSample, context: EffectContext) => Promise<void>;
  /** Told why the loop had to do without a sample. */
  readonly onError: (error: unknown) => void;
}

/** The kind of a sampler. One that fails goes on with what it has counted and learnt. */
export function createSamplerKind(
  work: SamplerWork,
  sampleIntervalMs: number,
): VolatileKind<typeof samplerMachine, SamplerInput> {
  return {
    kind: 'sampler',
    machine: samplerMachine,
    // A sample that cannot be taken in fails it once an interval; that must not end the sampling.
    intensity: { failuresMax: 10, windowMs: 2 * sampleIntervalMs },
    handlers: () => ({
      'sensors.read': work.read,
      'sample.keep': work.keep,
      'sample.show': work.show,
      'failure.report': ({ outcome }: { outcome: ReaderAnswer }) => {
        if (!outcome.ok) work.onError(outcome.error);
      },
    }),
    restartInput: ({ intervalMs, coreCount }, last) => {
      const { readings, samples, lateTicks, lastDurationMs, slotMs, rest } = last.context;
      const memory = { readings, samples, lateTicks, lastDurationMs, slotMs, rest };
      return {
        intervalMs,
        coreCount,
        before: { memory, wasRunning: last.matches({ loop: 'running' }) },
      };
    },
  };
}
