/** Types that the parts of the queue item's machine share. */
import type { QueueItem } from '../../domain/records.ts';
import type { Stamped } from '../durable-actions.ts';
import { type Args, createKit, type Distinct, performer } from '../kit.ts';
import type { QueueItemEffects } from './effects.ts';
import type { QueueItemEvent } from './events.ts';

export type QueueItemContext = Omit<QueueItem, 'status'>;
export type QueueItemMachineEvent = Stamped<Distinct<QueueItemEvent>>;
export type QueueItemEventType = QueueItemMachineEvent['type'];
/** The machine's event of that type. */
export type EventOf<Type extends QueueItemEventType> = Extract<
  QueueItemMachineEvent,
  { readonly type: Type }
>;
/** Context and event of a transition on that event. */
export type On<Type extends QueueItemEventType> = Args<QueueItemContext, EventOf<Type>>;
export type CallbackType =
  | 'SESSION_STARTED'
  | 'AGENT_YIELDED'
  | 'QUESTION_PENDING'
  | 'WAKE_READY'
  | 'SESSION_FINISHED_READY'
  | 'GATE_TIMEOUT'
  | 'GATE_ERROR';

export const kit = createKit<QueueItemContext, QueueItemMachineEvent>();
export const perform = performer<QueueItemEffects>();

/** An item never stored. Defaults are those of an enqueue without wishes. */
export function initialQueueItem(id: string): QueueItem {
  return {
    status: 'new',
    project_id: id,
    project_name: '',
    project_dir: '',
    selection_rank: 50,
    dispatch_priority: 50,
    auto_continue: false,
    continue_count: 0,
    max_continues: 0,
    retry_count: 0,
    max_retries: 2,
    current_run_id: null,
    current_session_id: null,
    session_lane: null,
    next_mode: 'exec',
    next_prompt: null,
    lane: null,
    fencing: 0,
    lease_expires_at: null,
    reconcile_attempts: 0,
    last_run_state: null,
    last_event_type: null,
    next_action_hint: null,
    manual_review_required: false,
    blocked_reason: null,
    last_error: null,
    last_result_summary: null,
    decision: null,
    gate_verdict: null,
    paper_id: null,
    machine_target: null,
    workload_class: 'unknown',
    model: null,
    reasoning_effort: 'medium',
    sandbox: '',
    pending_dispatch: null,
    pending_cancel: null,
    last_dispatch_at: null,
    last_callback_at: null,
    stale_after: null,
    created_at: '',
    updated_at: '',
  };
}
