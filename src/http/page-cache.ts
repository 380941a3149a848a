/**
 * Serialised list replies that may be served again: while nothing was committed since they were
 * made and for at most a second, whichever ends first. Bounded by entries and by bytes, the least
 * recently used goes first. The key is the route with path and query as sent, so that a hit costs
 * no parsing at all.
 */
import type { Clock } from '../lib/clock.ts';

const pageCacheBounds = {
  entriesMax: 512,
  bytesMax: 8 * 1024 * 1024,
  ageMsMax: 1_000,
} as const;

/** Made for one pipeline; what does not fit pushes out what was not asked for longest. */
export interface PageCache {
  /** The bytes stored for `key`, if they were made at `head` and are young enough. */
  get(key: string, head: number): Uint8Array | undefined;
  /** `head` must have been read before the reply was made, so that a commit in between counts. */
  set(key: string, head: number, bytes: Uint8Array): void;
  readonly entries: number;
  readonly bytes: number;
}

interface Entry {
  readonly head: number;
  readonly madeMs: number;
  readonly bytes: Uint8Array;
}

/** Empty at first. A page of more than a quarter of `bytesMax` is never kept. */
export function createPageCache(
  clock: Clock,
  bounds: { entriesMax: number; bytesMax: number; ageMsMax: number } = pageCacheBounds,
): PageCache {
  const entries = new Map<string, Entry>();
  let totalBytes = 0;
  const drop = (key: string, entry: Entry): void => {
    entries.delete(key);
    totalBytes -= entry.bytes.byteLength;
  };
  return {
    get entries() {
      return entries.size;
    },
    get bytes() {
      return totalBytes;
    },
    get(key, head) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (entry.head !== head || clock.monotonic() - entry.madeMs > bounds.ageMsMax) {
        drop(key, entry);
        return undefined;
      }
      // Re-inserting keeps the map in order of use.
      entries.delete(key);
      entries.set(key, entry);
      return entry.bytes;
    },
    set(key, head, bytes) {
      const before = entries.get(key);
      if (before !== undefined) drop(key, before);
      // One reply must not push everything else out.
      if (bytes.byteLength > bounds.bytesMax / 4) return;
      entries.set(key, { head, madeMs: clock.monotonic(), bytes });
      totalBytes += bytes.byteLength;
      for (const [oldest, entry] of entries) {
        if (entries.size <= bounds.entriesMax && totalBytes <= bounds.bytesMax) break;
        drop(oldest, entry);
      }
    },
  };
}
