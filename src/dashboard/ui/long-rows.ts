/** Of a long list only the rows that are looked at; the window scrolls it, and what is looked at stays where it is. */
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import {
  type DrawnRows,
  type Extent,
  isAtEdge,
  placeAt,
  rowsAt,
  type Scrolled,
  scrolledTo,
  settled,
} from './row-scroll.ts';

/** After so long without a scroll the reader rests, ms. */
const restMs = 150;

interface LongRowsOptions {
  readonly count: number;
  /** Null where that row is not held. */
  readonly keyOf: (index: number) => string | null;
  /** Place of a row that is held; null where none is. */
  readonly indexOf: (key: string) => number | null;
  /** Height of a row before one was measured, px. */
  readonly rowPx: number;
  /** What holds the rows; each bears `data-index`. */
  readonly body: { readonly current: HTMLElement | null };
  /** Whether they are drawn like this; a short list is drawn as a whole. */
  readonly isLong: boolean;
  /** Told which rows are in sight. */
  readonly onLook: (look: { readonly from: number; readonly to: number }) => void;
}

interface Kept {
  extent: Extent;
  scrolled: Scrolled;
  /** A row in sight, which is to stay where it is. */
  anchor: { readonly key: string; readonly index: number } | null;
  drawn: DrawnRows;
  isMeasured: boolean;
  /** Whether the scrollbar is to be put where it belongs. */
  mustSettle: boolean;
  resting: ReturnType<typeof setTimeout> | null;
}

/** Which rows to draw, and the room above and below them. All rows of a long list have the same height. */
export function useLongRows(options: LongRowsOptions): DrawnRows {
  const { count, keyOf, indexOf, rowPx, body, isLong, onLook } = options;
  const [, draw] = useReducer((drawn: number) => drawn + 1, 0);
  const { current: kept } = useRef<Kept>({
    extent: { count, rowPx, topPx: 0, tailPx: 0, viewPx: innerHeight },
    scrolled: { scrollPx: scrollY, placePx: scrollY },
    anchor: null,
    drawn: { from: 0, to: 0, abovePx: 0, belowPx: 0 },
    isMeasured: false,
    mustSettle: false,
    resting: null,
  });
  const sync = (): void => {
    kept.scrolled = scrolledTo(kept.extent, kept.scrolled, scrollY);
  };
  /** With the next drawing: rows and scrollbar change together, or what is seen would jump. */
  const settle = (): void => {
    // A browser may round to its own pixels.
    const { scrollPx } = settled(kept.extent, kept.scrolled);
    if (Math.abs(scrollPx - kept.scrolled.scrollPx) < 1) return;
    kept.mustSettle = true;
    draw(0);
  };
  const moveBy = (px: number): void => {
    const { scrollPx, placePx } = kept.scrolled;
    kept.scrolled = { scrollPx, placePx: placePx + px };
  };
  kept.extent = { ...kept.extent, count };
  const { anchor } = kept;
  if (isLong && anchor !== null && keyOf(anchor.index) !== anchor.key) {
    const index = indexOf(anchor.key);
    if (index !== null) moveBy((index - anchor.index) * kept.extent.rowPx);
  }
  if (kept.mustSettle) {
    sync();
    kept.scrolled = settled(kept.extent, kept.scrolled);
  }
  const drawn = isLong
    ? rowsAt(kept.extent, kept.scrolled)
    : { from: 0, to: count, abovePx: 0, belowPx: 0 };
  kept.drawn = drawn;

  useLayoutEffect(() => {
    if (!isLong) return;
    kept.isMeasured = false;
    const onScroll = (): void => {
      sync();
      if (isAtEdge(kept.extent, kept.scrolled)) settle();
      if (kept.resting !== null) clearTimeout(kept.resting);
      kept.resting = setTimeout(() => {
        kept.resting = null;
        settle();
      }, restMs);
      if (!isSame(rowsAt(kept.extent, kept.scrolled), kept.drawn)) draw(0);
    };
    const onResize = (): void => draw(0);
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', onResize);
    document.documentElement.classList.add('long-list');
    return () => {
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', onResize);
      document.documentElement.classList.remove('long-list');
      if (kept.resting !== null) clearTimeout(kept.resting);
      kept.resting = null;
    };
  }, [isLong]);

  useLayoutEffect(() => {
    const { current: element } = body;
    if (!isLong || element === null) {
      onLook({ from: 0, to: count });
      return;
    }
    const { mustSettle } = kept;
    if (mustSettle) {
      kept.mustSettle = false;
      scrollTo({ top: kept.scrolled.scrollPx, behavior: 'instant' });
      kept.scrolled = { ...kept.scrolled, scrollPx: scrollY };
    }
    const before = kept.extent;
    const after = measure(before, element);
    if (!kept.isMeasured || differ(before, after)) {
      const { placePx } = kept.scrolled;
      const rows = (placePx - before.topPx) / before.rowPx;
      if (!kept.isMeasured) {
        kept.scrolled = { scrollPx: scrollY, placePx: placeAt(after, scrollY) };
        kept.isMeasured = true;
      } else if (rows > 0) {
        // What is looked at stays where it is, whatever comes above it or makes its rows higher.
        moveBy(after.topPx + rows * after.rowPx - placePx);
      }
      kept.extent = after;
      draw(0);
    }
    const { placePx } = kept.scrolled;
    const inRows = (px: number): number => (px - kept.extent.topPx) / kept.extent.rowPx;
    const from = Math.max(0, Math.ceil(inRows(placePx)));
    const key = inRows(placePx) > 0 ? keyOf(from) : null;
    kept.anchor = key === null ? null : { key, index: from };
    onLook({ from, to: Math.min(count, Math.ceil(inRows(placePx + kept.extent.viewPx))) });
    if (kept.resting === null && !mustSettle) settle();
  });
  return drawn;
}

function measure(known: Extent, body: HTMLElement): Extent {
  const row = body.querySelector('tr[data-index]')?.getBoundingClientRect();
  const { top, bottom } = body.getBoundingClientRect();
  return {
    ...known,
    rowPx: row === undefined || row.height === 0 ? known.rowPx : row.height,
    topPx: top + scrollY,
    tailPx: document.documentElement.scrollHeight - (bottom + scrollY),
    viewPx: document.documentElement.clientHeight,
  };
}

/** Less than a pixel is how a browser rounds. */
const differ = (left: Extent, right: Extent): boolean =>
  (['topPx', 'tailPx', 'viewPx'] as const).some(
    (name) => Math.abs(left[name] - right[name]) >= 1,
  ) || Math.abs(left.rowPx - right.rowPx) > 0.01;

const isSame = (left: DrawnRows, right: DrawnRows): boolean =>
  (['from', 'to', 'abovePx', 'belowPx'] as const).every((name) => left[name] === right[name]);
