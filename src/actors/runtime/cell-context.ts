/** What a cell needs of its host. */
import type { Clock } from '../../lib/clock.ts';
import type { Entropy } from '../../lib/ids.ts';
import type { CommittedTurn, Journal, TurnRecord } from '../journal/port.ts';
import type { ActorAddress } from '../machine/durable-actions.ts';
import type { Committer, Kept } from './committer.ts';
import type { AnyDefinition } from './definition.ts';
import type { HostSettings } from './host-options.ts';
import type { Inspection, NoteKind } from './inspection.ts';
import type { OutOfService } from './out-of-service.ts';
import type { Timers } from './timers.ts';
import type { Turn } from './turn.ts';
import type { Wakeups } from './wakeups.ts';

/** One for all cells of a host: its ports, its parts, and whom a cell tells what happened. */
export interface CellContext {
  readonly journal: Journal;
  readonly definitions: ReadonlyMap<string, AnyDefinition>;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly settings: HostSettings;
  readonly inspection: Inspection;
  readonly committer: Committer;
  readonly timers: Timers;
  readonly wakeups: Wakeups;
  readonly outOfService: OutOfService;
  /** Wall-clock time as ISO 8601. */
  readonly now: () => string;
  /** Commits what the runtime itself keeps. */
  readonly keep: (record: TurnRecord, onResult?: (result: Kept) => void) => void;
  readonly onCommitted: (address: ActorAddress, turn: Turn, committed: CommittedTurn) => void;
  /** `correlationId` where it is about a message. */
  readonly onNote: (
    kind: NoteKind,
    actor: string,
    event: string,
    reason: string,
    correlationId?: string,
  ) => void;
  /** Another process wrote to the store. */
  readonly onRival: () => void;
  /** Notes a failure of a kind; true when the failing actor is to be isolated at once. */
  readonly onFailure: (kind: string) => boolean;
}
