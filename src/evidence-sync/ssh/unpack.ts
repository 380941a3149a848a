/**
 * Unpacks an archive as it comes, trusting nothing in it: only files that were asked for are written, each once,
 * as regular files under names of our own, hashed while they are written. Whatever else it holds ends it: nobody
 * packs what was not asked for. It is bounded in bytes by what was asked for, so a bomb ends where the files
 * would have ended.
 */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Parser, type ReadEntry } from 'tar';
import { limits } from '../../domain/limits.ts';

/** The archive cannot be taken: what it holds, in words. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

/** A file that was asked for: its name in the archive and its path in the project. */
export interface AskedFile {
  readonly entry: string;
  readonly path: string;
}
/** A file that was unpacked. */
interface UnpackedFile {
  readonly path: string;
  /** Where it lies now. */
  readonly staged: string;
  readonly bytes: number;
  readonly sha256: string;
}
/** What came out. */
interface Unpacked {
  readonly files: readonly UnpackedFile[];
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
}

/** Room for the headers of a file and what fills up its last block. */
const overheadBytesPerFile = 8 * 1024;
/** Room for the end of an archive and what fills up its last record. */
const overheadBytes = 64 * 1024;
const shownChars = 200;

/** Takes an archive piece by piece. `write` and `finish` throw `ArchiveError`; then `discard` closes what is open. */
export class Unpacker {
  readonly #stagingDir: string;
  readonly #asked: Map<string, string>;
  readonly #bytesMax: number;
  readonly #parser: Parser;
  readonly #seen = new Set<string>();
  readonly #files: UnpackedFile[] = [];
  readonly #failed: { path: string; reason: string }[] = [];
  #bytes = 0;
  #entries = 0;
  #problem: ArchiveError | null = null;
  #sawEnd = false;
  #open: number | null = null;

  /** `bytes`: of all files together, as they were listed; `stagingDir` exists and is empty. */
  constructor(given: {
    readonly stagingDir: string;
    readonly asked: readonly AskedFile[];
    readonly bytes: number;
  }) {
    this.#stagingDir = given.stagingDir;
    this.#asked = new Map(given.asked.map(({ entry, path }) => [entry, path]));
    // A file may have grown since it was listed, up to what one may be.
    this.#bytesMax =
      Math.min(
        given.bytes + limits.evidenceFileBytesMax,
        limits.evidenceSyncBytesMax + limits.evidenceFileBytesMax,
      ) +
      given.asked.length * overheadBytesPerFile +
      overheadBytes;
    this.#parser = new Parser({ strict: true, maxDecompressionRatio: 1 });
    this.#parser.on('entry', (entry: ReadEntry) => this.#take(entry));
    this.#parser.on('meta', () => this.#count());
    this.#parser.on('ignoredEntry', (entry: ReadEntry) =>
      this.#stop(`it holds ${shown(entry.path)}, which cannot be unpacked`),
    );
    this.#parser.on('eof', () => {
      this.#sawEnd = true;
    });
    this.#parser.on('error', (error: Error) => this.#stop(`it is damaged: ${error.message}`));
  }

  /** The next piece. */
  write(chunk: Buffer): void {
    if (this.#bytes === 0 && isCompressed(chunk))
      this.#stop('it is compressed, and was to be plain');
    this.#bytes += chunk.length;
    if (this.#bytes > this.#bytesMax)
      this.#stop(`it is longer than the ${this.#bytesMax} bytes that the files can take`);
    this.#check();
    if (!this.#sawEnd) this.#parser.write(chunk);
    this.#check();
  }

  /** Says that the stream has ended; it must have come to the end mark of the archive. */
  finish(): Unpacked {
    if (this.#bytes === 0) throw new ArchiveError('nothing came');
    if (!this.#sawEnd) {
      this.#parser.end();
      this.#check();
      throw new ArchiveError('it was cut off before its end');
    }
    this.#check();
    for (const [entry, path] of this.#asked) {
      if (!this.#seen.has(entry))
        this.#failed.push({
          path,
          reason: 'it was gone, or could not be read, when it was packed',
        });
    }
    return { files: this.#files, failed: this.#failed };
  }

  /** Closes the file that is being written. */
  discard(): void {
    if (this.#open !== null) closeSync(this.#open);
    this.#open = null;
  }

  #stop(words: string): void {
    this.#problem ??= new ArchiveError(words);
  }

  #check(): void {
    if (this.#problem !== null) throw this.#problem;
  }

  /** Headers that describe others count, too: there are as many as one likes in few bytes. */
  #count(): void {
    this.#entries += 1;
    if (this.#entries > 4 * this.#asked.size + 4)
      this.#stop('it holds more entries than were asked for');
  }

  #take(entry: ReadEntry): void {
    this.#count();
    const path = this.#asked.get(entry.path);
    if (path === undefined) this.#stop(`it holds ${shown(entry.path)}, which was not asked for`);
    else if (this.#seen.has(entry.path)) this.#stop(`it holds ${shown(entry.path)} twice`);
    if (this.#problem !== null || path === undefined) {
      entry.resume();
      return;
    }
    this.#seen.add(entry.path);
    const isFile = entry.type === 'File' || entry.type === 'OldFile';
    if (!isFile || entry.size > limits.evidenceFileBytesMax) {
      const reason = isFile
        ? `larger than ${limits.evidenceFileBytesMax} bytes`
        : 'it was no regular file when it was packed';
      this.#failed.push({ path, reason });
      entry.resume();
      return;
    }
    this.#unpack(entry, path);
  }

  #unpack(entry: ReadEntry, path: string): void {
    const staged = join(this.#stagingDir, String(this.#files.length));
    const hash: Hash = createHash('sha256');
    const file = openSync(staged, 'wx', 0o644);
    this.#open = file;
    let bytes = 0;
    entry.on('data', (chunk: Buffer) => {
      if (this.#problem !== null) return;
      hash.update(chunk);
      writeAll(file, chunk);
      bytes += chunk.length;
    });
    entry.on('end', () => {
      if (this.#problem !== null) return;
      fsyncSync(file);
      this.discard();
      this.#files.push({ path, staged, bytes, sha256: hash.digest('hex') });
    });
  }
}

function writeAll(file: number, chunk: Buffer): void {
  for (let done = 0; done < chunk.length; ) done += writeSync(file, chunk, done);
}

const shown = (path: unknown): string => JSON.stringify(String(path).slice(0, shownChars));

/** First bytes of gzip, zstd, bzip2 and xz: tar archives begin with a name, which is none of these. */
const magics = ['1f8b', '28b52ffd', '425a68', 'fd377a585a00'];
const isCompressed = (chunk: Buffer): boolean =>
  magics.some((magic) => chunk.toString('hex', 0, magic.length / 2) === magic);
