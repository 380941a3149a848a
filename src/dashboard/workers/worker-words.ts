/** What is said of a worker: how it is, since when, and how much of that is still known. Pure. */

import type { WorkerCheck, WorkerRow } from '../service/wire.ts';
import { capital, endSentence, type Mark, plainWord } from '../words/words.ts';

interface HealthWords {
  readonly mark: Mark;
  readonly word: string;
  /** What it means, in a sentence. */
  readonly means: string;
}

const healths: Readonly<Record<string, HealthWords>> = {
  healthy: { mark: 'done', word: 'healthy', means: 'It answers, and what a run needs is there.' },
  degraded: {
    mark: 'person',
    word: 'degraded',
    means: 'It answers, but no run would start there.',
  },
  unreachable: { mark: 'failed', word: 'down', means: 'It does not answer.' },
  unknown: { mark: 'unknown', word: 'not known', means: 'Nobody has looked at it yet.' },
};

/** A status that this page does not know is told by its own word. */
export function healthWords(status: string | undefined): HealthWords {
  return healths[status ?? 'unknown'] ?? { ...healths.unknown!, word: plainWord(status) };
}

/** Why it is so; null where there is nothing to say. */
export function healthReason({ health }: WorkerRow): string | null {
  const said = health?.trouble ?? (health?.status === 'healthy' ? null : health?.reason);
  return said == null ? null : endSentence(capital(said));
}

const checkNames: Readonly<Record<string, string>> = {
  control_queue_paused: 'Queue',
  control_maintenance_mode: 'Maintenance mode',
  cluster_answers: 'Cluster',
  wake_gate_healthz: 'Worker gate',
  wake_gate_token_valid: 'Token',
  store_writable: 'Store of its gate',
  worker_gpu_idle: 'GPUs',
  worker_memory_available: 'Memory',
  worker_no_live_runs: 'Live runs',
  worker_callback_token_compatible: 'Token of its callbacks',
  worker_clock_skew: 'Clock',
  worker_callbacks_delivered: 'Callbacks',
  worker_actors_in_service: 'Actors of its gate',
};

/** What a check of a worker looks at; its detail says what was found. */
export function checkWords(name: string | undefined): string {
  return checkNames[name ?? ''] ?? capital(plainWord(name));
}

/** A healthy worker fails no check but those that its own run makes fail. */
export const failsByItsRun = (status: string | undefined): boolean => status === 'healthy';

/** How many checks there are, and how many did not pass. */
export function checkCount(checks: readonly WorkerCheck[], status: string | undefined): string {
  const bad = checks.filter(({ ok }) => !ok);
  const warnings = bad.filter(({ advice }) => advice).length;
  const failed = bad.length - warnings;
  if (bad.length === 0) return `All ${checks.length} checks passed`;
  const parts = [
    failed === 0 ? null : `${failed} failed${failsByItsRun(status) ? ' because it works' : ''}`,
    warnings > 0 ? `${warnings} ${warnings === 1 ? 'warns' : 'warn'}` : null,
  ].filter((part) => part !== null);
  return `Of ${checks.length} checks ${parts.join(', ')}`;
}

type ActiveRun = NonNullable<WorkerRow['active']>;

/** Its runs: one of a machine, one for each job of a cluster. */
export const activeRuns = ({ active, jobs }: WorkerRow): readonly ActiveRun[] =>
  jobs?.active ?? (active == null ? [] : [active]);

/** How many jobs of a cluster runs have; null for a machine with a gate. */
export function jobCount({ jobs }: WorkerRow): string | null {
  if (jobs === undefined) return null;
  return `It is a cluster: runs have ${jobs.active?.length ?? 0} of at most ${jobs.most} jobs there.`;
}

/** Where the job of a run is while it has not begun to take the run; null otherwise. */
export function jobWords({ status, job }: ActiveRun): string | null {
  if (status !== 'dispatching' || job == null) return null;
  return endSentence(`its job ${job.phase === 'pending' ? 'waits' : 'is looked at'}: ${job.why}`);
}

const rules: Readonly<Record<string, string>> = {
  class_route: 'takes by the kind of work',
  default: 'takes as the default worker',
  machine_target: 'takes where the item names it',
  session: 'takes where it holds the session',
};

/** Its classes, one line for each rule that leads to it. */
export function classLines({ classes }: WorkerRow): readonly { words: string; names: string }[] {
  const byRule = new Map<string, string[]>();
  for (const { workload_class: name, rule } of classes ?? []) {
    const key = rule ?? 'unknown rule';
    byRule.set(key, [
      ...(byRule.get(key) ?? []),
      name === 'unknown' ? 'not classified' : plainWord(name),
    ]);
  }
  return [...byRule].map(([rule, names]) => ({
    words: rules[rule] ?? plainWord(rule),
    names: names.join(', '),
  }));
}

/** How many items wait for a worker, and what they wait for. */
export function waitingWords({ waiting, blocked_by: blockedBy }: WorkerRow): string {
  const { count, at_least: atLeast } = waiting ?? {};
  if (count === undefined) return 'How many wait for it is unknown.';
  if (count === 0) return 'Nothing waits for it.';
  const many = `${atLeast ? 'At least ' : ''}${count} ${count === 1 ? 'item waits' : 'items wait'} for it`;
  return blockedBy?.reason === undefined ? `${many}.` : endSentence(`${many}: ${blockedBy.reason}`);
}

/** What is said of callbacks; `parked` ones wait for a person. */
export function callbackWords({ callbacks, health }: WorkerRow): {
  words: string;
  parked: number;
} {
  if (callbacks == null) return { words: 'The worker does not tell.', parked: 0 };
  const { waiting, parked } = callbacks;
  const was = health?.status === 'unreachable' ? 'When it answered last: ' : '';
  if ((parked ?? 0) > 0) {
    const runs =
      parked === 1 ? 'one run was refused and waits' : `${parked} runs were refused and wait`;
    return { words: `${was}the callback of ${runs} for you.`, parked: parked ?? 0 };
  }
  if (waiting === undefined || parked === undefined) return { words: `${was}unknown.`, parked: 0 };
  if (waiting === 0) return { words: `${was}all delivered.`, parked: 0 };
  const many = waiting === 1 ? 'one is' : `${waiting} are`;
  return { words: `${was}${many} on the way.`, parked: 0 };
}
