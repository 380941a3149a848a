/** What the operator is told when the store cannot be opened or written. */
import { describe, expect, it } from 'vitest';
import { storeAdvice } from '../../../src/cli/store-advice.ts';

const failure = (code: string): Error => Object.assign(new Error('it failed'), { code });

describe('advice about the store', () => {
  it.each([
    ['SQLITE_FULL', 'free space'],
    ['SQLITE_READONLY_DIRECTORY', 'writable'],
    ['SQLITE_CANTOPEN', 'writable'],
    ['SQLITE_IOERR_WRITE', 'look after the disk'],
    ['ENOSPC', 'free space'],
    ['SQLITE_NOTADB', 'put the backup'],
    ['ENOTDIR', 'a file stands where a folder must be'],
  ])('for %s names the folder and says: %s', (code, words) => {
    const advice = storeAdvice(failure(code), '/state');
    expect(advice).toContain('/state');
    expect(advice).toContain(words);
  });

  it('is found behind the error that wraps it, and absent for faults of another kind', () => {
    const wrapped = new Error('cannot be opened', { cause: failure('SQLITE_FULL') });
    expect(storeAdvice(wrapped, '/state')).toContain('free space');
    expect(storeAdvice(failure('EADDRINUSE'), '/state')).toBe('');
    expect(storeAdvice('no error', '/state')).toBe('');
  });
});
