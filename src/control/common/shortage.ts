/** What a disk has too little of: room, or files that it can still take. */
import { limits } from '../../domain/limits.ts';
import type { Space } from './vitals.ts';

/** Of what a disk has too little. */
export interface Shortage {
  /** Of so little that any write may be the one that is refused. */
  readonly nearlyFull: boolean;
  /** Without the numbers of now, which grow and shrink by themselves. */
  readonly detail: string;
  readonly action: string;
}

/** Null: there is room for some more. What is nearly used up is told before what is only scarce. */
export function findShortage(space: Space): Shortage | null {
  const kinds = [
    {
      free: space.free_mib,
      wanted: space.wanted_mib,
      last: limits.storeFreeMibMin,
      left: (count: number) => `has less than ${count} MiB left`,
      action: 'free space in the file system of state_dir, or enlarge it',
    },
    {
      free: space.free_files ?? Number.POSITIVE_INFINITY,
      wanted: space.wanted_files ?? 0,
      last: limits.storeFreeFilesMin,
      left: (count: number) => `can take fewer than ${count} more files`,
      action: 'remove files from the file system of state_dir, or make one that holds more of them',
    },
  ];
  for (const nearlyFull of [true, false]) {
    for (const { free, wanted, last, left, action } of kinds) {
      const least = nearlyFull ? Math.min(wanted, last) : wanted;
      if (free >= least) continue;
      const then = nearlyFull ? ': any write may be refused now' : '';
      return { nearlyFull, detail: `the file system of state_dir ${left(least)}${then}`, action };
    }
  }
  return null;
}
