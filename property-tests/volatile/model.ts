/**
 * What the volatile host must do, said again in the plainest way: lanes are arrays, turns are taken
 * one by one, and the probe's statechart is a table of `if`s. It knows nothing of XState.
 */

export const laneNames = ['system', 'control', 'command', 'telemetry'] as const;
export type LaneName = (typeof laneNames)[number];
export const eventTypes = [
  'ADD',
  'WORK',
  'REST',
  'LEAVE',
  'THROW',
  'SHOUT',
  'ECHO',
  'KEEP',
  'FREE',
  'END',
] as const;
export type EventType = (typeof eventTypes)[number] | 'JOB_DONE' | 'JOB_FAILED' | 'RESTED';

export interface ModelLimits {
  readonly bounds: Readonly<Record<LaneName, number>>;
  readonly failuresMax: number;
  readonly windowMs: number;
  readonly restMs: number;
}

/** Held by whatever may become of no use: a timer, a job, a shout. */
interface Token {
  wanted: boolean;
}

interface Message {
  readonly type: EventType;
  readonly lane: LaneName;
  readonly n: number;
  readonly coalesceKey: string | null;
  readonly ask: number | null;
  readonly token: Token | null;
}

export interface ModelCell {
  readonly id: string;
  readonly lanes: Record<LaneName, Message[]>;
  held: Message[];
  value: 'idle' | 'working' | 'resting' | 'over';
  sum: number;
  kept: number[];
  /** Of the job or the rest that the present state waits for, and of shouts. */
  tokens: Token[];
  failures: number[];
  isEnded: boolean;
}

export class Model {
  readonly cells = new Map<string, ModelCell>();
  /** What each ask is answered, by its number; none while it waits. */
  readonly replies = new Map<number, string>();
  /** Jobs that were begun and not finished, oldest first. */
  readonly jobs: { readonly cell: ModelCell; readonly token: Token }[] = [];
  readonly counts = {
    restarts: 0,
    givenUp: 0,
    coalesced: 0,
    overloaded: 0,
    /** Timers and results that found their lane full. */
    held: 0,
  };
  readonly #limits: ModelLimits;
  #timers: { readonly dueMs: number; readonly cell: ModelCell; readonly token: Token }[] = [];
  #shouts: { readonly cell: ModelCell; readonly token: Token }[] = [];
  readonly #ready = new Set<ModelCell>();
  #isBusy = false;
  #isYielded = false;
  #nowMs = 0;

  constructor(limits: ModelLimits) {
    this.#limits = limits;
  }

  spawn(id: string): void {
    this.cells.set(id, createCell(id));
  }

  tell(id: string, message: Omit<Message, 'token'>): void {
    const cell = this.cells.get(id);
    const result =
      cell === undefined ? 'unknown_actor' : this.#push(cell, { ...message, token: null });
    if (result === 'overloaded' || result === 'unknown_actor') this.#settle(message.ask, result);
    if (result === 'overloaded' || result === 'coalesced') this.counts[result] += 1;
    if (cell !== undefined && result !== 'overloaded') this.#wake(cell);
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Somebody else has the next turn. */
  hold(): void {
    this.#isBusy = true;
    this.#isYielded = true;
    this.#ready.add(createCell('busy'));
  }

  /** One more turn, when one was put off. */
  resume(): boolean {
    if (!this.#isYielded) return false;
    this.#isYielded = false;
    this.#slice();
    return true;
  }

  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    const due = this.#timers.filter(({ dueMs }) => dueMs <= untilMs);
    this.#timers = this.#timers.filter(({ dueMs }) => dueMs > untilMs);
    for (const { dueMs, cell, token } of due.toSorted((a, b) => a.dueMs - b.dueMs)) {
      this.#nowMs = dueMs;
      // A timer that was cancelled never fires; one that fell due is heard, and may be passed over.
      if (token.wanted) this.#own(cell, 'RESTED', 'system', 0, token);
    }
    this.#nowMs = untilMs;
  }

  finishJob(index: number, n: number | null): void {
    const [job] = this.jobs.splice(index, 1);
    if (job === undefined || job.cell.isEnded) return;
    this.#own(job.cell, n === null ? 'JOB_FAILED' : 'JOB_DONE', 'control', n ?? 0, job.token);
  }

  stop(id: string): void {
    const cell = this.cells.get(id);
    if (cell !== undefined) this.#end(cell);
  }

  /** What happens by itself once nothing else runs: shouts fail. */
  flush(): void {
    for (const { cell, token } of this.#shouts.splice(0)) {
      if (token.wanted && !cell.isEnded) this.#fail(cell);
    }
  }

  waitingFor(cell: ModelCell): number {
    const lanes = Object.values(cell.lanes);
    return lanes.reduce((total, { length }) => total + length, cell.held.length);
  }

  #settle(ask: number | null, reply: string): void {
    if (ask !== null) this.replies.set(ask, reply);
  }

  #push(cell: ModelCell, message: Message): 'queued' | 'coalesced' | 'overloaded' {
    const lane = cell.lanes[message.lane];
    const last = lane.at(-1);
    const { coalesceKey: key } = message;
    if (message.lane === 'telemetry' && key !== null && last?.coalesceKey === key) {
      this.#settle(last.ask, 'coalesced');
      lane[lane.length - 1] = message;
      return 'coalesced';
    }
    if (lane.length >= this.#limits.bounds[message.lane]) return 'overloaded';
    lane.push(message);
    return 'queued';
  }

  #own(cell: ModelCell, type: EventType, lane: LaneName, n: number, token: Token): void {
    cell.held.push({ type, lane, n, coalesceKey: null, ask: null, token });
    this.#refill(cell);
    if (cell.held.length > 0) this.counts.held += 1;
    this.#wake(cell);
  }

  #refill(cell: ModelCell): void {
    cell.held = cell.held.filter((message) => this.#push(cell, message) === 'overloaded');
  }

  #wake(cell: ModelCell): void {
    this.#ready.add(cell);
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#slice();
  }

  /** One turn; whoever is still ready waits for `resume`. */
  #slice(): void {
    const [cell] = this.#ready;
    if (cell !== undefined) {
      this.#ready.delete(cell);
      if (this.#turn(cell)) this.#ready.add(cell);
    }
    if (this.#ready.size > 0) this.#isYielded = true;
    else this.#isBusy = false;
  }

  #turn(cell: ModelCell): boolean {
    if (cell.isEnded) return false;
    const lane = laneNames.find((name) => cell.lanes[name].length > 0);
    const message = lane === undefined ? undefined : cell.lanes[lane].shift();
    this.#refill(cell);
    if (message !== undefined && (message.token?.wanted ?? true)) this.#handle(cell, message);
    return !cell.isEnded && this.waitingFor(cell) > 0;
  }

  #handle(cell: ModelCell, message: Message): void {
    const accepts = this.#accepts(cell, message.type);
    if (message.type === 'THROW' || message.type === 'JOB_FAILED') {
      this.#settle(message.ask, 'failed');
      this.#fail(cell);
      return;
    }
    if (message.type === 'KEEP' && accepts) {
      if (message.ask !== null) cell.kept.push(message.ask);
      return;
    }
    if (accepts) this.#apply(cell, message);
    this.#settle(message.ask, accepts ? 'accepted' : 'refused');
    if (cell.value === 'over') this.#end(cell);
  }

  #accepts(cell: ModelCell, type: EventType): boolean {
    if (['WORK', 'REST', 'KEEP', 'FREE'].includes(type)) return cell.value === 'idle';
    return type !== 'LEAVE' || cell.value !== 'idle';
  }

  #apply(cell: ModelCell, { type, n }: Message): void {
    if (type === 'ADD' || type === 'ECHO') cell.sum += type === 'ADD' ? n : 5;
    else if (type === 'SHOUT') this.#shouts.push({ cell, token: this.#token(cell) });
    else if (type === 'FREE') this.#answerKept(cell, 'free');
    else if (type === 'WORK') {
      cell.value = 'working';
      this.jobs.push({ cell, token: this.#token(cell) });
    } else if (type === 'REST') {
      cell.value = 'resting';
      const dueMs = this.#nowMs + this.#limits.restMs;
      this.#timers.push({ dueMs, cell, token: this.#token(cell) });
    } else {
      if (type === 'JOB_DONE') cell.sum += n;
      if (type === 'RESTED') cell.sum += 1000;
      this.#drop(cell.tokens.splice(0));
      cell.value = type === 'END' ? 'over' : 'idle';
    }
  }

  #token(cell: ModelCell): Token {
    const token = { wanted: true };
    // A shout belongs to no state, so that leaving one does not call it off; none outlives a flush.
    cell.tokens.push(token);
    return token;
  }

  #drop(tokens: readonly Token[]): void {
    for (const token of tokens) token.wanted = false;
  }

  #answerKept(cell: ModelCell, reply: string): void {
    for (const ask of cell.kept.splice(0)) this.#settle(ask, reply);
  }

  #fail(cell: ModelCell): void {
    this.#drop(cell.tokens.splice(0));
    this.#answerKept(cell, 'failed');
    cell.failures = cell.failures.filter((at) => at > this.#nowMs - this.#limits.windowMs);
    cell.failures.push(this.#nowMs);
    if (cell.failures.length > this.#limits.failuresMax) {
      this.counts.givenUp += 1;
      this.#end(cell);
      return;
    }
    this.counts.restarts += 1;
    cell.value = 'idle';
    cell.sum = 0;
  }

  #end(cell: ModelCell): void {
    if (cell.isEnded) return;
    cell.isEnded = true;
    this.cells.delete(cell.id);
    this.#drop(cell.tokens.splice(0));
    this.#answerKept(cell, 'stopped');
    for (const lane of laneNames) {
      for (const message of cell.lanes[lane]) this.#settle(message.ask, 'stopped');
    }
  }
}

function createCell(id: string): ModelCell {
  return {
    id,
    lanes: { system: [], control: [], command: [], telemetry: [] },
    held: [],
    value: 'idle',
    sum: 0,
    kept: [],
    tokens: [],
    failures: [],
    isEnded: false,
  };
}
