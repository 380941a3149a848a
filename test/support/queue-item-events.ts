/** The first events of a queue item, as usual ones; a test names what differs. */
import type { QueueItemEvent } from '../../src/machines/queue-item/events.ts';

type EventOf<Type extends QueueItemEvent['type']> = Extract<QueueItemEvent, { type: Type }>;

/** Project `p`, to be measured on `gpu-1`. */
export const enqueueEvent = (more: Partial<EventOf<'ENQUEUE'>> = {}): EventOf<'ENQUEUE'> => ({
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
  ...more,
});

/** Run `r1` on the lane of `gpu-1`. */
export const claimEvent = (more: Partial<EventOf<'CLAIM'>> = {}): EventOf<'CLAIM'> => ({
  type: 'CLAIM',
  run_id: 'r1',
  lane: 'http://gpu-1:8787',
  worker_target: 'gpu-1',
  lease_ms: 60_000,
  stale_after_ms: 30 * 60_000,
  ...more,
});
