/** Whether the disk of the store has room: the check of readiness that speaks before the store is full. */
import { findShortage, type Needs, ok, type Verdict } from '../common/index.ts';

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
