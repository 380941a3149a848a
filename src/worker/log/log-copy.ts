/** The copy of what is kept of a log, where its own file cannot have a hole. */
import type { open } from 'node:fs/promises';
import { type OpenFile, openRegularFile } from './log-file.ts';
import { type LogLayout, layoutOf } from './log-layout.ts';
import type { LogRecord, LogRecords } from './log-record.ts';

const copyChunkBytes = 1024 * 1024;

/** Copies what there is and, once more, what was written meanwhile; the offset reached. */
export async function copyToEnd(
  file: OpenFile,
  record: LogRecord,
  copy: OpenFile | null,
  from: number,
  target: Awaited<ReturnType<typeof open>>,
): Promise<number> {
  let next = from;
  for (let round = 0; round < 2; round += 1) {
    const { size: sizeBytes } = await file.handle.stat();
    const layout = layoutOf({ ...file, sizeBytes }, record, copy);
    next = await copyRange(layout, next, layout.sizeBytes, target);
  }
  return next;
}

/** Copies the bytes `from` to `to` of a log, as far as it has them; the offset reached. */
export async function copyRange(
  layout: LogLayout,
  from: number,
  to: number,
  target: Awaited<ReturnType<typeof open>>,
): Promise<number> {
  let next = from;
  while (next < to) {
    const part = await layout.read(next, Math.min(copyChunkBytes, to - next));
    if (part.length === 0) break;
    await target.write(part);
    next += part.length;
  }
  return next;
}

/** The copy's file, to be closed by the caller; null when there is none, or it is lost. */
export async function openCopy(
  records: LogRecords,
  runId: string,
  record: LogRecord | null,
): Promise<OpenFile | null> {
  if (record === null || record.copy === 0) return null;
  const opened = await openRegularFile(records.copyPath(runId, record.copy));
  return opened.kind === 'open' ? opened.file : null;
}
