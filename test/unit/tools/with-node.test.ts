/** Running on the newest Node: which one, from what archive, and on which files. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { supportedNodes } from '../../../src/cli/doctor/machine.ts';
import { loadTool } from '../../support/load-tool.ts';

interface WithNodeTool {
  readonly newestNode: { readonly package: string; readonly version: string };
  cacheFolder(env: Readonly<Record<string, string>>): string;
  assertIntegrity(archive: Uint8Array, integrity?: string): void;
  environmentFor(
    nodeFolder: string,
    env: Readonly<Record<string, string>>,
  ): Readonly<Record<string, string>>;
  copyRepository(tree: string, from: string): void;
}
const { newestNode, cacheFolder, assertIntegrity, environmentFor, copyRepository } =
  await loadTool<WithNodeTool>('with-node.mjs');

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});
function makeFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-with-node-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

describe('the newest Node', () => {
  it('is of the newest version that is supported', () => {
    const majors = Object.keys(supportedNodes).map(Number);
    expect(Number(newestNode.version.split('.')[0])).toBe(Math.max(...majors));
    expect(newestNode.package.endsWith(`@${newestNode.version}`)).toBe(true);
  });

  it('is refused from an archive with another sum, and taken from the right one', () => {
    const empty =
      'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==';
    expect(() => assertIntegrity(new Uint8Array(0))).toThrow(
      /has the sum sha512-z4PhNX7.* instead/,
    );
    expect(() => assertIntegrity(new Uint8Array(1), empty)).toThrow('has the sum');
    assertIntegrity(new Uint8Array(0), empty);
  });

  it('is kept where caches are, under its version', () => {
    expect(cacheFolder({ HOME: '/h' })).toBe(`/h/.cache/orrery-node/${newestNode.version}`);
    expect(cacheFolder({ HOME: '/h', XDG_CACHE_HOME: '/c' })).toBe(
      `/c/orrery-node/${newestNode.version}`,
    );
  });

  it('comes before every other on the PATH, and native code is built with its headers', () => {
    expect(environmentFor('/n', { PATH: '/usr/bin' })).toEqual({
      PATH: '/n/bin:/usr/bin',
      npm_config_nodedir: '/n',
    });
  });
});

describe('the copy of the repository', () => {
  it('has its files and hidden folders, and nothing that was installed or built', () => {
    const from = makeFolder({
      'src/a.ts': 'new',
      '.ci/run': 'run',
      'node_modules/x/index.js': '',
      'dist/cli.js': '',
      '.git/HEAD': '',
    });
    const tree = join(makeFolder({}), 'tree');
    copyRepository(tree, from);
    expect(readdirSync(tree).sort()).toEqual(['.ci', 'src']);
    expect(readFileSync(join(tree, 'src/a.ts'), 'utf8')).toBe('new');
  });

  it('loses what the repository no longer has, and keeps what that Node installed', () => {
    const tree = makeFolder({ 'src/gone.ts': '', 'node_modules/x.js': 'kept', 'old.md': '' });
    copyRepository(tree, makeFolder({ 'src/a.ts': '', 'node_modules/x.js': 'other' }));
    expect(readdirSync(tree).sort()).toEqual(['node_modules', 'src']);
    expect(readdirSync(join(tree, 'src'))).toEqual(['a.ts']);
    expect(readFileSync(join(tree, 'node_modules/x.js'), 'utf8')).toBe('kept');
  });
});
