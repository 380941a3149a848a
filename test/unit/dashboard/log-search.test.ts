/** Looking for lines of a log, and fetching all of it. */
import { describe, expect, it } from 'vitest';
import { emptyLog, withNote, withText } from '../../../src/dashboard/runs/log-buffer.ts';
import { fetchLog } from '../../../src/dashboard/runs/log-download.ts';
import { everyLine, findLines, levelOf, piecesOf } from '../../../src/dashboard/runs/log-search.ts';
import type { Reply } from '../../../src/dashboard/service/wire.ts';

const { lines } = withNote(
  withText(emptyLog, 'epoch 1\nUserWarning: slow\nValueError: bad\nEpoch 2, 0 left\n'),
  'a note of the page',
);
const found = (query: object) =>
  findLines(lines, { ...everyLine, ...query }).map(({ text }) => text);

describe('lines of a log', () => {
  it('are all there until something is looked for', () => {
    expect(findLines(lines, everyLine)).toBe(lines);
  });

  it('are found by words in any case, notes of the page never', () => {
    expect(found({ search: 'EPOCH' })).toEqual(['epoch 1', 'Epoch 2, 0 left']);
    expect(found({ search: 'note' })).toEqual([]);
  });

  it('are found by how they sound, errors among the warnings', () => {
    expect(found({ level: 'error' })).toEqual(['ValueError: bad']);
    expect(found({ level: 'warning' })).toEqual(['UserWarning: slow', 'ValueError: bad']);
    expect(found({ level: 'warning', search: 'slow' })).toEqual(['UserWarning: slow']);
    expect(levelOf('terrorism')).toBe('all');
  });

  it('show where the words are, and stay whole', () => {
    expect(piecesOf('abcABC', 'bc')).toEqual(['a', 'bc', 'A', 'BC', '']);
    expect(piecesOf('abc', '')).toEqual(['abc']);
    // Two letters in lower case: nothing is marked rather than the wrong ones.
    expect(piecesOf('\u0130x', 'x')).toEqual(['\u0130x']);
  });

  it('are looked through in time that grows with them alone', () => {
    const long = 'e'.repeat(200_000);
    expect(levelOf(long)).toBe('all');
    expect(piecesOf(long, 'eee').join('')).toBe(long);
  });
});

describe('a whole log', () => {
  const readFrom = (pieces: readonly Reply<'runs.log'>[]) => {
    const left = [...pieces];
    return async () => left.shift() ?? 'nothing is left to read';
  };

  it('is read piece by piece to its end, with what was dropped of it', async () => {
    const progress: number[] = [];
    const read = await fetchLog(
      readFrom([
        { text: 'one\n', next_offset: 4, eof: false },
        { text: 'two\n', next_offset: 1_032, eof: true, dropped: { from: 4, to: 1_028 } },
      ]),
      (bytes) => progress.push(bytes),
    );
    expect(read).toEqual({
      text: 'one\n[1 KiB were dropped here to keep the log within its bound]\ntwo\n',
      isCut: false,
    });
    expect(progress).toEqual([4]);
  });

  it('ends where nothing more is written yet, and says why it could not be read on', async () => {
    const first = { text: 'one\n', next_offset: 4 };
    const quiet = readFrom([first, { text: '', next_offset: 4 }]);
    expect(await fetchLog(quiet, () => undefined)).toMatchObject({ text: 'one\n' });
    expect(await fetchLog(readFrom([first]), () => undefined)).toEqual({
      problem: 'nothing is left to read',
    });
  });
});
