/**
 * Keeps a run's log within its bound without the writer's help: the beginning and the newest part
 * stay, the middle goes. First choice is a hole in the agent's own file. Where the file system has
 * none, what is to be kept is copied and the file emptied; the agent appends, so it goes on at the
 * file's new end, and only what it writes between the copy and the emptying is lost.
 */
import { open } from 'node:fs/promises';
import { copyRange, copyToEnd, openCopy } from './log-copy.ts';
import { type OpenFile, openRegularFile } from './log-file.ts';
import { type LogLayout, layoutOf, recordOf } from './log-layout.ts';
import type { LogRecord, LogRecords } from './log-record.ts';
import type { PunchHole } from './punch-hole.ts';

/** How much of a log is kept, from the configuration; the same for every run. */
export interface LogBounds {
  /** Bytes of the beginning that are kept; at most half of `maxBytes` is. */
  readonly headBytes: number;
  /** Bytes kept in all; 0: everything. */
  readonly maxBytes: number;
}

/** File systems drop whole blocks only; none in use here has larger ones. */
const blockBytes = 4096;

/** What to do: keep `[0, head)` and `[tailFrom, end)`; null while the log is within its bound. */
function planBound(
  log: Pick<LogLayout, 'sizeBytes' | 'dropped'>,
  bounds: LogBounds,
): { readonly head: number; readonly tailFrom: number } | null {
  const { maxBytes } = bounds;
  const { sizeBytes, dropped } = log;
  const keptBytes = sizeBytes - (dropped === null ? 0 : dropped.to - dropped.from);
  if (maxBytes === 0 || keptBytes <= maxBytes) return null;
  const wanted = Math.min(bounds.headBytes, maxBytes / 2);
  const head = dropped?.from ?? Math.floor(wanted / blockBytes) * blockBytes;
  // An eighth of room, so that not every look has something to drop.
  const tailBytes = maxBytes - head - Math.floor(maxBytes / 8);
  const tailFrom = Math.ceil((sizeBytes - tailBytes) / blockBytes) * blockBytes;
  return tailFrom > (dropped?.to ?? head) ? { head, tailFrom } : null;
}

interface BoundOptions {
  readonly records: LogRecords;
  readonly bounds: LogBounds;
  readonly punch: PunchHole;
}

/** Bounds the log at `path`, if it has outgrown its bound. Says why it could not; null otherwise. */
export async function boundLog(
  runId: string,
  path: string,
  options: BoundOptions,
): Promise<string | null> {
  const opened = await openRegularFile(path, true);
  if (opened.kind === 'missing') return null;
  if (opened.kind === 'refused') return `agent.log cannot be bounded: ${opened.problem}`;
  const { file } = opened;
  try {
    return await boundFile(runId, file, options);
  } finally {
    await file.handle.close();
  }
}

async function boundFile(
  runId: string,
  file: OpenFile,
  options: BoundOptions,
): Promise<string | null> {
  const { records, bounds } = options;
  const record = recordOf(file, await records.load(runId));
  const plan = planBound(layoutOf(file, record, null), bounds);
  if (plan === null) return null;
  if (file.nameCount > 1) {
    return 'agent.log cannot be bounded: the file has a second name elsewhere, so it may be in use there';
  }
  if (record?.method === 'copy_truncate') return copyAndEmpty(runId, file, record, plan, options);
  const punched: LogRecord = {
    file: file.identity,
    method: 'punch_hole',
    dropped_from: plan.head,
    dropped_to: plan.tailFrom,
    base: 0,
    copy: 0,
    pending_size: null,
    reason: null,
  };
  await records.save(runId, punched);
  const reason = await options.punch(file.handle, plan.head, plan.tailFrom);
  if (reason === null) return null;
  if (record !== null) {
    // It worked before, so the file system can do it; the next look tries again.
    await records.save(runId, record);
    return `agent.log cannot be bounded now: ${reason}`;
  }
  const whole: LogRecord = { ...punched, dropped_from: 0, dropped_to: 0, reason };
  return copyAndEmpty(runId, file, { ...whole, method: 'copy_truncate' }, plan, options);
}

async function copyAndEmpty(
  runId: string,
  file: OpenFile,
  record: LogRecord,
  plan: { readonly head: number; readonly tailFrom: number },
  { records }: BoundOptions,
): Promise<null> {
  const next = record.copy + 1;
  const before = await openCopy(records, runId, record);
  let end: number;
  try {
    const layout = layoutOf(file, record, before);
    const target = await open(records.copyPath(runId, next), 'w', 0o600);
    try {
      await copyRange(layout, 0, plan.head, target);
      end = await copyToEnd(file, record, before, plan.tailFrom, target);
      await target.sync();
    } finally {
      await target.close();
    }
  } finally {
    await before?.handle.close();
  }
  const emptied: LogRecord = {
    ...record,
    dropped_from: plan.head,
    dropped_to: plan.tailFrom,
    base: end,
    copy: next,
    pending_size: end - record.base,
  };
  await records.save(runId, emptied);
  await file.handle.truncate(0);
  await records.save(runId, { ...emptied, pending_size: null });
  await records.removeCopy(runId, record.copy);
  return null;
}

/** Ends an emptying that a crash cut off: the file still holds what the copy holds already. */
export async function finishEmptying(
  runId: string,
  path: string,
  records: LogRecords,
): Promise<void> {
  const record = await records.load(runId);
  if (record === null || record.pending_size === null) return;
  const opened = await openRegularFile(path, true);
  if (opened.kind !== 'open') return;
  const { file } = opened;
  try {
    if (file.identity === record.file && file.sizeBytes >= record.pending_size) {
      await file.handle.truncate(0);
    }
  } finally {
    await file.handle.close();
  }
  await records.save(runId, { ...record, pending_size: null });
}
