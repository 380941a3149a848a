/**
 * The binaries of uWebSockets.js that may serve: the one that is shipped, held against the sum on
 * record, and one that the operator names with a sum of their own. Only a binary whose sum is right
 * is loaded, and nothing else of the package that holds it.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import record from './uws-binaries.json' with { type: 'json' };
import type { Uws } from './uws-types.ts';

/** File name of the binary for this machine: one for each system, processor and ABI of Node. */
export const uwsBinary = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;

/** A folder with binaries of the library, and the SHA-256 that the one for this machine must have. */
export interface UwsBuild {
  /** Where it comes from, for the log and the operator. */
  readonly origin: string;
  /** Null where the package is not installed. */
  readonly folder: string | null;
  /** Undefined where the record has none for this machine. */
  readonly sha256: string | undefined;
  /** What to do when its binary is missing, and when it is another one. */
  readonly advice: { readonly missing: string; readonly altered: string };
}

/** The build that is installed with the service; its binaries lie in `folder` unless elsewhere. */
export function shippedBuild(folder?: string): UwsBuild {
  return {
    origin: `shipped build (${record.package})`,
    folder: folder ?? installedFolder(),
    sha256: (record.sha256 as Readonly<Record<string, string>>)[uwsBinary],
    advice: {
      missing: 'docs/operations.md says how to get an official build',
      altered: 'run npm ci to get it back',
    },
  };
}

function installedFolder(): string | null {
  try {
    return fileURLToPath(new URL('bin/', import.meta.resolve('uWebSockets.js')));
  } catch {
    return null;
  }
}

/** The build that the configuration names. */
export function namedBuild({ folder, sha256 }: { folder: string; sha256: string }): UwsBuild {
  return {
    origin: `build of uws_dir (${folder})`,
    folder,
    sha256,
    advice: {
      missing: `it needs the binary itself in uws_dir, of a release that has one for Node ${process.versions.node}`,
      altered: 'look where it comes from, and name its sum in uws_sha256 if it is what you wanted',
    },
  };
}

/** What the service calls of the library: a release without one of these cannot serve. */
const called = ['App', 'us_listen_socket_close', 'us_socket_local_port'] as const;

/** By folder and sum. A process keeps what it has loaded, so the file says no more of it. */
const loaded = new Map<string, Uws>();

/**
 * Loads the binary of `build`, and looks at its file the first time. Rejects with one sentence where it is missing,
 * altered or unfit.
 */
export async function loadUwsBinary(build: UwsBuild): Promise<Uws> {
  const key = `${build.folder} ${build.sha256}`;
  const known = loaded.get(key);
  if (known !== undefined) return known;
  const path = await checkUwsBinary(build);
  const uws = createRequire(import.meta.url)(path) as Uws;
  const missing = called.filter((name) => typeof uws[name] !== 'function');
  if (missing.length === 0) {
    loaded.set(key, uws);
    return uws;
  }
  throw new Error(
    `its binary ${uwsBinary} has no ${missing.join(', ')}: another release is needed`,
  );
}

/** Path of the binary of `build` for this machine, once its sum is right. */
export async function checkUwsBinary(build: UwsBuild): Promise<string> {
  if (build.folder === null) throw new Error('it is not installed; run npm ci');
  const path = join(build.folder, uwsBinary);
  const sum = createHash('sha256')
    .update(await readBinary(path, build))
    .digest('hex');
  if (sum === build.sha256) return path;
  throw new Error(
    `its binary ${uwsBinary} has the SHA-256 ${sum} instead of ${build.sha256 ?? 'one on record'}; ${build.advice.altered}`,
  );
}

async function readBinary(path: string, { advice }: UwsBuild): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new Error(
        `it has no binary for Node ${process.versions.node} here (${uwsBinary}); ${advice.missing}`,
      );
    throw new Error(`its binary ${uwsBinary} cannot be read (${code ?? String(error)})`);
  }
}
