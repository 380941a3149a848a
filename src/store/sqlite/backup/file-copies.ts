/** The files of a backup that is being made: copied once, and anew where one was replaced since. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Progress } from '../proof/notes.ts';
import { copySeen, isSameListing, type Listing, listSources, type SourceFolder } from './files.ts';
import type { BackedUpFile } from './manifest.ts';

/** Copies below one folder, by path in the backup. */
export class FileCopies {
  readonly #staging: string;
  readonly #folders: readonly SourceFolder[];
  readonly #copied = new Map<string, { readonly identity: string; readonly file: BackedUpFile }>();
  #listing: Listing;

  constructor(staging: string, folders: readonly SourceFolder[]) {
    this.#staging = staging;
    this.#folders = folders;
    this.#listing = listSources(folders);
  }

  /** Of all files as they were first seen. */
  get bytes(): number {
    return [...this.#listing.files.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Copies what is new and removes what has gone. */
  bring(onProgress: Progress): void {
    this.#listing = listSources(this.#folders);
    const { files } = this.#listing;
    for (const [path, { identity }] of this.#copied) {
      if (files.get(path)?.identity !== identity) this.#remove(path);
    }
    let done = 0;
    for (const [path, seen] of files) {
      onProgress('files', done, files.size);
      done += 1;
      if (this.#copied.has(path)) continue;
      const copied = copySeen(seen, join(this.#staging, path));
      // Replaced or gone meanwhile: the next look tells.
      if (copied === null) continue;
      this.#copied.set(path, { identity: seen.identity, file: { path, ...copied } });
    }
  }

  /** What there is now, where all of it is copied and nothing else; null where something changed. */
  look(): Listing | null {
    const now = listSources(this.#folders);
    const isWhole = this.#copied.size === now.files.size && isSameListing(this.#listing, now);
    return isWhole ? now : null;
  }

  list(): BackedUpFile[] {
    return [...this.#copied.values()]
      .map(({ file }) => file)
      .sort((left, right) => (left.path < right.path ? -1 : 1));
  }

  #remove(path: string): void {
    this.#copied.delete(path);
    rmSync(join(this.#staging, path), { force: true });
  }
}
