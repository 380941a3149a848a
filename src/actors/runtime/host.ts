/**
 * The actor host: activates actors from the journal, gives each one message at a time, commits what
 * the turns changed, and only then replies, carries out effects and tells observers.
 *
 * A turn, in order: take a message → decide (pure) → one transaction with state, events, answers,
 * timers and outbox → reply → effects. A crash before the commit leaves nothing; a crash after it
 * loses nothing, because effects and timers are read back at the next start.
 *
 * This file is what the outside calls, from the start to the drain; the parts are put together in
 * `host-parts.ts`.
 */
import { within } from '../../lib/clock.ts';
import { describeError } from '../../lib/describe-error.ts';
import type { ActorAddress, ActorEvent } from '../machine/durable-actions.ts';
import { isInternalEvent } from '../statechart/events.ts';
import { storeFailed } from './committer.ts';
import type { Rejected, RejectReason, Reply } from './definition.ts';
import { type DrainReport, letFinish } from './drain.ts';
import type { HostOptions } from './host-options.ts';
import { HostParts } from './host-parts.ts';
import { type HostStats, statsOf } from './host-stats.ts';
import type { Inspection } from './inspection.ts';
import { takeOldTells } from './old-tells.ts';
import type { Repairs } from './repairs.ts';
import type { AskOptions } from './requests.ts';
import type { RestoreProgress } from './restore-check.ts';
import type { SupervisionNode } from './supervision.ts';

/** Durable actors of one store, served: see the head of this file. */
export class ActorHost {
  readonly #options: HostOptions;
  readonly #parts: HostParts;
  #state: 'new' | 'running' | 'draining' | 'closed' = 'new';
  /** What everybody hears who asks while it does not run. */
  #whyNotRunning = rejected(
    'shutting_down',
    'the service starts or stops; repeat the request in a moment',
  );

  constructor(options: HostOptions) {
    this.#options = options;
    this.#parts = new HostParts(options, {
      onStoreFault: (error) => this.#onStoreFault(error),
      isStopped: () => this.#state !== 'running',
    });
  }

  /** What happened lately, newest last. */
  get inspection(): Inspection {
    return this.#parts.inspection;
  }

  /** What is out of service, and how to mend it. */
  get repairs(): Repairs {
    return this.#parts.repairs;
  }

  /** Reads who is out of service while another process works on the store; whoever works knows by itself. */
  async lookOn(): Promise<void> {
    if (this.#state === 'new') await this.#parts.outOfService.load(this.#options.journal);
  }

  /** Restores timers and unfinished effects and begins to serve; the stored actors are checked after. */
  async start(): Promise<void> {
    const { journal, definitions, clock } = this.#options;
    await takeOldTells({ journal, definitions, now: () => clock.now() });
    await this.#parts.outOfService.load(journal);
    this.#state = 'running';
    await this.#parts.timers.start();
    await this.#parts.effects.start();
    this.#scheduleSweep();
    void this.#parts.restoreCheck.run();
  }

  /**
   * Sends an event and waits for its reply, or for the later answer when the machine defers it.
   * Never rejects for what a caller can cause: see `Reply`.
   */
  ask(address: ActorAddress, event: ActorEvent, options: AskOptions = {}): Promise<Reply> {
    if (this.#state !== 'running') {
      return Promise.resolve(this.#whyNotRunning);
    }
    if (isInternalEvent(event.type)) {
      return Promise.resolve(
        rejected('failed', `${event.type} is a name that machines keep for themselves`),
      );
    }
    return this.#parts.requests.ask(address, event, options);
  }

  /**
   * The answer to a request asked earlier under `key`, perhaps by an earlier process; waits while it
   * is worked on. Undefined when the key was never used: nothing was committed under it.
   */
  recall(key: string, options: Pick<AskOptions, 'signal'> = {}): Promise<Reply | undefined> {
    return this.#parts.requests.recall(key, options);
  }

  /** Ends the back-off of an actor's effect; false when none of its effects waits in one. */
  hurry(address: ActorAddress): boolean {
    return this.#parts.effects.hurry(address);
  }

  /** Called with the newest event id after every commit; the returned function ends it. */
  onCommit(listener: (headEventId: number) => void): () => void {
    return this.#parts.aftermath.onCommit(listener);
  }

  stats(): HostStats {
    return statsOf(this.#parts);
  }

  /** Groups and kinds with their failures as of now. */
  supervision(): readonly SupervisionNode[] {
    return this.#parts.supervision.tree();
  }

  /** How far the check of all stored actors has come. */
  restoreProgress(): RestoreProgress {
    return this.#parts.restoreCheck.progress;
  }

  /** Waiting messages of one active actor, per lane; undefined when it is not in memory. */
  mailboxOf(address: ActorAddress): Record<string, number> | undefined {
    return this.#parts.cells.depthsOf(address);
  }

  /** Drops every actor from memory that has had nothing to do for long enough; returns how many. */
  passivateIdle({ quietForMs = this.#parts.settings.passivateAfterMs } = {}): number {
    return this.#parts.cells.passivate(this.#options.clock.monotonic() - quietForMs);
  }

  /** Nobody waits any more for what goes on by itself after a restart: a stop is near. */
  letGo(): void {
    this.#parts.requests.letGo();
  }

  /**
   * Stops intake, lets accepted messages and running effects finish until the deadline, and closes.
   * What is left goes on at the next start. Effects are told to stop when nothing else runs or the
   * deadline is near (after `effectsMs`, where that is told); one that does not listen is cut off.
   */
  async drain(deadlineMs: number, effectsMs?: number): Promise<DrainReport> {
    if (this.#state === 'closed') return { clean: true, messagesLeft: 0, effectsCut: 0 };
    this.#state = 'draining';
    this.#parts.wakeups.clear(sweepKey);
    this.#parts.timers.stop();
    const { clock } = this.#options;
    const { cells, effects, requests } = this.#parts;
    const endMs = clock.monotonic() + deadlineMs;
    const effectsCut = await letFinish(
      { deadlineMs, effectsMs },
      { clock, cells, effects, requests },
    );
    // What has been decided is committed, but another process may have the write lock for long.
    const leftMs = Math.max(commitGraceMs, endMs - clock.monotonic());
    await within(clock, leftMs, this.#parts.committer.idle());
    const messagesLeft = cells.waitingCount;
    this.#close(rejected('shutting_down', 'the answer will be there after a restart'));
    return { clean: messagesLeft === 0 && effectsCut === 0, messagesLeft, effectsCut };
  }

  #close(why: Rejected): void {
    this.#state = 'closed';
    this.#whyNotRunning = why;
    this.#parts.timers.stop();
    this.#parts.effects.stop();
    this.#parts.wakeups.stop();
    this.#parts.cells.close(why);
    this.#parts.ripples.dropAll();
    this.#parts.requests.close(why);
  }

  #onStoreFault(error: unknown): void {
    if (this.#state === 'closed') return;
    this.#close(rejected('store_failed', `${storeFailed} (${describeError(error)})`));
    this.#options.onStoreFault(error);
  }

  /** Lets actors that have been quiet for long leave memory. */
  #scheduleSweep(): void {
    this.#parts.wakeups.setIn(sweepKey, this.#parts.settings.passivateAfterMs, () => {
      this.passivateIdle();
      if (this.#state === 'running') this.#scheduleSweep();
    });
  }
}

const sweepKey = 'sweep';
/** At least so long a drain waits for commits under way, ms. */
const commitGraceMs = 1000;
const rejected = (reason: RejectReason, detail: string): Rejected => ({
  ok: false,
  rejected: reason,
  detail,
});
