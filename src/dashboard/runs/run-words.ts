/** What is said of a run: what it does, why it is not over, and what would change that. Pure. */

import { timeOf } from '../service/loose.ts';
import type { RunRow } from '../service/wire.ts';
import { stateWord } from '../words/state-words.ts';
import {
  capital,
  clockText,
  endSentence,
  type Mark,
  markOf,
  plainWord,
  spanText,
} from '../words/words.ts';
import type { GateNow } from './gate-now.ts';
import { isOpenRun, type RunWhy } from './run-model.ts';
import { plainSignals } from './verdict-words.ts';

/** What the head of the pane says of a run, each part a sentence of its own. */
export interface RunSentence {
  readonly mark: Mark;
  /** What it is doing. */
  readonly now: string;
  /** Since when, ms since the epoch; null where nobody knows. */
  readonly sinceMs: number | null;
  /** What was then: before an age that ends in "ago", or `for` before a span. */
  readonly since: 'for' | 'the agent ended' | '';
  /** Why it is not over; null when it is. */
  readonly because: string | null;
  /** What would change it. */
  readonly change: string | null;
}

/** That nothing is told of a run now: why, and when it was told of last; null: it never was. */
export interface Silence {
  readonly why: string;
  readonly sinceMs: number | null;
}

/** `gate` is null where the worker has not told it, `silence` where it tells. */
export function runSentence(
  run: RunRow,
  why: RunWhy | null,
  gate: GateNow | null,
  silence: Silence | null = null,
): RunSentence {
  const { state } = run;
  if (!isOpenRun(run)) return overSentence(run);
  if (state === 'running' || state === 'awaiting_wake') {
    const exited = gate?.agentExited ?? state === 'awaiting_wake';
    if (silence !== null) return silentSentence(exited, silence);
    return exited ? quietSentence(run, why, gate) : workSentence(run, gate);
  }
  const waits = waitingWords[state ?? ''];
  return {
    mark: waits?.mark ?? 'unknown',
    now: waits?.now ?? `${capital(plainWord(state))}.`,
    sinceMs: timeOf(run.started_at) ?? timeOf(run.last_callback_at),
    since: 'for',
    because: why?.reason == null ? null : endSentence(capital(why.reason)),
    change: waits?.change ?? (why?.action == null ? null : endSentence(why.action)),
  };
}

const waitingWords: Readonly<Record<string, { mark: Mark; now: string; change: string }>> = {
  prepared: {
    mark: 'waiting',
    now: 'It is about to be started.',
    change: 'The worker says that it has started it, or why not.',
  },
  dispatching: {
    mark: 'running',
    now: 'It is being started.',
    change: 'The worker says that it has started it, or why not.',
  },
  question_pending: {
    mark: 'person',
    now: 'The agent asks a question.',
    change: 'Answer it in the queue item; another run goes on with your words.',
  },
};

/** What was told before is not said to be so now. */
function silentSentence(exited: boolean, { why, sinceMs }: Silence): RunSentence {
  const before = exited ? 'the agent had ended' : 'the agent was at work';
  return {
    mark: 'unknown',
    now: `Not known now; ${before} when something was told last.`,
    sinceMs,
    since: '',
    because: `Nothing is told of it: ${endSentence(why)}`,
    change: 'Its worker answers again. Until then the worker judges by itself, if it lives.',
  };
}

function workSentence({ started_at: startedAt }: RunRow, gate: GateNow | null): RunSentence {
  const quiet =
    gate?.requiredMs == null ? 'quiet long enough' : `quiet for ${clockText(gate.requiredMs)}`;
  return {
    mark: 'running',
    now: 'The agent is at work.',
    sinceMs: timeOf(startedAt),
    since: 'for',
    because: 'Its session has not ended.',
    change: `When the session ends, the machine must be ${quiet} without a break; then the run is over.`,
  };
}

/** The agent has ended; the gate decides. */
function quietSentence(run: RunRow, why: RunWhy | null, gate: GateNow | null): RunSentence {
  const endedMs = timeOf(run.last_callback_at);
  const sinceMs = endedMs ?? timeOf(run.started_at);
  const since = endedMs === null ? 'for' : 'the agent ended';
  const common = { sinceMs, since, mark: 'running' } as const;
  const reasons = gate === null ? [] : gate.reasons.map(plainSignals);
  const because = reasons.length === 0 ? null : endSentence(capital(reasons.join('; ')));
  const required = clockText(gate?.requiredMs ?? null);
  switch (gate?.state) {
    case 'quiet_candidate': {
      const left = leftMs(gate);
      return {
        ...common,
        now: `The agent has ended, and all has been quiet for ${clockText(gate.progressMs)} of ${required}.`,
        because: because ?? 'Quiet must last without a break.',
        change:
          left === null || left > 0
            ? `Over in about ${spanText(left)} if nothing stirs; a fresh reading then decides.`
            : 'The fresh reading that decides is being taken.',
      };
    }
    case 'busy':
      return {
        ...common,
        now: 'The agent has ended; something of the run still works.',
        because,
        change: `All of it must rest for ${required} without a break.`,
      };
    case 'sensor_unknown':
      return {
        ...common,
        mark: 'unknown',
        now: 'The agent has ended; whether the machine is quiet is not known.',
        because,
        change: `The readings come back; from then on it must be quiet for ${required}. Without them the run ends by time-out.`,
      };
    case 'suspect_sensor':
      return {
        ...common,
        mark: 'unknown',
        now: 'The agent has ended; the readings contradict each other.',
        because,
        change: `While they are in doubt quiet must last longer: ${required}.`,
      };
    default:
      return {
        ...common,
        now: 'The agent has ended; the readings that decide are awaited.',
        because: because ?? (why?.reason == null ? null : endSentence(capital(why.reason))),
        change: 'With the first complete reading the quiet window can begin.',
      };
  }
}

function leftMs({ progressMs, requiredMs }: GateNow): number | null {
  return progressMs === null || requiredMs === null ? null : requiredMs - progressMs;
}

const ends: Readonly<Record<string, { mark: Mark; now: string; change: string | null }>> = {
  reconciled: {
    mark: 'done',
    now: 'It is over; its end was found out by asking the worker.',
    change: null,
  },
  canceled: { mark: 'paused', now: 'It was stopped; its files were kept.', change: null },
  gate_timeout: {
    mark: 'failed',
    now: 'It was given up: the machine did not come to rest in time.',
    change: 'See below which signal did not hold; what it left can be kept by a person.',
  },
  gate_error: {
    mark: 'failed',
    now: 'It failed.',
    change: 'The queue item says what can be done about it.',
  },
  dispatch_error: {
    mark: 'failed',
    now: 'It was not started.',
    change: 'The queue item says what can be done about it.',
  },
  question_pending: {
    mark: 'person',
    now: 'It is over: the agent asked a question.',
    change: 'Answer it in the queue item; another run goes on with your words.',
  },
};

/** That all came to rest says nothing of how the agent ended. */
function restEnd(exitCode: number | null): (typeof ends)[string] {
  if (exitCode === 0)
    return { mark: 'done', now: 'It is over: the agent finished and all is quiet.', change: null };
  const how = exitCode === null ? 'how is not known' : `with exit code ${exitCode}`;
  return {
    mark: exitCode === null ? 'unknown' : 'failed',
    now: `It is over: the agent ended, ${how}, and all is quiet.`,
    change: 'The queue item says what came of it.',
  };
}

const isAtRest = ({ state }: RunRow): boolean =>
  state === 'session_finished_ready' || state === 'wake_ready';

function overSentence(run: RunRow): RunSentence {
  const { state, ended_at: endedAt, last_error: error, exit_code: exitCode } = run;
  const end = isAtRest(run) ? restEnd(exitCode ?? null) : ends[state ?? ''];
  return {
    mark: end?.mark ?? 'done',
    now: end?.now ?? `It is over: ${plainWord(state)}.`,
    sinceMs: timeOf(endedAt),
    since: '',
    because: error == null ? null : endSentence(capital(error)),
    change: end?.change ?? null,
  };
}

/** Shape and words of a run where it is one of many: that all came to rest is no success of an agent that failed. */
export function runMark(run: RunRow): { readonly kind: Mark; readonly word: string } {
  const { exit_code: exitCode } = run;
  return isAtRest(run) && exitCode != null && exitCode !== 0
    ? { kind: 'failed', word: 'over, the agent failed' }
    : { kind: markOf(run.state), word: stateWord(run.state) };
}
