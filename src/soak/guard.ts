/**
 * A process that outlives a soak which is killed, and then ends what that has left behind: everything
 * that runs inside the scratch folder, also what stands still. Nobody else works there.
 */
import { Child } from './child.ts';

/** Processes may start others while they are ended: it looks until there are none. */
const program = `
import { readdirSync, readlinkSync } from 'node:fs';
// allowed: this is the text of another program, which has no caller
const folder = process.argv[1];
const isInside = (pid) => {
  try {
    const cwd = readlinkSync('/proc/' + pid + '/cwd');
    return cwd === folder || cwd.startsWith(folder + '/');
  } catch {
    return false;
  }
};
const end = (pid) => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
};
const endAll = () => {
  const pids = readdirSync('/proc').filter((name) => Number(name) > 0 && isInside(name)).map(Number);
  if (pids.length === 0) process.exit();
  for (const pid of pids) end(pid);
  // allowed: this is the text of another program, which has no caller
  setTimeout(endAll, 50);
};
process.on('disconnect', endAll);
console.log('watches');
`;

/** The process that watches, for the soak that it watches over. */
export interface Guard {
  /** Nothing is left that would have to be ended. */
  dismiss(): Promise<void>;
}

/** Watches over `folder`, a path without symbolic links, from the moment it resolves. */
export async function startGuard(folder: string): Promise<Guard> {
  let heard: () => void = () => {};
  const watches = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const child = new Child({
    name: 'guard',
    command: [process.execPath, '--input-type=module', '--eval', program, folder],
    // Outside the folder: it does not end itself.
    cwd: '/',
    env: {},
    ipc: true,
    onLine: () => heard(),
  });
  child.start();
  await Promise.race([
    watches,
    child.ended.then(() => {
      throw new Error(`the guard process ended: ${child.tail}`);
    }),
  ]);
  return {
    async dismiss() {
      await child.end('SIGKILL');
    },
  };
}
