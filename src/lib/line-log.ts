/**
 * A log file of lines that never holds up who writes: lines wait in a bounded queue, one write is
 * under way at a time and takes all that wait, and a file that has grown enough becomes `<path>.1`.
 * What does not fit into the queue, or could not be written, is dropped and counted.
 */

import { appendFile, rename, stat } from 'node:fs/promises';
import { whyUnusable } from './describe-error.ts';

interface LineLogOptions {
  readonly path: string;
  /** The file is put aside before it would grow past this. With the one before, twice this is kept. */
  readonly fileBytesMax: number;
  /** Characters that may wait; lines beyond are dropped. */
  readonly queueCharsMax: number;
}

/** Counts begin with this process; `file_bytes` is null until the file was looked at, and after an error. */
export interface LineLogState {
  readonly state: 'idle' | 'ok' | 'failing' | 'closed';
  readonly written_lines: number;
  readonly dropped_lines: number;
  readonly queued_lines: number;
  readonly file_bytes: number | null;
  readonly rotations: number;
  /** Code of the last error of the file system; null when the last write went well. */
  readonly last_error: string | null;
}

/** Opens nothing before its first line. After `close` every further line is dropped and counted. */
export class LineLog {
  readonly #options: LineLogOptions;
  #queue: string[] = [];
  #queueChars = 0;
  #writing: Promise<void> | null = null;
  #fileBytes: number | null = null;
  #closed = false;
  #written = 0;
  #dropped = 0;
  #rotations = 0;
  #lastError: string | null = null;

  constructor(options: LineLogOptions) {
    this.#options = options;
  }

  /** Queues one line, given without its end. False: it was dropped. */
  write(line: string): boolean {
    const length = line.length + 1;
    if (this.#closed || this.#queueChars + length > this.#options.queueCharsMax) {
      this.#dropped += 1;
      return false;
    }
    this.#queue.push(line);
    this.#queueChars += length;
    this.#writing ??= this.#drain();
    return true;
  }

  state(): LineLogState {
    return {
      state: this.#stateWord(),
      written_lines: this.#written,
      dropped_lines: this.#dropped,
      queued_lines: this.#queue.length,
      file_bytes: this.#fileBytes,
      rotations: this.#rotations,
      last_error: this.#lastError,
    };
  }

  /** Takes no more lines; resolves when those that wait are written or dropped. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#writing;
  }

  #stateWord(): LineLogState['state'] {
    if (this.#closed) return 'closed';
    if (this.#lastError !== null) return 'failing';
    return this.#written === 0 ? 'idle' : 'ok';
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      const lines = this.#queue;
      this.#queue = [];
      this.#queueChars = 0;
      try {
        await this.#append(Buffer.from(`${lines.join('\n')}\n`));
        this.#written += lines.length;
        this.#lastError = null;
      } catch (error) {
        this.#dropped += lines.length;
        this.#lastError = whyUnusable(error);
        // The file may be another one now.
        this.#fileBytes = null;
      }
    }
    this.#writing = null;
  }

  async #append(bytes: Buffer): Promise<void> {
    const { path, fileBytesMax } = this.#options;
    this.#fileBytes ??= await sizeOf(path);
    if (this.#fileBytes > 0 && this.#fileBytes + bytes.length > fileBytesMax) {
      await rename(path, `${path}.1`);
      this.#rotations += 1;
      this.#fileBytes = 0;
    }
    await appendFile(path, bytes, { mode: 0o600 });
    this.#fileBytes += bytes.length;
  }
}

/** 0 for a file that does not exist yet. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
