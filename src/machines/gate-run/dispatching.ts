/** Preparing and dispatching a worker's run: the first time, repeated, and how starting it ended. */
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
import { gateRunSetup } from './setup.ts';

const prepareReply = (result: 'prepared' | 'replayed') =>
  kit.reply(({ context }) => ({
    result,
    run_id: context.run_id,
    project_dir: context.project_dir,
    prompt_file: context.prompt_file,
  }));

/** The first word about a run; until it is dispatched another prompt replaces the first. */
export const { PREPARE, DISPATCH } = gateRunSetup.createStateConfig({
  on: {
    PREPARE: {
      target: '#prepared',
      actions: [
        kit.change(({ event }) => ({
          run_id: event.run_id,
          project_id: event.project_id,
          project_dir: event.project_dir,
          prompt_file: event.prompt_file,
          prompt_sha256: event.prompt_sha256,
        })),
        kit.record('gate_run.prepared', ({ event }) => ({
          project_id: event.project_id,
          prompt_sha256: event.prompt_sha256,
        })),
        prepareReply('prepared'),
      ],
    },
    DISPATCH: {
      target: '#starting',
      actions: [
        kit.change(({ event }) => ({
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
        kit.record('gate_run.dispatched', ({ event }) => ({
          project_id: event.project_id,
          mode: event.mode,
          model: event.model,
          dispatch_fingerprint: event.dispatch_fingerprint,
        })),
        kit.perform(({ event }) => {
          const { type: _type, at: _at, by: _by, request_key: _key, ...input } = event;
          return perform('gate.spawn', input);
        }),
        kit.defer,
      ],
    },
  },
}).on;
/** The same prompt once more changes nothing and is answered `replayed`. */
export const samePrompt = { guard: 'samePrompt', actions: prepareReply('replayed') } as const;

/** The code of a failed start is kept in front of its error, so that a repeat hears the same. */
const failureText = (code: string, error: string): string => `${code}: ${error}`;
function failureOf(context: GateRunContext): { code: string; error: string } | null {
  const match = /^(dispatch_script_\w+|internal): (.*)$/s.exec(context.last_error ?? '');
  return match === null ? null : { code: match[1] ?? '', error: match[2] ?? '' };
}

/** The same dispatch again starts nothing and hears of the process of the first. */
export const repeated = (result: 'starting' | 'replayed') =>
  ({
    guard: 'sameDispatch',
    actions: kit.reply(({ context }) => ({ result, ...processOf(context) })),
  }) as const;
/** Of a run that failed, also why it never started. */
export const repeatedOfFailed = {
  guard: 'sameDispatch',
  actions: kit.reply(({ context }) => {
    const failure = context.pid === null ? failureOf(context) : null;
    if (failure === null) return { result: 'replayed', ...processOf(context) };
    return { result: 'failed', run_id: context.run_id, ...failure };
  }),
} as const;

const learnProcess = kit.change<EventOf<'SPAWNED'>>(({ context, event }) => ({
  pid: event.pid,
  pgid: event.pgid,
  session_id: event.session_id ?? context.session_id,
  pid_start_ticks: event.pid_start_ticks,
  boot_id: event.boot_id,
  started_at: event.at,
}));
const spawnedRecord = (eventType: string) =>
  kit.record(eventType, ({ context }) => processOf(context));

/** It started after it was called off: it is ended without ever having counted as running. */
export const startedTooLate = gateRunSetup.createStateConfig({
  on: {
    SPAWNED: {
      target: '#stopping',
      actions: [learnProcess, spawnedRecord('gate_run.late_start_found'), killLeftovers],
    },
  },
}).on;

const startFailed = <E extends EventOf<'SPAWN_FAILED' | 'EFFECT_FAILED'>>(
  codeOf: (event: E) => string,
) => [
  answerPending<E>(({ event }) => ({ result: 'failed', code: codeOf(event), error: event.error })),
  kit.change<E>(({ event }) => ({
    pending_request: null,
    last_error: failureText(codeOf(event), event.error),
    ended_at: event.at,
  })),
  kit.record<E>('gate_run.start_failed', ({ event }) => ({
    code: codeOf(event),
    error: event.error,
  })),
];

/** While the dispatch script runs. A failure makes no callback: who dispatched it is answered. */
export const starting = gateRunSetup.createStateConfig({
  on: {
    SPAWNED: {
      target: '#running',
      actions: [
        answerPending(({ context, event }) => ({
          result: 'started',
          pid: event.pid,
          pgid: event.pgid,
          session_id: event.session_id ?? context.session_id,
        })),
        learnProcess,
        kit.change(({ context }) => ({
          idle_state: 'warming',
          pending_request: null,
          callback_sequence: context.callback_sequence + 1,
        })),
        spawnedRecord('gate_run.started'),
        enqueueCallback('session_started', () => ({})),
      ],
    },
    SPAWN_FAILED: { target: '#failed', actions: startFailed(({ code }) => code) },
    /** The effect itself gave up, so something may have started: whatever did is ended. */
    EFFECT_FAILED: {
      guard: 'spawnEffect',
      target: '#failed',
      actions: [...startFailed(() => 'internal'), killLeftovers],
    },
  },
}).on;
