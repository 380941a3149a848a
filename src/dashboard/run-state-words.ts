/** States of a run as people say them. Pure. */
import type { RunState } from '../domain/statuses.ts';
import { plainWord } from './words.ts';

const states: Readonly<Record<RunState, string>> = {
  prepared: 'being prepared',
  dispatching: 'being sent to its worker',
  running: 'running',
  awaiting_wake: 'its workload goes on',
  question_pending: 'asks a question',
  wake_ready: 'over, workload at rest',
  session_finished_ready: 'over, session ended',
  gate_timeout: 'given up, never at rest',
  gate_error: 'given up, its gate failed',
  reconciled: 'over, contact was lost',
  dispatch_error: 'not started',
  canceled: 'canceled',
};

/** One that is not known here is said as it is called. */
export const runWord = (state: string | null | undefined): string =>
  (states as Readonly<Partial<Record<string, string>>>)[state ?? ''] ?? plainWord(state);
