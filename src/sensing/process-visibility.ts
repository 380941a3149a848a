/** What this service cannot see of the machine's processes, told once to the operator. */
import { readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Number that the kernel gives to the first pid namespace of a machine, on every machine. */
const firstPidNamespace = 'pid:[4026531836]';

/**
 * One sentence for each reason why processes or their numbers are hidden; empty where all is seen
 * or it cannot be told. None of it makes a reading unknown: a run's own processes are seen all the
 * same, and what a driver lists besides only delays a verdict.
 */
export function findHiddenProcesses(procRoot = '/proc'): string[] {
  return [...findHidepid(procRoot), ...findPidNamespace(procRoot)];
}

function findHidepid(procRoot: string): string[] {
  const mounts = readOrEmpty(() => readFileSync(join(procRoot, 'self/mounts'), 'utf8'));
  const isHidden = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .some(
      ([, place, kind, options]) =>
        place === '/proc' && kind === 'proc' && /(?:^|,)hidepid=(?!0\b|off\b)/.test(options ?? ''),
    );
  return isHidden
    ? [
        "/proc is mounted with hidepid: processes of other users are not seen, so one that a run left under another user does not keep it from being idle; start agents as this service's user, or add that user to the group of the mount option gid=",
      ]
    : [];
}

function findPidNamespace(procRoot: string): string[] {
  const own = readOrEmpty(() => readlinkSync(join(procRoot, 'self/ns/pid')));
  return own === '' || own === firstPidNamespace
    ? []
    : [
        'this service runs in a pid namespace of its own, as in a container: GPU drivers may number processes as the host does or list none, so memory held on a GPU may look held by nobody and make verdicts later',
      ];
}

function readOrEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
