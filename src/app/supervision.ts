/** How the actors of each half are supervised: which fail together, and what happens then. */
import type { SupervisedGroup } from '../actors/runtime/supervision.ts';

const hourMs = 3_600_000;

/** Groups of the control plane. An operator's queue and papers go on beside what fails in them. */
export const controlGroups: readonly SupervisedGroup[] = [
  {
    name: 'queue',
    kinds: ['queue_item', 'project', 'intake', 'followup'],
    strategy: 'isolate',
    intensity: { failuresMax: 200, windowMs: hourMs },
  },
  {
    name: 'papers',
    kinds: ['paper', 'paper_review', 'corpus_entry', 'rewrite_batch', 'replication'],
    strategy: 'isolate',
    intensity: { failuresMax: 100, windowMs: hourMs },
  },
  {
    name: 'commands',
    kinds: ['command', 'plan'],
    strategy: 'isolate',
    intensity: { failuresMax: 100, windowMs: hourMs },
  },
  {
    name: 'notify',
    kinds: ['notification', 'heartbeat', 'retention'],
    strategy: 'isolate',
    intensity: { failuresMax: 100, windowMs: hourMs },
  },
  // One actor each, which everything else relies on: what it holds in memory is read anew.
  {
    name: 'service',
    kinds: ['control', 'worker_target', 'core_snapshot', 'event_log', 'upkeep', 'pump'],
    strategy: 'restart',
    intensity: { failuresMax: 20, windowMs: hourMs },
  },
  {
    name: 'alerts',
    kinds: ['alert', 'alert_watch', 'incident'],
    strategy: 'isolate',
    intensity: { failuresMax: 100, windowMs: hourMs },
  },
];

/** Groups of the worker gate: a run and what it reports stand and fall together. */
export const gateGroups: readonly SupervisedGroup[] = [
  {
    name: 'runs',
    kinds: ['gate_run', 'callback_delivery'],
    strategy: 'restart',
    intensity: { failuresMax: 50, windowMs: hourMs },
  },
  {
    name: 'commands',
    kinds: ['command'],
    strategy: 'isolate',
    intensity: { failuresMax: 100, windowMs: hourMs },
  },
];
