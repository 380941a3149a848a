/** The one reader of JSON, JSON Lines and CSV: what it reads, and the name and place of what it refuses. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../src/lib/hash.ts';
import { readJson } from '../../../src/lib/strict-json.ts';
import { hashFile, readingOnce, readRegularFile } from '../../../src/papers/readers/file.ts';
import { readResult } from '../../../src/papers/readers/results.ts';
import { decodeText } from '../../../src/papers/readers/text.ts';

const read = (path: string, text: string | Buffer) => readResult(path, Buffer.from(text));

describe('what is refused, with its place', () => {
  it.each<[string, string, string | Buffer, number, number, string]>([
    [
      'a name twice',
      'a.json',
      '{"a": 1,\n "b": {"c": 1, "c": 2}}',
      2,
      16,
      'the name "c" appears twice',
    ],
    [
      'an escaped name twice',
      'a.json',
      '{"a": 1, "\\u0061": 2}',
      1,
      10,
      'the name "a" appears twice',
    ],
    ['nesting', 'a.json', '['.repeat(100_000), 1, 65, 'nested more than 64 levels deep'],
    ['NaN', 'a.json', '{"loss":\n NaN}', 2, 2, 'NaN is not a number of JSON; write null'],
    [
      'infinity',
      'a.json',
      '{"loss": -Infinity}',
      1,
      10,
      '-Infinity is not a number of JSON; write null',
    ],
    ['UTF-16', 'a.json', Buffer.from('\uFEFF{"a": 1}', 'utf16le'), 1, 1, 'is UTF-16; write UTF-8'],
    [
      'UTF-32',
      'a.csv',
      Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]),
      1,
      1,
      'is UTF-32; write UTF-8',
    ],
    [
      'Latin-1',
      'a.csv',
      Buffer.from('name\nM\xfcnchen\n', 'latin1'),
      2,
      2,
      'byte 6 (0xfc) is not UTF-8; write UTF-8',
    ],
    [
      'a cut character',
      'a.json',
      Buffer.from([0x22, 0xe2, 0x82]),
      1,
      2,
      'byte 1 (0xe2) is not UTF-8; write UTF-8',
    ],
    [
      'a faulty line',
      'a.jsonl',
      '{"a": 1}\n\n{"a": 2, "a": 3}\n',
      3,
      10,
      'the name "a" appears twice',
    ],
    [
      'an open line',
      'a.ndjson',
      '{"a": 1}\n{"a":',
      2,
      6,
      'expected a value, found the end of the file',
    ],
    ['too few cells', 'a.csv', 'a,b\n1,2\n3\n', 3, 1, 'has 1 cells where the header has 2'],
    ['a column twice', 'a.csv', 'a,b,a\n1,2,3\n', 1, 1, 'the column "a" is there twice'],
    ['an open quote', 'a.csv', 'a\n"x\n', 2, 1, 'a quoted cell begins here and is never closed'],
  ])('%s', (_, path, text, line, column, message) => {
    expect(read(path, text)).toEqual({ ok: false, fault: { line, column, message } });
  });
});

describe('numbers that a double does not hold', () => {
  it.each([
    ['9007199254740993', '2^53'],
    ['-9007199254740993.0', '2^53'],
    ['9.007199254740993e15', '2^53'],
    ['1e400', 'beyond the largest'],
    ['-1E+400', 'beyond the largest'],
    ['1e-400', 'too small'],
    ['123456789012345678901234567890', '2^53'],
  ])('%s is infinite and named, in every form', (token, why) => {
    const inexact = [expect.objectContaining({ line: 2, message: expect.stringContaining(why) })];
    const infinite = Number.POSITIVE_INFINITY;
    const expected = { ok: true, inexact, inexactCount: 1 };
    expect(read('a.json', `[{"x": 1,\n "y": ${token}}]`)).toEqual({
      ...expected,
      value: [{ x: 1, y: infinite }],
    });
    expect(read('a.jsonl', `{"x": 1}\n{"y": ${token}}`)).toEqual({
      ...expected,
      value: [{ x: 1 }, { y: infinite }],
    });
    expect(read('a.csv', `y\n${token}\n`)).toEqual({ ...expected, value: [{ y: infinite }] });
  });
  it.each([
    '9007199254740992',
    '1e21',
    '1.5e300',
    '0.1',
    '-0',
    '0e999',
    '1234567890123456768',
    '3.14159265358979312',
    '0.0000001',
  ])('%s is read', (token) => {
    expect(readJson(`[${token}]`)).toEqual({
      ok: true,
      value: [Number(token)],
      inexact: [],
      inexactCount: 0,
    });
  });
  it('names twenty places and counts the rest', () => {
    const reading = readJson(`[${'1e999,'.repeat(99)}1e999]`);
    expect(reading).toMatchObject({ ok: true, inexactCount: 100 });
    expect(reading.ok && reading.inexact).toHaveLength(20);
  });
});

describe('what is read', () => {
  it('JSON as JSON.parse reads it, a byte order mark or not', () => {
    const text =
      '{"__proto__": 1, "": [null, true, "\\"a\\\\\\":1"], "a:b": {"x": 1e2}, "é": "\\ud83d\\ude00"}';
    for (const each of [text, `\uFEFF${text}`])
      expect(read('x.JSON', each)).toEqual({
        ok: true,
        value: JSON.parse(text),
        inexact: [],
        inexactCount: 0,
      });
  });
  it('rows by number and name', () => {
    expect(read('a.jsonl', '{"accuracy": 0.5}\r\n\n{"accuracy": 1}\n')).toMatchObject({
      value: [{ accuracy: 0.5 }, { accuracy: 1 }],
    });
    expect(read('a.csv', ',name,loss,seed\r\n0,"a, ""b""",0.25,007\r\n1,,1e-3,\r\n')).toMatchObject(
      {
        value: [
          { '': 0, name: 'a, "b"', loss: 0.25, seed: '007' },
          { '': 1, name: null, loss: 0.001, seed: null },
        ],
      },
    );
  });
  it('reads one line of as many cells as a file may hold in one pass, and a column of any name', () => {
    // What looked for the next line from each cell, or for each name among all, would not come to an end.
    const names = Array.from({ length: 200_000 }, (_, at) => `c${at}`);
    const head = names.join(',');
    expect(read('a.csv', head)).toMatchObject({ ok: true, value: [] });
    expect(read('a.csv', `${head},c7\n`)).toMatchObject({ ok: false, fault: { line: 1 } });
    const quoted = names.map((name) => `"${name}"`).join(',');
    expect(read('a.csv', quoted)).toMatchObject({ ok: true, value: [] });
    const row = read('a.csv', '__proto__,x\n1,2\n');
    expect(row?.ok === true ? JSON.stringify(row.value) : null).toBe('[{"__proto__":1,"x":2}]');
  });

  it('a cell that is not a number as nothing, and says so', () => {
    expect(read('a.csv', 'loss,step\n0.5,1\nNaN,2\n-inf,3\n')).toEqual({
      ok: true,
      value: [
        { loss: 0.5, step: 1 },
        { loss: null, step: 2 },
        { loss: null, step: 3 },
      ],
      inexact: [
        { line: 3, column: 1, message: 'NaN is not a number (column "loss")' },
        { line: 4, column: 1, message: '-inf is not a number (column "loss")' },
      ],
      inexactCount: 2,
    });
  });
  it('a copy of a file that somebody holds as that was read, and as no other kind', () => {
    const text = '{"loss": 1}\n{"loss": 2}\n';
    const first = read('a.jsonl', text);
    expect(read('copy/b.jsonl', text)).toBe(first);
    expect(read('a.csv', text)).not.toBe(first);
  });
  it('to the end of a table before it blames a row', () => {
    expect(read('a.csv', 'x,y\n1\n1,2,3\n')).toMatchObject({ fault: { line: 2 } });
    expect(read('a.csv', 'x,x\n1\n')).toMatchObject({ fault: { line: 1 } });
    expect(read('a.csv', 'x,y\n1\n1,"2\n')).toMatchObject({
      fault: { line: 3, message: 'a quoted cell begins here and is never closed' },
    });
  });
  it('no other kind of file', () => {
    expect(read('run_notes.md', '{}')).toBeUndefined();
    expect(decodeText(Buffer.from('\uFEFFnotes'))).toEqual({ ok: true, text: 'notes' });
  });
});

describe('files', () => {
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'readers-'));
  });
  afterAll(() => rmSync(dir, { recursive: true }));
  const kindOf = (path: string, bytesMax?: number) => {
    const reading = readRegularFile(path, bytesMax);
    return reading.ok ? reading.bytes.byteLength : reading.fault.kind;
  };
  it('are regular files within a size that is looked at first', () => {
    const at = (name: string): string => join(dir, name);
    mkdirSync(at('folder'));
    execFileSync('mkfifo', [at('pipe')]);
    writeFileSync(at('sparse'), '');
    truncateSync(at('sparse'), 2 ** 40);
    writeFileSync(at('ten'), '0123456789');
    symlinkSync('nowhere', at('dangling'));
    expect(kindOf(at('folder'))).toBe('not_regular');
    expect(kindOf(at('pipe'))).toBe('not_regular');
    expect(kindOf('/dev/zero')).toBe('not_regular');
    expect(kindOf(at('sparse'))).toBe('too_large');
    expect(kindOf(at('dangling'))).toBe('missing');
    expect(kindOf(at('ten/below'))).toBe('missing');
    expect([kindOf(at('ten'), 10), kindOf(at('ten'), 9)]).toEqual([10, 'too_large']);
  });
});

describe('one piece of work', () => {
  it('reads a file once, and none of it is kept for the next', () => {
    const dir = mkdtempSync(join(tmpdir(), 'once-'));
    const path = join(dir, 'a.json');
    const textOf = (): string => {
      const reading = readRegularFile(path);
      return reading.ok ? reading.bytes.toString() : reading.fault.message;
    };
    writeFileSync(path, 'first');
    readingOnce(() => {
      expect(textOf()).toBe('first');
      writeFileSync(path, 'second');
      expect(readingOnce(textOf)).toBe('first');
      expect(hashFile(path)).toEqual({ bytes: 5, sha256: sha256Hex('first') });
      expect(readRegularFile(path, 4)).toMatchObject({ fault: { kind: 'too_large' } });
      expect(hashFile(join(dir, 'none'))).toBeUndefined();
    });
    expect(textOf()).toBe('second');
    expect(() =>
      readingOnce(() => {
        throw new Error('broken');
      }),
    ).toThrow('broken');
    writeFileSync(path, 'third');
    expect(textOf()).toBe('third');
    rmSync(dir, { recursive: true });
  });

  it('hashes what is too large to be kept', () => {
    const dir = mkdtempSync(join(tmpdir(), 'once-'));
    const path = join(dir, 'large.json');
    const bytes = Buffer.alloc(9 * 1024 * 1024, '0123456789');
    writeFileSync(path, bytes);
    const whole = readRegularFile(path, bytes.byteLength);
    expect(whole.ok && whole.bytes.equals(bytes)).toBe(true);
    expect(hashFile(path)?.sha256).toBe(sha256Hex(bytes));
    const hashed = hashFile(path);
    expect(hashed?.bytes).toBe(9 * 1024 * 1024);
    expect(readingOnce(() => [hashFile(path), hashFile(path, 10)])).toEqual([hashed, undefined]);
    rmSync(dir, { recursive: true });
  });
});
