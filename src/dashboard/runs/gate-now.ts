/** Where the idle gate stands with a run, as the feed tells it; what is said of that is in `run-words.ts`. Pure. */
import { fieldsOf, numberOf, textOf, textsOf } from '../service/loose.ts';

/** Where the idle gate stands, as the latest sample told it. */
export interface GateNow {
  readonly state: string | null;
  readonly agentExited: boolean | null;
  readonly progressMs: number | null;
  readonly requiredMs: number | null;
  readonly reasons: readonly string[];
}

/** From the idle part of a sample; null where it has none. */
export function readGateNow(idle: unknown): GateNow | null {
  if (typeof idle !== 'object' || idle === null) return null;
  const fields = fieldsOf(idle);
  return {
    state: textOf(fields.state),
    agentExited: typeof fields.agent_exited === 'boolean' ? fields.agent_exited : null,
    progressMs: numberOf(fields.window_progress_ms),
    requiredMs: numberOf(fields.required_ms),
    reasons: textsOf(fields.reasons),
  };
}
