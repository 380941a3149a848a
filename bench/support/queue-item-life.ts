/** One run of a queue item from its enqueueing to the decision that puts it back, as events. */
import type { CallbackBody } from '../../src/domain/records.ts';
import type { QueueItemEvent } from '../../src/machines/queue-item/events.ts';
import { claimEvent, enqueueEvent } from '../../test/support/queue-item-events.ts';

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
  enqueueEvent(),
  claimEvent(),
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
