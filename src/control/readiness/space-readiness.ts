/** Whether the disk of the store has room: the check of readiness that speaks before the store is full. */
import { limits } from '../../domain/limits.ts';
import { type Needs, ok, type Space, type Verdict } from '../common/index.ts';

export function judgeSpace({ vitals }: Needs<'vitals'>): Verdict {
  const space = vitals.space();
  if (space === null)
    return {
      status: 'unknown',
      detail: 'how much room the file system of state_dir has left cannot be read',
      action: 'look at the file system of state_dir',
    };
  const shortage = findShortage(space);
  const evidence = { ...space, nearly_full: shortage?.nearlyFull === true };
  if (shortage === null) return ok('the file system of state_dir has room', evidence);
  const { detail, action } = shortage;
  return { status: 'failing', detail, action, evidence };
}

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
