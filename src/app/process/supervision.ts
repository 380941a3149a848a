/** How the actors of each half are supervised: which fail together, and what happens then. */
import type { SupervisedGroup } from '../../actors/runtime/supervision.ts';

/** Each by itself, as long as no more than so many fail in an hour. */
const isolated = (name: string, kinds: readonly string[], failuresMax = 100): SupervisedGroup => ({
  name,
  kinds,
  strategy: 'isolate',
  intensity: { failuresMax, windowMs: 3_600_000 },
});
/** What they hold in memory is read anew. */
const restarted = (
  name: string,
  kinds: readonly string[],
  failuresMax: number,
): SupervisedGroup => ({ ...isolated(name, kinds, failuresMax), strategy: 'restart' });

/** Groups of the control plane. An operator's queue and papers go on beside what fails in them. */
export const controlGroups: readonly SupervisedGroup[] = [
  isolated('queue', ['queue_item', 'project', 'intake', 'followup'], 200),
  isolated('papers', [
    'paper',
    'paper_review',
    'corpus_entry',
    'paper_watch',
    'rewrite_batch',
    'replication',
  ]),
  isolated('commands', ['command', 'plan']),
  isolated('notify', ['notification', 'heartbeat', 'retention']),
  // One actor each, which everything else relies on.
  restarted(
    'service',
    ['control', 'worker_target', 'core_snapshot', 'event_log', 'upkeep', 'pump'],
    20,
  ),
  isolated('alerts', ['alert', 'alert_watch', 'incident']),
];

/** Groups of the worker gate: a run and what it reports stand and fall together. */
export const gateGroups: readonly SupervisedGroup[] = [
  restarted('runs', ['gate_run', 'callback_delivery'], 50),
  isolated('commands', ['command', 'retention']),
];
