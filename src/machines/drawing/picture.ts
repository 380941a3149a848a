/** A drawing as plain data, for programs that draw it themselves: where everything stands, and its text line by line. */
import type { Run } from './measure.ts';
import type { Area, Placed, PlacedArrow, PlacedBox } from './placed.ts';
import { type SheetBox, sizes } from './sheet.ts';
import { linesOf, pathsOf } from './svg.ts';

/** One line of text; `x` and `y` are where its baseline begins, or its middle in a label. */
export interface PictureText {
  readonly x: number;
  readonly y: number;
  readonly runs: readonly Run[];
}
/** A state, or the mark of a start or a history, in pixels from the upper left corner. */
export interface PictureBox extends Area {
  readonly id: string;
  readonly form: SheetBox['form'];
  readonly status: string | null;
  readonly terminal: boolean;
  /** Others stand in it. */
  readonly holds: boolean;
  /** 0 for the outermost. */
  readonly depth: number;
  readonly texts: readonly PictureText[];
}
/** A way from state to state: `line` and `tip` are the paths of SVG that draw it. */
export interface PictureArrow {
  readonly from: string;
  readonly to: string;
  readonly line: string;
  readonly tip: string;
  /** What its label covers; null without one. */
  readonly label: Area | null;
  readonly texts: readonly PictureText[];
}
/** A whole drawing, boxes before what stands in them. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly PictureBox[];
  readonly arrows: readonly PictureArrow[];
}

/** The placed sheet of a machine as data; equal ones give equal data. */
export function toPicture({ boxes, arrows, width, height }: Placed): Picture {
  return { width, height, boxes: boxes.map(pictureBox), arrows: arrows.map(pictureArrow) };
}

function pictureBox({ box, area, text, depth }: PlacedBox): PictureBox {
  const { id, form, status, isTerminal, children, lines } = box;
  const isMark = form === 'start' || form === 'history';
  const at = isMark
    ? { x: area.x + area.width / 2, y: area.y + area.height / 2 + 4.5 }
    : { x: text.x + sizes.padding + 1, y: text.y + 19 };
  return {
    id,
    form,
    status,
    terminal: isTerminal,
    holds: children.length > 0,
    depth,
    ...area,
    texts: linesOf(lines, at),
  };
}

function pictureArrow(placed: PlacedArrow): PictureArrow {
  const { arrow, label } = placed;
  const at = label === null ? null : { x: label.x + label.width / 2, y: label.y + 11.5 };
  return {
    from: arrow.from,
    to: arrow.to,
    ...pathsOf(placed),
    label,
    texts: at === null ? [] : linesOf(arrow.lines, at),
  };
}
