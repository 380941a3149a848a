/**
 * Run as a process of its own by the test of backups: takes one, and kills itself at the first word of
 * progress that begins as it was told.
 */
import { takeBackup } from '../../src/store/sqlite/backup/take.ts';

const [, , stateDir = '', target = '', killAt = ''] = process.argv;
await takeBackup(
  {
    stateDir,
    corpusDir: `${stateDir}/corpus`,
    target,
    version: '0',
    at: '2026-01-01T00:00:00.000Z',
  },
  {
    onProgress(what) {
      if (what.includes(killAt)) process.kill(process.pid, 'SIGKILL');
    },
  },
);
