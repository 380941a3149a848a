/**
 * A simulated worker: what a gate says and does, without processes. It starts a run at most once, remembers it over
 * its own restarts, waits for quiet with the service's own idle gate, and brings its callbacks over in order until
 * they are taken. Its state folder can be replaced: then it knows nothing, and what runs there runs on.
 */
import type { CallbackBody } from '../domain/records.ts';
import type { CallbackType } from '../domain/statuses.ts';
import { toIsoTime } from '../lib/clock.ts';
import type { IdleReceipt } from '../machines/idle-gate/receipt.ts';
import type { WorkerClient } from '../worker-client/client.ts';
import type { DispatchRequest, RunRow } from '../worker-wire/wire.ts';
import type { Agent, Agents } from './agents.ts';
import type { Faults } from './faults.ts';
import { watchForQuiet } from './quiet-watch.ts';
import type { SimulatedTime } from './time.ts';
import { createPlayedClient, refuse } from './worker-client.ts';

interface Run {
  row: RunRow;
  sequence: number;
}
/** A callback on its way. */
export type Callback = CallbackBody & { readonly event_type: CallbackType };

interface WorkerOptions {
  readonly name: string;
  readonly lane: string;
  readonly time: SimulatedTime;
  readonly faults: Faults;
  readonly agents: Agents;
  readonly callTimeoutMs: number;
  readonly sampleIntervalMs: number;
  readonly callbackTokenFingerprint: string;
  /** Brings one callback over; rejects when nobody took it. */
  readonly deliver: (body: Callback) => Promise<void>;
  /** Told of a callback that will not be sent again. */
  readonly onTaken: (key: string) => void;
}

const retryMs = { first: 5_000, max: 300_000 };
const travelMs = 20;
/** Runs that a list shows. */
const listMax = 50;

/** One worker of the fleet; what is asked of it goes through `client`. */
export class SimulatedWorker {
  readonly name: string;
  readonly lane: string;
  readonly client: WorkerClient;
  readonly #options: WorkerOptions;
  #runs = new Map<string, Run>();
  #outbox: Callback[] = [];
  #downs = 0;
  #hangs = 0;
  #awaySinceMs: number | null = null;
  #isDelivering = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.name = options.name;
    this.lane = options.lane;
    this.client = createPlayedClient(options, {
      isDown: () => this.#downs > 0,
      isHanging: () => this.#hangs > 0,
      newestRuns: () => [...this.#runs.values()].slice(-listMax).map(({ row }) => row),
      liveCount: () => this.#live().length,
      dispatch: (request) => this.#dispatch(request),
      find: (runId) => this.#find(runId),
      stop: (runId) => this.#stop(runId),
    });
  }

  /** Since when nobody gets an answer from it, by the clock that never goes back; null: it answers. */
  get awaySinceMs(): number | null {
    return this.#awaySinceMs;
  }

  #answersOrNot(): void {
    const isAway = this.#downs + this.#hangs > 0;
    this.#awaySinceMs = isAway ? (this.#awaySinceMs ?? this.#options.time.elapsedMs) : null;
  }

  /** Nobody reaches it for a while; what runs there goes on. */
  goDown(forMs: number): void {
    this.#downs += 1;
    this.#answersOrNot();
    this.#options.time.clock.setTimer(forMs, () => {
      this.#options.time.note();
      this.#downs -= 1;
      this.#answersOrNot();
      this.#bringOver();
    });
  }

  /** It takes connections for a while and answers none; its callbacks go on. */
  hang(forMs: number): void {
    this.#hangs += 1;
    this.#answersOrNot();
    this.#options.time.clock.setTimer(forMs, () => {
      this.#options.time.note();
      this.#hangs -= 1;
      this.#answersOrNot();
    });
  }

  /** Its state folder is replaced by an empty one; processes and project folders stay. */
  swap(): void {
    this.#runs = new Map();
    this.#outbox = [];
  }

  #now(): string {
    return toIsoTime(this.#options.time.clock.now());
  }

  #live(): readonly Run[] {
    return [...this.#runs.values()].filter(({ row }) => row.live);
  }

  /** Started here, and not known here any more. */
  #forgotten(): readonly Agent[] {
    return this.#options.agents
      .livingOn(this.name)
      .filter(({ runId }) => this.#runs.get(runId)?.row.live !== true);
  }

  #dispatch(request: DispatchRequest): Awaited<ReturnType<WorkerClient['dispatch']>> {
    const { agents } = this.#options;
    const known = this.#runs.get(request.run_id);
    if (known?.row.status === 'fenced')
      return refuse('run_fenced', `${request.run_id} was called off`);
    if (known !== undefined) return this.#accepted(known, true);
    const beside = this.#live().map(({ row }) => row.run_id);
    for (const { runId } of this.#forgotten()) if (runId !== request.run_id) beside.push(runId);
    if (beside[0] !== undefined) return refuse('worker_busy', `${beside[0]} is live here`);
    const started = agents.get(request.run_id);
    const run = this.#remember(request, 'running', true);
    // Its start token lies in the project folder: whoever finds it only looks on.
    if (started !== undefined) {
      if (started.endedMs !== null) this.#fail(run, 'its agent is gone, and so is what it said');
      return this.#accepted(run, true);
    }
    const { run_id: runId, project_id: projectId } = request;
    agents.start({ runId, projectId, worker: this.name }, (agent) => this.#agentOver(agent));
    this.#say(run, 'session_started');
    return this.#accepted(run, false);
  }

  /** The run as it is known here by then: the state folder may be another. */
  #agentOver(agent: Agent): void {
    const run = this.#runs.get(agent.runId);
    if (run?.row.live !== true) return;
    if (agent.plan.end === 'gate_error') {
      this.#fail(run, 'the agent failed');
      return;
    }
    run.row = { ...run.row, status: 'quieting', exit_code: 0, agent_exited_at: this.#now() };
    if (agent.plan.end === 'question_pending') {
      this.#end(run, 'ready');
      this.#say(run, 'question_pending');
      return;
    }
    this.#say(run, 'agent_yielded');
    const { time, faults, sampleIntervalMs } = this.#options;
    watchForQuiet({
      time,
      faults,
      intervalMs: sampleIntervalMs,
      isWatched: () => this.#runs.get(agent.runId) === run && run.row.live,
      onVerdict: (receipt, wasQuiet) => {
        agent.wasQuiet = wasQuiet;
        const isIdle = receipt.verdict === 'idle';
        this.#end(run, isIdle ? 'ready' : 'timed_out');
        this.#say(run, isIdle ? 'session_finished_ready' : 'gate_timeout', receipt);
      },
    });
  }

  #fail(run: Run, reason: string): void {
    this.#end(run, 'failed');
    run.row = { ...run.row, last_error: reason };
    this.#say(run, 'gate_error');
  }

  #accepted({ row }: Run, replayed: boolean): Awaited<ReturnType<WorkerClient['dispatch']>> {
    const dispatch = {
      run_id: row.run_id,
      pid: row.pid ?? 1,
      pgid: row.pgid,
      session_id: row.session_id,
      replayed,
    };
    return { kind: 'ok', value: { accepted: true, dispatch, timestamp: this.#now() } };
  }

  #remember(request: DispatchRequest, status: RunRow['status'], live: boolean): Run {
    const at = this.#now();
    const row: RunRow = {
      run_id: request.run_id,
      project_id: request.project_id,
      project_dir: request.project_dir,
      status,
      mode: request.mode,
      workload_class: request.workload_class ?? 'cpu_only',
      pid: live ? this.#runs.size + 100 : null,
      pgid: live ? this.#runs.size + 100 : null,
      session_id: live ? `session-${request.run_id}` : null,
      exit_code: null,
      idle_state: null,
      last_error: null,
      started_at: live ? at : null,
      agent_exited_at: null,
      ended_at: live ? null : at,
      created_at: at,
      updated_at: at,
      live,
    };
    const run: Run = { row, sequence: 0 };
    this.#runs.set(request.run_id, run);
    return run;
  }

  #end(run: Run, status: RunRow['status']): void {
    const at = this.#now();
    run.row = { ...run.row, status, live: false, exit_code: 0, agent_exited_at: at, ended_at: at };
  }

  #find(runId: string): Awaited<ReturnType<WorkerClient['findRun']>> {
    const run = this.#runs.get(runId);
    if (run === undefined) return refuse('run_not_found', `no run ${runId} here`);
    return {
      kind: 'ok',
      value: {
        run: run.row,
        process_tree: null,
        idle_window: null,
        receipt: null,
        samples: [],
        log_tail: null,
        timestamp: this.#now(),
      },
    };
  }

  #stop(runId: string): Awaited<ReturnType<WorkerClient['stopRun']>> {
    const { agents } = this.#options;
    let run = this.#runs.get(runId);
    const agent = agents.get(runId);
    if (run === undefined && agent !== undefined)
      return refuse('run_lost', `${runId} was started here, and there is no record of it`);
    const replayed = run !== undefined && !run.row.live;
    if (run === undefined) {
      const request = { run_id: runId, project_id: runId, project_dir: runId } as DispatchRequest;
      run = this.#remember({ ...request, mode: 'exec' }, 'fenced', false);
    } else if (run.row.live) {
      if (agent !== undefined) agents.end(agent);
      this.#end(run, 'stopped');
    }
    return {
      kind: 'ok',
      value: { accepted: true, run: run.row, replayed, timestamp: this.#now() },
    };
  }

  #say(run: Run, eventType: CallbackType, receipt: IdleReceipt | null = null): void {
    const { run_id, project_id, session_id } = run.row;
    run.sequence += 1;
    this.#outbox.push({
      event_type: eventType,
      idempotency_key: `${run_id}:${eventType}:${run.sequence}`,
      run_id,
      project_id,
      session_id,
      sequence: run.sequence,
      seen_at: this.#now(),
      gate_state: eventType,
      reason: eventType === 'question_pending' ? 'which of the two?' : run.row.last_error,
      process_tracking: null,
      telemetry: receipt as Callback['telemetry'],
      exit_code: run.row.exit_code,
      decision: null,
    });
    this.#bringOver();
  }

  /** One after the other, each until it is taken. */
  #bringOver(): void {
    if (this.#isDelivering || this.#downs > 0 || this.#outbox.length === 0) return;
    this.#isDelivering = true;
    void this.#deliverAll().finally(() => {
      this.#isDelivering = false;
      this.#bringOver();
    });
  }

  async #deliverAll(): Promise<void> {
    const { time, faults, deliver, onTaken } = this.#options;
    let waitMs = retryMs.first;
    while (this.#outbox.length > 0 && this.#downs === 0) {
      const first = this.#outbox[0]!;
      await time.pause(travelMs);
      try {
        if (faults.strikes('callback_lost', 0.02)) throw new Error('lost on the way');
        await deliver(first);
        if (faults.strikes('callback_doubled', 0.02)) await deliver(first);
        if (faults.strikes('callback_answer_lost', 0.02)) throw new Error('its answer was lost');
        onTaken(first.idempotency_key);
        // Another state folder has another outbox.
        if (this.#outbox[0] === first) this.#outbox.shift();
        waitMs = retryMs.first;
      } catch {
        await time.pause(waitMs);
        waitMs = Math.min(retryMs.max, waitMs * 2);
      }
    }
  }
}
