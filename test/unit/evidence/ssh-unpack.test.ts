/** Archives that mean harm: nothing but what was asked for is ever written, and none goes on for ever. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as tar from 'tar';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../src/domain/limits.ts';
import { Unpacker } from '../../../src/evidence-sync/ssh/unpack.ts';
import { sha256Hex } from '../../../src/lib/hash.ts';

let stagingDir: string;
beforeEach(() => {
  stagingDir = mkdtempSync(join(tmpdir(), 'orrery-unpack-'));
});
afterEach(() => rmSync(stagingDir, { recursive: true }));

interface Entry {
  readonly path: string;
  readonly type?: tar.HeaderData['type'];
  readonly text?: string;
  readonly linkpath?: string;
  /** In the header, where it is not that of the text. */
  readonly size?: number;
}

/** An archive as `tar` would write it, but of whatever is asked for. */
function archiveOf(entries: readonly Entry[], isEnded = true): Buffer {
  const blocks = entries.flatMap(({ path, type = 'File', text = '', linkpath, size }) => {
    const body = Buffer.from(text);
    const header = new tar.Header({
      path,
      type,
      mode: 0o644,
      size: size ?? body.length,
      mtime: new Date(0),
      ...(linkpath === undefined ? {} : { linkpath }),
    });
    const block = Buffer.alloc(512);
    header.encode(block, 0);
    return [block, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(isEnded ? 1024 : 0)]);
}

const asked = ['results/a.json', 'results/b.json'].map((path) => ({ entry: `./p/${path}`, path }));

/** Unpacks it in pieces of `step` bytes; the files and what failed, or why it was not taken. */
function unpack(archive: Buffer, step = archive.length, bytes = 100) {
  const unpacker = new Unpacker({ stagingDir, asked, bytes });
  try {
    for (let at = 0; at < archive.length; at += step)
      unpacker.write(archive.subarray(at, at + step));
    return unpacker.finish();
  } catch (error) {
    return (error as Error).message;
  } finally {
    unpacker.discard();
  }
}
const [first, second] = asked.map(({ entry }) => entry) as [string, string];
const written = (): string[] => readdirSync(stagingDir);

describe('an archive', () => {
  it.each([1, 7, 512, 4096])('is unpacked as it comes, %i bytes at a time', (step) => {
    const text = 'x'.repeat(700);
    const result = unpack(archiveOf([{ path: first, text }, { path: second }]), step);
    expect(result).toEqual({
      files: [
        {
          path: 'results/a.json',
          staged: join(stagingDir, '0'),
          bytes: 700,
          sha256: sha256Hex(text),
        },
        { path: 'results/b.json', staged: join(stagingDir, '1'), bytes: 0, sha256: sha256Hex('') },
      ],
      failed: [],
    });
    expect(readFileSync(join(stagingDir, '0'), 'utf8')).toBe(text);
  });

  it('says what was asked for and is not in it', () => {
    expect(unpack(archiveOf([{ path: first }]))).toMatchObject({
      failed: [{ path: 'results/b.json', reason: expect.stringContaining('was gone') }],
    });
  });

  it.each<[string, Entry]>([
    ['a link', { path: first, type: 'SymbolicLink', linkpath: '/etc/passwd' }],
    ['a hard link', { path: first, type: 'Link', linkpath: second }],
    ['a device', { path: first, type: 'CharacterDevice' }],
    ['a pipe', { path: first, type: 'FIFO' }],
    ['a folder', { path: first, type: 'Directory' }],
  ])('in which a file is %s has that left out', (_, entry) => {
    const result = unpack(archiveOf([entry, { path: second, text: 'b' }]));
    // A folder may come with a slash behind its name, which nobody asked for.
    if (typeof result === 'string') expect(result).toContain('not asked for');
    else
      expect(result.failed).toEqual([
        { path: 'results/a.json', reason: 'it was no regular file when it was packed' },
      ]);
    expect(written().length).toBeLessThanOrEqual(1);
  });

  it.each([
    ['above the folder', '../../etc/cron.d/x'],
    ['at an absolute place', '/etc/cron.d/x'],
    ['that climb out of an asked folder', './p/results/../../x'],
    ['with a line break', './p/results/a.json\nx'],
    ['that only look alike', './p/results/A.json'],
    ['beside those asked for', './p/results/c.json'],
  ])('with names %s is not taken', (_, path) => {
    expect(
      unpack(
        archiveOf([
          { path: first, text: 'a' },
          { path, text: 'x' },
        ]),
      ),
    ).toContain('which was not asked for');
    expect(written()).toEqual(['0']);
  });

  it('with a file twice is not taken', () => {
    expect(unpack(archiveOf([{ path: first }, { path: first }]))).toContain('twice');
  });

  it('that renames its files by a header of its own is not taken', () => {
    const pax = new tar.Pax({ path: '../x' }).encode();
    expect(unpack(Buffer.concat([pax, archiveOf([{ path: first }])]))).toContain('not asked for');
  });

  it('of a million entries ends with the first that is too many', () => {
    const pax = new tar.Pax({ comment: 'x' }).encode();
    const unpacker = new Unpacker({ stagingDir, asked, bytes: 100 });
    let pieces = 0;
    expect(() => {
      for (; pieces < 1_000_000; pieces += 1) unpacker.write(pax);
    }).toThrow(/more entries than were asked for|was not asked for/);
    expect(pieces).toBeLessThan(100);
  });

  it('of a file without end is cut off at what a file may be', () => {
    const huge = archiveOf([{ path: first, size: 8e9 }], false);
    const unpacker = new Unpacker({ stagingDir, asked, bytes: 100 });
    const zeros = Buffer.alloc(1024 * 1024);
    let pieces = 0;
    expect(() => {
      unpacker.write(huge);
      for (; pieces < 8000; pieces += 1) unpacker.write(zeros);
    }).toThrow('longer than');
    expect(pieces).toBeLessThanOrEqual(limits.evidenceFileBytesMax / zeros.length + 1);
    expect(written()).toEqual([]);
  });

  it.each([1, 100_000])('that is compressed is not taken, in pieces of %i bytes', (step) => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    expect(unpack(bomb, step)).toMatch(/compressed|damaged|cut off|longer/);
    expect(written()).toEqual([]);
  });

  it.each([
    ['in a header', 300],
    ['in a file', 512 + 100],
    ['between files', 1024],
    ['before the end mark', 2048],
  ])('that is cut off %s is not taken', (_, bytes) => {
    const whole = archiveOf([
      { path: first, text: 'a'.repeat(400) },
      { path: second, text: 'b' },
    ]);
    expect(unpack(whole.subarray(0, bytes))).toMatch(/cut off|damaged/);
  });

  it('that is none is not taken', () => {
    expect(unpack(Buffer.alloc(0))).toBe('nothing came');
    expect(unpack(Buffer.from('tar: command not found\n'.repeat(100)))).toMatch(/damaged|cut off/);
  });
});
