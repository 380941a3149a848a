/** Whether the pump goes on: the check of readiness that says what happens without a person. */
import { limits } from '../../domain/limits.ts';
import type { Pump } from '../../domain/records.ts';
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
 * writes, and a pump that is on looks when it is time, as one does that finds nothing or is refused.
 */
export async function whyUnwell(
  context: Pick<ControlContext, 'reads' | 'vitals' | 'clock'>,
): Promise<string | null> {
  const trouble = context.vitals.writeTrouble();
  if (trouble !== null) return trouble;
  const [pump, pulse] = await Promise.all([readPump(context), context.vitals.pump()]);
  return pump.enabled && isLate(pump, pulse, context.clock.now()) ? lateWords(pulse) : null;
}

const isLate = ({ interval_ms: intervalMs }: Pump, { next_at }: PumpPulse, nowMs: number) =>
  next_at !== null && nowMs - Date.parse(next_at) > limits.pumpLateIntervals * intervalMs;
const lateWords = ({ next_at }: PumpPulse): string => `the pump should have looked at ${next_at}`;

/**
 * One that is off is as it should be, and what it says is that nothing is automatic. One that is on
 * must look, and get done what it begins. Pure.
 */
export function judgePumpFrom(pump: Pump, pulse: PumpPulse, nowMs: number): Verdict {
  const evidence = {
    enabled: pump.enabled,
    pump_status: pump.status,
    next_look_at: pulse.next_at,
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
      detail: `the pump gets nothing done: ${pump.last_error ?? 'the reason is unknown'}`,
      action: 'mend what it names; the pump tries again by itself, orrery pump on at once',
      evidence,
      since: pump.failing_since,
    };
  }
  if (isLate(pump, pulse, nowMs)) {
    return {
      status: 'failing',
      detail: lateWords(pulse),
      action: 'look at the actor pump/main (orrery bench), or restart the service',
      evidence,
      since: pulse.next_at,
    };
  }
  if (pulse.next_at === null && !pulse.busy) {
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
