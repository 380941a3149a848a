/** The native HTTP library: only the binaries on record are loaded, others are refused in words. */
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
import { checkUwsBinary, uwsBinary } from '../../../src/http/transport/uws-binary.ts';
import { packageRoot } from '../../support/service-config.ts';
import { loadTool } from '../tools/load-tool.ts';

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

describe.skipIf(!isShipped)('an altered binary for this machine', () => {
  it('is refused before it is loaded, with what is wrong and what to do', async () => {
    await expect(checkUwsBinary(altered(uwsBinary))).rejects.toThrow(
      /^its binary uws_\S+\.node is not the one on record, so it was altered .*\(SHA-256 [0-9a-f]{64} instead of [0-9a-f]{64}\); run npm ci/,
    );
  });

  it('gives way to node:http, and the reason says why', async () => {
    const { name, reason } = await selectTransport({ binaries: altered(uwsBinary) });
    expect(name).toBe('node');
    expect(reason).toContain('is not the one on record');
  });

  it('is an error where that library was asked for', async () => {
    const selecting = selectTransport({ prefer: 'uws', binaries: altered(uwsBinary) });
    await expect(selecting).rejects.toThrow('is not the one on record');
  });

  it('is told from the shipped one and from one that is not there', async () => {
    await checkUwsBinary();
    await checkUwsBinary(altered());
    expect((await selectTransport()).name).toBe('uws');
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
