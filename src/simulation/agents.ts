/** The agents of all workers as they really are: their processes and folders outlive the state of any gate. */

import type { ProjectDecision } from '../domain/records.ts';
import type { CallbackType } from '../domain/statuses.ts';
import type { SimulatedTime } from './time.ts';

/** How a run ends, drawn when it starts. */
export interface RunPlan {
  readonly lastsMs: number;
  readonly end: Extract<CallbackType, 'session_finished_ready' | 'question_pending' | 'gate_error'>;
  readonly decision: ProjectDecision['project_decision'] | null;
}

/** An agent with the processes that it started. */
export interface Agent {
  readonly runId: string;
  readonly projectId: string;
  readonly worker: string;
  readonly plan: RunPlan;
  readonly startedMs: number;
  /** When its last process was gone, by the clock that never goes back; null while one lives. */
  endedMs: number | null;
  /** How often it was started: more than once is what must never happen. */
  starts: number;
  /** The verdict of its gate rested on readings that were there. */
  wasQuiet: boolean;
}

interface AgentsOptions {
  readonly time: SimulatedTime;
  readonly planRun: (runId: string) => RunPlan;
  /** Told after each start, with the other agents of its project that live. */
  readonly onStart: (agent: Agent, others: readonly Agent[]) => void;
}

/** Every agent that was ever started, by its run. */
export class Agents {
  readonly #options: AgentsOptions;
  readonly #agents = new Map<string, Agent>();
  readonly #living = new Map<string, Set<Agent>>();

  constructor(options: AgentsOptions) {
    this.#options = options;
  }

  get(runId: string): Agent | undefined {
    return this.#agents.get(runId);
  }

  /** Processes of runs that live on a worker. */
  livingOn(worker: string): readonly Agent[] {
    return [...(this.#living.get(worker) ?? [])];
  }

  /** Starts it; `onOver` is called when it ends by itself. */
  start(
    { runId, projectId, worker }: Pick<Agent, 'runId' | 'projectId' | 'worker'>,
    onOver: (agent: Agent) => void,
  ): void {
    const { time, planRun, onStart } = this.#options;
    const known = this.#agents.get(runId);
    const agent: Agent = known ?? {
      runId,
      projectId,
      worker,
      plan: planRun(runId),
      startedMs: time.elapsedMs,
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
    time.clock.setTimer(agent.plan.lastsMs, () => {
      time.note();
      if (agent.endedMs !== null) return;
      this.end(agent);
      onOver(agent);
    });
  }

  /** Its processes are gone. */
  end(agent: Agent): void {
    agent.endedMs ??= this.#options.time.elapsedMs;
    this.#living.get(agent.worker)?.delete(agent);
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
