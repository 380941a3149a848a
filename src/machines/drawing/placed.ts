/** Where everything of a drawing stands, in pixels from the upper left corner; made by a layout. */
import type { SheetArrow, SheetBox } from './sheet.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Area extends Point {
  readonly width: number;
  readonly height: number;
}
export interface PlacedBox {
  readonly box: SheetBox;
  readonly area: Area;
  /** Where its text stands; as much of the box as that takes. */
  readonly text: Area;
  /** 0 for the outermost. */
  readonly depth: number;
}
export interface PlacedArrow {
  readonly arrow: SheetArrow;
  /** Corners of the line, from its start to the tip. */
  readonly points: readonly Point[];
  /** Where the label stands; null for an arrow without one. */
  readonly label: Area | null;
}
export interface Placed {
  /** Parents before what is in them. */
  readonly boxes: readonly PlacedBox[];
  readonly arrows: readonly PlacedArrow[];
  readonly width: number;
  readonly height: number;
}
