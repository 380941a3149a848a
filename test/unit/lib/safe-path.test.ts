/** Paths from outside: what leads out of its root is refused, whatever links lie on the way. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isInside, resolveInside } from '../../../src/lib/safe-path.ts';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'safe-path-')));
afterAll(() => rmSync(top, { recursive: true, force: true }));

for (const folder of ['root/folder/below', 'outside/folder'])
  mkdirSync(join(top, folder), { recursive: true });
writeFileSync(join(top, 'root/file'), '');
const links = {
  'root/inside': 'folder',
  'root/outside': '../outside',
  'root/outside-by-name': join(top, 'outside'),
  'root/dangling': 'nowhere',
  'root/dangling-outside': '../nowhere',
  'root/round': 'round',
  'root/folder/up': '..',
  'root/folder/out': '../../outside/folder',
  'outside/back': '../root/folder',
  'linked-root': 'root',
  'dangling-root': 'nowhere',
};
for (const [name, target] of Object.entries(links)) symlinkSync(target, join(top, name));

/** Where a path leads by what the system says of it, and nothing else. */
function leads(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : resolve(leads(parent), relative(parent, path));
  }
}

const names =
  'folder below file inside outside outside-by-name dangling dangling-outside round up out back missing .. .'.split(
    ' ',
  );
const paths = names.flatMap((one) =>
  [one, ...names.map((two) => `${one}/${two}`)].flatMap((path) => [
    path,
    ...['folder', 'up', 'out', '..', 'missing'].map((three) => `${path}/${three}`),
  ]),
);

describe('a path from outside', () => {
  it.each(['root', 'linked-root', 'dangling-root', 'missing-root', 'root/file'])(
    'is taken below %s where it leads to a place below it, and only there',
    (name) => {
      const root = join(top, name);
      const wrong = paths.filter((path) => {
        const target = resolve(root, path);
        const isBelow = isInside(root, target) && isInside(leads(root), leads(target));
        return resolveInside(root, path) !== (isBelow ? target : undefined);
      });
      expect(wrong).toEqual([]);
    },
  );

  it('is refused where it leaves by a link, by its name, or begins at the root of all', () => {
    const root = join(top, 'root');
    for (const path of ['outside', 'outside/folder/new', 'folder/out', '../outside', '/etc', 'a\0'])
      expect(resolveInside(root, path)).toBeUndefined();
    for (const path of ['', 'folder/new', 'inside/below', 'folder/up/file', 'missing/new'])
      expect(resolveInside(root, path)).toBe(resolve(root, path));
  });
});
