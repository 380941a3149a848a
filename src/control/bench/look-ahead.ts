/** What a release would set going: can the state be restored, and what waits for the actor. */
import type { Quarantine } from '../../actors/journal/port.ts';
import type { ActorEvent } from '../../actors/machine/durable-actions.ts';
import type { Bench } from '../common/index.ts';
import { toTrialReply } from './try.ts';

/** Effects looked through for one actor. */
const scannedMax = 1_000;
/** No machine has an event of this name: a trial with it restores the state and does nothing else. */
const noEvent: ActorEvent = { type: 'BENCH_LOOK' };

/** `trial` is that of the event it failed at; null when it failed at none. */
export async function lookAhead(bench: Bench, quarantine: Quarantine) {
  const [waiting, restored, trial] = await Promise.all([
    countWaiting(bench, quarantine),
    bench.try(quarantine, noEvent),
    quarantine.event === null
      ? null
      : bench.try(quarantine, JSON.parse(quarantine.event) as ActorEvent),
  ]);
  return {
    restorable: restored.result !== 'failed',
    restore_error: toTrialReply(bench, restored).error,
    trial: trial === null ? null : toTrialReply(bench, trial),
    waiting,
  };
}

/** Timers and effects of the actor, and messages on their way to it. */
async function countWaiting(bench: Bench, { kind, id }: Quarantine) {
  const [timers, effects] = await Promise.all([
    bench.timersOf({ kind, id }),
    bench.effects(scannedMax),
  ]);
  const isOwn = (row: { readonly kind: string; readonly id: string }): boolean =>
    row.kind === kind && row.id === id;
  const told = effects.filter(({ name, input }) => {
    if (name !== 'tell') return false;
    return isOwn((JSON.parse(input) as { readonly to: { kind: string; id: string } }).to);
  });
  return {
    timers: timers.length,
    effects: effects.filter((row) => row.name !== 'tell' && isOwn(row)).length,
    messages: told.length,
    at_least: effects.length === scannedMax,
  };
}
/**
 * `waiting` counts what goes on with a release; with `at_least` there may be more than was looked
 * through.
 */
export type LookAhead = Awaited<ReturnType<typeof lookAhead>>;
