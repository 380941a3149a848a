/** One run of a queue item from its enqueueing to the decision that puts it back, as events. */
import type { CallbackBody } from '../../src/domain/records.ts';
import type { QueueItemEvent } from '../../src/machines/queue-item/events.ts';

const callback: CallbackBody = {
  event_type: 'session_started',
  idempotency_key: 'r1:session_started:1',
  run_id: 'r1',
  project_id: 'p',
  session_id: 's1',
  sequence: 1,
  seen_at: '1970-01-01T00:00:00.000Z',
  gate_state: 'idle',
  reason: 'why it is so',
  process_tracking: null,
  telemetry: { window_sec: 60 },
  exit_code: 0,
  decision: null,
};

/** In order; two of them are refused. */
export const queueItemLife: readonly QueueItemEvent[] = [
  {
    type: 'ENQUEUE',
    project_id: 'p',
    project_name: 'P',
    project_dir: 'p',
    prompt: 'measure it',
    selection_rank: 50,
    dispatch_priority: 10,
    auto_continue: true,
    max_continues: 1,
    max_retries: 2,
    machine_target: 'gpu-1',
    workload_class: 'training',
    model: 'm-1',
    reasoning_effort: 'high',
    sandbox: 'workspace-write',
  },
  {
    type: 'CLAIM',
    run_id: 'r1',
    lane: 'http://gpu-1:8787',
    worker_target: 'gpu-1',
    lease_ms: 60_000,
    stale_after_ms: 1_800_000,
  },
  { type: 'WORKER_ACCEPTED', run_id: 'r1', session_id: 's1' },
  { type: 'SESSION_STARTED', callback },
  { type: 'AGENT_YIELDED', callback: { ...callback, event_type: 'agent_yielded', sequence: 2 } },
  { type: 'RESUME', note: null },
  { type: 'WAKE_READY', callback: { ...callback, event_type: 'wake_ready', sequence: 3 } },
  {
    type: 'DECISION_READ',
    run_id: 'r1',
    decision: {
      project_decision: 'continue',
      research_outcome: 'useful_signal',
      hypothesis_status: 'mixed',
      summary: 'it worked a little',
      recommended_next_action: 'look again',
    },
    gate_verdict: null,
    problems: [],
  },
  { type: 'RESUME', note: null },
];
