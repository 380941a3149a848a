/**
 * The actor host: activates actors from the journal, gives each one message at a time, commits what
 * the turns changed, and only then replies, carries out effects and tells observers.
 *
 * A turn, in order: take a message → decide (pure) → one transaction with state, events, answers,
 * timers and outbox → reply → effects. A crash before the commit leaves nothing; a crash after it
 * loses nothing, because effects and timers are read back at the next start.
 *
 * This file puts the parts together; each part is a file of its own and knows only what it is given.
 * Long because everything that the outside calls is handed on from here.
 */
import { toIsoTime, within } from '../../lib/clock.ts';
import { describeError } from '../../lib/describe-error.ts';
import type { DeadLetter, TurnRecord } from '../journal/port.ts';
import type { ActorAddress, ActorEvent } from '../machine/durable-actions.ts';
import { isInternalEvent } from '../statechart/events.ts';
import { Aftermath } from './aftermath.ts';
import type { CellContext } from './cell-context.ts';
import { Cells } from './cells.ts';
import { Committer, type Kept, lost } from './committer.ts';
import { Courier } from './courier.ts';
import type { Reply } from './definition.ts';
import { type DrainReport, letFinish } from './drain.ts';
import { EffectRunner } from './effect-runner.ts';
import { type HostOptions, type HostSettings, resolveSettings } from './host-options.ts';
import { Inspection, type NoteKind } from './inspection.ts';
import { type LetterRetry, plainMessage } from './message.ts';
import { takeOldTells } from './old-tells.ts';
import { OutOfService } from './out-of-service.ts';
import { type ReadFault, ReadFaults } from './read-faults.ts';
import { buryEffectTurn, buryTurn, plainTurn, quarantineTurn } from './repair-turns.ts';
import { Repairs } from './repairs.ts';
import { internalKey } from './request-keys.ts';
import { type AskOptions, Requests } from './requests.ts';
import { RestoreCheck, type RestoreProgress } from './restore-check.ts';
import { Rivals } from './rivals.ts';
import { Ripples } from './settling.ts';
import { Supervision, type SupervisionNode } from './supervision.ts';
import { Timers } from './timers.ts';
import { Wakeups } from './wakeups.ts';

/** Counters for health pages. */
export interface HostStats {
  readonly active: number;
  readonly messages: number;
  readonly effects: number;
  readonly timers: number;
  /** `kind/id` of every actor out of service. */
  readonly quarantined: readonly string[];
  /** What of the store cannot be read just now; it is tried again. */
  readonly readFaults: readonly ReadFault[];
}

export class ActorHost {
  readonly inspection: Inspection;
  /** What is out of service, and how to mend it. */
  readonly repairs: Repairs;
  readonly #options: HostOptions;
  readonly #settings: HostSettings;
  readonly #outOfService = new OutOfService();
  readonly #ripples = new Ripples();
  readonly #wakeups: Wakeups;
  readonly #readFaults: ReadFaults;
  readonly #committer: Committer;
  readonly #cells: Cells;
  readonly #timers: Timers;
  readonly #effects: EffectRunner;
  readonly #requests: Requests;
  readonly #supervision: Supervision;
  readonly #restoreCheck: RestoreCheck;
  readonly #rivals: Rivals;
  readonly #aftermath: Aftermath;
  #state: 'new' | 'running' | 'draining' | 'closed' = 'new';

  constructor(options: HostOptions) {
    this.#options = options;
    this.#settings = resolveSettings(options.settings);
    const { journal, clock, entropy, definitions, onBoundary = () => {} } = options;
    const settings = this.#settings;
    const outOfService = this.#outOfService;
    const onStoreFault = (error: unknown): void => this.#onStoreFault(error);
    const onFault = (error: unknown): void => this.#note('fault', '', '', describeError(error));
    this.inspection = new Inspection(settings.inspectionEntriesMax);
    this.#wakeups = new Wakeups({ clock, callsMax: settings.wakeupsAtOnceMax, onFault });
    this.#readFaults = new ReadFaults({
      wakeups: this.#wakeups,
      entropy,
      now: () => this.#now(),
      onFault: ({ what, error }) => this.#note('read_fault', '', what, error),
    });
    this.#committer = new Committer({
      journal,
      batchTurnsMax: settings.batchTurnsMax,
      batchesInFlightMax: settings.batchesInFlightMax,
      onStoreFault,
      onFault,
      onBoundary: (boundary) => onBoundary(boundary, null),
    });
    const courier = new Courier({
      wakeups: this.#wakeups,
      post: (to, message) => this.#cells.post(to, message),
      retryMs: settings.redeliverMs,
    });
    const isOutOfService = (address: ActorAddress): boolean =>
      outOfService.get(address) !== undefined;
    const shared = {
      journal,
      clock,
      wakeups: this.#wakeups,
      courier,
      isOutOfService,
      readFaults: this.#readFaults,
    };
    this.#timers = new Timers({
      ...shared,
      heldMax: settings.timersHeldMax,
      bury: (row, message, reason) => {
        const { type } = message.event;
        this.#note('dead_letter', `${row.kind}/${row.id}`, type, reason, row.correlation_id);
        void this.#keep(buryTurn(row, message, reason, this.#now()));
      },
    });
    this.#effects = new EffectRunner({
      ...shared,
      entropy,
      ripples: this.#ripples,
      handlers: options.effects,
      concurrencyMax: settings.effectConcurrencyMax,
      heldMax: settings.effectsHeldMax,
      linesParkedMax: settings.effectLinesParkedMax,
      complete: async (row) => {
        await this.#keep(plainTurn(row, { completedEffectId: row.effect_id }));
      },
      postpone: async (row, postponement) => {
        await this.#keep(plainTurn(row, { upkeep: { postponed: [postponement] } }));
      },
      bury: async (row, reason) => {
        const { kind, id, name, correlation_id: correlationId } = row;
        this.#note('dead_letter', `${kind}/${id}`, name, reason, correlationId);
        await this.#keep(buryEffectTurn(row, reason, this.#now()));
      },
      onBoundary: (boundary, row) => onBoundary(boundary, row),
      onRetry: ({ kind, id, name, correlation_id: correlationId }, error) =>
        this.#note('effect_retry', `${kind}/${id}`, name, describeError(error), correlationId),
    });
    this.#supervision = new Supervision({
      groups: options.supervision ?? [],
      kinds: [...definitions.values()].flatMap(({ kind, partOf }) => (partOf ? [] : [kind])),
      kindIntensity: settings.kindIntensity,
      monotonic: () => clock.monotonic(),
      onRestart: ({ name, kinds }) => {
        this.#note('escalation', name, '', 'it failed too often: all its actors restart');
        this.#cells.forget((kind) => kinds.includes(kind));
      },
      onEscalate: (group) => {
        this.#note('escalation', group.name, '', 'it failed too often: the service is told');
        options.onEscalate?.(group);
      },
    });
    this.#cells = new Cells({ definitions, settings, context: this.#cellContext() });
    this.#requests = new Requests({
      journal,
      entropy,
      post: (to, message) => this.#cells.post(to, message),
    });
    this.#rivals = new Rivals({
      wakeups: this.#wakeups,
      readFaults: this.#readFaults,
      timers: this.#timers,
      effects: this.#effects,
      requests: this.#requests,
    });
    this.#aftermath = new Aftermath({
      timers: this.#timers,
      effects: this.#effects,
      requests: this.#requests,
      ripples: this.#ripples,
      onFault: (error) => this.#note('fault', '', 'commit listener', describeError(error)),
    });
    this.repairs = new Repairs({
      journal,
      definitions,
      outOfService,
      now: () => this.#now(),
      keep: (record) => this.#keep(record),
      onReleased: (address) => this.#onReleased(address),
      resend: (letter, event, retries) => this.#resend(letter, event, retries),
    });
    this.#restoreCheck = new RestoreCheck({
      journal,
      definitions,
      onUnrestorable: (address, reason) => this.#quarantine(address, reason),
      pause: (resume) => this.#wakeups.setIn('restore check', restorePauseMs, resume),
      isStopped: () => this.#state !== 'running',
    });
  }

  #cellContext(): CellContext {
    const { journal, clock, entropy, definitions } = this.#options;
    return {
      journal,
      definitions,
      clock,
      entropy,
      settings: this.#settings,
      inspection: this.inspection,
      committer: this.#committer,
      timers: this.#timers,
      wakeups: this.#wakeups,
      outOfService: this.#outOfService,
      now: () => this.#now(),
      keep: (record, onResult) => void this.#keep(record).then(onResult),
      onCommitted: (address, turn, committed) => this.#aftermath.ofTurn(address, turn, committed),
      onNote: (...note) => this.#note(...note),
      onRival: () => this.#rivals.noticed(),
      onFailure: (kind) => this.#supervision.noteFailure(kind),
    };
  }

  /** Restores timers and unfinished effects and begins to serve; the stored actors are checked after. */
  async start(): Promise<void> {
    const { journal, definitions, clock } = this.#options;
    await takeOldTells({ journal, definitions, now: () => clock.now() });
    await this.#outOfService.load(journal);
    this.#state = 'running';
    await this.#timers.start();
    await this.#effects.start();
    this.#scheduleSweep();
    void this.#restoreCheck.run();
  }

  /**
   * Sends an event and waits for its reply, or for the later answer when the machine defers it.
   * Never rejects for what a caller can cause: see `Reply`.
   */
  ask(address: ActorAddress, event: ActorEvent, options: AskOptions = {}): Promise<Reply> {
    if (this.#state !== 'running') {
      return Promise.resolve(rejected('shutting_down', 'the host is not running'));
    }
    if (isInternalEvent(event.type)) {
      return Promise.resolve(
        rejected('failed', `${event.type} is a name that machines keep for themselves`),
      );
    }
    return this.#requests.ask(address, event, options);
  }

  /**
   * The answer to a request asked earlier under `key`, perhaps by an earlier process; waits while it
   * is worked on. Undefined when the key was never used: nothing was committed under it.
   */
  recall(key: string, options: Pick<AskOptions, 'signal'> = {}): Promise<Reply | undefined> {
    return this.#requests.recall(key, options);
  }

  /** Ends the back-off of an actor's effect; false when none of its effects waits in one. */
  hurry(address: ActorAddress): boolean {
    return this.#effects.hurry(address);
  }

  /** Called with the newest event id after every commit; the returned function ends it. */
  onCommit(listener: (headEventId: number) => void): () => void {
    return this.#aftermath.onCommit(listener);
  }

  stats(): HostStats {
    return {
      active: this.#cells.size,
      messages: this.#cells.waitingCount,
      effects: this.#effects.pendingCount,
      timers: this.#timers.heldCount,
      quarantined: this.#outOfService.list().map(({ kind, id }) => `${kind}/${id}`),
      readFaults: this.#readFaults.list(),
    };
  }

  /** Groups and kinds with their failures as of now. */
  supervision(): readonly SupervisionNode[] {
    return this.#supervision.tree();
  }

  /** How far the check of all stored actors has come. */
  restoreProgress(): RestoreProgress {
    return this.#restoreCheck.progress;
  }

  /** Waiting messages of one active actor, per lane; undefined when it is not in memory. */
  mailboxOf(address: ActorAddress): Record<string, number> | undefined {
    return this.#cells.depthsOf(address);
  }

  /** Drops every actor from memory that has had nothing to do for long enough; returns how many. */
  passivateIdle({ quietForMs = this.#settings.passivateAfterMs } = {}): number {
    return this.#cells.passivate(this.#options.clock.monotonic() - quietForMs);
  }

  /**
   * Stops intake, lets accepted messages and running effects finish until the deadline, and closes.
   * What is left goes on at the next start. Effects are told to stop when nothing else runs or the
   * deadline is near; one that does not listen is cut off.
   */
  async drain(deadlineMs: number): Promise<DrainReport> {
    if (this.#state === 'closed') return { clean: true, messagesLeft: 0, effectsCut: 0 };
    this.#state = 'draining';
    this.#wakeups.clear(sweepKey);
    this.#timers.stop();
    const { clock } = this.#options;
    const endMs = clock.monotonic() + deadlineMs;
    const effectsCut = await letFinish(deadlineMs, {
      clock,
      cells: this.#cells,
      effects: this.#effects,
      requests: this.#requests,
    });
    // What has been decided is committed, but another process may have the write lock for long.
    const leftMs = Math.max(commitGraceMs, endMs - clock.monotonic());
    await within(clock, leftMs, this.#committer.idle());
    const messagesLeft = this.#cells.waitingCount;
    this.#close('the answer will be there after a restart');
    return { clean: messagesLeft === 0 && effectsCut === 0, messagesLeft, effectsCut };
  }

  #close(detail: string): void {
    this.#state = 'closed';
    this.#timers.stop();
    this.#effects.stop();
    this.#wakeups.stop();
    this.#cells.close();
    this.#ripples.dropAll();
    this.#requests.close(rejected('shutting_down', detail));
  }

  #onStoreFault(error: unknown): void {
    if (this.#state === 'closed') return;
    this.#close('the store failed');
    this.#options.onStoreFault(error);
  }

  #now(): string {
    return toIsoTime(this.#options.clock.now());
  }

  /** Commits what the runtime itself keeps. */
  #keep(record: TurnRecord): Promise<Kept> {
    return new Promise((resolve) => {
      this.#committer.add({
        record,
        settled: (result) => {
          if (result.ok) this.#aftermath.ofKept(record, result);
          resolve(result);
        },
        lost: () => resolve(lost),
      });
    });
  }

  #quarantine(address: ActorAddress, reason: string): void {
    if (this.#outOfService.get(address) !== undefined) return;
    const quarantine = { reason, event: null, since: this.#now() };
    this.#outOfService.add({ ...address, ...quarantine });
    this.#note('quarantine', `${address.kind}/${address.id}`, '', reason);
    void this.#keep(quarantineTurn(address, quarantine));
  }

  /** What was for the actor is in the store: it is read from there again. */
  #onReleased(address: ActorAddress): void {
    this.#outOfService.remove(address);
    this.#cells.forget((kind, id) => kind === address.kind && id === address.id);
    this.#note('release', `${address.kind}/${address.id}`, '', 'back in service');
    this.#timers.reread();
    this.#effects.reread();
  }

  #resend(letter: DeadLetter, event: ActorEvent, retries: LetterRetry): Promise<Reply> {
    return new Promise((resolve) => {
      this.#cells.post(letter, {
        ...plainMessage,
        event,
        lane: 'control',
        by: letter.by,
        source: letter.source,
        requestKey: internalKey(`letter:${letter.sequence}`),
        correlationId: letter.correlation_id,
        causeId: letter.cause_id,
        retries,
        settle: resolve,
        failures: 0,
      });
    });
  }

  #note(
    kind: NoteKind,
    actor: string,
    event: string,
    reason: string,
    correlationId: string | null = null,
  ): void {
    this.inspection.add({ kind, at: this.#now(), actor, event, reason });
    try {
      this.#options.log?.({ kind, actor, event, reason, correlationId });
    } catch {
      // There is nowhere left to say it; what the note is about goes on.
    }
  }

  /** Lets actors that have been quiet for long leave memory. */
  #scheduleSweep(): void {
    this.#wakeups.setIn(sweepKey, this.#settings.passivateAfterMs, () => {
      this.passivateIdle();
      if (this.#state === 'running') this.#scheduleSweep();
    });
  }
}

const sweepKey = 'sweep';
/** At least so long a drain waits for commits under way, ms. */
const commitGraceMs = 1000;
const restorePauseMs = 1000;
const rejected = (reason: Extract<Reply, { ok: false }>['rejected'], detail: string): Reply => ({
  ok: false,
  rejected: reason,
  detail,
});
