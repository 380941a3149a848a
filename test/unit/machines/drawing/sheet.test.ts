/** What stands in boxes, what becomes an arrow, and what is said once for all. */
import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { measureLine, type Run, wrapRuns } from '../../../../src/machines/drawing/measure.ts';
import { createSheet, type Sheet, type SheetBox } from '../../../../src/machines/drawing/sheet.ts';
import { eachToEach, job } from './samples.ts';

const wide = { box: 2000, label: 2000 };
const textOf = (line: readonly Run[]): string => line.map(({ text }) => text).join('');
const allBoxes = (boxes: readonly SheetBox[]): SheetBox[] =>
  boxes.flatMap((box) => [box, ...allBoxes(box.children)]);
const linesOf = (sheet: Sheet, id: string): string[] =>
  allBoxes(sheet.boxes)
    .find((box) => box.id === id)!
    .lines.map(textOf);
const arrowsOf = (sheet: Sheet): string[] =>
  sheet.arrows.map(({ from, to, lines }) => `${from} -> ${to}: ${lines.map(textOf).join(' / ')}`);

describe('a sheet', () => {
  const sheet = createSheet(job, 'job', wide);

  it('bundles what leads down between two states into one arrow, an event a line', () => {
    expect(arrowsOf(sheet)).toEqual([
      'queued -> active: CLAIM',
      'queued -> canceled: CANCEL',
      'active -> review: LOST [current run and not found live]',
      'active -> completed: when done',
      'active.run.starting -> active.run.running: when start run is done / after patience over',
      'active.run.starting -> review: when start run fails [too often]',
      'active.run.running -> active.run.over: READY / FINISHED',
      'active.run.before -> active.run.starting: at first',
      'active.canceling.unasked -> active.canceling.settled: at once [in active.run.over]',
      'active.canceling.asked -> active.canceling.settled: STOPPED',
      'review -> completed: ANSWER [found live]',
      'review -> canceled: ANSWER [current run or (found live and not too often)]',
      '#start -> queued: ',
      'active.run#start -> active.run.starting: ',
      'active.canceling#start -> active.canceling.unasked: ',
    ]);
  });

  it('says in the box what leads back, stays, starts over, or leads into it', () => {
    expect(linesOf(sheet, 'review')).toEqual([
      'review',
      '↑ queued on RETRY',
      '↑ before on RESUME',
      'starts over on AGAIN',
      'stays on ANSWER [else]',
    ]);
    expect(linesOf(sheet, 'active')).toEqual(['active', 'tag claimed', '→ asked on CANCEL']);
    expect(linesOf(sheet, 'active.run.starting')).toEqual([
      'starting',
      'status dispatching',
      'does start run',
      '↑ queued when start run fails [else]',
      'stays after 90 s',
    ]);
    expect(sheet.header.map(textOf)).toEqual([
      'One run & its <end>.',
      'In every state: stays on EDIT',
    ]);
  });

  it('marks regions, ends, history and statuses', () => {
    const formOf = (id: string) => allBoxes(sheet.boxes).find((box) => box.id === id)!;
    expect(
      ['active.run', 'completed', 'active.run.before', 'review'].map((id) => formOf(id).form),
    ).toEqual(['region', 'final', 'history', 'state']);
    expect(['active.run.starting', 'review'].map((id) => formOf(id).status)).toEqual([
      'dispatching',
      'review',
    ]);
  });

  it('says once what each state leads to each by, instead of drawing it', () => {
    const each = createSheet(eachToEach, 'each', wide);
    expect(each.header.map(textOf)).toEqual(['In every state: → any state on SET [sets to it]']);
    expect(arrowsOf(each)).toHaveLength(11 + 1);
    expect(linesOf(each, 'queued')).toEqual(['queued']);
  });

  it('says once what nearly all answer alike, with the exceptions, and groups equal conditions', () => {
    const on = { HIT: { guard: 'fits' }, KICK: { guard: 'fits' }, LOOK: {} };
    const states = {
      a: { on },
      b: { on },
      c: { on },
      d: { on },
      e: { on: { GO: { guard: 'fits' } } },
    };
    const few = createSheet(createMachine({ initial: 'a', states }), 'few', wide);
    expect(few.header.map(textOf)).toEqual([
      'In every state but e: stays on HIT, KICK each [fits], LOOK',
    ]);
    expect(linesOf(few, 'e')).toEqual(['e', 'stays on GO [fits]']);
  });

  it('names a state with those around it where another one has its name', () => {
    const inner = { initial: 'first', states: { first: {}, second: {} } };
    const machine = createMachine({
      initial: 'a',
      on: { GO: '.b.first', STAY: '.b' },
      states: { a: inner, b: inner, first: {} },
    });
    expect(createSheet(machine, 'names', wide).header.map(textOf)).toEqual([
      'In every state: → b.first on GO',
      'In every state: → b on STAY',
    ]);
  });

  it('says that any state is led to with those that are not, and names a fan to a part', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
    const fanTo = (targets: readonly string[]) =>
      createSheet(
        createMachine({
          initial: 'a',
          on: { SET: targets.map((target) => ({ guard: `to_${target}`, target: `.${target}` })) },
          states: Object.fromEntries(names.map((name) => [name, {}])),
        }),
        'fan',
        wide,
      ).header.map(textOf);
    expect(fanTo(names.slice(1))).toEqual(['In every state: → any state but a on SET [to it]']);
    expect(fanTo(names.slice(5))).toEqual([
      'In every state: → any of f, g, h, i, j on SET [to it]',
    ]);
  });
});

describe('breaking text', () => {
  it('loses no word, keeps looks, and keeps within the width wherever a word does', () => {
    const runs: Run[] = [
      { text: 'stays on ', look: 'mark' },
      { text: 'SESSION_FINISHED_READY, ', look: 'event' },
      { text: 'WAKE_READY', look: 'event' },
      { text: ' [found live or current run]', look: 'guard' },
    ];
    for (const width of [10, 60, 90, 150, 400]) {
      const lines = wrapRuns(runs, width);
      expect(lines.map(textOf).join(' ')).toBe(
        'stays on SESSION_FINISHED_READY, WAKE_READY [found live or current run]',
      );
      for (const line of lines) {
        const isOneWord = !textOf(line).includes(' ');
        expect(isOneWord || measureLine(line) <= width).toBe(true);
      }
    }
  });
});
