/**
 * What must never happen, looked for after every commit in what the commit touched: the chain and its ids, lanes,
 * runs, callbacks, idle verdicts, what is written and published, what is called delivered, what may not be told. Whole
 * proofs of the store come at intervals. The first sentence is the one that counts: what follows a broken store proves
 * nothing.
 */
import { isDeepStrictEqual } from 'node:util';
import { genesisHash, hashNewEvent } from '../actors/journal/event-chain.ts';
import type { Journal, TurnRecord, TurnResult } from '../actors/journal/port.ts';
import type { ChainProgress } from '../store/ports/chain.ts';
import type { ReadModels } from '../store/ports/read-models.ts';
import type { Store } from '../store/sqlite/open-store.ts';
import { verifyJournal } from '../store/verify.ts';
import type { Agent } from './agents.ts';
import { type Change, isActive, type State, type Watching } from './watching.ts';

/** What the world outside of the store knows to be so. */
export interface Truth {
  /** True where every reading that the verdict rests on was really there. */
  wasQuiet(runId: string): boolean;
  /** True where the text that was packaged, or is in the corpus, passes lint and strict audit. */
  packagePasses(paperId: string): boolean;
  /** What of a paper's text, written to the path of its draft, does not lead to its evidence; null: nothing. */
  whatFails(paperId: string, paper: State): string | null;
  /** True where the service at the other end has the message. */
  hasMessage(notificationId: string): boolean;
}

interface InvariantOptions {
  readonly store: Pick<Store, 'hashOf'>;
  readonly watching: Watching;
  readonly truth: Truth;
  /** What no event and no reply may hold, by what it is. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Told of every change after it was looked at. */
  readonly onChange: (change: Change) => void;
}

/** Whole checks are made after so many days, each time twice as many. */
export const wholeAfterDays = (day: number): boolean => (day & (day - 1)) === 0;

/** Looks at every commit in order. */
export class Invariants {
  readonly #options: InvariantOptions;
  readonly #secrets: readonly (readonly [name: string, secret: string])[];
  readonly #claimedBy = new Map<string, string>();
  #eventId = 0;
  /** Up to which the store's chain was compared. */
  #provenId = 0;
  #hash: string = genesisHash;
  #broken: string | null = null;
  /** Commits that were looked at. */
  commits = 0;

  constructor(options: InvariantOptions) {
    this.#options = options;
    this.#secrets = Object.entries(options.secrets);
  }

  /** The first that did not hold; null: all did. */
  get broken(): string | null {
    return this.#broken;
  }

  /** Says that something does not hold; after the first nothing more is said. */
  break(sentence: string): void {
    this.#broken ??= sentence;
  }

  /** How far the log is proven, as of `at`, ISO 8601. */
  chainProgress(at: string): ChainProgress {
    const proven = { verified_to: this.#provenId, head: this.#provenId };
    const seen = { last_step_at: at, first_verified_at: at, problem: null, read_error: null };
    return { state: 'verified', ...proven, ...seen };
  }

  /** Looks at what one commit wrote. */
  async look(turns: readonly TurnRecord[], results: readonly TurnResult[]): Promise<void> {
    this.commits += 1;
    for (const [index, turn] of turns.entries()) {
      const result = results[index]!;
      this.#lookAtIds(turn, result);
      for (const change of this.#options.watching.take(turn, result)) {
        this.#lookAt(change);
        this.#options.onChange(change);
      }
      this.#lookAtCallbacks(turn, result);
      this.#lookForSecrets(turn, result);
    }
    await this.#lookAtHead();
  }

  /** A callback that its worker will not send again. */
  callbackTaken(key: string): void {
    if (!this.#options.watching.callbacks.has(key))
      this.break(`callback ${key} was answered as taken and is not in the store: it is lost`);
  }

  /** Called with what somebody was told, or what is kept for them. */
  said(what: string, text: string): void {
    for (const [name, secret] of this.#secrets)
      if (text.includes(secret)) this.break(`${what} holds ${name}`);
  }

  /** A process of a run was signalled although nobody asked for it to be stopped. */
  cutShort({ runId, worker }: Pick<Agent, 'runId' | 'worker'>): void {
    this.break(`a process of run ${runId} on ${worker} was ended, and nobody had asked for it`);
  }

  /** Called when an agent is started, with the others of its project that live. */
  runStarted(
    { runId, projectId, starts }: Pick<Agent, 'runId' | 'projectId' | 'starts'>,
    others: readonly Pick<Agent, 'runId' | 'startedMs'>[],
  ): void {
    if (starts > 1) this.break(`run ${runId} was started twice`);
    // A person may send a project away again whose run was lost from sight; nobody else may.
    const askedMs = this.#options.watching.askedAPersonAt(projectId) ?? Number.NEGATIVE_INFINITY;
    const beside = others.find(({ startedMs }) => startedMs > askedMs);
    if (beside !== undefined)
      this.break(`run ${runId} was started beside ${beside.runId} of the same project`);
  }

  /** The whole store: its chain, its fold, and that it counts what the commits add up to. */
  async proveWhole(journal: Journal, reads: ReadModels): Promise<void> {
    const { problems } = await verifyJournal(journal);
    for (const { message } of problems) this.break(`the store does not prove: ${message}`);
    for (const kind of ['queue_item', 'paper', 'run'] as const) {
      const counted = await reads.countByStatus(kind);
      const states = [...this.#options.watching.of(kind).values()];
      for (const [status, count] of Object.entries(counted)) {
        const seen = states.filter((state) => state['status'] === status).length;
        if (seen !== count)
          this.break(`${kind}: the store counts ${count} ${status}, its commits add up to ${seen}`);
      }
    }
  }

  /** Ids without a gap, and the chain of what was asked to be written. */
  #lookAtIds(turn: TurnRecord, result: TurnResult): void {
    if (!result.ok) return;
    const [first] = result.eventIds;
    const ofParts = (turn.parts ?? []).flatMap(({ events }) =>
      events.map((event) => ({ ...event, cause_id: first ?? event.cause_id })),
    );
    for (const [index, event] of [...turn.events, ...ofParts].entries()) {
      const id = result.eventIds[index];
      if (id !== this.#eventId + 1)
        this.break(`event ${id ?? 'without an id'} follows event ${this.#eventId}: ids have a gap`);
      this.#eventId += 1;
      this.#hash = hashNewEvent(this.#hash, this.#eventId, event);
    }
  }

  /** The hash of the last event covers all before it, so that comparing it compares them all. */
  async #lookAtHead(): Promise<void> {
    if (this.#eventId === this.#provenId) return;
    this.#provenId = this.#eventId;
    const [id, hash] = [this.#eventId, this.#hash];
    if ((await this.#options.store.hashOf(id)) !== hash)
      this.break(`the hash chain is broken at event ${id}: its hash is another`);
  }

  #lookAtCallbacks(turn: TurnRecord, result: TurnResult): void {
    if (!result.ok) return;
    for (const { key } of turn.answers) {
      const own = key.startsWith('worker-callback:') ? key.slice('worker-callback:'.length) : '';
      if ((this.#options.watching.callbacks.get(own) ?? 0) > 1)
        this.break(`callback ${own} was applied twice`);
    }
  }

  #lookForSecrets(turn: TurnRecord, result: TurnResult): void {
    if (!result.ok) return;
    const where = `${turn.kind}/${turn.id}`;
    for (const part of [turn, ...(turn.parts ?? [])])
      for (const { event_type, payload } of part.events)
        this.said(`an event ${event_type} of ${where}`, payload);
    for (const answer of result.answers)
      if (answer !== null) this.said(`an answer of ${where}`, answer);
  }

  #lookAt(change: Change): void {
    if (change.kind === 'queue_item') this.#lookAtItem(change);
    else if (change.kind === 'run') this.#lookAtRun(change);
    else if (change.kind === 'paper') this.#lookAtPaper(change);
    else if (change.kind === 'paper_review') this.#lookAtReview(change);
    else if (change.kind === 'corpus_entry') this.#lookAtEntry(change);
    else if (change.kind === 'notification') this.#lookAtMessage(change);
  }

  #lookAtItem({ id, before, after }: Change): void {
    if (!isActive(after)) return;
    const lane = String(after['lane']);
    const holder = this.#options.watching.lanes.get(lane);
    if (holder !== id) this.break(`lane ${lane} has two owners: ${holder ?? 'nobody'} and ${id}`);
    const runId = String(after['current_run_id']);
    if (before !== undefined && isActive(before) && before['current_run_id'] === runId) return;
    const claim = `${id}, claim ${String(after['fencing'])}`;
    const earlier = this.#claimedBy.get(runId);
    if (earlier !== undefined && earlier !== claim)
      this.break(`run ${runId} was claimed twice: by ${earlier} and by ${claim}`);
    this.#claimedBy.set(runId, claim);
  }

  #lookAtRun({ id, before, after }: Change): void {
    const receipt = after['idle_verdict'] as State | null;
    if (receipt === null || receipt === undefined || receipt['verdict'] !== 'idle') return;
    if ((before?.['idle_verdict'] ?? null) !== null) return;
    const window = receipt['window'] as State;
    const signals = receipt['signals'] as readonly State[];
    const isWhole =
      Number(window['samples']) > 0 &&
      Number(window['duration_ms']) >= Number(window['required_ms']) &&
      Number(window['max_gap_ms']) <= 2 * Number(receipt['sample_interval_ms']) &&
      signals.every(({ applies, value, holds }) => applies === false || (value !== null && holds));
    if (!isWhole) this.break(`run ${id} was called idle on a receipt that does not show it`);
    else if (!this.#options.truth.wasQuiet(id))
      this.break(`run ${id} was called idle although readings were missing`);
  }

  #lookAtPaper({ id, before, after }: Change): void {
    if (isDeepStrictEqual(after['artifact_sha256'], before?.['artifact_sha256'])) return;
    const problem = this.#options.truth.whatFails(id, after);
    if (problem !== null) this.break(`paper ${id} holds what is not in its evidence: ${problem}`);
  }

  #lookAtReview({ id, before, after }: Change): void {
    const sha = after['package_sha256'];
    if (sha === null || sha === before?.['package_sha256']) return;
    if (!this.#options.truth.packagePasses(id))
      this.break(`paper ${id} was packaged although it has not passed`);
  }

  #lookAtEntry({ id, before, after }: Change): void {
    if (after['status'] !== 'imported' || before?.['status'] === 'imported') return;
    const said = `${String(after['lint'])}, ${String(after['audit'])}`;
    if (said !== 'pass, strict_pass' || !this.#options.truth.packagePasses(id))
      this.break(`paper ${id} was published although it has not passed (${said})`);
  }

  #lookAtMessage({ id, before, after }: Change): void {
    if (after['status'] !== 'delivered' || before?.['status'] === 'delivered') return;
    if (!this.#options.truth.hasMessage(id))
      this.break(`message ${id} is called delivered, and nobody has it`);
  }
}
