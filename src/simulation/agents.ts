/** The agents of all workers as they really are: their processes and folders outlive the state of any gate. */

import type { ProjectDecision } from '../domain/records.ts';
import type { SimulatedTime } from './time.ts';

/** How a run ends, drawn when its dispatch script is run. */
export interface RunPlan {
  readonly lastsMs: number;
  /** `not_started`: its dispatch script fails. */
  readonly end: 'concludes' | 'asks' | 'not_started';
  /** How long a process that it began works on after it has exited. */
  readonly lingersMs: number;
  readonly decision: ProjectDecision['project_decision'] | null;
}

/** An agent with the process that it begins. */
export interface Agent {
  readonly runId: string;
  readonly projectId: string;
  readonly worker: string;
  readonly plan: RunPlan;
  readonly startedMs: number;
  /** Its own number; the process that it begins has the next. */
  readonly pid: number;
  /** When it exited, by the clock that never goes back; null while it lives. */
  exitedMs: number | null;
  /** When the last of its processes was gone; null while one lives. */
  endedMs: number | null;
  /** How often it was started: more than once is what must never happen. */
  starts: number;
  /** The verdict of its gate rested on readings that were there, and showed quiet. */
  wasQuiet: boolean;
}

interface AgentsOptions {
  readonly time: SimulatedTime;
  readonly planRun: () => RunPlan;
  /** Told after each start, with the other agents of its project that live. */
  readonly onStart: (agent: Agent, others: readonly Agent[]) => void;
}

/** Every agent that was ever started, by its run. */
export class Agents {
  readonly #options: AgentsOptions;
  readonly #plans = new Map<string, RunPlan>();
  readonly #agents = new Map<string, Agent>();
  readonly #living = new Map<string, Set<Agent>>();
  /** Agents, by number, of which the process that they began is gone. */
  readonly #childrenEnded = new Set<number>();

  constructor(options: AgentsOptions) {
    this.#options = options;
  }

  get(runId: string): Agent | undefined {
    return this.#agents.get(runId);
  }

  /** The same whenever it is asked for. */
  planOf(runId: string): RunPlan {
    const known = this.#plans.get(runId);
    if (known !== undefined) return known;
    const plan = this.#options.planRun();
    this.#plans.set(runId, plan);
    return plan;
  }

  /** Those on a worker of which a process lives. */
  livingOn(worker: string): readonly Agent[] {
    return [...(this.#living.get(worker) ?? [])];
  }

  /** Starts it; when it exits by itself `onExit` is called before it is gone, and `onGone` after. */
  start(
    { runId, projectId, worker, pid }: Pick<Agent, 'runId' | 'projectId' | 'worker' | 'pid'>,
    onExit: (agent: Agent) => void,
    onGone: () => void,
  ): void {
    const { time, onStart } = this.#options;
    const known = this.#agents.get(runId);
    const agent: Agent = known ?? {
      runId,
      projectId,
      worker,
      plan: this.planOf(runId),
      startedMs: time.elapsedMs,
      pid,
      exitedMs: null,
      endedMs: null,
      starts: 0,
      wasQuiet: false,
    };
    agent.starts += 1;
    this.#agents.set(runId, agent);
    const living = this.#living.get(worker) ?? new Set<Agent>();
    this.#living.set(worker, living.add(agent));
    const beside = [...this.#living.values()]
      .flatMap((agents) => [...agents])
      .filter((one) => one !== agent && one.projectId === projectId);
    onStart(agent, beside);
    const { lastsMs, lingersMs } = agent.plan;
    time.clock.setTimer(lastsMs, () => {
      time.note();
      if (agent.exitedMs !== null) return;
      onExit(agent);
      this.endProcess(agent, agent.pid);
      onGone();
    });
    if (lingersMs === 0) return;
    time.clock.setTimer(lastsMs + lingersMs, () => {
      time.note();
      this.endProcess(agent, agent.pid + 1);
    });
  }

  /** Numbers of its processes that live. */
  pidsOf({ pid, plan, exitedMs, endedMs }: Agent): readonly number[] {
    return [
      ...(exitedMs === null ? [pid] : []),
      ...(endedMs === null && plan.lingersMs > 0 && !this.#childrenEnded.has(pid) ? [pid + 1] : []),
    ];
  }

  /** One of its processes is gone. */
  endProcess(agent: Agent, pid: number): void {
    const nowMs = this.#options.time.elapsedMs;
    if (pid === agent.pid) agent.exitedMs ??= nowMs;
    else this.#childrenEnded.add(agent.pid);
    if (agent.endedMs !== null || this.pidsOf(agent).length > 0) return;
    agent.endedMs = nowMs;
    this.#childrenEnded.delete(agent.pid);
    this.#living.get(agent.worker)?.delete(agent);
  }

  /** All of its processes are gone. */
  end(agent: Agent): void {
    for (const pid of this.pidsOf(agent)) this.endProcess(agent, pid);
  }

  /** Runs that were started, and how long each worker had one, ms. */
  tally(): { readonly runs: number; readonly busyMs: ReadonlyMap<string, number> } {
    const busyMs = new Map<string, number>();
    const nowMs = this.#options.time.elapsedMs;
    for (const { worker, startedMs, endedMs } of this.#agents.values())
      busyMs.set(worker, (busyMs.get(worker) ?? 0) + (endedMs ?? nowMs) - startedMs);
    return { runs: this.#agents.size, busyMs };
  }
}
