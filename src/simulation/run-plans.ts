/** How runs of a simulation end. */
import type { Entropy } from '../lib/ids.ts';
import type { RunPlan } from './agents.ts';

const minuteMs = 60_000;

/** Most runs go well; some ask, some fail, some leave nothing behind. `shareMs`: a worker's time for each idea. */
export function planRun(draw: Entropy, shareMs: number): RunPlan {
  const lastsMs = Math.max(minuteMs, shareMs * 0.6 * (0.3 + 1.2 * draw.random()));
  const kind = draw.random();
  const end =
    kind < 0.05 ? 'question_pending' : kind < 0.08 ? 'gate_error' : 'session_finished_ready';
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
  return { lastsMs, end, decision };
}
