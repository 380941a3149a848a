/**
 * The parts of an actor host, put together: each is a file of its own and knows only what it is given
 * here. What they tell each other, and what the runtime keeps for itself, goes through this file; what
 * the outside calls is in `host.ts`.
 */
import { toIsoTime } from '../../lib/clock.ts';
import { describeError } from '../../lib/describe-error.ts';
import type { DeadLetter, TurnRecord } from '../journal/port.ts';
import type { ActorAddress, ActorEvent } from '../machine/durable-actions.ts';
import { Aftermath } from './aftermath.ts';
import type { CellContext } from './cell-context.ts';
import { Cells } from './cells.ts';
import { Committer, type Kept, lost } from './committer.ts';
import { Courier } from './courier.ts';
import type { Reply } from './definition.ts';
import { EffectRunner } from './effect-runner.ts';
import { type HostOptions, type HostSettings, resolveSettings } from './host-options.ts';
import { Inspection, type NoteKind } from './inspection.ts';
import { type LetterRetry, plainMessage } from './message.ts';
import { OutOfService } from './out-of-service.ts';
import { plainTurn } from './plain-turn.ts';
import { ReadFaults } from './read-faults.ts';
import { buryEffectTurn, buryTurn, quarantineTurn } from './repair-turns.ts';
import { Repairs } from './repairs.ts';
import { internalKey } from './request-keys.ts';
import { Requests } from './requests.ts';
import { RestoreCheck } from './restore-check.ts';
import { Rivals } from './rivals.ts';
import { Ripples } from './settling.ts';
import { Supervision } from './supervision.ts';
import { Timers } from './timers.ts';
import { Wakeups } from './wakeups.ts';

/** What the parts ask of the host as a whole. */
export interface HostHooks {
  /** The store failed: nothing more can be kept. */
  readonly onStoreFault: (error: unknown) => void;
  /** Whether work in the background is to end. */
  readonly isStopped: () => boolean;
}

const restorePauseMs = 1000;

/** All parts of one host. Made at once and started by `host.ts`. */
export class HostParts {
  readonly settings: HostSettings;
  readonly inspection: Inspection;
  readonly repairs: Repairs;
  readonly outOfService = new OutOfService();
  readonly ripples = new Ripples();
  readonly wakeups: Wakeups;
  readonly readFaults: ReadFaults;
  readonly committer: Committer;
  readonly cells: Cells;
  readonly timers: Timers;
  readonly effects: EffectRunner;
  readonly requests: Requests;
  readonly supervision: Supervision;
  readonly restoreCheck: RestoreCheck;
  readonly rivals: Rivals;
  readonly aftermath: Aftermath;
  readonly #options: HostOptions;

  constructor(options: HostOptions, { onStoreFault, isStopped }: HostHooks) {
    this.#options = options;
    const settings = resolveSettings(options.settings);
    this.settings = settings;
    const { journal, clock, entropy, definitions, onBoundary = () => {} } = options;
    const { outOfService, ripples } = this;
    const onFault = (error: unknown): void => this.#note('fault', '', '', describeError(error));
    this.inspection = new Inspection(settings.inspectionEntriesMax);
    this.wakeups = new Wakeups({ clock, callsMax: settings.wakeupsAtOnceMax, onFault });
    this.readFaults = new ReadFaults({
      wakeups: this.wakeups,
      entropy,
      now: () => this.now(),
      onFault: ({ what, error }) => this.#note('read_fault', '', what, error),
    });
    this.committer = new Committer({
      journal,
      batchTurnsMax: settings.batchTurnsMax,
      batchesInFlightMax: settings.batchesInFlightMax,
      onStoreFault,
      onFault,
      onBoundary: (boundary) => onBoundary(boundary, null),
    });
    const courier = new Courier({
      wakeups: this.wakeups,
      post: (to, message) => this.cells.post(to, message),
      retryMs: settings.redeliverMs,
    });
    const isOutOfService = (address: ActorAddress): boolean =>
      outOfService.get(address) !== undefined;
    const shared = {
      journal,
      clock,
      wakeups: this.wakeups,
      courier,
      isOutOfService,
      readFaults: this.readFaults,
    };
    this.timers = new Timers({
      ...shared,
      heldMax: settings.timersHeldMax,
      bury: (row, message, reason) => {
        const { type } = message.event;
        this.#note('dead_letter', `${row.kind}/${row.id}`, type, reason, row.correlation_id);
        void this.keep(buryTurn(row, message, reason, this.now()));
      },
    });
    this.effects = new EffectRunner({
      ...shared,
      entropy,
      ripples,
      handlers: options.effects,
      concurrencyMax: settings.effectConcurrencyMax,
      heldMax: settings.effectsHeldMax,
      linesParkedMax: settings.effectLinesParkedMax,
      complete: async (row) => {
        await this.keep(plainTurn(row, { completedEffectId: row.effect_id }));
      },
      postpone: async (row, postponement) => {
        await this.keep(plainTurn(row, { upkeep: { postponed: [postponement] } }));
      },
      bury: async (row, reason) => {
        const { kind, id, name, correlation_id: correlationId } = row;
        this.#note('dead_letter', `${kind}/${id}`, name, reason, correlationId);
        await this.keep(buryEffectTurn(row, reason, this.now()));
      },
      onBoundary: (boundary, row) => onBoundary(boundary, row),
      onRetry: ({ kind, id, name, correlation_id: correlationId }, error) =>
        this.#note('effect_retry', `${kind}/${id}`, name, describeError(error), correlationId),
    });
    this.supervision = new Supervision({
      groups: options.supervision ?? [],
      kinds: [...definitions.values()].flatMap(({ kind, partOf }) => (partOf ? [] : [kind])),
      kindIntensity: settings.kindIntensity,
      monotonic: () => clock.monotonic(),
      onRestart: ({ name, kinds }) => {
        this.#note('escalation', name, '', 'it failed too often: all its actors restart');
        this.cells.forget((kind) => kinds.includes(kind));
      },
      onEscalate: (group) => {
        this.#note('escalation', group.name, '', 'it failed too often: the service is told');
        options.onEscalate?.(group);
      },
    });
    this.cells = new Cells({ definitions, settings, context: this.#cellContext() });
    this.requests = new Requests({
      journal,
      entropy,
      post: (to, message) => this.cells.post(to, message),
    });
    this.rivals = new Rivals({
      wakeups: this.wakeups,
      readFaults: this.readFaults,
      timers: this.timers,
      effects: this.effects,
      requests: this.requests,
    });
    this.aftermath = new Aftermath({
      timers: this.timers,
      effects: this.effects,
      requests: this.requests,
      ripples,
      onFault: (error) => this.#note('fault', '', 'commit listener', describeError(error)),
    });
    this.repairs = new Repairs({
      journal,
      definitions,
      outOfService,
      now: () => this.now(),
      keep: (record) => this.keep(record),
      onReleased: (address) => this.#onReleased(address),
      resend: (letter, event, retries) => this.#resend(letter, event, retries),
    });
    this.restoreCheck = new RestoreCheck({
      journal,
      definitions,
      onUnrestorable: (address, reason) => this.#quarantine(address, reason),
      pause: (resume) => this.wakeups.setIn('restore check', restorePauseMs, resume),
      isStopped,
    });
  }

  #cellContext(): CellContext {
    const { journal, clock, entropy, definitions } = this.#options;
    return {
      journal,
      definitions,
      clock,
      entropy,
      settings: this.settings,
      inspection: this.inspection,
      committer: this.committer,
      timers: this.timers,
      wakeups: this.wakeups,
      outOfService: this.outOfService,
      now: () => this.now(),
      keep: (record, onResult) => void this.keep(record).then(onResult),
      onCommitted: (address, turn, committed) => this.aftermath.ofTurn(address, turn, committed),
      onNote: (...note) => this.#note(...note),
      onRival: () => this.rivals.noticed(),
      onFailure: (kind) => this.supervision.noteFailure(kind),
    };
  }

  /** Wall-clock time as ISO 8601. */
  now(): string {
    return toIsoTime(this.#options.clock.now());
  }

  /** Commits what the runtime itself keeps. */
  keep(record: TurnRecord): Promise<Kept> {
    return new Promise((resolve) => {
      this.committer.add({
        record,
        settled: (result) => {
          if (result.ok) this.aftermath.ofKept(record, result);
          resolve(result);
        },
        lost: () => resolve(lost),
      });
    });
  }

  #quarantine(address: ActorAddress, reason: string): void {
    if (this.outOfService.get(address) !== undefined) return;
    const quarantine = { reason, event: null, since: this.now() };
    this.outOfService.add({ ...address, ...quarantine });
    this.#note('quarantine', `${address.kind}/${address.id}`, '', reason);
    void this.keep(quarantineTurn(address, quarantine));
  }

  /** What was for the actor is in the store: it is read from there again. */
  #onReleased(address: ActorAddress): void {
    this.outOfService.remove(address);
    this.cells.forget((kind, id) => kind === address.kind && id === address.id);
    this.#note('release', `${address.kind}/${address.id}`, '', 'back in service');
    this.timers.reread();
    this.effects.reread();
  }

  #resend(letter: DeadLetter, event: ActorEvent, retries: LetterRetry): Promise<Reply> {
    return new Promise((resolve) => {
      this.cells.post(letter, {
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
    this.inspection.add({ kind, at: this.now(), actor, event, reason });
    try {
      this.#options.log?.({ kind, actor, event, reason, correlationId });
    } catch {
      // There is nowhere left to say it; what the note is about goes on.
    }
  }
}
