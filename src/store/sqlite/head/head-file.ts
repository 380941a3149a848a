/**
 * Where the event log ends, in a small file beside the database (`control.db-head`), so that a log
 * that has lost its end is told from one that never had it. Replaced as a whole, readable by its
 * owner alone; whatever is not exactly what was written counts as unreadable.
 */

import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { whyUnusable } from '../../../lib/describe-error.ts';
import { fingerprint } from '../../../lib/hash.ts';
import { parseIfJson } from '../../../lib/if-there.ts';

/** The last event known to be on the disk, of which log, and whether more may have followed. */
export interface KeptHead {
  /** Of the log, from the store itself. */
  readonly epoch: string;
  /** Last event, 0 for none, and its hash. */
  readonly event_id: number;
  readonly hash: string;
  /** When it was kept. */
  readonly at: string;
  /** `open` while more may have been committed since; then there is a write-ahead log, too. */
  readonly state: 'open' | 'closed';
}

/** What the file holds beside its check. */
interface HeadBody extends KeptHead {
  readonly format: 1;
  /** The very file that this was written to, so that a copy of it is known; null: cannot be told. */
  readonly file: string | null;
}
const memberNames = 'at check epoch event_id file format hash state';

/** What the file says when a store is opened; `why` is half a sentence for a person. */
export type KeptHeadRead =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly why: string }
  /** `isCopy`: it was written somewhere else and brought here. */
  | { readonly kind: 'kept'; readonly head: KeptHead; readonly isCopy: boolean };

/** The file that belongs to a database; pure. */
export const headPathOf = (databasePath: string): string => `${databasePath}-head`;

/** Reads it; never throws. */
export function readKeptHead(path: string): KeptHeadRead {
  let text: string;
  let file: string | null;
  try {
    text = readFileSync(path, 'utf8');
    file = identityOf(statSync(path, { bigint: true }));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { kind: 'none' };
    return { kind: 'unreadable', why: `it cannot be read: ${whyUnusable(error)}` };
  }
  const found = parseIfJson(text);
  if (!hasAllMembers(found)) return { kind: 'unreadable', why: 'it is not what was written' };
  const { check, ...body } = found;
  if (check !== checkOf(body)) return { kind: 'unreadable', why: 'it was altered' };
  const { format: _, file: writtenTo, ...head } = body;
  return { kind: 'kept', head, isCopy: writtenTo !== null && writtenTo !== file };
}

/**
 * Replaces it; on the disk before it is in place. Where no second file can be made, as on a disk that has no more
 * files to give, the one that is there is written over. Throws what the file system says when neither can be done.
 */
export function writeKeptHead(path: string, head: KeptHead): void {
  const draft = `${path}.new`;
  try {
    fill(draft, 'w', head);
    renameSync(draft, path);
  } catch (error) {
    try {
      fill(path, 'r+', head);
    } catch {
      throw error;
    }
  }
}

/** `r+` takes a file that is there, `w` makes an empty one. */
function fill(path: string, flags: 'r+' | 'w', head: KeptHead): void {
  const fd = openSync(path, flags, 0o600);
  try {
    const file = identityOf(fstatSync(fd, { bigint: true }));
    writeWhole(fd, toText(head, file));
    // Where a file has no time of birth it is given as that of the last change.
    if (file !== identityOf(fstatSync(fd, { bigint: true }))) writeWhole(fd, toText(head, null));
    fdatasyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function writeWhole(fd: number, text: string): void {
  writeSync(fd, text, 0);
  ftruncateSync(fd, Buffer.byteLength(text));
}

/** What its members hold was written with them: `check` tells whether it was altered since. */
const hasAllMembers = (value: unknown): value is HeadBody & { readonly check: string } =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).sort().join(' ') === memberNames &&
  (value as HeadBody).format === 1;

/** One sector of a disk, so that what is written over the file before is there as a whole or not at all. */
const sectorBytes = 512;

function toText(head: KeptHead, file: string | null): string {
  const body: HeadBody = { format: 1, ...head, file };
  return `${JSON.stringify({ ...body, check: checkOf(body) }).padEnd(sectorBytes - 1)}\n`;
}

const checkOf = (body: object): string => fingerprint(body).slice(0, 16);

/** Of the file itself, whatever its name: a copy has another number or another time of birth. */
const identityOf = (stats: { readonly ino: bigint; readonly birthtimeNs: bigint }): string =>
  `${stats.ino}:${stats.birthtimeNs}`;
