/** Timing, folders and output shared by the benchmarks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Journal } from '../../src/actors/journal/port.ts';
import { ActorHost } from '../../src/actors/runtime/host.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { systemEntropy } from '../../src/lib/ids.ts';
import { jobDefinitions } from './job-actor.ts';

/** One measured number. `ratio` is against `baseline` of the same run; `goal` is for the ratio, or for the value without a ratio. */
export interface Result {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly baseline?: { readonly name: string; readonly value: number };
  readonly ratio?: number;
  readonly goal?: string;
  readonly met?: boolean;
  readonly note?: string;
}

/** Prints the results as one JSON line, which `npm run bench` collects. */
export function printResults(results: readonly Result[]): void {
  process.stdout.write(`${JSON.stringify({ results })}\n`);
}

/** A result compared with its baseline: at least `goal` times as much. */
export function compared(
  name: string,
  value: number,
  unit: string,
  baseline: { name: string; value: number },
  goal?: number,
): Result {
  const ratio = value / baseline.value;
  return {
    name,
    value: Math.round(value),
    unit,
    baseline: { name: baseline.name, value: Math.round(baseline.value) },
    ratio: Math.round(ratio * 100) / 100,
    ...(goal === undefined
      ? {}
      : { goal: `at least ${goal} times the baseline`, met: ratio >= goal }),
  };
}

/** Runs `work` in a fresh folder that is removed afterwards. */
export async function inFolder<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
  try {
    return await work(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

export async function startJobHost(journal: Journal): Promise<ActorHost> {
  const host = new ActorHost({
    journal,
    definitions: jobDefinitions,
    effects: {},
    clock: systemClock,
    entropy: systemEntropy,
    onStoreFault: (error) => {
      throw error;
    },
    settings: { passivateAfterMs: 3_600_000 },
  });
  await host.start();
  return host;
}

/** Keeps `lanes` loops of `step` busy for `durationMs` and answers steps per second. */
export async function perSecond(
  lanes: number,
  durationMs: number,
  step: (lane: number, round: number) => Promise<unknown>,
): Promise<number> {
  const startMs = performance.now();
  let steps = 0;
  const loop = async (lane: number): Promise<void> => {
    for (let round = 0; performance.now() - startMs < durationMs; round += 1) {
      await step(lane, round);
      steps += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => loop(lane)));
  return steps / ((performance.now() - startMs) / 1000);
}
