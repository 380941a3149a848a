/** Where the bytes of a run's log are, by their offsets in the whole log. Pure but for reading. */
import { type OpenFile, readBytes } from './log-file.ts';
import type { LogRecord } from './log-record.ts';

interface Segment {
  readonly from: number;
  readonly to: number;
  readonly file: OpenFile;
  /** Position of `from` in the file. */
  readonly at: number;
}

/** The whole log as a reader sees it, whichever files hold its bytes; offsets never move. */
export interface LogLayout {
  readonly sizeBytes: number;
  /** Null when everything is there. */
  readonly dropped: { readonly from: number; readonly to: number } | null;
  /** Up to `length` bytes that follow one another from `start` on; stops before what is dropped. */
  read(start: number, length: number): Promise<Buffer>;
}

/** The record, if it is about this file and agrees with it. */
export function recordOf(file: OpenFile, record: LogRecord | null): LogRecord | null {
  if (record === null || record.file !== file.identity) return null;
  // An agent may cut its own log short; what then grows there is another text.
  const isCut = record.method === 'punch_hole' && file.sizeBytes < record.dropped_to;
  return isCut ? null : record;
}

/** The layout of a log with a record that fits it; `copy` is the copy's file, if there is one. */
export function layoutOf(
  file: OpenFile,
  record: LogRecord | null,
  copy: OpenFile | null,
): LogLayout {
  const sizeBytes = (record?.base ?? 0) + file.sizeBytes;
  const segments = segmentsOf(file, record, copy, sizeBytes).filter(({ from, to }) => from < to);
  const dropped =
    record === null || record.dropped_from >= record.dropped_to
      ? null
      : { from: record.dropped_from, to: record.dropped_to };
  return {
    sizeBytes,
    dropped,
    async read(start, length) {
      const parts: Buffer[] = [];
      let next = start;
      for (const segment of segments) {
        if (next < segment.from || next >= segment.to || next >= start + length) continue;
        const wanted = Math.min(segment.to, start + length) - next;
        const position = segment.at + next - segment.from;
        const part = await readBytes(segment.file.handle, position, wanted);
        parts.push(part);
        next += part.length;
        if (part.length < wanted) break;
      }
      return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    },
  };
}

function segmentsOf(
  file: OpenFile,
  record: LogRecord | null,
  copy: OpenFile | null,
  sizeBytes: number,
): Segment[] {
  if (record === null) return [{ from: 0, to: sizeBytes, file, at: 0 }];
  const { dropped_from: head, dropped_to: tail, base } = record;
  if (record.method === 'punch_hole') {
    return [
      { from: 0, to: head, file, at: 0 },
      { from: tail, to: sizeBytes, file, at: tail },
    ];
  }
  const live: Segment = { from: base, to: sizeBytes, file, at: 0 };
  if (copy === null) return [live];
  return [
    { from: 0, to: head, file: copy, at: 0 },
    { from: tail, to: base, file: copy, at: head },
    live,
  ];
}
