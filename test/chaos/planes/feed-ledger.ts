/**
 * What one client of the feed has heard of each stream, by what the feed promises: strictly ascending on a connection,
 * each frame naming the one before it, and over all connections each once. Of the ids a count and a print are kept.
 */
import type { FeedHead } from './feed-heads.ts';

/** Which ids were heard, in their order; equal where the ids are. */
export interface Heard {
  readonly count: number;
  readonly last: number;
  readonly print: number;
}

export const nothingHeard: Heard = { count: 0, last: 0, print: 0 };

/** With one id more. Pure. */
export const hear = ({ count, print }: Heard, id: number): Heard => ({
  count: count + 1,
  last: id,
  print: (Math.imul(print, 31) + id) | 0,
});

export interface FeedLedger {
  readonly heard: ReadonlyMap<string, Heard>;
  /** A new connection, which may send again what was heard. */
  begin(): void;
  /** Says what is wrong with it; null for what is as promised. */
  take(head: FeedHead): string | null;
}

export function createFeedLedger(): FeedLedger {
  const heard = new Map<string, Heard>();
  /** Last of each stream on this connection. */
  const latest = new Map<string, number>();
  return {
    heard,
    begin: () => latest.clear(),
    take({ stream, seq, prevSeq }) {
      const before = heard.get(stream) ?? nothingHeard;
      const onThis = latest.get(stream);
      latest.set(stream, seq);
      if (onThis !== undefined && seq <= onThis) return `sent ${stream} ${seq} after ${onThis}`;
      if (onThis !== undefined && prevSeq !== onThis)
        return `sent ${stream} ${seq} as the one after ${prevSeq ?? 'none'}, behind ${onThis}`;
      // Sent again, as it may be by whoever asked from further back.
      if (seq <= before.last) return null;
      heard.set(stream, hear(before, seq));
      // Null: it lies too far back to be looked for.
      return prevSeq === null || prevSeq === before.last || before.count === 0
        ? null
        : `sent ${stream} ${seq} as the one after ${prevSeq}, where ${before.last} was heard last`;
    },
  };
}
