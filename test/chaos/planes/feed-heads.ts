/**
 * What tells of a frame of the feed whether each comes once and in order, read out of its first bytes. The rest, nearly
 * all of it, is not looked at.
 */

/** A frame of an event or of a state. */
export interface FeedHead {
  readonly stream: string;
  readonly seq: number;
  readonly prevSeq: number | null;
}

const words = {
  prev: Buffer.from(',"prev_seq":'),
  none: Buffer.from('null'),
  event: Buffer.from(',"type":"event","data":{'),
  state: Buffer.from(',"type":"state","data":{'),
} as const;

function stands(word: Buffer, bytes: Buffer, at: number): boolean {
  if (bytes.length < at + word.length) return false;
  for (let index = 0; index < word.length; index += 1)
    if (bytes[at + index] !== word[index]) return false;
  return true;
}

/** Digits from `at` on; where they end is for the caller to find by their number. */
function digitsAt(bytes: Buffer, at: number): { readonly value: number; readonly end: number } {
  let value = 0;
  let end = at;
  for (; end < bytes.length; end += 1) {
    const digit = bytes[end]! - 0x30;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  return { value, end };
}

/** Reads heads of these streams; null for whatever is none of them, and must be read as any message is. */
export function createHeadReader(streams: readonly string[]): (bytes: Buffer) => FeedHead | null {
  const known = streams.map((stream) => ({
    stream,
    beginning: Buffer.from(`{"stream":${JSON.stringify(stream)},"seq":`),
  }));
  return (bytes) => {
    for (const { stream, beginning } of known) {
      if (!stands(beginning, bytes, 0)) continue;
      const seq = digitsAt(bytes, beginning.length);
      if (seq.end === beginning.length || !stands(words.prev, bytes, seq.end)) return null;
      const from = seq.end + words.prev.length;
      const prev = digitsAt(bytes, from);
      const hasPrev = prev.end > from;
      if (!hasPrev && !stands(words.none, bytes, from)) return null;
      const end = hasPrev ? prev.end : from + words.none.length;
      if (!stands(words.event, bytes, end) && !stands(words.state, bytes, end)) return null;
      return { stream, seq: seq.value, prevSeq: hasPrev ? prev.value : null };
    }
    return null;
  };
}
