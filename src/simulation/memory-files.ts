/** Folders of a machine that is only played, as a gate reads and writes them: everything is done at once. */
import type { FileLook, FileSlice, GateFiles } from '../worker/ports.ts';

type Folder = Map<string, Folder | PlayedFile>;
interface PlayedFile {
  readonly data: Buffer;
  readonly modifiedMs: number;
}

/** The port, and the same for who is on the machine himself. */
export interface MemoryFiles {
  readonly port: GateFiles;
  has(path: string): boolean;
  /** Undefined where there is no such file. */
  text(path: string): string | undefined;
  put(path: string, text: string): void;
}

/** Empty; `nowMs`: the machine's wall clock. */
export function createMemoryFiles(nowMs: () => number): MemoryFiles {
  const root: Folder = new Map();
  const find = (path: string): Folder | PlayedFile | undefined => {
    let at: Folder | PlayedFile | undefined = root;
    for (const name of namesOf(path)) {
      if (!(at instanceof Map)) return undefined;
      at = at.get(name);
    }
    return at;
  };
  const folder = (names: readonly string[], path: string): Folder => {
    let at = root;
    for (const name of names) {
      let next = at.get(name);
      if (next === undefined) {
        next = new Map();
        at.set(name, next);
      }
      if (!(next instanceof Map)) throw fault('ENOTDIR', path);
      at = next;
    }
    return at;
  };
  const parentOf = (path: string): { readonly parent: Folder; readonly name: string } => {
    const names = namesOf(path);
    return { parent: folder(names.slice(0, -1), path), name: names.at(-1)! };
  };
  const put = (path: string, text: string): void => {
    const { parent, name } = parentOf(path);
    if (parent.get(name) instanceof Map) throw fault('EISDIR', path);
    parent.set(name, { data: Buffer.from(text), modifiedMs: nowMs() });
  };
  const look = async (path: string): Promise<FileLook> => {
    const found = find(path);
    if (found === undefined) throw fault('ENOENT', path);
    return lookOf(found);
  };
  return {
    has: (path) => find(path) !== undefined,
    text: (path) => {
      const found = find(path);
      return found === undefined || found instanceof Map ? undefined : found.data.toString('utf8');
    },
    put,
    port: {
      async read(path, bytesMax, offset = 0): Promise<FileSlice | undefined> {
        const found = find(path);
        if (found === undefined || found instanceof Map) return undefined;
        const { data, modifiedMs } = found;
        const start = offset < 0 ? Math.max(0, data.length + offset) : offset;
        const piece = data.subarray(start, start + bytesMax);
        return { data: piece, sizeBytes: data.length, modifiedMs };
      },
      write: async (path, data) => put(path, data),
      stat: look,
      lstat: look,
      async list(path) {
        const found = find(path);
        if (found === undefined) throw fault('ENOENT', path);
        if (!(found instanceof Map)) throw fault('ENOTDIR', path);
        return [...found].map(([name, entry]) => ({ name, ...lookOf(entry) }));
      },
      mkdir: async (path) => void folder(namesOf(path), path),
      async rename(from, to) {
        const moved = find(from);
        if (moved === undefined) throw fault('ENOENT', from);
        const there = find(to);
        if (there instanceof Map && there.size > 0) throw fault('ENOTEMPTY', to);
        const { parent, name } = parentOf(to);
        parent.set(name, moved);
        const before = parentOf(from);
        before.parent.delete(before.name);
      },
      async remove(path) {
        if (find(path) === undefined) return;
        const { parent, name } = parentOf(path);
        parent.delete(name);
      },
    },
  };
}

const namesOf = (path: string): string[] => path.split('/').filter((name) => name !== '');

const lookOf = (entry: Folder | PlayedFile): FileLook => ({
  isFile: () => !(entry instanceof Map),
  isDirectory: () => entry instanceof Map,
  size: entry instanceof Map ? 0 : entry.data.length,
});

function fault(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
