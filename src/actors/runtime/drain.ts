/** The end of a host in good order: what was accepted is finished, as far as time allows. */
import type { Clock } from '../../lib/clock.ts';
import type { Cells } from './cells.ts';
import type { EffectRunner } from './effect-runner.ts';
import type { Requests } from './requests.ts';

/** How a host ended. Effects that were cut off are in the store and are taken up at the next start. */
export interface DrainReport {
  /** True when every accepted message was handled and no effect was cut off. */
  readonly clean: boolean;
  readonly messagesLeft: number;
  readonly effectsCut: number;
}

interface DrainTimes {
  readonly deadlineMs: number;
  /** How long effects may run before they are told to stop. */
  readonly effectsMs?: number | undefined;
}

interface Draining {
  readonly clock: Clock;
  readonly cells: Cells;
  readonly effects: EffectRunner;
  readonly requests: Requests;
}

/** The last part of a drain, left to effects that were told to stop. */
const shareToStop = 0.2;
const lookMs = 10;

/**
 * Lets messages and running effects finish for at most `deadlineMs`; answers how many effects were
 * cut off. Nothing new is taken up meanwhile.
 */
export async function letFinish(
  { deadlineMs, effectsMs = deadlineMs * (1 - shareToStop) }: DrainTimes,
  draining: Draining,
): Promise<number> {
  const { clock, cells, effects, requests } = draining;
  const endMs = clock.monotonic() + deadlineMs;
  effects.quiesce();
  // An effect that waits for the answer of another that will not begin would wait for ever.
  await waitUntil(clock, endMs - deadlineMs + effectsMs, () => {
    const waiting = requests.effectsWaitingCount;
    return cells.waitingCount === 0 && effects.runningCount <= waiting;
  });
  effects.stop();
  await waitUntil(clock, endMs, () => cells.waitingCount === 0 && effects.runningCount === 0);
  return effects.runningCount;
}

/** Resolves when `isDone`, or at `untilMs` (monotonic). */
async function waitUntil(clock: Clock, untilMs: number, isDone: () => boolean): Promise<void> {
  while (!isDone() && clock.monotonic() < untilMs) {
    await new Promise<void>((resolve) => clock.setTimer(lookMs, resolve));
  }
}
