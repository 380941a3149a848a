/** Runs and workers behind a dashboard test, and the answers about them; times are minutes before now. */
import type { RouteResult } from '../../src/http/route.ts';
import { type CannedLog, cannedLog, logText } from './canned-log.ts';
import { listOf, recordedReply, recordedRow, stamp } from './canned-reply.ts';
import { type HistoryWorld, historyOf, minutesAgo, runId, workerName } from './canned-telemetry.ts';
import { healthyWorker } from './canned-workers.ts';
import type { CannedRequest } from './http-dashboard.ts';

const ok = (body: object): RouteResult => ({ status: 200, body: { ok: true, ...body } });

export interface RunWorld extends HistoryWorld {
  state: string;
  verdict: object | null;
  readonly log: CannedLog;
  /** Answered instead by what only the worker knows. */
  workerDown: RouteResult | null;
  workers: readonly object[];
  /** What was asked for with POST. */
  readonly posted: string[];
}

export function runWorld(fields: Partial<RunWorld> = {}): RunWorld {
  return {
    lengthMin: 42,
    state: 'awaiting_wake',
    endedMinAgo: null,
    verdict: null,
    gap: null,
    log: cannedLog(logText(60)),
    workerDown: null,
    gpuCount: 2,
    workers: [healthyWorker()],
    posted: [],
    ...fields,
  };
}

function runRow(world: RunWorld, fields: object = {}): object {
  const { lengthMin, endedMinAgo, state, verdict } = world;
  return recordedRow('runs.list', {
    run_id: runId,
    project_id: 'sparse-kv-cache',
    attempt: 2,
    state,
    session_id: null,
    worker_target: workerName,
    workload_class: 'inference_eval',
    started_at: minutesAgo(lengthMin + (endedMinAgo ?? 0)),
    ended_at: endedMinAgo === null ? null : minutesAgo(endedMinAgo),
    last_callback_at: minutesAgo(4.2),
    idle_verdict: verdict,
    exit_code: endedMinAgo === null ? null : 0,
    last_error: null,
    ...fields,
  });
}

/** Answers what the pages of runs and workers ask for. */
export function answerFor(
  world: RunWorld,
): (request: CannedRequest) => Promise<RouteResult | undefined> {
  return async ({ method, path, query, signal }) => {
    if (method === 'POST') {
      world.posted.push(path);
      const [, name] = path.split('/');
      const worker = world.workers.find((each) => (each as { name: string }).name === name);
      if (path.endsWith('/refresh')) {
        return ok({ ...recordedReply('workers.refresh'), worker, history: [] });
      }
      if (path.endsWith('/retry')) {
        const answer = { retried: 1, hurried: 0 };
        return ok({ ...recordedReply('workers.retry_callbacks'), worker: name, answer });
      }
      if (path.endsWith('/end')) return ok(endOf(world, path));
      const message = 'sparse-kv-cache is canceled; its run was stopped on its worker';
      return ok({ ...recordedReply('queue.cancel'), message, stopped_run_id: runId });
    }
    if (path === 'workers') return ok({ workers: world.workers, ...stamp() });
    const all = [runRow(world), ...otherRuns(world)] as readonly Record<string, unknown>[];
    if (path === 'runs') {
      const { project_id: project } = query;
      return ok(listOf(all.filter((row) => !project || row['project_id'] === project)));
    }
    const other = all.find(
      (row) => row['run_id'] !== runId && path === `runs/${String(row['run_id'])}`,
    );
    if (other !== undefined) return ok({ ...recordedReply('runs.get'), run: other, papers: [] });
    if (path === `runs/${runId}`) {
      const events = ['run.started', 'run.agent_yielded'].map((event_type, index) =>
        recordedRow('events.list', {
          event_id: 900 + index,
          event_type,
          entity_type: 'run',
          entity_id: runId,
          actor: 'worker',
          created_at: minutesAgo(index === 0 ? world.lengthMin : 4.2),
          summary: index === 0 ? 'started on gpu-box-1' : 'the agent ended its session',
        }),
      );
      return ok({
        run: runRow(world),
        project: recordedRow('projects.list', {
          project_name: 'Sparse KV cache: how much attention mass survives eviction?',
        }),
        papers: [],
        events: events.toReversed(),
        ...stamp(),
      });
    }
    if (path.startsWith('explain/')) return explained(world);
    if (world.workerDown !== null) return world.workerDown;
    if (path.endsWith('/telemetry')) return ok(historyOf(world));
    if (path.endsWith('/idle-reckoning')) return ok(reckonedOf(world, query));
    return path.endsWith('/log') ? world.log.answer({ query, signal }) : undefined;
  };
}

/** The first time it is tried, then it is done. */
function endOf({ posted }: RunWorld, path: string): object {
  const isTrial = posted.filter((each) => each === path).length === 1;
  const pid = Number(path.split('/').at(-2));
  const reply = { ...recordedReply('runs.end_process'), run_id: runId, pid, name: 'python3' };
  return isTrial
    ? {
        ...reply,
        dry_run: true,
        outcome: null,
        event_id: null,
        would_end: true,
        plan_id: 'of-the-trial',
        message: `process ${pid} (python3), which holds 512 MiB and has been up for 42 min, would be ended`,
        consequence: 'It is told to end. What it has not written is lost.',
      }
    : { ...reply, outcome: 'ended', message: `process ${pid} (python3) was ended` };
}

/** As a gate would have come to it at the moment when quiet had lasted as long as asked. */
function reckonedOf({ endedMinAgo }: RunWorld, query: CannedRequest['query']): object {
  const sec = Number(query['sustain_sec']);
  const endMin = endedMinAgo ?? 0;
  const isOver = sec <= 240;
  return {
    ...recordedReply('runs.idle_reckoning'),
    run_id: runId,
    profile: query['profile'],
    sustain_sec: sec,
    state: isOver ? 'idle' : 'quiet_candidate',
    at: isOver ? minutesAgo(endMin + 4.2 - sec / 60) : null,
    quiet_sec: Math.min(sec, 252),
    required_sec: sec,
    actual: { verdict: 'timed_out', at: minutesAgo(endMin), sustain_sec: 300 },
  };
}

function explained({ workerDown, endedMinAgo }: RunWorld): RouteResult {
  const worker =
    workerDown === null
      ? {
          reached: true,
          process_tree: {
            at: minutesAgo(0.05),
            tracked_by: 'cgroup',
            alive: 3,
            processes: [
              { pid: 48_211, start_ticks: 1, name: 'bash', mark: 'root' },
              { pid: 48_230, start_ticks: 2, name: 'python3', mark: 'cgroup' },
              { pid: 48_377, start_ticks: 3, name: 'pt_data_worker', mark: 'working_dir' },
            ],
          },
        }
      : { reached: false, why: 'connect ECONNREFUSED 10.0.0.11:8788' };
  return ok({
    ...stamp(),
    kind: 'queue_item',
    id: 'sparse-kv-cache',
    question: 'not over',
    blocked: false,
    code: endedMinAgo === null ? 'awaiting_wake' : 'over',
    reason: 'the agent has exited, its workload is not yet quiet',
    evidence: { run_id: runId, worker },
    since: minutesAgo(42),
    unblock: { action: 'Wait, or cancel to stop the run' },
    verbs: [
      { verb: 'cancel', why_not: null },
      { verb: 'retry', why_not: 'it is active' },
    ],
  });
}

const otherRuns = (world: RunWorld): readonly object[] => [
  runRow(world, {
    run_id: 'adamw-8bit-sgdm-momentum-20261120T211501001',
    project_id: 'adamw-8bit-sgdm-momentum',
    attempt: 1,
    state: 'running',
    worker_target: 'gpu-box-3',
    started_at: minutesAgo(216),
    ended_at: null,
    idle_verdict: null,
    exit_code: null,
  }),
  ...[
    ['lora-rank-sweep', 'session_finished_ready', null, 300, 260],
    [
      'kv-cache-quantisation-int4',
      'gate_timeout',
      'waited 21600 s, the most allowed; last state: busy',
      900,
      500,
    ],
    [
      'tiny-draft-models',
      'dispatch_error',
      'worker gpu-box-2 cannot be reached: connect ECONNREFUSED',
      1500,
      1499,
    ],
    ['moe-dropout', 'canceled', null, 2900, 2870],
  ].map(([project, state, error, began, ended]) =>
    runRow(world, {
      run_id: `${project}-20261120T211501001`,
      project_id: project,
      attempt: 1,
      state,
      last_error: error,
      started_at: minutesAgo(Number(began)),
      ended_at: minutesAgo(Number(ended)),
      exit_code: error === null ? 0 : 1,
    }),
  ),
];
