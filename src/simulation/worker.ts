/**
 * A simulated worker: what a gate says and does, without processes. It starts a run at most once, remembers it over
 * its own restarts, and brings its callbacks over in order until they are taken, as a gate does.
 */
import { workerGateService } from '../domain/product.ts';
import type { CallbackBody, ProjectDecision } from '../domain/records.ts';
import type { CallbackType } from '../domain/statuses.ts';
import { toIsoTime } from '../lib/clock.ts';
import type { Entropy } from '../lib/ids.ts';
import type { WorkerClient, WorkerResult } from '../worker-client/client.ts';
import type { DispatchRequest, RunRow } from '../worker-wire/wire.ts';
import type { Faults } from './faults.ts';
import type { SimulatedTime } from './time.ts';

/** How a run ends, drawn when it starts. */
export interface RunPlan {
  readonly lastsMs: number;
  readonly end: Extract<CallbackType, 'session_finished_ready' | 'question_pending' | 'gate_error'>;
  readonly decision: ProjectDecision['project_decision'] | null;
}
interface Run {
  row: RunRow;
  readonly request: DispatchRequest;
  readonly plan: RunPlan;
  starts: number;
  sequence: number;
}
interface WorkerOptions {
  readonly name: string;
  readonly time: SimulatedTime;
  readonly entropy: Entropy;
  readonly faults: Faults;
  readonly callbackTokenFingerprint: string;
  readonly planRun: (request: DispatchRequest) => RunPlan;
  /** Brings one callback over; rejects when nobody took it. */
  readonly deliver: (body: CallbackBody & { readonly event_type: CallbackType }) => Promise<void>;
}

const idleSec = 60;
const retryMs = { first: 5_000, max: 300_000 };
const travelMs = 20;

/** One worker of the fleet; what is asked of it goes through `client`. */
export class SimulatedWorker {
  readonly name: string;
  readonly lane: string;
  readonly client: WorkerClient;
  readonly #options: WorkerOptions;
  readonly #runs = new Map<string, Run>();
  readonly #outbox: (CallbackBody & { readonly event_type: CallbackType })[] = [];
  #isDown = false;
  #isDelivering = false;
  /** Milliseconds in which a run was live. */
  busyMs = 0;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.name = options.name;
    this.lane = `http://${options.name}:1`;
    this.client = this.#createClient();
  }

  /** Run ids with how often each was started: more than once is what must never happen. */
  get starts(): ReadonlyMap<string, number> {
    return new Map([...this.#runs].map(([id, run]) => [id, run.starts]));
  }
  get liveRuns(): readonly string[] {
    return [...this.#runs.values()].filter(({ row }) => row.live).map(({ row }) => row.run_id);
  }
  get waitingCallbacks(): number {
    return this.#outbox.length;
  }
  decisionOf(runId: string): ProjectDecision['project_decision'] | null {
    return this.#runs.get(runId)?.plan.decision ?? null;
  }

  /** Nobody reaches it for a while; what runs there goes on. */
  goDown(forMs: number): void {
    this.#isDown = true;
    this.#options.time.clock.setTimer(forMs, () => {
      this.#options.time.note();
      this.#isDown = false;
      this.#bringOver();
    });
  }

  #now(): string {
    return toIsoTime(this.#options.time.clock.now());
  }

  async #call<Value>(act: () => WorkerResult<Value>): Promise<WorkerResult<Value>> {
    const { time, faults } = this.#options;
    await time.pause(travelMs);
    if (this.#isDown) return { kind: 'not_sent', error: 'connection refused' };
    if (faults.strikes('request_lost', 0.002))
      return { kind: 'unknown', error: 'timed out', status: null };
    const result = act();
    await time.pause(travelMs);
    return faults.strikes('answer_lost', 0.01)
      ? { kind: 'unknown', error: 'the connection was closed', status: null }
      : result;
  }

  #createClient(): WorkerClient {
    const { callbackTokenFingerprint } = this.#options;
    const timestamp = (): string => this.#now();
    const notSimulated = <Value>(): Promise<WorkerResult<Value>> =>
      Promise.resolve({ kind: 'unknown', error: 'not simulated', status: null });
    return {
      baseUrl: this.lane,
      health: () =>
        this.#call(() => ({
          kind: 'ok',
          value: { ok: true, service: workerGateService, timestamp: timestamp() },
        })),
      listRuns: () =>
        this.#call(() => ({
          kind: 'ok',
          value: {
            runs: [...this.#runs.values()]
              .map(({ row }) => row)
              .slice(-50)
              .reverse(),
            live_count: this.liveRuns.length,
            callback_token_fingerprint: callbackTokenFingerprint,
            timestamp: timestamp(),
          },
        })),
      telemetry: () =>
        this.#call(() => ({
          kind: 'ok',
          value: { sample: this.#sample(), sample_interval_sec: 15, timestamp: timestamp() },
        })),
      prepare: (body) =>
        this.#call(() => ({
          kind: 'ok',
          value: {
            accepted: true,
            prepared: {
              project_dir: body.project_dir,
              prompt_file: body.prompt_file,
              metadata_file: 'run.json',
            },
            replayed: false,
            timestamp: timestamp(),
          },
        })),
      dispatch: (body) => this.#call(() => this.#dispatch(body)),
      findRun: (runId) => this.#call(() => this.#find(runId)),
      stopRun: (runId) => this.#call(() => this.#stop(runId)),
      readLog: notSimulated,
      readRunTelemetry: notSimulated,
      readHistory: notSimulated,
      evidenceManifest: notSimulated,
      readEvidence: notSimulated,
      listCallbacks: notSimulated,
      retryCallbacks: notSimulated,
      retryAllCallbacks: notSimulated,
      close: () => Promise.resolve(),
    };
  }

  #sample() {
    return {
      at: this.#now(),
      monotonic_ms: this.#options.time.clock.monotonic(),
      cpu_pct: 1,
      load1: 0.1,
      memory_total_mib: 64_000,
      memory_available_mib: 60_000,
      gpus: [],
      processes: { alive: this.liveRuns.length, cpu_pct: 1, rss_mib: 1 },
      health: 'ok' as const,
      problems: [],
    };
  }

  #refuse(code: 'worker_busy' | 'run_fenced' | 'run_not_found', detail: string) {
    const status = code === 'run_not_found' ? 404 : 409;
    return {
      kind: 'refused' as const,
      code,
      status,
      detail,
      problem: { type: code, title: code, status, detail, code, request_id: 'simulated' },
    } as Extract<WorkerResult<never>, { kind: 'refused' }>;
  }

  #dispatch(request: DispatchRequest): Awaited<ReturnType<WorkerClient['dispatch']>> {
    const known = this.#runs.get(request.run_id);
    if (known?.row.status === 'fenced')
      return this.#refuse('run_fenced', `${request.run_id} was called off`);
    if (known !== undefined) return this.#accepted(known, true);
    if (this.liveRuns.length > 0)
      return this.#refuse('worker_busy', `${this.liveRuns[0]!} is live here`);
    const run = this.#remember(request, 'running', true);
    run.starts += 1;
    const { time } = this.#options;
    this.#say(run, 'session_started');
    time.clock.setTimer(run.plan.lastsMs, () => {
      time.note();
      if (!run.row.live) return;
      this.#end(run, run.plan.end === 'gate_error' ? 'failed' : 'ready');
      this.#say(run, run.plan.end);
    });
    return this.#accepted(run, false);
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
    const run: Run = { row, request, plan: this.#options.planRun(request), starts: 0, sequence: 0 };
    this.#runs.set(request.run_id, run);
    return run;
  }

  #end(run: Run, status: RunRow['status']): void {
    const at = this.#now();
    this.busyMs += Date.parse(at) - Date.parse(run.row.started_at ?? at);
    run.row = { ...run.row, status, live: false, exit_code: 0, agent_exited_at: at, ended_at: at };
  }

  #find(runId: string): Awaited<ReturnType<WorkerClient['findRun']>> {
    const run = this.#runs.get(runId);
    if (run === undefined) return this.#refuse('run_not_found', `no run ${runId} here`);
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
    let run = this.#runs.get(runId);
    const replayed = run !== undefined && !run.row.live;
    if (run === undefined) {
      const request = { run_id: runId, project_id: runId, project_dir: runId } as DispatchRequest;
      run = this.#remember({ ...request, mode: 'exec' }, 'fenced', false);
    } else if (run.row.live) this.#end(run, 'stopped');
    return {
      kind: 'ok',
      value: { accepted: true, run: run.row, replayed, timestamp: this.#now() },
    };
  }

  #say(run: Run, eventType: CallbackType): void {
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
      reason: eventType === 'question_pending' ? 'which of the two?' : null,
      process_tracking: null,
      telemetry: null,
      exit_code: run.row.exit_code,
      decision: null,
    });
    this.#bringOver();
  }

  /** One after the other, each until it is taken. */
  #bringOver(): void {
    if (this.#isDelivering || this.#isDown || this.#outbox.length === 0) return;
    this.#isDelivering = true;
    void this.#deliverAll().finally(() => {
      this.#isDelivering = false;
      this.#bringOver();
    });
  }

  async #deliverAll(): Promise<void> {
    const { time, faults, deliver } = this.#options;
    let waitMs = retryMs.first;
    while (this.#outbox.length > 0 && !this.#isDown) {
      const [first] = this.#outbox;
      await time.pause(travelMs);
      try {
        if (faults.strikes('callback_lost', 0.02)) throw new Error('lost on the way');
        await deliver(first!);
        if (faults.strikes('callback_doubled', 0.02)) await deliver(first!);
        if (faults.strikes('callback_answer_lost', 0.02)) throw new Error('its answer was lost');
        this.#outbox.shift();
        waitMs = retryMs.first;
      } catch {
        await time.pause(waitMs + idleSec);
        waitMs = Math.min(retryMs.max, waitMs * 2);
      }
    }
  }
}
