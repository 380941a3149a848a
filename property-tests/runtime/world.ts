/**
 * A service on one disk that dies, drains and comes back, at times with another process beside it, and
 * clients who repeat whatever was not answered. Bounds are so small that every one of them is hit.
 * Long because whatever happens to this world happens to the same few members of it.
 */
import { createMemoryJournal, type MemoryJournal } from '../../src/actors/journal/memory.ts';
import type { DeadLetter, SequencedEffect } from '../../src/actors/journal/port.ts';
import type { Reply } from '../../src/actors/runtime/definition.ts';
import { channelOf } from '../../src/actors/runtime/effect-channel.ts';
import { ActorHost } from '../../src/actors/runtime/host.ts';
import type { Boundary, HostSettings } from '../../src/actors/runtime/host-options.ts';
import type { Shown } from '../../src/actors/runtime/repairs.ts';
import { createManualClock, type ManualClock } from '../../src/lib/clock.ts';
import { createSeededEntropy } from '../../src/lib/ids.ts';
import {
  type Book,
  createToyDefinitions,
  type Purse,
  type PurseEvent,
} from '../../test/support/toy-actors.ts';
import { Bank } from './bank.ts';
import type { Command } from './commands.ts';
import { type Slip, type SlipEvent, slipDefinition } from './slip.ts';
import { createSlowJournal, type SlowJournal, Steps } from './steps.ts';

export interface Request {
  readonly key: string;
  readonly kind: 'purse' | 'slip';
  readonly who: string;
  readonly event: PurseEvent | SlipEvent;
  readonly settle: boolean;
  /** Every outcome this request ever got, as bytes. */
  readonly outcomes: string[];
  /** Its event became a dead letter: nobody will answer. */
  hasFailed: boolean;
  /** Senders that wait, of the process named. */
  readonly waiting: Set<Process>;
}

interface Process {
  readonly host: ActorHost;
  readonly journal: SlowJournal;
}

const settings: Partial<HostSettings> = {
  batchTurnsMax: 2,
  batchesInFlightMax: 2,
  laneBounds: { system: 2, control: 2, command: 4, telemetry: 2 },
  messageAttemptsMax: 2,
  actorIntensity: { failuresMax: 4, windowMs: 10_000 },
  cellsMax: 2,
  wakeupsAtOnceMax: 2,
  effectConcurrencyMax: 2,
  effectsHeldMax: 3,
  effectLinesParkedMax: 2,
  timersHeldMax: 2,
  inspectionEntriesMax: 5,
};
const roundsMax = 5_000;
const restStepMs = 500;
const restStepsMax = 80;
const benchRoundsMax = 100;

export class World {
  readonly disk: MemoryJournal = createMemoryJournal({ hashed: false });
  readonly clock: ManualClock = createManualClock();
  readonly steps: Steps;
  readonly bank: Bank;
  readonly requests: Request[] = [];
  /** What was seen to be wrong while things were going on. */
  readonly complaints: string[] = [];
  readonly #broken = new Set<string>();
  #processCount = 0;
  #process: Process;
  #rival: Process | null = null;
  #isDraining = false;
  /** Another process was at work beside this one: each keeps the order of its own messages. */
  hadRival = false;
  /** Times in the log do not tell how long anything took. */
  wasClockSet = false;

  constructor(seed: number, slowness: number) {
    this.steps = new Steps(seed, slowness);
    this.bank = new Bank(this.steps);
    this.#process = this.#createProcess();
  }

  #createProcess(): Process {
    this.#processCount += 1;
    const journal = createSlowJournal(this.disk, this.steps);
    const careless = (): never => {
      throw new Error('a listener that throws');
    };
    const host = new ActorHost({
      journal,
      definitions: new Map([
        ...createToyDefinitions((name) => this.#broken.has(name)),
        [slipDefinition.kind, slipDefinition],
      ]),
      clock: this.clock,
      entropy: createSeededEntropy(this.#processCount),
      settings,
      effects: this.bank.handlers(),
      log: careless,
      onBoundary: (boundary) => this.#onBoundary(boundary),
      onStoreFault: (error) => this.complaints.push(`store fault: ${String(error)}`),
    });
    host.onCommit(careless);
    host.inspection.subscribe(careless);
    return { host, journal };
  }

  start(): Promise<void> {
    return this.#startProcess(this.#process);
  }

  async #startProcess({ host }: Process): Promise<void> {
    let isUp = false;
    void host.start().then(() => {
      isUp = true;
    });
    await this.#going(() => isUp);
  }

  /** A new process on the same disk; clients repeat what has no answer yet. */
  async restart(): Promise<void> {
    this.#crashAt = null;
    this.#process.journal.die();
    this.#process = this.#createProcess();
    await this.start();
    this.#repeatUnanswered();
  }

  #repeatUnanswered(): void {
    for (const request of this.#unanswered()) {
      const isWaiting = [...request.waiting].some(({ journal }) => !journal.isDead);
      if (!isWaiting) this.#send(request, this.#process);
    }
  }

  #send(request: Request, process: Process): void {
    request.waiting.add(process);
    const { key, kind, who, event, settle } = request;
    const asked = process.host.ask({ kind, id: who }, event, {
      idempotency: { key, payload: event },
      settle,
    });
    asked.then(
      (reply) => {
        request.waiting.delete(process);
        this.#onReply(request, process, reply);
      },
      (error: unknown) => this.complaints.push(`an ask rejected: ${String(error)}`),
    );
  }

  #onReply(request: Request, process: Process, reply: Reply): void {
    if (!reply.ok) {
      if (reply.rejected === 'failed') request.hasFailed = true;
      else if (
        !['overloaded', 'quarantined', 'shutting_down', 'store_failed'].includes(reply.rejected)
      ) {
        this.complaints.push(`${request.key} was rejected: ${reply.rejected} ${reply.detail}`);
      }
      return;
    }
    const { outcome } = reply;
    request.outcomes.push(JSON.stringify(outcome));
    // The version of a slip begins anew when it is burned.
    if (request.kind === 'slip') return;
    const stored = this.disk.actors.get(`purse/${request.who}`)?.version ?? 0;
    if (stored < outcome.version) this.complaints.push(`${request.key} was answered too early`);
    // At every moment, not only at rest.
    if (this.notesIn(request.who).length !== (this.purse(request.who)?.notes ?? 0)) {
      this.complaints.push(`${request.key} left a purse and its books apart`);
    }
    if (request.settle && !reply.replayed && outcome.accepted) this.#checkSettled(request, process);
  }

  /** Whoever waits for what a payment sets off is answered when all of its hops were taken. */
  #checkSettled({ key, event }: Request, { host, journal }: Process): void {
    // A drain lets go whoever waits: what is left goes on after the restart.
    if (
      event.type !== 'PAY' ||
      journal.isDead ||
      this.#isDraining ||
      host.stats().quarantined.length > 0
    )
      return;
    const correlated = this.disk.log.filter((each) => each.correlation_id === key);
    const count = (type: string): number =>
      correlated.filter((each) => each.event_type === type).length;
    const isLettered = count('actor.dead_lettered') > 0;
    if (
      !isLettered &&
      !this.hadRival &&
      count('purse.received') !== 1 + (event.route?.length ?? 0)
    ) {
      this.complaints.push(`${key} was answered before it had settled`);
    }
  }

  #crashAt: { boundary: Boundary; passes: number } | null = null;
  #onBoundary(boundary: Boundary): void {
    if (this.#crashAt?.boundary !== boundary) return;
    this.#crashAt.passes -= 1;
    if (this.#crashAt.passes > 0) return;
    this.#crashAt = null;
    this.#process.journal.die();
  }

  async run(command: Command): Promise<void> {
    switch (command.do) {
      case 'ask':
        for (let time = 0; time < command.times; time += 1) {
          this.#send(
            this.#createRequest(command.who, command.event, command.settle),
            this.#process,
          );
        }
        return;
      case 'slip':
        for (let time = 0; time < command.times; time += 1) {
          const mark = `m${this.requests.length}`;
          this.#send(this.#request('slip', command.who, { ...command.event, mark }), this.#process);
        }
        return;
      case 'repeat': {
        const request = this.requests[command.which];
        if (request !== undefined && !request.hasFailed) this.#send(request, this.#process);
        return;
      }
      case 'rival':
        return this.#askRival(command.who, command.event);
      case 'crash':
        return this.restart();
      case 'crash_at':
        this.#crashAt = { ...command };
        return;
      case 'drain':
        return this.#drain();
      case 'read_faults':
        this.#process.journal.failReads(command.times);
        return;
      case 'break':
        this.#broken.add(command.who);
        return;
      case 'mend':
        this.#broken.delete(command.who);
        return;
      case 'release':
        return this.#release();
      case 'letter':
        return this.#mendLetter(command.act);
      case 'advance':
        this.clock.advance(command.ms);
        return;
      case 'set_clock':
        this.wasClockSet = true;
        this.clock.jumpWall(command.ms);
        return;
      case 'step':
        for (let step = 0; step < command.count; step += 1) await this.#step();
        return;
      case 'passivate':
        this.#process.host.passivateIdle({ quietForMs: 0 });
        return;
      case 'settle':
        await this.settle();
        if (this.#process.journal.isDead) await this.restart();
    }
  }

  #createRequest(who: string, event: PurseEvent, settle: boolean): Request {
    const index = this.requests.length;
    const marked = event.type === 'REMIND' ? { ...event, mark: `m${index}` } : event;
    return this.#request('purse', who, marked, settle);
  }

  #request(kind: Request['kind'], who: string, event: Request['event'], settle = false): Request {
    const request: Request = {
      key: `k${this.requests.length}`,
      kind,
      who,
      event,
      settle,
      outcomes: [],
      hasFailed: false,
      waiting: new Set(),
    };
    this.requests.push(request);
    return request;
  }

  async #askRival(who: string, event: PurseEvent): Promise<void> {
    if (this.#rival === null) {
      this.hadRival = true;
      this.#rival = this.#createProcess();
      await this.#startProcess(this.#rival);
    }
    this.#send(this.#createRequest(who, event, false), this.#rival);
  }

  async #drain(): Promise<void> {
    const { host, journal } = this.#process;
    if (journal.isDead) return;
    this.#isDraining = true;
    let isDrained = false;
    void host.drain(5_000).then(() => {
      isDrained = true;
    });
    for (let round = 0; round < 600 && !isDrained; round += 1) {
      await this.settle();
      this.clock.advance(10);
    }
    if (!isDrained && !journal.isDead) this.complaints.push('a drain did not end');
    await this.settle();
    for (const { key, waiting } of this.requests) {
      if (!journal.isDead && waiting.has(this.#process)) {
        this.complaints.push(`${key} hangs after the drain`);
      }
    }
    this.#isDraining = false;
    await this.restart();
  }

  async #release(): Promise<void> {
    const [shown] = this.#process.host.repairs.quarantines();
    if (shown === undefined) return;
    const repair = { mark: shown.mark, by: 'ops', reason: 'mended', correlationId: 'bench' };
    void this.#process.host.repairs.release(shown, repair);
    await this.#step();
  }

  async #mendLetter(act: 'retry' | 'discard' | 'replace'): Promise<void> {
    const { repairs } = this.#process.host;
    let letter: Shown<DeadLetter> | undefined;
    void repairs.deadLetters(1).then(([newest]) => {
      letter = newest;
    });
    await this.settle();
    if (letter === undefined) return;
    const isBad =
      (JSON.parse(letter.message) as PurseEvent).type === 'EXPLODE' ||
      letter.reason.startsWith('refused');
    const repair = { mark: letter.mark, by: 'ops', reason: 'tried', correlationId: 'bench' };
    if (act === 'retry' || !isBad) void repairs.retry(letter.sequence, repair);
    else if (act === 'discard') void repairs.discard(letter.sequence, repair);
    else {
      const event = { type: 'PUT', coins: 1 };
      void repairs.retry(letter.sequence, { ...repair, event });
    }
  }

  async #step(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.steps.take();
  }

  /** Lets everything happen that does not wait for a clock. */
  settle(): Promise<void> {
    return this.#going(() => false);
  }

  /** Goes on until nothing moves any more, or `isDone`. */
  async #going(isDone: () => boolean): Promise<void> {
    let seen = -1;
    let quiet = 0;
    for (let round = 0; quiet < 4 && !isDone(); round += 1) {
      if (round > roundsMax) throw new Error('the runtime does not come to rest');
      quiet = this.steps.moves === seen ? quiet + 1 : 0;
      seen = this.steps.moves;
      await new Promise((resolve) => setImmediate(resolve));
      if (this.steps.take()) quiet = 0;
    }
  }

  /** Lets time pass until `isDone`. */
  async #untilRest(isDone: () => Promise<boolean>, what: string): Promise<void> {
    for (let step = 0; step < restStepsMax; step += 1) {
      await this.settle();
      if (this.#process.journal.isDead) await this.restart();
      this.#repeatUnanswered();
      await this.settle();
      if (await isDone()) return;
      this.clock.advance(restStepMs);
    }
    throw new Error(`${what}; ${await this.#describe()}`);
  }

  async #describe(): Promise<string> {
    return JSON.stringify({
      stats: this.#process.host.stats(),
      effects: await this.disk.effects(0, 20),
      timers: await this.disk.timers(null, 20),
      unanswered: this.#unanswered().map(({ key, who, event }) => ({ key, who, event })),
    });
  }

  /** Nobody breaks anything any more: everything has to come to its end, first without the bench. */
  async comeToRest(): Promise<void> {
    this.#broken.clear();
    this.#crashAt = null;
    this.bank.hurry();
    if (this.#rival !== null) {
      this.#rival.journal.die();
      await this.restart();
    }
    await this.#untilRest(() => this.#isDoneWithoutBench(), 'work is left');
    // What is released may fail again: clients repeat what broke a purse.
    for (let round = 0; await this.#isBenchUsed(); round += 1) {
      if (round > benchRoundsMax)
        throw new Error(`the bench is not cleared; ${await this.#describe()}`);
      await this.#clearBench();
      // Whoever failed just now pauses and holds its place: a letter to one more is put off till then.
      this.clock.advance(restStepMs);
      await this.#untilRest(() => this.#isDoneWithoutBench(), 'work is left after the release');
    }
    if (this.#unanswered().length > 0) throw new Error(`no answer; ${await this.#describe()}`);
  }

  /** Nothing is left in the store but what leads to somebody out of service. */
  async #isDoneWithoutBench(): Promise<boolean> {
    const out = new Set(this.#process.host.stats().quarantined);
    const waits = ({ kind, id }: { kind: string; id: string }): boolean =>
      !out.has(`${kind}/${id}`);
    const effects: readonly SequencedEffect[] = await this.disk.effects(0, 1000);
    const timers = await this.disk.timers(null, 1000);
    if (this.#process.host.stats().messages > 0) return false;
    const isLeft = effects.some((row) => waits(channelOf(row).to)) || timers.some(waits);
    return !isLeft && !this.#unanswered().some((request) => !this.#isPutOff(request, out));
  }

  /** Its actor is out of service, or what would answer it lies on the bench. */
  #isPutOff({ key, kind, who }: Request, out: ReadonlySet<string>): boolean {
    return kind === 'purse' && (out.has(`purse/${who}`) || this.purse(who)?.pending === key);
  }

  #unanswered(): readonly Request[] {
    return this.requests.filter(({ outcomes, hasFailed }) => outcomes.length === 0 && !hasFailed);
  }

  async #isBenchUsed(): Promise<boolean> {
    const letters = await this.disk.deadLetters(1);
    return letters.length + this.#process.host.stats().quarantined.length > 0;
  }

  async #clearBench(): Promise<void> {
    await this.#release();
    await this.#mendLetter('discard');
    await this.settle();
  }

  purse(name: string): Purse | undefined {
    return this.disk.actors.get(`purse/${name}`)?.state as Purse | undefined;
  }

  slip(name: string): Slip | undefined {
    return this.disk.actors.get(`slip/${name}`)?.state as Slip | undefined;
  }

  /** Numbers in the books of a purse, in their order. */
  notesIn(name: string): readonly number[] {
    const numbers: number[] = [];
    for (let index = 0; ; index += 1) {
      const stored = this.disk.actors.get(`book/${name}-${index}`)?.state as Book | undefined;
      if (stored === undefined) return numbers;
      numbers.push(...stored.numbers);
    }
  }
}
