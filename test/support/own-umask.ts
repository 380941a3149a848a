/** Gives the next test file of a process the umask that this one found: a service narrows that of its process. */
import { afterAll } from 'vitest';

const found = process.umask();
afterAll(() => {
  process.umask(found);
});
