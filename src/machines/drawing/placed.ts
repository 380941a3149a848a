/** Where everything of a drawing stands, in pixels from the upper left corner; made by a layout. */
import type { SheetArrow, SheetBox } from './sheet.ts';

/** Pixels to the right of and below the corner of the drawing. */
export interface Point {
  readonly x: number;
  readonly y: number;
}
/** A rectangle by its upper left corner, in pixels. */
export interface Area extends Point {
  readonly width: number;
  readonly height: number;
}
/** A box of the sheet where the layout has put it, others within it. */
export interface PlacedBox {
  readonly box: SheetBox;
  readonly area: Area;
  /** Where its text stands; as much of the box as that takes. */
  readonly text: Area;
  /** 0 for the outermost. */
  readonly depth: number;
}
/** An arrow of the sheet, led around the boxes by the layout. */
export interface PlacedArrow {
  readonly arrow: SheetArrow;
  /** Corners of the line, from its start to the tip. */
  readonly points: readonly Point[];
  /** Where the label stands; null for an arrow without one. */
  readonly label: Area | null;
}
/** A whole drawing, as large as what is in it; `svg.ts` writes it out. */
export interface Placed {
  /** Parents before what is in them. */
  readonly boxes: readonly PlacedBox[];
  readonly arrows: readonly PlacedArrow[];
  readonly width: number;
  readonly height: number;
}
