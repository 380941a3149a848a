/** How a run ended, in words and as an exit code. Pure. */
import type { RunState } from '../../domain/statuses.ts';
import { asText } from '../../lib/as-text.ts';
import { exitCodes } from '../command.ts';
import type { Row } from '../output/rows.ts';

interface RunEnd {
  readonly code: number;
  readonly words: string;
}

/** Good: it ended well unless its agent's exit code says otherwise. Exit: its code must be known. */
const ends: Partial<Readonly<Record<RunState, { kind: 'good' | 'bad' | 'exit'; words: string }>>> =
  {
    wake_ready: { kind: 'good', words: 'the gate called it over' },
    session_finished_ready: { kind: 'good', words: 'the gate called it over, with a decision' },
    reconciled: { kind: 'exit', words: 'it was closed without word from its gate' },
    question_pending: {
      kind: 'bad',
      words: 'its agent ended with a question that a person must answer',
    },
    gate_timeout: { kind: 'bad', words: 'the workload never became quiet in time' },
    gate_error: { kind: 'bad', words: 'the gate gave it up, or it was stopped on its worker' },
    dispatch_error: { kind: 'bad', words: 'it was never started' },
    canceled: { kind: 'bad', words: 'it was canceled' },
  };

/** Whether nothing more comes of a run in this state; an unknown state is no end. */
export function isEnd(state: unknown): boolean {
  return typeof state === 'string' && Object.hasOwn(ends, state);
}

/** Null while the run goes on. `run` is a run as the API shows it. */
export function endOf(run: Row): RunEnd | null {
  const state = asText(run['state']);
  const end = isEnd(state) ? ends[state as RunState] : undefined;
  if (end === undefined) return null;
  const exit = run['exit_code'];
  const isGood = exit === 0 || (end.kind === 'good' && typeof exit !== 'number');
  const failure = asText(run['last_error']);
  const parts = [
    `Run ${asText(run['run_id'])} ended as ${state}: ${end.words}`,
    typeof exit === 'number' ? `exit code ${exit}` : 'exit code unknown',
    ...(failure === '' ? [] : [failure]),
  ];
  return {
    code: isGood && end.kind !== 'bad' ? exitCodes.ok : exitCodes.failed,
    words: `${parts.join('; ')}.`,
  };
}
