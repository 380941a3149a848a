/**
 * A cgroup v2 of each run's own. Whatever a process does to its session, group, folder, parent or
 * environment, it stays in its cgroup, so this is the one mark that cannot be shed by accident; and
 * the kernel can end a whole cgroup at once, which no fork storm outruns.
 *
 * The gate only makes children of the cgroup it is in itself. It enables no controller there: the
 * kernel forbids it to a cgroup that holds processes, and this one holds the gate. CPU time is
 * counted without; memory and I/O figures are read where somebody else has enabled them.
 *
 * Names are `orrery-run-<gate>-<run>`, both parts hashes, so that two gates on one machine never
 * touch each other's.
 */
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { productWord } from '../domain/product.ts';
import { sha256Hex } from '../lib/hash.ts';
import { isInside } from '../lib/safe-path.ts';
import {
  type IoBytes,
  parseCgroupIo,
  parseCgroupMounts,
  parseCgroupPath,
  parseCpuUsage,
} from './parsers/cgroup.ts';

/** What a run's cgroup has used since it was made; null where the kernel does not tell. */
export interface CgroupUsage {
  readonly cpuMicros: number | null;
  readonly io: IoBytes | null;
}

/** The cgroups of one gate's runs. Nothing here throws for what the kernel refuses. */
export interface RunCgroups {
  /** Why there are none; null when there are. */
  readonly problem: string | null;
  /** Makes a run's cgroup, or finds it. Its folder; null when it cannot be had. */
  prepare(runId: string): string | null;
  /** Path of a run's cgroup as `/proc/<pid>/cgroup` shows it; null when the run has none. */
  pathOf(runId: string): string | null;
  /** All existing ones by path. */
  readAll(): ReadonlyMap<string, CgroupUsage>;
  /** True while a process lives in it, however short-lived. */
  isPopulated(runId: string): boolean;
  /** Kills everything in a run's cgroup at once; false when that is not possible. */
  kill(runId: string): boolean;
  /**
   * Removes those that are empty and of no live run. Which runs live is asked after the names were
   * listed, so that one just made for a run is not taken for a left one. Says how many.
   */
  sweep(listLive: () => Promise<readonly string[]>): Promise<number>;
}

interface RunCgroupsOptions {
  /** `off`: none are made, and none are looked for. */
  readonly mode: 'auto' | 'off';
  /** Tells this gate's names from another's; its project root. */
  readonly owner: string;
  readonly procRoot?: string;
}

/** Cgroups looked at below one run's own; an agent may make its own there. */
const nestedMax = 256;

/** Finds where run cgroups can be made. Never throws: without any, `problem` says why. */
export function createRunCgroups(options: RunCgroupsOptions): RunCgroups {
  const { procRoot = '/proc' } = options;
  const home = options.mode === 'off' ? 'run_cgroup is off' : findHome(procRoot);
  if (typeof home === 'string') return withoutCgroups(home);
  const prefix = `${productWord}-run-${sha256Hex(options.owner).slice(0, 8)}-`;
  const nameOf = (runId: string): string => `${prefix}${sha256Hex(runId).slice(0, 16)}`;
  const folderOf = (name: string): string => join(home.folder, name);
  const listNames = (): string[] => {
    try {
      return readdirSync(home.folder).filter((name) => name.startsWith(prefix));
    } catch {
      return [];
    }
  };
  const holdsObserver = (name: string): boolean => {
    const own = readCgroupPath(procRoot);
    return own === null || isInside(join(home.path, name), own);
  };

  return {
    problem: null,
    prepare(runId) {
      const folder = folderOf(nameOf(runId));
      try {
        mkdirSync(folder, { recursive: true });
        return folder;
      } catch {
        return null;
      }
    },
    pathOf(runId) {
      const name = nameOf(runId);
      return existsSync(folderOf(name)) ? join(home.path, name) : null;
    },
    readAll: () =>
      new Map(listNames().map((name) => [join(home.path, name), readUsage(folderOf(name))])),
    isPopulated: (runId) =>
      readWith(join(folderOf(nameOf(runId)), 'cgroup.events'), (text) =>
        /^populated 1$/m.test(text),
      ) === true,
    kill(runId) {
      const name = nameOf(runId);
      // An agent with the right to could have put the gate itself into its cgroup.
      if (!existsSync(folderOf(name)) || holdsObserver(name)) return false;
      try {
        // The flag "r+" never makes the file, where the kernel is too old to have it.
        writeFileSync(join(folderOf(name), 'cgroup.kill'), '1', { flag: 'r+' });
        return true;
      } catch {
        return false;
      }
    },
    async sweep(listLive) {
      const names = listNames();
      if (names.length === 0) return 0;
      const live = new Set((await listLive()).map(nameOf));
      return names.filter((name) => !live.has(name) && removeEmpty(folderOf(name))).length;
    },
  };
}

function withoutCgroups(problem: string): RunCgroups {
  return {
    problem,
    prepare: () => null,
    pathOf: () => null,
    readAll: () => new Map(),
    isPopulated: () => false,
    kill: () => false,
    sweep: () => Promise.resolve(0),
  };
}

/** Where the gate may make cgroups: its own one, as a folder and as a path of the hierarchy. */
interface Home {
  readonly folder: string;
  readonly path: string;
}

/** The home, or why there is none. */
function findHome(procRoot: string): Home | string {
  const path = readCgroupPath(procRoot);
  if (path === null) return 'this process is in no cgroup v2';
  const mounts = findCgroupMounts(procRoot);
  if (mounts.length === 0) return 'cgroup v2 is not mounted';
  const visible = mounts.filter(({ root }) => isInside(root, path));
  if (visible.length === 0) return `the cgroup ${path} of this process lies outside every mount`;
  const folders = visible.map(({ root, mountPoint }) => join(mountPoint, relative(root, path)));
  const folder = folders.find(isWritable);
  return folder === undefined
    ? `the cgroup ${path} of this process is not delegated to it: it may not make cgroups there`
    : { folder, path };
}

/** Where cgroup v2 is mounted, also beside the first version; empty where that cannot be read. */
export function findCgroupMounts(procRoot: string): ReturnType<typeof parseCgroupMounts> {
  return readWith(join(procRoot, 'self/mountinfo'), parseCgroupMounts) ?? [];
}

function readCgroupPath(procRoot: string): string | null {
  try {
    return parseCgroupPath(readFileSync(join(procRoot, 'self/cgroup'), 'utf8'));
  } catch {
    return null;
  }
}

/** Moving a process needs the common ancestor's `cgroup.procs`, making a cgroup the folder. */
function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    accessSync(join(folder, 'cgroup.procs'), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function readUsage(folder: string): CgroupUsage {
  return {
    cpuMicros: readWith(join(folder, 'cpu.stat'), parseCpuUsage),
    io: readWith(join(folder, 'io.stat'), parseCgroupIo),
  };
}

function readWith<Value>(path: string, parse: (text: string) => Value | null): Value | null {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** Removes a cgroup and those an agent made below it; false while a process is in one of them. */
function removeEmpty(folder: string): boolean {
  const nested = listNested(folder);
  try {
    for (const each of nested.toReversed()) rmdirSync(each);
    return true;
  } catch {
    return !existsSync(folder);
  }
}

/** The folder and those below it, parents first. */
function listNested(folder: string): string[] {
  const found = [folder];
  for (let index = 0; index < found.length && found.length < nestedMax; index += 1) {
    found.push(...childrenOf(found[index]!));
  }
  return found;
}

function childrenOf(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(folder, entry.name));
  } catch {
    return [];
  }
}
