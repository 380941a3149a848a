/** Reading the pump, and what an operator may expect to happen by itself. */
import { blank } from '../../domain/blank.ts';
import type { Automation } from '../../domain/operator-lanes.ts';
import { type Pump, pumpSchema } from '../../domain/records.ts';
import { toIsoTime } from '../../lib/clock.ts';
import type { ControlContext } from './ports.ts';
import { readSwitch } from './switches.ts';

/** The one actor that steps. */
export const pumpAddress = { kind: 'pump', id: 'main' } as const;

/** Code of a part that found what waits for it, and could do nothing with any of it. */
export const passedOver = 'passed_over';

type Context = Pick<ControlContext, 'reads' | 'settings'>;

/** The pump as it is stored; `off` when nobody ever touched it. */
export async function readPump({ reads }: Pick<ControlContext, 'reads'>): Promise<Pump> {
  const row = await reads.get('pump', pumpAddress.id);
  return row === undefined ? neverTouched : pumpSchema.parse(row);
}

const never = toIsoTime(0);
const neverTouched: Pump = blank(pumpSchema, { created_at: never, updated_at: never });

/** What happens without a person now: the stored pump and switch, and what is configured. */
export async function readAutomation(context: Context): Promise<Automation> {
  const [pump, control] = await Promise.all([readPump(context), readSwitch(context)]);
  return judgeAutomation(pump, control.status, context.settings);
}

/** The same from what was read already. Pure. */
export function judgeAutomation(
  pump: Pick<Pump, 'enabled' | 'tried'>,
  control: 'open' | 'paused' | 'maintenance',
  { liveDispatchEnabled, pump: parts }: ControlContext['settings'],
): Automation {
  const drafts = pump.enabled && parts.drafts && control !== 'maintenance';
  const common = { drafts, draftsHeld: drafts ? heldWords(pump) : null };
  if (control !== 'open') {
    const what = control === 'paused' ? 'the queue is paused' : 'maintenance mode is on';
    return { ...common, why: `${what} (orrery resume)`, byHand: false };
  }
  if (!liveDispatchEnabled)
    return { ...common, why: 'live_dispatch_enabled is false in the configuration', byHand: false };
  if (!pump.enabled) return { ...common, why: 'the pump is off (orrery pump on)', byHand: true };
  // One that was refused looks again by itself, and starts what can start then.
  return { ...common, why: null, byHand: false };
}

/** What its last look said of the runs that wait for a paper, where it could draft none of them. */
const heldWords = ({ tried }: Pick<Pump, 'tried'>): string | null =>
  tried.find(({ part, code }) => part === 'draft' && code === passedOver)?.reason ?? null;
