/** The key of an installation: made once, private, and never replaced. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSigningKey, readKeyFile } from '../../../src/lib/signing-key.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-key-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the key of an installation', () => {
  it('is made once, for its account alone, and leaves no draft behind', () => {
    const path = join(folder, 'state', 'key.pem');
    expect(readKeyFile(path)).toBeUndefined();
    const made = openSigningKey(path);
    expect(made.isNew).toBe(true);
    expect(openSigningKey(path)).toMatchObject({ keyId: made.keyId, isNew: false });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'state'))).toEqual(['key.pem']);
  });

  it('is one for state folders whose names for it lead to one place, which has none at first', () => {
    const paths = ['one', 'two'].map((state) => join(folder, state, 'key.pem'));
    for (const path of paths) {
      mkdirSync(join(path, '..'));
      symlinkSync(join('..', 'shared', 'key.pem'), path);
    }
    const [made, other] = paths.map(openSigningKey);
    expect([made?.isNew, other?.isNew]).toEqual([true, false]);
    expect(other?.keyId).toBe(made?.keyId);
    expect(readdirSync(join(folder, 'shared'))).toEqual(['key.pem']);
    expect(statSync(paths[1]!).mode & 0o777).toBe(0o600);
  });

  it('is not written over what lies there', () => {
    const path = join(folder, 'key.pem');
    writeFileSync(path, 'half a key');
    expect(() => openSigningKey(path)).toThrow(`${path} cannot be used`);
    expect(readFileSync(path, 'utf8')).toBe('half a key');
  });
});
