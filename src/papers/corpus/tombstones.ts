/**
 * What stays of a paper that was removed from the corpus: a file that says which it was, who removed it,
 * when and why. Its public id and the name of its folder are never given again.
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readObjectFile } from '../read.ts';
import { replaceFile } from '../staging.ts';

const folder = 'tombstones';

const tombstoneSchema = z.object({
  schema_version: z.literal('corpus_tombstone.v1'),
  public_id: z.string(),
  paper_id: z.string(),
  title: z.string(),
  /** Folder that it had below `papers/`. */
  slug: z.string(),
  source_record_fingerprint: z.string().nullable(),
  /** ISO 8601, as the other time. */
  imported_at: z.string().nullable(),
  removed_at: z.string(),
  removed_by: z.string(),
  reason: z.string(),
});
/** One removed paper, as `tombstones/<public_id>.json` holds it. */
export type Tombstone = z.infer<typeof tombstoneSchema>;

/** Every tombstone of a corpus, by public id; what is no tombstone is passed over. */
export function readTombstones(corpusDir: string): Tombstone[] {
  const dir = join(corpusDir, folder);
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      const parsed = tombstoneSchema.safeParse(readObjectFile(join(dir, name)));
      return parsed.success ? [parsed.data] : [];
    });
}

/** Puts one there by one rename; the same again changes nothing. */
export function writeTombstone(corpusDir: string, tombstone: Tombstone): void {
  const dir = join(corpusDir, folder);
  mkdirSync(dir, { recursive: true });
  const path = join(dir, `${tombstone.public_id}.json`);
  replaceFile(path, `${JSON.stringify(tombstone, null, 2)}\n`);
}

/** `orrery-paper-0003 was removed at 2026-… by operator: the evidence was withdrawn`. */
export const tombstoneWords = ({ public_id, removed_at, removed_by, reason }: Tombstone): string =>
  `${public_id} was removed at ${removed_at} by ${removed_by}: ${reason}`;
