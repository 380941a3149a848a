/**
 * A simulated worker: a real gate on a played machine, and the way there and back. Calls and callbacks take time, get
 * lost, come late or twice; the gate dies and is started again; its state folder, or all that runs, can be lost.
 */
import type { TurnRecord, TurnResult } from '../actors/journal/port.ts';
import type { Boundary } from '../actors/runtime/host-options.ts';
import type { SigningKey } from '../lib/signing-key.ts';
import type { CallbackAnswer, CallbackWay } from '../worker/ports.ts';
import { createWorkerClient, type WorkerClient } from '../worker-client/client.ts';
import type { WorkerWay } from '../worker-client/way.ts';
import type { Agent, Agents } from './agents.ts';
import type { Faults } from './faults.ts';
import { SimulatedGate } from './gate.ts';
import { SimulatedMachine } from './machine.ts';
import type { PlayedSettings } from './settings.ts';
import type { SimulatedTime } from './time.ts';

interface WorkerOptions {
  readonly name: string;
  readonly lane: string;
  /** Of all that is drawn in its gate. */
  readonly seed: number;
  readonly time: SimulatedTime;
  readonly faults: Faults;
  readonly agents: Agents;
  readonly settings: PlayedSettings;
  readonly token: string;
  readonly callbackToken: string;
  readonly signingKey: SigningKey;
  /** Brings one callback to the control plane; rejects when that has not answered. */
  readonly deliver: (body: string) => Promise<CallbackAnswer>;
  /** Told of a callback that its gate will not send again. */
  readonly onTaken: (key: string) => void;
  /** Told when a process of a run is signalled that nobody asked to be stopped. */
  readonly onCutShort: (agent: Agent) => void;
  readonly onBroken: (sentence: string) => void;
}

const travelMs = 20;
/** Whoever looks after the gate starts it again after this long. */
const restartMs = 5_000;
const stopPath = /^\/runs\/([^/]+)\/stop$/;

/** One worker of the fleet; what is asked of it goes through `client`. */
export class SimulatedWorker {
  readonly name: string;
  readonly lane: string;
  readonly client: WorkerClient;
  readonly gate: SimulatedGate;
  readonly #options: WorkerOptions;
  readonly #machine: SimulatedMachine;
  /** Runs that the control plane has asked to be stopped. */
  readonly #stopped = new Set<string>();
  #downs = 0;
  #hangs = 0;
  #awaySinceMs: number | null = null;
  #isRestarting = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
    const { name, lane, time, faults, agents, settings, token } = options;
    this.name = name;
    this.lane = lane;
    const root = `/simulated/${encodeURIComponent(name)}`;
    this.#machine = new SimulatedMachine({
      name,
      root,
      time,
      faults,
      agents,
      sampleIntervalMs: settings.sampleIntervalMs,
      onSignal: (agent) => {
        if (!this.#stopped.has(agent.runId)) options.onCutShort(agent);
      },
    });
    this.gate = new SimulatedGate({
      ...options,
      root,
      machine: this.#machine,
      post: this.#post,
      onCommitted: (turns, results) => this.#look(turns, results),
      onDeath: () => this.#answersOrNot(),
      onBroken: (sentence) => options.onBroken(`the gate of ${name}: ${sentence}`),
    });
    this.client = createWorkerClient({
      baseUrl: lane,
      bearerToken: token,
      timeoutMs: settings.callTimeoutMs,
      clock: time.clock,
      way: this.#way,
    });
  }

  /** Since when nobody gets an answer from it, by the clock that never goes back; null: it answers. */
  get awaySinceMs(): number | null {
    return this.#awaySinceMs;
  }

  /** Starts its gate. */
  async start(): Promise<void> {
    await this.gate.start();
    this.#answersOrNot();
  }

  /** Nobody reaches it for a while, nor it anybody; what runs there goes on. */
  goDown(forMs: number): void {
    this.#downs += 1;
    this.#answersOrNot();
    this.#later(forMs, () => {
      this.#downs -= 1;
    });
  }

  /** It takes connections for a while and answers none; its callbacks go on. */
  hang(forMs: number): void {
    this.#hangs += 1;
    this.#answersOrNot();
    this.#later(forMs, () => {
      this.#hangs -= 1;
    });
  }

  /** Its gate dies at a boundary that is to come, unless it ends before; `onReached` is called when it does. */
  dieAt(boundary: Boundary, boundaries: number, onReached: () => void): void {
    this.gate.dieAt(boundary, boundaries, onReached);
  }

  /** Its state folder is replaced by an empty one; processes and project folders stay. */
  async swap(): Promise<void> {
    await this.gate.replaceState();
  }

  /** All that runs on it is gone, its gate too. */
  reboot(): void {
    this.gate.crash();
    this.#machine.reboot();
  }

  /** Its gate ends as it should; false when something was cut off. */
  stop(): Promise<boolean> {
    return this.gate.stop();
  }

  #later(ms: number, act: () => void): void {
    const { time } = this.#options;
    time.clock.setTimer(ms, () => {
      time.note();
      act();
      this.#answersOrNot();
    });
  }

  #answersOrNot(): void {
    const isAway = this.#downs + this.#hangs > 0 || !this.gate.listens;
    this.#awaySinceMs = isAway ? (this.#awaySinceMs ?? this.#options.time.elapsedMs) : null;
    if (this.gate.isAlive || this.#isRestarting || this.gate.lives === 0) return;
    this.#isRestarting = true;
    const { time, onBroken } = this.#options;
    time.clock.setTimer(restartMs, () => {
      time.note();
      this.#isRestarting = false;
      this.start().catch((error: unknown) =>
        onBroken(`the gate of ${this.name} could not be started: ${String(error)}`),
      );
    });
  }

  /** What its gate has written can be relied on. */
  #look(turns: readonly TurnRecord[], results: readonly TurnResult[]): void {
    for (const [index, turn] of turns.entries()) {
      if (results[index]?.ok !== true) continue;
      for (const { event_type: type, payload } of turn.events) {
        if (type === 'callback_delivery.delivered')
          this.#options.onTaken((JSON.parse(payload) as { callback_key: string }).callback_key);
        if (type !== 'gate_run.idle_confirmed') continue;
        const agent = this.#options.agents.get(turn.id);
        if (agent !== undefined) agent.wasQuiet = this.#machine.wasQuiet();
      }
    }
  }

  readonly #way: WorkerWay = async (request, signal, onStatus) => {
    const { time, faults } = this.#options;
    await time.pause(travelMs, signal);
    signal.throwIfAborted();
    if (this.#downs > 0 || !this.gate.listens)
      throw Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
    const isLost = faults.strikes('request_lost', 0.002);
    const isLate = !isLost && faults.strikes('call_hangs', 0.002);
    if (isLost || isLate || this.#hangs > 0) {
      // What hangs may have been done before it hung; nobody hears of it.
      if (!isLost && faults.draw() < 0.5)
        this.#ask(request, new AbortController().signal).catch(() => undefined);
      await aborted(signal);
    }
    // Whoever gives a call up does not wait for what the gate makes of it.
    const { status, text } = await Promise.race([this.#ask(request, signal), aborted(signal)]);
    await time.pause(travelMs, signal);
    signal.throwIfAborted();
    if (faults.strikes('answer_lost', 0.01)) throw new Error('the connection was closed');
    onStatus(status);
    return text;
  };

  #ask(request: Parameters<WorkerWay>[0], signal: AbortSignal) {
    const stopped = stopPath.exec(request.path)?.[1];
    if (stopped !== undefined) this.#stopped.add(decodeURIComponent(stopped));
    return this.gate.request(request, signal);
  }

  readonly #post: CallbackWay = async (body, signal) => {
    const { time, faults, deliver } = this.#options;
    await time.pause(travelMs, signal);
    signal.throwIfAborted();
    if (this.#downs > 0) throw new Error('the network is unreachable');
    if (faults.strikes('callback_lost', 0.02)) throw new Error('lost on the way');
    const answer = await deliver(body);
    if (faults.strikes('callback_doubled', 0.02)) await deliver(body);
    if (faults.strikes('callback_answer_lost', 0.02)) throw new Error('its answer was lost');
    return answer;
  };
}

/** Rejects with what the signal is aborted for. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });
}
