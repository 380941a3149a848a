/**
 * The bench: what is out of service, looked at, tried and put back by a person. Nothing is acted on
 * but what was shown: each act names what it is about by a mark that the list gave out, and is refused
 * when that has changed since. Each act is an audit event with its reason.
 */
import type { JsonObject } from '../../lib/canonical-json.ts';
import { fingerprint } from '../../lib/hash.ts';
import type { DeadLetter, Journal, Quarantine, TurnRecord } from '../journal/port.ts';
import type { ActorAddress, ActorEvent } from '../machine/durable-actions.ts';
import { isInternalEvent } from '../statechart/events.ts';
import { type Kept, storeFailed } from './committer.ts';
import type { AnyDefinition, Reply } from './definition.ts';
import type { LetterRetry } from './message.ts';
import type { OutOfService } from './out-of-service.ts';
import { discardTurn, type Repair, releaseTurn } from './repair-turns.ts';
import { type Trial, tryEvent } from './trial.ts';

/** A dead letter or a quarantine as it was shown. `mark` changes whenever the rest does. */
export type Shown<Entry> = Entry & { readonly mark: string };

/** What became of an act. `reply` is what the actor said to a letter sent again; null for other acts. */
export type RepairOutcome =
  | { readonly ok: true; readonly reply: Reply | null }
  /** `gone`: not there any more; `changed`: not what was shown; `failed`: it failed again. */
  | { readonly ok: false; readonly reason: 'gone' | 'changed' | 'failed'; readonly detail: string };

/** Who mends what was shown, and why. */
export interface RepairRequest {
  readonly mark: string;
  readonly by: string;
  readonly reason: string;
  readonly correlationId: string;
}

/** `event` is sent in place of the letter's own. */
type RetryRequest = RepairRequest & { readonly event?: ActorEvent & JsonObject };

interface RepairsOptions {
  readonly journal: Journal;
  readonly definitions: ReadonlyMap<string, AnyDefinition>;
  readonly outOfService: OutOfService;
  readonly now: () => string;
  readonly keep: (record: TurnRecord) => Promise<Kept>;
  /** Puts an actor back into service, in memory. */
  readonly onReleased: (address: ActorAddress) => void;
  /** Sends a letter's event again; the turn that takes it removes the letter and notes the attempt. */
  readonly resend: (letter: DeadLetter, event: ActorEvent, retries: LetterRetry) => Promise<Reply>;
}

/** The acts of the bench on one host. */
export class Repairs {
  readonly #options: RepairsOptions;
  /** The last act on each entry that somebody is mending at this moment. */
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(options: RepairsOptions) {
    this.#options = options;
  }

  /** Everybody out of service, by address. */
  quarantines(): readonly Shown<Quarantine>[] {
    return this.#options.outOfService.list().map(withMark);
  }

  /** Dead letters, newest first. */
  async deadLetters(limit: number, before?: number): Promise<readonly Shown<DeadLetter>[]> {
    return (await this.#options.journal.deadLetters(limit, before)).map(withMark);
  }

  countDeadLetters(): Promise<number> {
    return this.#options.journal.countDeadLetters();
  }

  /** What `event` would do to the actor as it is stored. */
  try(address: ActorAddress, event: ActorEvent): Promise<Trial> {
    return tryEvent(address, event, this.#options);
  }

  /** Puts an actor back into service, for good. */
  release(address: ActorAddress, request: RepairRequest): Promise<RepairOutcome> {
    return this.#alone(`${address.kind}/${address.id}`, () => this.#release(address, request));
  }

  async #release(address: ActorAddress, request: RepairRequest): Promise<RepairOutcome> {
    const shown = this.#options.outOfService.get(address);
    if (shown === undefined) return gone(`${address.kind}/${address.id} is in service`);
    if (markOf(shown) !== request.mark) return changed;
    const result = await this.#options.keep(releaseTurn(address, this.#repair(request)));
    if (!result.ok) return refusedBy(result);
    this.#options.onReleased(address);
    return { ok: true, reply: null };
  }

  /**
   * Sends a dead letter's event again, or another in its place. When the machine refuses it, the reply
   * says so and the letter stays, with the refusal as its reason.
   */
  retry(sequence: number, request: RetryRequest): Promise<RepairOutcome> {
    return this.#alone(`letter ${sequence}`, () => this.#retry(sequence, request));
  }

  async #retry(sequence: number, request: RetryRequest): Promise<RepairOutcome> {
    if (request.event !== undefined && isInternalEvent(request.event.type)) {
      return { ok: false, reason: 'failed', detail: reservedName(request.event.type) };
    }
    const letter = await this.#shown(sequence, request);
    if ('ok' in letter) return letter;
    const event = request.event ?? (JSON.parse(letter.message) as ActorEvent & JsonObject);
    const { by, reason, correlationId } = request;
    const retries = { letter: sequence, by, reason, correlationId };
    const reply = await this.#options.resend(letter, event, retries);
    if (reply.ok) return { ok: true, reply };
    if (reply.rejected === 'already_applied') return gone(reply.detail);
    return { ok: false, reason: 'failed', detail: reply.detail };
  }

  /** Removes a dead letter for good. */
  discard(sequence: number, request: RepairRequest): Promise<RepairOutcome> {
    return this.#alone(`letter ${sequence}`, () => this.#discard(sequence, request));
  }

  async #discard(sequence: number, request: RepairRequest): Promise<RepairOutcome> {
    const letter = await this.#shown(sequence, request);
    if ('ok' in letter) return letter;
    const result = await this.#options.keep(discardTurn(letter, this.#repair(request)));
    return result.ok ? { ok: true, reply: null } : refusedBy(result);
  }

  /** Acts on one entry go one after the other, so that each sees what the one before it left. */
  async #alone(what: string, act: () => Promise<RepairOutcome>): Promise<RepairOutcome> {
    const turn = (this.#underWay.get(what) ?? Promise.resolve()).then(act, act);
    this.#underWay.set(what, turn);
    try {
      return await turn;
    } finally {
      if (this.#underWay.get(what) === turn) this.#underWay.delete(what);
    }
  }

  /** The letter, when it is the one that was shown. */
  async #shown(
    sequence: number,
    request: RepairRequest,
  ): Promise<DeadLetter | Extract<RepairOutcome, { ok: false }>> {
    const [letter] = await this.#options.journal.deadLetters(1, sequence + 1);
    if (letter?.sequence !== sequence) return gone(`there is no dead letter ${sequence}`);
    return markOf(letter) === request.mark ? letter : changed;
  }

  #repair({ by, reason, correlationId }: RepairRequest): Repair {
    return { by, reason, correlationId, at: this.#options.now() };
  }
}

const markOf = (entry: object): string => fingerprint(entry);
const withMark = <Entry extends object>(entry: Entry): Shown<Entry> => ({
  ...entry,
  mark: markOf(entry),
});
const reservedName = (type: string): string =>
  `${type} is a name that machines keep for themselves`;
const gone = (detail: string): Extract<RepairOutcome, { ok: false }> => ({
  ok: false,
  reason: 'gone',
  detail,
});
/** An act that the journal did not take. */
const refusedBy = (kept: Extract<Kept, { ok: false }>): Extract<RepairOutcome, { ok: false }> =>
  kept.failure.reason === 'lost'
    ? { ok: false, reason: 'failed', detail: storeFailed }
    : gone('it is not there any more');
const changed: Extract<RepairOutcome, { ok: false }> = {
  ok: false,
  reason: 'changed',
  detail: 'it is not what was shown any more; look at it again',
};
