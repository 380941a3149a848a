/** Whether the pump goes on: the check of readiness that says what happens without a person. */
import { limits } from '../../domain/limits.ts';
import type { Pump } from '../../domain/records.ts';
import { toIsoTime } from '../../lib/clock.ts';
import {
  type ControlContext,
  type Needs,
  type PumpPulse,
  readPump,
  type Verdict,
} from '../common/index.ts';

/** Reads the pump and its timer. */
export async function judgePump(context: Needs<'clock' | 'reads' | 'vitals'>): Promise<Verdict> {
  const [pump, pulse] = await Promise.all([readPump(context), context.vitals.pump()]);
  return judgePumpFrom(pump, pulse, context.clock.now());
}

/**
 * Why an outsider must not hear that the service lives; null while it does its work: its store takes
 * writes, and a pump that is on looks when it is time and ends what it begins, as one does that finds nothing or is
 * refused.
 */
export async function whyUnwell(
  context: Pick<ControlContext, 'reads' | 'vitals' | 'clock'>,
): Promise<string | null> {
  const trouble = context.vitals.writeTrouble();
  if (trouble !== null) return trouble;
  const [pump, pulse] = await Promise.all([readPump(context), context.vitals.pump()]);
  return pump.enabled ? (whyStill(pump, pulse, context.clock.now())?.detail ?? null) : null;
}

/** A pump that is on and does nothing, which its stored state does not show. */
export interface Standstill {
  /** In words. */
  readonly detail: string;
  readonly since: string;
}
/** The act that ends it. */
export const mendStandstill = 'look at the actor pump/main (orrery bench), or restart the service';

/** Why a pump that is on stands still; null: it looks when it is time, and ends what it begins. Pure. */
export function whyStill(
  { interval_ms: intervalMs }: Pump,
  { next_at, busy_ms: busyMs, nothing_ms: nothingMs }: PumpPulse,
  nowMs: number,
): Standstill | null {
  if (busyMs !== null && busyMs > limits.outboxStuckMs) {
    const since = toIsoTime(nowMs - busyMs);
    return { since, detail: `what the pump began has not ended; it was under way at ${since}` };
  }
  if (next_at !== null && nowMs - Date.parse(next_at) > limits.pumpLateIntervals * intervalMs)
    return { since: next_at, detail: `the pump should have looked at ${next_at}` };
  if (nothingMs !== null && nothingMs > limits.outboxStuckMs) {
    const since = toIsoTime(nowMs - nothingMs);
    return { since, detail: `nothing has made the pump look since ${since}: it has no timer` };
  }
  return null;
}

/**
 * One that is off is as it should be, and what it says is that nothing is automatic. One that is on
 * must look, and get done what it begins. Pure.
 */
export function judgePumpFrom(pump: Pump, pulse: PumpPulse, nowMs: number): Verdict {
  const evidence = {
    enabled: pump.enabled,
    pump_status: pump.status,
    next_look_at: pulse.next_at,
    under_way_seconds: pulse.busy_ms === null ? null : Math.round(pulse.busy_ms / 1000),
    steps: pump.tick,
    last_step: pump.last_step,
  };
  if (!pump.enabled) {
    const detail = 'not automatic: the pump is off, so nothing starts by itself (orrery pump on)';
    return { status: 'ok', detail, evidence };
  }
  if (pump.status === 'backing_off') {
    return {
      status: 'failing',
      detail: `the last step of the pump was refused: ${pump.last_error ?? 'the reason is unknown'}`,
      action: 'mend what it names; the pump tries again by itself, orrery pump on at once',
      evidence,
      since: pump.failing_since,
    };
  }
  const still = whyStill(pump, pulse, nowMs);
  if (still !== null) {
    return {
      status: 'failing',
      ...still,
      action: mendStandstill,
      evidence,
    };
  }
  if (pulse.next_at === null && pulse.busy_ms === null) {
    return {
      status: 'unknown',
      detail: 'when the pump looks next is not known',
      action: 'orrery pump on makes it look at once',
      evidence,
      since: null,
    };
  }
  const last = pump.last_step;
  const said = last === null ? 'no step yet' : `the last step was at ${last.at}`;
  return { status: 'ok', detail: `the pump is on; ${said}`, evidence };
}
