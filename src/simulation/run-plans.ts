/** How runs of a simulation end. */
import type { Entropy } from '../lib/ids.ts';
import type { RunPlan } from './agents.ts';

const minuteMs = 60_000;
/** Share of the agents that leave a process behind, and for how long it works on at most. */
const lingering = { share: 0.2, mostMs: 10 * minuteMs } as const;

/** Most runs go well; some ask, some cannot be started, some leave nothing behind. `shareMs`: a worker's time for each idea. */
export function planRun(draw: Entropy, shareMs: number): RunPlan {
  const lastsMs = Math.max(minuteMs, shareMs * 0.6 * (0.3 + 1.2 * draw.random()));
  const kind = draw.random();
  const end = kind < 0.05 ? 'asks' : kind < 0.08 ? 'not_started' : 'concludes';
  const word = draw.random();
  const decision =
    word < 0.45
      ? 'finalize_positive'
      : word < 0.8
        ? 'finalize_negative'
        : word < 0.9
          ? 'continue'
          : word < 0.95
            ? 'needs_review'
            : null;
  const lingers = draw.random();
  const lingersMs =
    end === 'concludes' && lingers < lingering.share
      ? Math.ceil((lingering.mostMs * lingers) / lingering.share)
      : 0;
  return { lastsMs, end, lingersMs, decision };
}
