/** A backup is refused in the words of the file system where nothing can be written, not in those of its lock. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { beginStaging, stagingOf } from '../../../src/store/sqlite/backup/staging.ts';
import { packageRoot } from '../../support/service-config.ts';

it('says what the file system says of the folder that shall hold it', () => {
  const target = join(packageRoot, 'no-such-folder', 'one');
  expect(() => beginStaging(stagingOf(target))).toThrow(
    expect.objectContaining({ code: 'ENOENT', syscall: 'access' }),
  );
});
