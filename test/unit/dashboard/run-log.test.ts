/** The log of a run on the page: pieces put together, bounded, and never what it could do to the page. */
import { describe, expect, it } from 'vitest';
import {
  emptyLog,
  type LogBuffer,
  logLinesMax,
  withNote,
  withText,
} from '../../../src/dashboard/runs/log-buffer.ts';
import { logWords, takePiece, unreadLog } from '../../../src/dashboard/runs/run-log.ts';
import type { Reply } from '../../../src/dashboard/service/wire.ts';

const texts = ({ lines }: LogBuffer): readonly string[] => lines.map(({ text }) => text);
const written = (...pieces: readonly string[]): LogBuffer => pieces.reduce(withText, emptyLog);

describe('the lines that are kept', () => {
  it('are whole however the pieces were cut', () => {
    const whole = 'one\ntwo\n\nthree\n';
    for (let cut = 0; cut <= whole.length; cut += 1) {
      const buffer = written(whole.slice(0, cut), whole.slice(cut));
      expect(texts(buffer)).toEqual(['one', 'two', '', 'three']);
    }
    expect(texts(written('three\nfo', 'ur'))).toEqual(['three', 'four']);
  });

  it('have ids that count up and never name two lines', () => {
    let buffer = emptyLog;
    const seen = new Map<number, string>();
    for (const piece of ['a\nb', 'c\n', 'd\n', 'e', 'f\n']) {
      buffer = withText(buffer, piece);
      for (const { id, text } of buffer.lines) expect(seen.get(id) ?? text).toBe(text);
      for (const { id, text } of buffer.lines) seen.set(id, text);
    }
    expect(texts(buffer)).toEqual(['a', 'bc', 'd', 'ef']);
  });

  it('are bounded in number and in length, and say so', () => {
    const many = written('x\n'.repeat(logLinesMax + 10), 'y\n'.repeat(5));
    expect([many.lines.length, many.gone]).toEqual([logLinesMax, 15]);
    const [long] = texts(written(`${'z'.repeat(5_000)}\n`));
    expect(long).toMatch(/z … 3000 more characters$/);
    const endless = Array.from({ length: 100 }, () => 'q'.repeat(10_000));
    expect(written(...endless).open!.length).toBeLessThanOrEqual(64 * 1024);
  });

  it('are as a terminal would leave them', () => {
    const lines = ['\u001b[31mred\u001b[0m', '10 %\r50 %\r100 %\r', 'a\u0007b\u202ec'];
    const link = '\u001b]8;;http://x\u0007link\u001b]8;;\u0007';
    expect(texts(written(`${[...lines, link].join('\n')}\n`))).toEqual([
      'red',
      '100 %',
      'a·b·c',
      'link',
    ]);
    expect(texts(written('\u001b[3', '1mred\n'))).toEqual(['red']);
  });

  it('have notes on lines of their own', () => {
    const buffer = withText(withNote(written('cut of'), 'lost'), 'f here\n');
    expect(buffer.lines.map(({ text, isNote }) => [text, isNote])).toEqual([
      ['cut of', false],
      ['lost', true],
      ['f here', false],
    ]);
  });
});

describe('a reply of the log route', () => {
  const piece = (fields: Reply<'runs.log'>) => ({
    offset: 0,
    next_offset: 0,
    text: '',
    eof: false,
    ...fields,
  });

  it('that begins within a line shows the first whole one', () => {
    const log = unreadLog();
    takePiece(log, piece({ offset: 100, next_offset: 115, text: 'f a line\nwhole\n' }));
    expect([texts(log.buffer), log.beganAt, log.nextOffset]).toEqual([['whole'], 100, 115]);
  });

  it('that leaves something out says how much', () => {
    const log = unreadLog();
    takePiece(log, piece({ next_offset: 4, text: 'one\n' }));
    const dropped = { from: 4, to: 4 + 3 * 1024 };
    takePiece(log, piece({ offset: dropped.to, next_offset: 4_000, text: 'two\n', dropped }));
    expect(texts(log.buffer)[1]).toContain('3 KiB are missing here');
    expect(texts(log.buffer)).toHaveLength(3);
  });

  it('from before what was read says that the log began anew', () => {
    const log = unreadLog();
    takePiece(log, piece({ next_offset: 400, text: 'one\n' }));
    takePiece(log, piece({ offset: 0, next_offset: 4, text: 'two\n' }));
    expect(texts(log.buffer)[1]).toContain('anew');
  });

  it('is followed until the run is over, or while it cannot be read', () => {
    const log = unreadLog();
    expect(logWords(log)).toBe('Reading the log…');
    takePiece(log, piece({ next_offset: 4, text: 'one\n' }));
    expect(logWords(log)).toBe('Following.');
    log.problem = 'the worker does not answer';
    expect(logWords(log)).toMatch(/cannot be read now: the worker does not answer\. Trying again/);
    log.problem = null;
    takePiece(log, piece({ offset: 4, next_offset: 4, eof: true }));
    expect(logWords(log)).toContain('the end of its log');
  });
});
