/**
 * A file of the archive: one range of events as JSON lines, compressed. The first line says which range it is and
 * between which hashes it lies. A file is written once, whole or not at all.
 */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { isHashSound } from '../../../actors/journal/event-chain.ts';
import type { StoredEvent } from '../../../actors/journal/port.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import { messageOfError } from '../../../lib/describe-error.ts';
import { sha256Hex } from '../../../lib/hash.ts';
import { syncFolder } from '../backup/files.ts';

const format = 'event-archive/1';
/** The first line. All but its format follows from the events, against which it is held when they are read. */
interface Head {
  readonly format: string;
  readonly first_id: number;
  readonly last_id: number;
  readonly head_before: string;
  readonly head_after: string;
}

/** A range as its file holds it. */
interface ArchivedRange extends Omit<Head, 'format'> {
  readonly events: readonly StoredEvent[];
}
/** The file of a range. */
interface ArchiveFile {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

const digits = 12;
const place = (id: number): string => String(id).padStart(digits, '0');
const ending = '.jsonl.gz';
/** Of what is being written. */
export const partEnding = '.part';

/** Where a range lies. Pure. */
const fileOf = (firstId: number, lastId: number): string =>
  `events-${place(firstId)}-${place(lastId)}${ending}`;

/** The ids that a name stands for; null for another file. Pure. */
export function rangeIn(name: string): { readonly first: number; readonly last: number } | null {
  const found = /^events-(\d{12})-(\d{12})\.jsonl\.gz$/.exec(name);
  return found === null ? null : { first: Number(found[1]), last: Number(found[2]) };
}

/** Places on the way to a file that is in place; a test may stop there. */
export type WritePoint = 'part_written' | 'file_in_place';

/**
 * Writes the range and reads it back before it has its name. On the disk when it returns. An older file of the same
 * name, of which the store knows nothing, is replaced by the same events.
 */
export function writeRange(
  folder: string,
  events: readonly StoredEvent[],
  reach: (point: WritePoint) => void,
): ArchiveFile {
  const [first, last] = [events[0]!, events.at(-1)!];
  const head: Head = {
    format,
    first_id: first.event_id,
    last_id: last.event_id,
    head_before: first.prev_hash,
    head_after: last.hash,
  };
  const lines = [head, ...events].map((line) => canonicalJson(line));
  const content = gzipSync(`${lines.join('\n')}\n`);
  const file = fileOf(head.first_id, head.last_id);
  const path = join(folder, file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(`${path}${partEnding}`, content, { mode: 0o600 });
  sync(`${path}${partEnding}`);
  reach('part_written');
  readRange(`${path}${partEnding}`);
  renameSync(`${path}${partEnding}`, path);
  syncFolder(folder);
  reach('file_in_place');
  return { file, bytes: content.length, sha256: sha256Hex(content) };
}

/** Reads and proves a file: its range is without a gap, and every hash is that of its contents. Throws in words. */
export function readRange(path: string): ArchivedRange & { readonly sha256: string } {
  const content = readFileSync(path);
  const { format: found, events, ...head } = unpack(path, content);
  if (found !== format) throw new Error(`${path} says it is ${found}, not ${format}`);
  let before = { event_id: head.first_id - 1, hash: head.head_before };
  for (const event of events) {
    const follows = event.event_id === before.event_id + 1 && event.prev_hash === before.hash;
    if (!follows || !isHashSound(event))
      throw new Error(`event ${before.event_id + 1} of ${path} is missing or was altered`);
    before = event;
  }
  if (before.event_id !== head.last_id || before.hash !== head.head_after)
    throw new Error(`${path} ends at event ${before.event_id}, not at event ${head.last_id}`);
  return { ...head, events, sha256: sha256Hex(content) };
}

function unpack(path: string, content: Buffer): Head & { readonly events: StoredEvent[] } {
  try {
    const [first = '', ...lines] = gunzipSync(content).toString('utf8').trimEnd().split('\n');
    const events = lines.map((line) => JSON.parse(line) as StoredEvent);
    return { ...(JSON.parse(first) as Head), events };
  } catch (error) {
    // What unpacks and what parses name no file.
    const why = messageOfError(error);
    throw new Error(`${path} is damaged (${why}): put it back from a backup`, { cause: error });
  }
}

function sync(path: string): void {
  const handle = openSync(path, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
