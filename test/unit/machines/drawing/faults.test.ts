/** Faults of a drawing are found: without that, nothing would be proved by there being none. */
import { describe, expect, it } from 'vitest';
import { findFaults } from '../../../../src/machines/drawing/faults.ts';
import type { Placed, Point } from '../../../../src/machines/drawing/placed.ts';
import type { SheetArrow, SheetBox } from '../../../../src/machines/drawing/sheet.ts';

const box = (id: string, x: number, y: number) => ({
  box: { id, width: 50, children: [] as readonly SheetBox[] } as SheetBox,
  area: { x, y, width: 50, height: 20 },
  text: { x, y, width: 50, height: 20 },
  depth: 0,
});
const arrow = (points: readonly Point[], label: Point | null = null) => ({
  arrow: { from: 'a', to: 'b', lines: [], width: 0, height: 0 } satisfies SheetArrow,
  points,
  label: label === null ? null : { ...label, width: 30, height: 10 },
});
const at = (x: number, y: number): Point => ({ x, y });
const placed = (boxes: Placed['boxes'], arrows: Placed['arrows']): Placed => ({
  boxes,
  arrows,
  width: 200,
  height: 200,
});

describe('finding faults', () => {
  const boxes = [box('a', 0, 0), box('b', 0, 100)];
  const inner = box('n.b', 0, 130).box;
  const nest = {
    box: { ...inner, id: 'n', children: [inner] },
    area: { x: 0, y: 40, width: 120, height: 110 },
    text: { x: 0, y: 40, width: 50, height: 20 },
    depth: 0,
  };
  it.each([
    ['nothing', boxes, [arrow([at(25, 20), at(25, 100)], at(10, 50))], []],
    ['boxes', [box('a', 0, 0), box('b', 40, 10)], [], ['a lies on b']],
    [
      'a label on a box',
      boxes,
      [arrow([at(25, 20), at(25, 100)], at(10, 15))],
      ['the label of a → b lies on a'],
    ],
    [
      'two labels',
      boxes,
      [arrow([at(5, 20), at(5, 100)], at(-20, 50)), arrow([at(45, 20), at(45, 100)], at(9, 50))],
      ['the label of a → b lies on the one of a → b'],
    ],
    [
      'a line through a box',
      [...boxes, box('c', 0, 50)],
      [arrow([at(25, 20), at(25, 100)])],
      ['a → b runs through c'],
    ],
    [
      'a line through a heading',
      [...boxes, nest],
      [arrow([at(25, 20), at(25, 100)])],
      ['a → b runs through the heading of n'],
    ],
    [
      'a line beside a heading',
      [...boxes, nest],
      [arrow([at(25, 20), at(25, 30), at(60, 30), at(60, 90), at(25, 90), at(25, 100)])],
      [],
    ],
    [
      'a line through a label',
      boxes,
      [arrow([at(5, 20), at(5, 100)], at(-20, 50)), arrow([at(0, 20), at(0, 100)])],
      ['a → b runs through the label of a → b'],
    ],
    [
      'text wider than its box',
      [{ ...box('a', 0, 0), box: { ...box('a', 0, 0).box, width: 60 } }],
      [],
      ['a is too narrow for its text'],
    ],
    ['a line askew', boxes, [arrow([at(25, 20), at(30, 100)])], ['a → b runs askew']],
    [
      'a line uphill',
      boxes,
      [arrow([at(60, 90), at(60, 40), at(90, 40), at(90, 60)])],
      ['a → b runs uphill'],
    ],
    [
      'a tip from the side',
      boxes,
      [arrow([at(25, 20), at(25, 40), at(90, 40)])],
      ['a → b enters sideways'],
    ],
  ])('tells of %s', (_, someBoxes, arrows, faults) => {
    expect(findFaults(placed(someBoxes, arrows))).toEqual(faults);
  });
});
