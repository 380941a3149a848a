/**
 * What was dropped from a run's log, kept in the gate's own folder, where no agent can change it.
 * It is written before anything is dropped, so that a reader never takes a hole for text.
 *
 * Offsets are those of the whole log as it was written, whatever is left of it:
 *
 *     0 … dropped_from   the beginning, kept
 *     … dropped_to       dropped
 *     … base             newest part so far, in the copy (`copy_truncate` only)
 *     … end              in the agent's file, from its byte `offset - base`
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Entropy } from '../../lib/ids.ts';
import { readJsonObject, writeFileAtomic } from '../files.ts';

const boundingMethods = ['punch_hole', 'copy_truncate'] as const;
const offset = z.number().int().nonnegative();
const recordSchema = z.object({
  /** Identity of the agent's file; another file at its place makes the record void. */
  file: z.string(),
  method: z.enum(boundingMethods),
  dropped_from: offset,
  dropped_to: offset,
  base: offset,
  /** Number of the copy that holds the beginning and the newest part; 0: none. */
  copy: offset,
  /** Size at which the file was about to be emptied; null when that is done. */
  pending_size: offset.nullable(),
  /** Why the first choice, a hole, was not possible. */
  reason: z.string().nullable(),
});
/** How one log was bounded. No record: the agent's file is the whole log. */
export type LogRecord = z.infer<typeof recordSchema>;

const recordBytesMax = 4096;

/** One record for each run; `load` is null where there is none or it cannot be read. */
export interface LogRecords {
  load(runId: string): Promise<LogRecord | null>;
  save(runId: string, record: LogRecord): Promise<void>;
  copyPath(runId: string, copy: number): string;
  removeCopy(runId: string, copy: number): Promise<void>;
}

/** Records in `folder`, which is made with the first of them; also kept in memory. */
export function createLogRecords(folder: string, entropy: Entropy): LogRecords {
  const known = new Map<string, LogRecord | null>();
  const pathOf = (runId: string): string => join(folder, `${runId}.json`);
  const copyPath = (runId: string, copy: number): string => join(folder, `${runId}.${copy}.kept`);
  return {
    async load(runId) {
      const kept = known.get(runId);
      if (kept !== undefined) return kept;
      const stored = recordSchema.safeParse(await readJsonObject(pathOf(runId), recordBytesMax));
      const record = stored.success ? stored.data : null;
      remember(known, runId, record);
      return record;
    },
    async save(runId, record) {
      await writeFileAtomic(pathOf(runId), `${JSON.stringify(record)}\n`, entropy);
      remember(known, runId, record);
    },
    copyPath,
    async removeCopy(runId, copy) {
      if (copy > 0) await rm(copyPath(runId, copy), { force: true });
    },
  };
}

/** Records kept in memory; the others are read again. */
const knownMax = 200;

function remember<Value>(known: Map<string, Value>, key: string, value: Value): void {
  known.delete(key);
  known.set(key, value);
  const [oldest] = known.keys();
  if (known.size > knownMax && oldest !== undefined) known.delete(oldest);
}
