/**
 * A store file that is missing or empty in a folder that has been used is a store that was lost, not
 * one to be made: a new one would forget all work without a word.
 */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { productWord } from '../../domain/product.ts';
import { namesIfThere } from '../../lib/if-there.ts';
import { StoreOpenError } from './migrate.ts';
import { filesOfLock } from './state-lock.ts';

interface StorePlace {
  /** The database. Files beside it that bear its name, but for the lock, are traces of use. */
  readonly path: string;
  /** Folders that fill up only while a service works on the store. */
  readonly traceFolders: readonly string[];
}

/** The name that a store has while it is being copied to `path`. */
export const unfinishedCopyOf = (path: string): string => `${path}.copying`;

/** Throws `StoreOpenError` when the store should be there and is not, with what tells so. */
export function refuseLostStore(place: StorePlace): void {
  const lost = findLostStore(place);
  if (lost !== null) throw new StoreOpenError(lost);
}

/** Why the store should be there and is not, with what to do; null where it is there, or never was. */
export function findLostStore({ path, traceFolders }: StorePlace): string | null {
  const state = stateOf(path);
  if (state === null) return null;
  if (existsSync(unfinishedCopyOf(path))) {
    return (
      `The database ${path} ${state}: ${unfinishedCopyOf(path)} is a copy that is not finished. ` +
      `Go on with \`${productWord} store copy\`, or remove it.`
    );
  }
  const traces = [...tracesBeside(path), ...traceFolders.filter(isUsed)];
  if (traces.length === 0) return null;
  return (
    `The database ${path} ${state}, but a service has worked here: there is ${traces.join(', ')}. ` +
    `Put the file back from a copy or a backup; to begin with an empty store all the same, start ` +
    'once with --new-store.'
  );
}

/** Throws `StoreOpenError` for a store elsewhere that holds nothing, where one in a file was left or these folders show that one was used. */
export function refuseEmptyStore({ path, traceFolders }: StorePlace): void {
  if (stateOf(path) === null) {
    throw new StoreOpenError(
      `The PostgreSQL database holds no events, and ${path} is a store in a file that was not copied. Copy it: ` +
        `\`${productWord} store copy postgresql\`. To begin with an empty store all the same, move it away.`,
    );
  }
  const traces = traceFolders.filter(isUsed);
  if (traces.length === 0) return;
  throw new StoreOpenError(
    `The PostgreSQL database holds no events, but a service has worked here: there is ${traces.join(', ')}. ` +
      'See that hosted_database_url names the right database; to begin with an empty store all the same, ' +
      'start once with --new-store.',
  );
}

/** What is wrong with the file; null when it holds something. */
function stateOf(path: string): string | null {
  if (!existsSync(path)) return 'is missing';
  return statSync(path).size === 0 ? 'is empty (0 bytes)' : null;
}

/** The log of a store that was not closed, and whatever else is kept beside it. */
function tracesBeside(path: string): string[] {
  const folder = dirname(path);
  const name = basename(path);
  const stem = basename(path, extname(path));
  const locks = filesOfLock(`${stem}.lock`);
  const known = [name, `${name}-shm`, ...locks];
  return namesIfThere(folder)
    .filter((each) => each.startsWith(`${stem}.`) && !known.includes(each))
    .map((each) => join(folder, each))
    .filter((each) => statSync(each).size > 0);
}

const isUsed = (folder: string): boolean => namesIfThere(folder).length > 0;
