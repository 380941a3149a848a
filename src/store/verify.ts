/**
 * Proves a store: ids without a gap, every hash recomputed, and the fold of the log equal to every
 * stored state. Works through the port, so for every implementation, and beside a running writer.
 */

import { genesisHash, isHashSound } from '../actors/journal/event-chain.ts';
import type { Journal, StoredActor, StoredEvent } from '../actors/journal/port.ts';
import { changeIn, foldChange } from '../actors/journal/state-fold.ts';
import { canonicalJson } from '../lib/canonical-json.ts';

interface VerifyProblem {
  readonly kind:
    | 'gap'
    | 'prev_hash'
    | 'hash'
    | 'version_order'
    | 'state'
    | 'missing_actor'
    | 'unlogged_actor';
  /** The event concerned, or null for a problem of an actor. */
  readonly event_id: number | null;
  /** `kind/id` of the actor concerned, or null. */
  readonly actor: string | null;
  readonly message: string;
}

/** What the proof of one store comes to; not `ok` as soon as there is one problem. */
export interface VerifyReport {
  readonly ok: boolean;
  /** Events and actors looked at. */
  readonly events: number;
  readonly actors: number;
  /** The first problems found. */
  readonly problems: readonly VerifyProblem[];
  /** All problems found. */
  readonly problem_count: number;
}

interface VerifyOptions {
  /** Folded states held at once; a larger store is read in several passes over the log. */
  readonly actorsInMemoryMax?: number;
  /** Problems kept in the report. */
  readonly problemsMax?: number;
  /** Told how far the log has been read; `total` as of the beginning. */
  readonly onProgress?: (what: string, done: number, total: number | null) => void;
}

const pageRows = 1000;

/** Reads the whole store. Rejects only when the store cannot be read. */
export async function verifyJournal(
  journal: Journal,
  options: VerifyOptions = {},
): Promise<VerifyReport> {
  const { actorsInMemoryMax = 100_000, problemsMax = 100, onProgress = () => {} } = options;
  const head = await journal.headEventId();
  const actors = await countActors(journal);
  const passes = Math.max(1, Math.ceil(actors / actorsInMemoryMax));
  const problems: VerifyProblem[] = [];
  let problem_count = 0;
  const note = (problem: VerifyProblem): void => {
    problem_count += 1;
    if (problems.length < problemsMax) problems.push(problem);
  };
  let events = 0;
  for (let pass = 0; pass < passes; pass += 1) {
    const isMine = (address: string): boolean => bucketOf(address, passes) === pass;
    const fold = new LogFold(journal, isMine, pass === 0 ? note : () => {}, note, (events) =>
      onProgress('events of the log', events + pass * head, head * passes),
    );
    await fold.readToHead();
    await compareStates(journal, fold, isMine, note);
    if (pass === 0) events = fold.lastEventId;
  }
  return { ok: problem_count === 0, events, actors, problems, problem_count };
}

interface FoldedActor extends StoredActor {
  readonly kind: string;
  readonly id: string;
}

/** Reads the log once, checking its chain and folding the changes of some actors. */
class LogFold {
  readonly states = new Map<string, FoldedActor>();
  lastEventId = 0;
  #lastHash = genesisHash;
  #awaited: { readonly address: string; readonly version: number } | undefined;
  #found: FoldedActor | undefined;
  readonly #journal: Journal;
  readonly #isMine: (address: string) => boolean;
  readonly #noteChain: (problem: VerifyProblem) => void;
  readonly #noteState: (problem: VerifyProblem) => void;
  readonly #onPage: (events: number) => void;

  constructor(
    journal: Journal,
    isMine: (address: string) => boolean,
    noteChain: (problem: VerifyProblem) => void,
    noteState: (problem: VerifyProblem) => void,
    onPage: (events: number) => void,
  ) {
    this.#journal = journal;
    this.#isMine = isMine;
    this.#noteChain = noteChain;
    this.#noteState = noteState;
    this.#onPage = onPage;
  }

  /** Takes what was appended since. */
  async readToHead(): Promise<void> {
    for (;;) {
      const events = await this.#journal.eventsAfter(this.lastEventId, pageRows);
      for (const event of events) this.#take(event);
      this.#onPage(this.lastEventId);
      if (events.length < pageRows) return;
    }
  }

  /** Reads to the head; answers an actor as it was at `version`, or as it is where it never was. */
  async readUntil(address: string, version: number): Promise<StoredActor | undefined> {
    this.#awaited = { address, version };
    this.#found = undefined;
    await this.readToHead();
    this.#awaited = undefined;
    return this.#found ?? this.states.get(address);
  }

  #take(event: StoredEvent): void {
    this.#checkChain(event);
    this.lastEventId = event.event_id;
    // From the hash as stored, so that one bad event is one problem.
    this.#lastHash = event.hash;
    const change = changeIn(event.payload);
    if (change === undefined) return;
    const address = `${change.kind}/${change.id}`;
    if (!this.#isMine(address)) return;
    const actor = this.states.get(address);
    if (change.version <= (actor?.version ?? 0)) {
      this.#noteState({
        kind: 'version_order',
        event_id: event.event_id,
        actor: address,
        message: `Event ${event.event_id} sets ${address} to version ${change.version} after version ${actor?.version ?? 0}.`,
      });
    }
    const { kind, id } = change;
    const after = foldChange(actor, change);
    if (after === undefined) {
      this.states.delete(address);
      return;
    }
    const folded = { ...after, kind, id };
    this.states.set(address, folded);
    const awaited = this.#awaited;
    if (awaited?.address === address && awaited.version === change.version) this.#found = folded;
  }

  #checkChain(event: StoredEvent): void {
    const { event_id } = event;
    const problem = (kind: VerifyProblem['kind'], message: string): void =>
      this.#noteChain({ kind, event_id, actor: null, message });
    if (event_id !== this.lastEventId + 1) {
      problem('gap', `Event ${event_id} follows event ${this.lastEventId}.`);
    } else if (event.prev_hash !== this.#lastHash) {
      problem('prev_hash', `Event ${event_id} does not continue the hash of the event before it.`);
    }
    if (!isHashSound(event)) {
      problem('hash', `Event ${event_id} was altered: its contents do not give its hash.`);
    }
  }
}

async function compareStates(
  journal: Journal,
  fold: LogFold,
  isMine: (address: string) => boolean,
  note: (problem: VerifyProblem) => void,
): Promise<void> {
  for await (const { kind, id } of allAddresses(journal)) {
    const address = `${kind}/${id}`;
    if (!isMine(address)) continue;
    const difference = await findDifference(journal, fold, kind, id);
    // What is left in the map afterwards is in the log alone.
    const isLogged = fold.states.delete(address);
    if (difference === undefined) continue;
    note({
      kind: isLogged ? 'state' : 'unlogged_actor',
      event_id: null,
      actor: address,
      message: `${address}: ${difference}`,
    });
  }
  // What was forgotten since it was folded.
  await fold.readToHead();
  for (const [address, { kind, id }] of fold.states) {
    // An actor first stored after its place in the walk had passed is there by now.
    if ((await journal.load(kind, id)) !== undefined) continue;
    note({
      kind: 'missing_actor',
      event_id: null,
      actor: address,
      message: `${address} is in the log but not in the store.`,
    });
  }
}

async function findDifference(
  journal: Journal,
  fold: LogFold,
  kind: string,
  id: string,
): Promise<string | undefined> {
  const address = `${kind}/${id}`;
  const stored = await journal.load(kind, id);
  if (stored === undefined) await fold.readToHead();
  const folded = fold.states.get(address);
  const isAhead = stored !== undefined && stored.version > (folded?.version ?? 0);
  // A turn may have changed it since the log was read: its event is then further down.
  return describeDifference(
    stored,
    isAhead ? await fold.readUntil(address, stored.version) : folded,
  );
}

function describeDifference(
  stored: StoredActor | undefined,
  folded: StoredActor | undefined,
): string | undefined {
  if (stored === undefined) return folded === undefined ? undefined : 'the stored row has gone.';
  if (folded === undefined) return 'the stored state is not in the log.';
  if (stored.version !== folded.version) {
    return `stored version ${stored.version}, version ${folded.version} in the log.`;
  }
  if (stored.state_version !== folded.state_version) {
    return `stored state version ${stored.state_version}, ${folded.state_version} in the log.`;
  }
  const isSame = canonicalJson(stored.state) === canonicalJson(folded.state);
  return isSame ? undefined : 'the stored state is not the one the log adds up to.';
}

async function* allAddresses(journal: Journal): AsyncGenerator<{ kind: string; id: string }> {
  let after: { kind: string; id: string } | null = null;
  for (;;) {
    const page: readonly { kind: string; id: string }[] = await journal.addresses(after, pageRows);
    yield* page;
    after = page.at(-1) ?? null;
    if (page.length < pageRows) return;
  }
}

async function countActors(journal: Journal): Promise<number> {
  let count = 0;
  for await (const _ of allAddresses(journal)) count += 1;
  return count;
}

/** Which pass an address belongs to. */
function bucketOf(address: string, buckets: number): number {
  let mixed = 7;
  for (let index = 0; index < address.length; index += 1) {
    mixed = (Math.imul(mixed, 31) + address.charCodeAt(index)) >>> 0;
  }
  return mixed % buckets;
}
