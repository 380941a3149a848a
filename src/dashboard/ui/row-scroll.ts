/**
 * Which rows of a long list are in sight, where a browser cannot make a page as high as all of them. Near both ends the
 * page scrolls as the rows do; between them a long way of the scrollbar leads further, and a short one moves the rows
 * by just as much. Pure.
 */

/** Rows are given no more room than this, px: Firefox ends at 17.8 million, Chromium at 33.5. */
export const roomPxMax = 15_000_000;
/** So near an end, px, one pixel of the page is one of the list. */
const nearPx = 1_000_000;
/** Scrolling by more than this many windows at once goes to a place; by less, it moves what is seen. */
const stepWindows = 3;
/** Rows drawn beyond those in sight, so that the keyboard finds the next one. */
const overscanRows = 12;

/** What is scrolled, px but for the count. */
export interface Extent {
  readonly count: number;
  /** Height of a row; all have the same. */
  readonly rowPx: number;
  /** What stands above the rows and below them. */
  readonly topPx: number;
  readonly tailPx: number;
  /** Height of the window. */
  readonly viewPx: number;
}

/** Where the reader is, px from the top: of the page as the browser has it, and of one that has room for all rows. */
export interface Scrolled {
  readonly scrollPx: number;
  readonly placePx: number;
}

/** Room that the rows are given. */
export const roomPx = ({ count, rowPx }: Extent): number => Math.min(roomPxMax, count * rowPx);
/** Room that they lack. */
const lackPx = (extent: Extent): number => extent.count * extent.rowPx - roomPx(extent);
/** The furthest that the page can be scrolled. */
export const endPx = (extent: Extent): number =>
  Math.max(0, extent.topPx + roomPx(extent) + extent.tailPx - extent.viewPx);

const between = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value));

/** The place that a scrollbar put there stands for. */
export function placeAt(extent: Extent, scrollPx: number): number {
  const [lack, end] = [lackPx(extent), endPx(extent)];
  if (lack === 0 || scrollPx <= nearPx) return scrollPx;
  if (scrollPx >= end - nearPx) return scrollPx + lack;
  const far = end - 2 * nearPx;
  return nearPx + ((scrollPx - nearPx) * (far + lack)) / far;
}

/** Where the scrollbar of a place belongs; `placeAt` leads back, but for less than what a pixel stands for. */
export function scrollAt(extent: Extent, placePx: number): number {
  const [lack, end] = [lackPx(extent), endPx(extent)];
  if (lack === 0 || placePx <= nearPx) return between(placePx, 0, end);
  if (placePx >= end + lack - nearPx) return between(placePx - lack, 0, end);
  const far = end - 2 * nearPx;
  return Math.round(nearPx + ((placePx - nearPx) * far) / (far + lack));
}

/** After the reader has scrolled the page to there. */
export function scrolledTo(extent: Extent, was: Scrolled, scrollPx: number): Scrolled {
  const byPx = scrollPx - was.scrollPx;
  if (Math.abs(byPx) > stepWindows * extent.viewPx)
    return { scrollPx, placePx: placeAt(extent, scrollPx) };
  return {
    scrollPx,
    placePx: between(was.placePx + byPx, 0, endPx(extent) + lackPx(extent)),
  };
}

/** The same place with the scrollbar where it belongs, which nobody sees. */
export const settled = (extent: Extent, { placePx }: Scrolled): Scrolled => ({
  scrollPx: scrollAt(extent, placePx),
  placePx,
});

/** Whether the page would end before the rows do, so that the scrollbar cannot wait for the reader to rest. */
export function isAtEdge(extent: Extent, { scrollPx, placePx }: Scrolled): boolean {
  const { viewPx, rowPx, topPx, tailPx } = extent;
  const edgePx = (stepWindows + 1) * viewPx + (overscanRows + 1) * rowPx + topPx + tailPx;
  const isNear = scrollPx < edgePx || scrollPx > endPx(extent) - edgePx;
  return isNear && Math.abs(scrollPx - scrollAt(extent, placePx)) >= 1;
}

/** Rows to draw, and the room above and below them, px. */
export interface DrawnRows {
  readonly from: number;
  readonly to: number;
  readonly abovePx: number;
  readonly belowPx: number;
}

/** Rows in sight, and some before and behind them. */
export function rowsAt(extent: Extent, scrolled: Scrolled): DrawnRows {
  const { count, rowPx, topPx, viewPx } = extent;
  const { scrollPx, placePx } = scrolled;
  const inRows = (px: number): number => (px - topPx) / rowPx;
  const from = between(Math.floor(inRows(placePx)) - overscanRows, 0, count);
  const to = between(Math.ceil(inRows(placePx + viewPx)) + overscanRows, from, count);
  const abovePx = Math.max(0, from * rowPx - (placePx - scrollPx));
  return {
    from,
    to,
    abovePx,
    belowPx: Math.max(0, roomPx(extent) - abovePx - (to - from) * rowPx),
  };
}
