/** Whether the disk of the store has room: the check of readiness that speaks before the store is full. */
import { limits } from '../../domain/limits.ts';
import { type Needs, ok, type Verdict } from '../common/index.ts';

/** Told before the store is full; without the number, which grows and shrinks by itself. */
export function judgeSpace({ vitals }: Needs<'vitals'>): Verdict {
  const space = vitals.space();
  if (space === null)
    return {
      status: 'unknown',
      detail: 'how much room the file system of state_dir has left cannot be read',
      action: 'look at the file system of state_dir',
    };
  const evidence = { ...space };
  return space.free_mib >= space.wanted_mib
    ? ok('the file system of state_dir has room', evidence)
    : {
        status: 'failing',
        detail: `the file system of state_dir has less than ${space.wanted_mib} MiB left; at ${limits.storeFreeMibMin} the store takes no writes`,
        action: 'free space in the file system of state_dir, or enlarge it',
        evidence,
      };
}
