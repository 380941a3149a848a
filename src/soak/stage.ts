/** What every part of a soak shares: the world, the figures, what is disturbed, and the ledger. */
import { createSeededEntropy } from '../lib/ids.ts';
import { type Answer, membersOf, type Outcome } from './http-client.ts';
import type { CallClass, Meters } from './meters.ts';
import { monotonicMs, pause } from './time.ts';
import type { Scene, World } from './world.ts';

/** A call with a key that was answered with success: it must hold, and be repeated as it was. */
export interface KeyedCall {
  readonly key: string;
  readonly path: string;
  readonly body: string;
  readonly text: string;
}

/** A JSON object of a reply, whose members are read without trusting their types. */
export type Members = Readonly<Record<string, unknown>>;

/**
 * Nothing is asked longer than this in vain while nothing disturbs the control plane, unless told otherwise. What is killed
 * again and again before it comes to an answer has done nothing wrong.
 */
const patienceDefaultMs = 180_000;
/** Sentences of one kind that are kept; all are counted. */
const sameWrongsMax = 10;
/** The first moments of a fresh process are not its usual ones. */
const warmUpMs = 5_000;

/** Shared by everything that plays: asks the service, counts, notes what is wrong, and says when to stop. */
export class Stage<In extends Scene = World> {
  readonly world: In;
  readonly meters: Meters;
  readonly seed: number;
  /** How dense load and faults are, percent of all that the soak can do. */
  readonly pace: number;
  readonly judgesTimes: boolean;
  readonly #patienceMs: number;
  /** Sentences about what must never happen and did. */
  readonly wrongs: string[] = [];
  /** Keyed calls that were acknowledged, oldest first. */
  readonly acknowledged: KeyedCall[] = [];
  readonly counts = new Map<string, number>();
  #running = true;
  #disturbances = 0;
  #lastDisturbed = 0;
  #keys = 0;

  constructor(
    world: In,
    meters: Meters,
    {
      seed,
      pace,
      judgesTimes = true,
      patienceMs = patienceDefaultMs,
    }: {
      readonly seed: number;
      readonly pace: number;
      readonly judgesTimes?: boolean;
      readonly patienceMs?: number;
    },
  ) {
    this.world = world;
    this.meters = meters;
    this.seed = seed;
    this.pace = pace;
    this.judgesTimes = judgesTimes;
    this.#patienceMs = patienceMs;
  }

  /** False from the moment on when nothing new is to be begun. */
  get running(): boolean {
    return this.#running;
  }
  stop(): void {
    this.#running = false;
  }

  /** Random numbers of a part, the same for a seed whatever the other parts do. */
  random(part: string): () => number {
    let seed = this.seed;
    for (const char of part) seed = (Math.imul(seed, 31) + char.charCodeAt(0)) | 0;
    return createSeededEntropy(seed).random;
  }

  wrong(sentence: string): void {
    // The first of a kind tell; a thousand more would hide the others.
    const kind = `wrong: ${sentence.replace(/\d+/g, '…').slice(0, 40)}`;
    this.count(kind);
    if (this.counts.get(kind)! <= sameWrongsMax) this.wrongs.push(sentence);
  }
  count(what: string, by = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + by);
  }

  /** While `during` goes on, and a moment after it, figures of the control plane say nothing. */
  async disturb<Value>(during: () => Promise<Value>): Promise<Value> {
    this.#disturbances += 1;
    try {
      return await during();
    } finally {
      this.#disturbances -= 1;
      this.#lastDisturbed = monotonicMs();
    }
  }
  /** Whether nothing has disturbed the control plane since `sinceMs`. */
  isCalmSince(sinceMs: number): boolean {
    return this.#disturbances === 0 && sinceMs - this.#lastDisturbed > warmUpMs;
  }

  /** Asks once; the time counts in its class. */
  async ask(callClass: CallClass, path: string, body?: object): Promise<Outcome> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return this.#send(callClass, path, text);
  }

  /** What a GET answers; none when it was not answered with success. */
  async read(callClass: CallClass, path: string): Promise<Members> {
    const outcome = await this.ask(callClass, path);
    return outcome.kind === 'answer' && outcome.status < 300 ? membersOf(outcome) : {};
  }

  #isPatient(sinceMs: number): boolean {
    const calmMs = monotonicMs() - Math.max(sinceMs, this.#lastDisturbed);
    return this.#disturbances > 0 || calmMs < this.#patienceMs;
  }

  async #send(callClass: CallClass, path: string, body: string | undefined): Promise<Outcome> {
    const startedMs = monotonicMs();
    const outcome = await this.world.client.send(
      body === undefined ? { method: 'GET', path } : { method: 'POST', path, body },
    );
    const isCalm = outcome.kind === 'answer' && this.isCalmSince(startedMs);
    this.meters.call(callClass, outcome.ms, isCalm);
    this.count(outcome.kind === 'answer' ? 'answers' : 'lost answers');
    if (outcome.kind === 'answer' && outcome.status === 500)
      this.wrong(`500 to ${path.split('?')[0]}: ${saidOf(outcome).slice(0, 300)}`);
    return outcome;
  }

  /**
   * A change under a key of its own, repeated with the same key until the service has answered it.
   * A success is kept in the ledger. Null when it was never answered.
   */
  async change(callClass: CallClass, path: string, content: object): Promise<Answer | null> {
    const key = this.nextKey();
    const body = JSON.stringify({ idempotency_key: key, ...content });
    const startedMs = monotonicMs();
    const heard = new Map<string, number>();
    for (let waitMs = 100; this.#isPatient(startedMs); waitMs = Math.min(2000, waitMs * 2)) {
      const outcome = await this.#send(callClass, path, body);
      if (outcome.kind === 'answer' && !isForLater(outcome.status)) {
        if (outcome.status < 300) this.acknowledged.push({ key, path, body, text: outcome.text });
        else this.count(`refused: ${outcome.status} ${String(membersOf(outcome)['code'])}`);
        if (outcome.status === 422) this.wrong(`422 to ${path} with ${body}: ${outcome.text}`);
        return outcome;
      }
      const instead =
        outcome.kind === 'answer' ? `${outcome.status} ${saidOf(outcome)}` : outcome.reason;
      heard.set(instead, (heard.get(instead) ?? 0) + 1);
      await pause(waitMs);
    }
    const all = Array.from(heard, ([instead, times]) => `${times} times ${instead.slice(0, 200)}`);
    this.wrong(
      `${path} with key ${key} was not answered in ${this.#patienceMs / 1000} s undisturbed, but ${all.join('; ')}`,
    );
    return null;
  }

  nextKey(): string {
    this.#keys += 1;
    return `soak-${this.seed}-${this.#keys}`;
  }

  /** Repeats an acknowledged call: the answer must be the first one, byte for byte. */
  async repeat(call: KeyedCall): Promise<void> {
    const outcome = await this.#send('write', call.path, call.body);
    if (outcome.kind === 'lost' || isForLater(outcome.status)) return;
    this.count('repeated');
    if (outcome.status < 300 && outcome.text === call.text) return;
    this.wrong(
      `${call.path} with key ${call.key} was answered ${call.text.slice(0, 200)} and later ${outcome.status} ${outcome.text.slice(0, 200)}`,
    );
  }
}

/** The service says that it cannot answer now. */
const isForLater = (status: number): boolean => status === 429 || status === 500 || status === 503;

/** The list in a member of a reply; empty when there is none. */
export const rowsIn = (members: Members, name = 'rows'): readonly Members[] =>
  Array.isArray(members[name]) ? (members[name] as Members[]) : [];

/** Why, in the service's own words, which stand behind the many that are always the same. */
function saidOf(outcome: Answer): string {
  const { detail } = membersOf(outcome);
  return typeof detail === 'string' ? detail : outcome.text;
}
