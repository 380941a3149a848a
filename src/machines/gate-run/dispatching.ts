/** Dispatching a worker's run: the first time, repeated, and how starting it ended. */
import type { GateRun } from '../../domain/records.ts';
import {
  answerPending,
  type EventOf,
  enqueueCallback,
  type GateRunContext,
  killLeftovers,
  kit,
  perform,
  processOf,
} from './context.ts';

type Dispatch = EventOf<'DISPATCH'>;

export const dispatch = {
  target: 'starting',
  actions: [
    kit.change<Dispatch>(({ event }) => ({
      run_id: event.run_id,
      project_id: event.project_id,
      project_dir: event.project_dir,
      prompt_file: event.prompt_file,
      dispatch_fingerprint: event.dispatch_fingerprint,
      mode: event.mode,
      session_id: event.session_id,
      model: event.model,
      reasoning_effort: event.reasoning_effort,
      sandbox: event.sandbox,
      workload_class: event.workload_class,
      pending_request: event.request_key,
    })),
    kit.record<Dispatch>('gate_run.dispatched', ({ event }) => ({
      project_id: event.project_id,
      mode: event.mode,
      model: event.model,
      dispatch_fingerprint: event.dispatch_fingerprint,
    })),
    kit.perform<Dispatch>(({ event }) => {
      const { type: _type, at: _at, by: _by, request_key: _key, ...input } = event;
      return perform('gate.spawn', input);
    }),
    kit.defer,
  ],
} as const;

/** The code of a failed start is kept in front of its error, so that a repeat hears the same. */
const failureText = (code: string, error: string): string => `${code}: ${error}`;
function failureOf(context: GateRunContext): { code: string; error: string } | null {
  const match = /^(dispatch_script_\w+|internal): (.*)$/s.exec(context.last_error ?? '');
  return match === null ? null : { code: match[1] ?? '', error: match[2] ?? '' };
}

/** The same dispatch again starts nothing and hears what became of the first. */
export const replayedWhile = (status: Exclude<GateRun['status'], 'new'>) =>
  ({
    guard: 'sameDispatch',
    actions: [
      kit.reply<Dispatch>(({ context }) => {
        const failure = status === 'failed' && context.pid === null ? failureOf(context) : null;
        if (failure !== null) return { result: 'failed', run_id: context.run_id, ...failure };
        const result = status === 'starting' ? 'starting' : 'replayed';
        return { result, state: status, ...processOf(context) };
      }),
    ],
  }) as const;

const learnProcess = kit.change<EventOf<'SPAWNED'>>(({ context, event }) => ({
  pid: event.pid,
  pgid: event.pgid,
  session_id: event.session_id ?? context.session_id,
  pid_start_ticks: event.pid_start_ticks,
  boot_id: event.boot_id,
  started_at: event.at,
}));
const spawnedRecord = (eventType: string) =>
  kit.record<EventOf<'SPAWNED'>>(eventType, ({ context }) => processOf(context));

export const spawned = {
  target: 'running',
  actions: [
    answerPending<EventOf<'SPAWNED'>>(({ context, event }) => ({
      result: 'started',
      pid: event.pid,
      pgid: event.pgid,
      session_id: event.session_id ?? context.session_id,
    })),
    learnProcess,
    kit.change<EventOf<'SPAWNED'>>(({ context }) => ({
      idle_state: 'warming',
      pending_request: null,
      callback_sequence: context.callback_sequence + 1,
    })),
    spawnedRecord('gate_run.started'),
    enqueueCallback<EventOf<'SPAWNED'>>('session_started', () => ({})),
  ],
} as const;

/** It started after it was called off: it is ended without ever having counted as running. */
export const spawnedTooLate = {
  target: 'stopping',
  actions: [learnProcess, spawnedRecord('gate_run.late_start_found'), killLeftovers],
} as const;

type Failure = EventOf<'SPAWN_FAILED' | 'EFFECT_FAILED'>;
const codeOf = (event: Failure): string =>
  event.type === 'SPAWN_FAILED' ? event.code : 'internal';
const spawnFailedActions = [
  answerPending<Failure>(({ event }) => ({
    result: 'failed',
    code: codeOf(event),
    error: event.error,
  })),
  kit.change<Failure>(({ event }) => ({
    pending_request: null,
    last_error: failureText(codeOf(event), event.error),
    ended_at: event.at,
  })),
  kit.record<Failure>('gate_run.start_failed', ({ event }) => ({
    code: codeOf(event),
    error: event.error,
  })),
] as const;

/** No callback: who dispatched it gets the answer. */
export const spawnFailed = { target: 'failed', actions: spawnFailedActions } as const;
/** The effect itself gave up, so something may have started: whatever did is ended. */
export const spawnLost = {
  guard: 'spawnEffect',
  target: 'failed',
  actions: [...spawnFailedActions, killLeftovers],
} as const;
