/** A verdict is made once for the same content, and anew for any other. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onceForContent } from '../../../src/papers/kept-verdicts.ts';

let root: string;
let dir: string;
let judged: string[];
/** Notes where it was called, and answers how often it has been. */
const judge = onceForContent(
  (folder) => judged.push(folder),
  () => true,
);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kept-verdicts-'));
  dir = join(root, 'paper');
  judged = [];
  mkdirSync(join(dir, 'evidence'), { recursive: true });
  // No two tests have the same content.
  writeFileSync(join(dir, 'paper.md'), root);
  writeFileSync(join(dir, 'evidence', 'a.json'), '1');
});
afterEach(() => rmSync(root, { recursive: true }));

describe('a verdict on a folder', () => {
  it('is made once for the same files, wherever they lie', () => {
    const copy = join(root, 'copy');
    cpSync(dir, copy, { recursive: true });
    expect([judge(dir), judge(dir), judge(copy)]).toEqual([1, 1, 1]);
    expect(judged).toEqual([dir]);
  });

  it.each<[string, () => void]>([
    ['a file says something else', () => writeFileSync(join(dir, 'evidence', 'a.json'), '2')],
    ['a file is new', () => writeFileSync(join(dir, '.hidden'), '')],
    ['a file is gone', () => rmSync(join(dir, 'paper.md'))],
    ['a file has another name', () => renameSync(join(dir, 'paper.md'), join(dir, 'paper.tex'))],
    ['a folder is new', () => mkdirSync(join(dir, 'empty'))],
    ['the folder is gone', () => rmSync(dir, { recursive: true })],
  ])('is made anew where %s', (_, change) => {
    judge(dir);
    change();
    expect(judge(dir)).toBe(2);
  });

  it('is made each time where a link leads out of the folder', () => {
    symlinkSync(join(root, 'elsewhere'), join(dir, 'link'));
    expect([judge(dir), judge(dir)]).toEqual([1, 2]);
  });

  it('is not kept where it may be another the next time', () => {
    let calls = 0;
    const unsure = onceForContent(
      () => ++calls,
      (verdict) => verdict > 1,
    );
    expect([unsure(dir), unsure(dir), unsure(dir)]).toEqual([1, 2, 2]);
  });

  it('is made anew once so many others were asked for since', () => {
    judge(dir);
    const other = join(root, 'other');
    mkdirSync(other);
    for (let index = 0; index < 100; index += 1) {
      writeFileSync(join(other, 'paper.md'), `${root} ${index}`);
      judge(other);
    }
    judge(dir);
    expect(judged.filter((folder) => folder === dir)).toHaveLength(2);
  });
});
