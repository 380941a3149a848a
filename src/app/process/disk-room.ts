/** What the file system of a folder has left, and how much it should: bytes, and files where it counts those. */
import { statfsSync } from 'node:fs';
import type { Space } from '../../control/common/index.ts';
import { limits } from '../../domain/limits.ts';

/** Throws what the file system says where it cannot be asked. */
export function readRoom(folder: string): Space {
  const { bavail, blocks, bsize, ffree, files } = statfsSync(folder);
  const inMib = (count: number): number => Math.floor((count * bsize) / 1024 ** 2);
  return {
    free_mib: inMib(bavail),
    wanted_mib: wantedMib(inMib(blocks)),
    // Some make room for files as they come, and count none.
    free_files: files === 0 ? null : ffree,
    wanted_files: files === 0 ? null : wantedFiles(files),
  };
}

/** A twentieth of the file system, within bounds; of a small one never more than a quarter. */
export function wantedMib(totalMib: number): number {
  const { spaceWantedMibMin: least, spaceWantedMibMax: most } = limits;
  const wanted = Math.min(most, Math.max(least, totalMib / 20));
  return Math.floor(Math.min(wanted, totalMib / 4));
}

/** A twentieth of those that it can have, or what many runs take. */
export const wantedFiles = (total: number): number =>
  Math.floor(Math.min(limits.filesWantedMax, total / 20));
