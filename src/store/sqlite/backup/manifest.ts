/**
 * What a backup says of itself, in `backup.json`: which stores it has and where their logs end, and size
 * and SHA-256 of every file. It is the last file to be written: a folder without it is no backup.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { productWord } from '../../../domain/product.ts';
import { whyUnusable } from '../../../lib/describe-error.ts';
import { fingerprint } from '../../../lib/hash.ts';
import { parseIfJson } from '../../../lib/if-there.ts';
import { wordsForIssue } from '../../../lib/issue-words.ts';
import { isInside } from '../../../lib/safe-path.ts';
import { archiveName } from '../archive/place.ts';

/** Name of the file; the folder that has it is a backup. */
export const manifestName = 'backup.json';

/** The stores of an installation, by paths in the state folder, which a backup has as well. */
export const storePlaces = [
  { name: 'control', file: 'control.db', lock: 'control.lock' },
  { name: 'gate', file: 'worker/gate.db', lock: 'worker/gate.lock' },
] as const;
/** Folders of files that a backup takes along: evidence and papers, the corpus, fencing numbers, old events. */
export const keptFolders = ['artifacts', 'corpus', 'worker/fencing', archiveName] as const;

const count = z.number().int().nonnegative();
const isPlace = (path: string): boolean =>
  storePlaces.some(({ file }) => file === path) ||
  keptFolders.some((folder) => path !== folder && isInside(`/${folder}`, join('/', path)));

const storeSchema = z.strictObject({
  name: z.enum(['control', 'gate']),
  file: z.string(),
  /** First epoch of the log, the same for every copy of a store; and the present one. */
  origin: z.string(),
  epoch: z.string(),
  /** Last event, 0 for none; when it happened, null for none. */
  event_id: count,
  hash: z.string(),
  event_at: z.string().nullable(),
  actors: count,
});
/** Where the log of a store ends, and what it holds. */
export type BackedUpStore = z.infer<typeof storeSchema>;

const fileSchema = z.strictObject({
  path: z.string().refine(isPlace, 'is no path of a backup'),
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
/** A file of a backup, by its path in it. */
export type BackedUpFile = z.infer<typeof fileSchema>;

const manifestSchema = z.strictObject({
  format: z.literal(1),
  product: z.literal(productWord),
  version: z.string(),
  /** When it was begun, by the clock of the machine. */
  taken_at: z.string(),
  stores: z.array(storeSchema).min(1),
  files: z.array(fileSchema),
  /** Of all files. */
  bytes: count,
  /** What lay among the files and is no file, such as links and pipes. */
  left_out: z.array(z.string()),
  check: z.string(),
});
/** Of a backup by a program that came after this one. */
const laterSchema = z.object({
  format: z.number().int().min(2),
  product: z.literal(productWord),
  version: z.string(),
});
/** All that `backup.json` holds, but for the check over it. */
export type BackupManifest = Omit<z.infer<typeof manifestSchema>, 'format' | 'product' | 'check'>;

/** The text of `backup.json`. Pure. */
export function writeManifest(manifest: BackupManifest): string {
  const body = { format: 1, product: productWord, ...manifest };
  return `${JSON.stringify({ ...body, check: fingerprint(body) }, null, 2)}\n`;
}

/** What the folder says of itself, or why it is no whole backup, as half a sentence for a person. */
export function readManifest(
  folder: string,
): { readonly manifest: BackupManifest } | { readonly problem: string } {
  let text: string;
  try {
    text = readFileSync(join(folder, manifestName), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') {
      return { problem: `${manifestName} cannot be read: ${whyUnusable(error)}` };
    }
    return {
      problem: `${manifestName} is missing: this is no backup, or one that was not finished`,
    };
  }
  const read = parseIfJson(text);
  if (read === undefined)
    return { problem: `${manifestName} is no JSON: it was cut short or altered` };
  const later = laterSchema.safeParse(read);
  if (later.success) {
    const { format, version } = later.data;
    return {
      problem: `${manifestName} has format ${format}, which version ${version} wrote, and this program reads format 1: prove it and put it back with that version`,
    };
  }
  const parsed = manifestSchema.safeParse(read, { error: wordsForIssue });
  if (!parsed.success)
    return { problem: `${manifestName} is not what was written: ${whatIn(parsed.error)}` };
  const { check, ...body } = parsed.data;
  if (check !== fingerprint(body)) return { problem: `${manifestName} was altered` };
  const { format: _, product: __, ...manifest } = body;
  return { manifest };
}

function whatIn({ issues: [issue] }: z.ZodError): string {
  return issue === undefined ? 'it is malformed' : `${issue.path.join('.')} ${issue.message}`;
}
