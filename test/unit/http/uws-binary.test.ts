/**
 * The native HTTP library: only a binary on record, or one that the operator names with its sum, is
 * loaded; others are refused in words.
 */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { selectTransport } from '../../../src/http/transport/select.ts';
import { checkUwsBinary, shippedBuild, uwsBinary } from '../../../src/http/transport/uws-binary.ts';
import { loadTool } from '../../support/load-tool.ts';
import { packageRoot } from '../../support/service-config.ts';

interface BinariesTool {
  checkBinaries(folder?: string): string[];
  assertBinaries(folder?: string): void;
}
const { checkBinaries, assertBinaries } = await loadTool<BinariesTool>('binaries.mjs');
const shipped = join(packageRoot, 'node_modules/uWebSockets.js/dist/bin');
const isShipped = readdirSync(shipped).includes(uwsBinary);
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A folder with the binaries of those names, one bit of which is another. */
function altered(...names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-binaries-'));
  folders.push(folder);
  for (const name of names) {
    const bytes = readFileSync(join(shipped, name));
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(join(folder, name), bytes);
  }
  return folder;
}

/** A folder with other bytes under the name of the binary for this machine, and their sum. */
function substitute(bytes: Uint8Array): { uwsDir: string; uwsSha256: string } {
  const uwsDir = altered();
  writeFileSync(join(uwsDir, uwsBinary), bytes);
  return { uwsDir, uwsSha256: createHash('sha256').update(bytes).digest('hex') };
}

/** As on a Node for which the shipped build has no binary. */
const binaries = join(packageRoot, 'src');

describe.skipIf(!isShipped)('an altered binary for this machine', () => {
  it('is refused before it is loaded, with what is wrong and what to do', async () => {
    await expect(checkUwsBinary(shippedBuild(altered(uwsBinary)))).rejects.toThrow(
      /^its binary uws_\S+\.node has the SHA-256 [0-9a-f]{64} instead of [0-9a-f]{64}; run npm ci to/,
    );
  });

  it('gives way to node:http, and the reason says why', async () => {
    const { name, reason, refused } = await selectTransport({ binaries: altered(uwsBinary) });
    expect(name).toBe('node');
    expect(reason).toContain(refused[0]);
    expect(refused).toEqual([expect.stringMatching(/^the shipped build .* has the SHA-256/)]);
  });

  it('is an error where that library was asked for', async () => {
    const selecting = selectTransport({ httpTransport: 'uws', binaries: altered(uwsBinary) });
    await expect(selecting).rejects.toThrow(/^http_transport is uws .*has the SHA-256/);
  });

  it('is told from the shipped one', async () => {
    expect(await checkUwsBinary(shippedBuild())).toBe(join(shipped, uwsBinary));
    expect(await selectTransport()).toMatchObject({ name: 'uws', refused: [] });
  });
});

describe.skipIf(!isShipped)('a build that the operator names', () => {
  it('serves before the shipped one, and the reason names its folder', async () => {
    const own = substitute(readFileSync(join(shipped, uwsBinary)));
    const { name, reason, refused } = await selectTransport(own);
    expect({ name, refused }).toEqual({ name: 'uws', refused: [] });
    expect(reason).toBe(
      `uWebSockets.js serves on Node ${process.versions.node}, from its build of uws_dir (${own.uwsDir})`,
    );
    expect(await selectTransport({ ...own, binaries })).toMatchObject({ name: 'uws', reason });
  });

  it('is not looked at again once it is loaded, but under another sum', async () => {
    const own = substitute(readFileSync(join(shipped, uwsBinary)));
    expect(await selectTransport({ ...own, binaries })).toMatchObject({ name: 'uws' });
    rmSync(join(own.uwsDir, uwsBinary));
    expect(await selectTransport({ ...own, binaries })).toMatchObject({ name: 'uws', refused: [] });
    const uwsSha256 = '0'.repeat(64);
    const { name } = await selectTransport({ ...own, uwsSha256, binaries });
    expect(name).toBe('node');
  });

  it('gives way to the shipped one where its sum is another, and both are said', async () => {
    const own = substitute(readFileSync(join(shipped, uwsBinary)));
    const uwsSha256 = '0'.repeat(64);
    const { name, reason, refused } = await selectTransport({ ...own, uwsSha256 });
    expect(name).toBe('uws');
    expect(reason).toMatch(/^uWebSockets\.js serves .* shipped build .*; the build of uws_dir/);
    expect(refused).toEqual([
      expect.stringContaining(`has the SHA-256 ${own.uwsSha256} instead of ${uwsSha256};`),
    ]);
  });
});

/** That which this Node has been given for SQLite. */
const otherLibrary =
  Number.parseInt(process.versions.node, 10) < 22
    ? 'better-sqlite3/build/Release/better_sqlite3.node'
    : `better-sqlite3-13/prebuilds/${process.platform}-${process.arch}.node`;

describe('where no build of the library can serve', () => {
  it('node:http does, and one line has the reason for each build', async () => {
    const uwsDir = altered();
    const { name, reason, refused } = await selectTransport({
      uwsDir,
      uwsSha256: '0'.repeat(64),
      binaries,
    });
    expect(name).toBe('node');
    expect(refused.map((line) => line.split(' of uWebSockets.js cannot serve: ')[0])).toEqual([
      `the build of uws_dir (${uwsDir})`,
      expect.stringMatching(/^the shipped build \(npm:uws-pack@\S+\)$/),
    ]);
    for (const line of refused)
      expect(line).toContain(`it has no binary for Node ${process.versions.node} here`);
    expect(reason).toBe(`node:http serves on Node ${process.versions.node}: ${refused.join('; ')}`);
    expect(reason).not.toContain('\n');
  });

  it.each([
    ['is no library at all', () => Buffer.from('text'), /cannot serve: \S.+/],
    [
      'is another library',
      () => readFileSync(join(packageRoot, 'node_modules', otherLibrary)),
      /has no App, us_listen_socket_close, us_socket_local_port: another release is needed$/,
    ],
  ])('a named binary that %s is refused in a sentence', async (_, bytes, words) => {
    const own = substitute(bytes());
    const { name, refused } = await selectTransport({ ...own, binaries });
    expect(name).toBe('node');
    expect(refused[0]).toMatch(words);
    expect(refused[0]).not.toContain('\n');
  });
});

describe('the check of the build', () => {
  it('passes on what is installed', () => {
    expect(checkBinaries()).toEqual([]);
  });

  it('names each file that is altered, missing or not on record', () => {
    const folder = altered('uws_linux_x64_115.node');
    copyFileSync(join(shipped, 'uws_linux_x64_127.node'), join(folder, 'uws_linux_x64_999.node'));
    const problems = checkBinaries(folder);
    expect(problems).toContainEqual(
      expect.stringMatching(/^uws_linux_x64_115\.node has the SHA-256 \S+ instead of \S+: it was/),
    );
    expect(problems).toContain('uws_linux_x64_999.node is not on record');
    expect(problems).toContain('uws_darwin_x64_127.node is missing');
    expect(() => assertBinaries(folder)).toThrow(/are not those on record:[\s\S]*Run npm ci/);
  });
});
