/**
 * A look at a write-ahead log before SQLite recovers it, because SQLite takes what is sound and drops
 * the rest without a word. The format and its rules are those of https://sqlite.org/fileformat2.html
 * (section 4): a frame counts while it carries the salts of the header and continues the checksum of
 * the frame before it, and only up to the last one that ends a transaction. Writes nothing.
 *
 * Two things lie behind the end of a sound log and mean nothing: frames of an earlier generation,
 * which carry other salts, and what a process was writing when it ended.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';

/** What the write-ahead log held before SQLite recovered it; all counts are 0 where it is missing. */
export interface WalLook {
  /** `empty`: there, and without a single frame. */
  readonly state: 'missing' | 'empty' | 'read' | 'damaged_header';
  readonly bytes: number;
  /** Frames that SQLite will take. */
  readonly frames: number;
  /** Frames of this generation that it will drop, from the first that is not sound. */
  readonly droppedFrames: number;
  /**
   * Ends of transactions among them. One may be that of a transaction that was being written when
   * everything ended. Two were not written at once, so at least one had been answered.
   */
  readonly droppedCommits: number;
}

const headerBytes = 32;
const frameHeaderBytes = 24;
/** With checksums over words in little and in big endian. */
const magic = { little: 0x377f0682, big: 0x377f0683 } as const;
/** Frames read at once. */
const readFramesMax = 256;

const nothing = { bytes: 0, frames: 0, droppedFrames: 0, droppedCommits: 0 } as const;
/** What a log that nothing is wrong with looks like. */
export const soundWal: WalLook = { ...nothing, state: 'read' };

/** What `path` (the database's own with `-wal`) holds. Throws when it is there and cannot be read. */
export function lookAtWal(path: string): WalLook {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { ...nothing, state: 'missing' };
  }
  try {
    return lookAtFile(file, fstatSync(file).size);
  } finally {
    closeSync(file);
  }
}

type Salts = readonly [number, number];
type Sum = readonly [number, number];

interface Header {
  readonly isSound: boolean;
  readonly isBig: boolean;
  readonly pageBytes: number;
  readonly salts: Salts;
  readonly sum: Sum;
}

function lookAtFile(file: number, bytes: number): WalLook {
  const head = Buffer.alloc(headerBytes);
  if (readSync(file, head, 0, headerBytes, 0) < headerBytes) {
    return { ...nothing, state: 'empty', bytes };
  }
  const header = readHeader(head);
  if (header === null) return { ...nothing, state: 'damaged_header', bytes };
  const walk = new Walk(header);
  const frameBytes = frameHeaderBytes + header.pageBytes;
  const frames = Math.floor((bytes - headerBytes) / frameBytes);
  const piece = Buffer.alloc(Math.min(frames, readFramesMax) * frameBytes);
  for (let first = 0; first < frames; first += readFramesMax) {
    const count = Math.min(readFramesMax, frames - first);
    const read = readSync(file, piece, 0, count * frameBytes, headerBytes + first * frameBytes);
    const whole = Math.floor(read / frameBytes);
    for (let index = 0; index < whole; index += 1) {
      walk.take(piece.subarray(index * frameBytes, (index + 1) * frameBytes));
    }
  }
  return {
    state: !header.isSound ? 'damaged_header' : frames === 0 ? 'empty' : 'read',
    bytes,
    ...walk.result(),
  };
}

/** Null when not even the size of a page can be told. */
function readHeader(head: Buffer): Header | null {
  const first = head.readUInt32BE(0);
  const isBig = first === magic.big;
  const pageBytes = head.readUInt32BE(8);
  const isPageSize = pageBytes >= 512 && pageBytes <= 65_536 && (pageBytes & (pageBytes - 1)) === 0;
  if (!isPageSize) return null;
  const sum = addUp(head.subarray(0, headerBytes - 8), [0, 0], isBig);
  const isMagic = isBig || first === magic.little;
  return {
    isSound: isMagic && sum[0] === head.readUInt32BE(24) && sum[1] === head.readUInt32BE(28),
    isBig,
    pageBytes,
    salts: [head.readUInt32BE(16), head.readUInt32BE(20)],
    sum,
  };
}

/** From frame to frame, in order. */
class Walk {
  readonly #header: Header;
  #salts: Salts | null;
  #sum: Sum;
  #isSound: boolean;
  #at = 0;
  /** Frames up to the last sound end of a transaction. */
  #committed = 0;
  #lastOfGeneration = 0;
  #droppedCommits = 0;

  constructor(header: Header) {
    this.#header = header;
    this.#isSound = header.isSound;
    // Where the header cannot be believed, the first frame tells the generation.
    this.#salts = header.isSound ? header.salts : null;
    this.#sum = header.sum;
  }

  take(frame: Buffer): void {
    this.#at += 1;
    const salts: Salts = [frame.readUInt32BE(8), frame.readUInt32BE(12)];
    this.#salts ??= salts;
    const isOurs = salts[0] === this.#salts[0] && salts[1] === this.#salts[1];
    const isEnd = frame.readUInt32BE(4) !== 0;
    if (this.#isSound && isOurs && this.#continues(frame)) {
      if (isEnd) this.#committed = this.#at;
      return;
    }
    this.#isSound = false;
    if (!isOurs) return;
    this.#lastOfGeneration = this.#at;
    if (isEnd) this.#droppedCommits += 1;
  }

  result(): Pick<WalLook, 'frames' | 'droppedFrames' | 'droppedCommits'> {
    return {
      frames: this.#committed,
      droppedFrames: Math.max(0, this.#lastOfGeneration - this.#committed),
      droppedCommits: this.#droppedCommits,
    };
  }

  #continues(frame: Buffer): boolean {
    const { isBig } = this.#header;
    const begun = addUp(frame.subarray(0, 8), this.#sum, isBig);
    const sum = addUp(frame.subarray(frameHeaderBytes), begun, isBig);
    if (sum[0] !== frame.readUInt32BE(16) || sum[1] !== frame.readUInt32BE(20)) return false;
    this.#sum = sum;
    return true;
  }
}

const nativeIsBig = endianness() === 'BE';

/** The checksum of SQLite's log, continued over `bytes`, whose length is a multiple of 8. */
function addUp(bytes: Buffer, [first, second]: Sum, isBig: boolean): Sum {
  const words =
    isBig === nativeIsBig && bytes.byteOffset % 4 === 0
      ? new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
      : readWords(bytes, isBig);
  let one = first;
  let two = second;
  for (let index = 0; index < words.length; index += 2) {
    one = (one + words[index]! + two) >>> 0;
    two = (two + words[index + 1]! + one) >>> 0;
  }
  return [one, two];
}

function readWords(bytes: Buffer, isBig: boolean): Uint32Array {
  const words = new Uint32Array(bytes.byteLength / 4);
  for (let index = 0; index < words.length; index += 1) {
    words[index] = isBig ? bytes.readUInt32BE(index * 4) : bytes.readUInt32LE(index * 4);
  }
  return words;
}
