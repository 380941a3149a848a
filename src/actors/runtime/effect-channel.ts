/**
 * The lines in which effects stand. Effects of one actor are carried out one after the other, an
 * invocation in a line of its own; messages from one actor to another keep their order and wait for
 * nobody else's.
 */
import { InvariantError } from '../../lib/assert.ts';
import { parseIfJson } from '../../lib/if-there.ts';
import type { SequencedEffect } from '../journal/port.ts';
import type { ActorAddress, ActorEvent } from '../machine/durable-actions.ts';
import { type Message, plainMessage } from './message.ts';
import { internalKey } from './request-keys.ts';

/** Name under which a `tell` is kept in the outbox. */
export const tellEffect = 'tell';

/** What the input of a `tell` row holds. */
export interface TellInput {
  readonly to: ActorAddress;
  readonly event: ActorEvent;
  readonly by: string;
}

/** An effect in memory; its row is replaced when an attempt fails. */
export interface QueuedEffect {
  row: SequencedEffect;
  /** Read back from the outbox: an earlier process may have carried it out. */
  readonly isResumed: boolean;
}

/** Names the effects of one line in the store. */
export interface LineAddress extends ActorAddress {
  /** Null: those that were merely asked for. */
  readonly invokeId: string | null;
}

/** A line all or some of which is in the store only. */
export interface Line {
  readonly of: LineAddress;
  /** Sequence up to which it was read. */
  readTo: number;
  /** More of it was left to the store while it was being read. */
  isLeft: boolean;
  /** The first of them waits for this time, ms since the epoch. */
  readonly dueMs: number;
  readonly isHeadResumed: boolean;
}

/** One line of effects or messages, and how it stands. Only its first entry is ever under way. */
export interface Channel {
  readonly key: string;
  /** Whom the results or messages of this line go to. */
  readonly to: ActorAddress;
  /** Null for messages: nothing makes them wait for a later time. */
  readonly of: LineAddress | null;
  readonly waiting: QueuedEffect[];
  /**
   * `idle`: nothing is done about it yet; `pausing`: until the next attempt; `reading`: its rows are on
   * their way from the store; `lined_up`: for a place.
   */
  state: 'idle' | 'pausing' | 'reading' | 'lined_up' | 'running';
  /** What follows on `waiting` is there, in the store only. Null: nothing does. */
  stored: Line | null;
  /** Of the effect being carried out. */
  abort: AbortController | null;
}

/** What a row of that name brings. Throws `InvariantError` for one that is not what was written. */
export function tellOf({ input, sequence }: SequencedEffect): TellInput {
  const tell = parseIfJson(input) as Partial<TellInput> | null | undefined;
  if (typeof tell?.to?.kind === 'string' && typeof tell.event?.type === 'string')
    return tell as TellInput;
  throw new InvariantError(
    `the effect ${sequence} of the outbox is not what was written; run verify and restore a backup`,
  );
}

/** The line of a row, and whom it leads to. */
export function channelOf(row: SequencedEffect): Pick<Channel, 'key' | 'to' | 'of'> {
  const from = `${row.kind}/${row.id}`;
  if (row.name === tellEffect) {
    const { to } = tellOf(row);
    return { key: `tell ${from} ${to.kind}/${to.id}`, to, of: null };
  }
  const to = { kind: row.kind, id: row.id };
  const { invoke_id: invokeId } = row;
  const key = invokeId === null ? `perform ${from}` : invocationKey(to, invokeId);
  return { key, to, of: { ...to, invokeId } };
}

/** The key of the line in which one invocation of an actor stands. */
export function invocationKey({ kind, id }: ActorAddress, invokeId: string): string {
  return `invoke ${kind}/${id} ${invokeId}`;
}

/** What an outbox row brings to an actor, as a message; the turn that takes it removes the row. */
export function messageOf(
  row: SequencedEffect,
  event: ActorEvent,
  by: string,
): Omit<Message, 'settle'> {
  return {
    ...plainMessage,
    event,
    lane: 'control',
    by,
    source: row.name === tellEffect ? 'tell' : `effect ${row.name}`,
    requestKey: internalKey(`effect:${row.effect_id}`),
    correlationId: row.correlation_id,
    causeId: row.cause_id,
    completesEffectId: row.effect_id,
    failures: 0,
  };
}

/** The places for effects of one name, given out in turn: whoever was served stands behind. */
export class FairShare {
  readonly #concurrencyMax: number;
  readonly #lines = new Map<string, { running: number; readonly waiting: Channel[] }>();

  constructor(concurrencyMax: number) {
    this.#concurrencyMax = concurrencyMax;
  }

  /** The channel wants a place for an effect of this name. */
  lineUp(name: string, channel: Channel): void {
    channel.state = 'lined_up';
    this.#line(name).waiting.push(channel);
  }

  /** The next channel that has a place, which it takes; undefined when none has. */
  next(name: string): Channel | undefined {
    const line = this.#line(name);
    if (line.running >= this.#concurrencyMax) return undefined;
    const channel = line.waiting.shift();
    if (channel !== undefined) line.running += 1;
    return channel;
  }

  leave(name: string): void {
    const line = this.#line(name);
    line.running -= 1;
    if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(name);
  }

  #line(name: string): { running: number; readonly waiting: Channel[] } {
    let line = this.#lines.get(name);
    if (line === undefined) {
      line = { running: 0, waiting: [] };
      this.#lines.set(name, line);
    }
    return line;
  }
}
