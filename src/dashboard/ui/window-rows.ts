/** Of a long list only the rows that are looked at; the window scrolls it. */
import {
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  type VirtualizerOptions,
  windowScroll,
} from '@tanstack/virtual-core';
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';

/** Shorter lists are drawn as a whole. */
const wholeRowsMax = 200;
/** Rows drawn beyond those in sight, so that the keyboard finds the next one. */
const overscan = 12;

interface WindowRows {
  /** Indexes of the rows to draw. */
  readonly indexes: readonly number[];
  /** Room for the rows above and below them, px. */
  readonly abovePx: number;
  readonly belowPx: number;
  /** Of a drawn row, which bears `data-index`. */
  measure(row: HTMLElement | null): void;
}

interface WindowRowsOptions {
  readonly count: number;
  readonly keyOf: (index: number) => string;
  /** Height of a row that was not measured yet, px. */
  readonly rowPx: number;
  /** What holds the rows. */
  readonly body: { readonly current: HTMLElement | null };
}

/** Rows keep their place while others are read behind them. */
export function useWindowRows({ count, keyOf, rowPx, body }: WindowRowsOptions): WindowRows {
  const [, draw] = useReducer((drawn: number) => drawn + 1, 0);
  const topPx = useRef(0);
  const options: VirtualizerOptions<Window, HTMLElement> = {
    count,
    getScrollElement: () => window,
    estimateSize: () => rowPx,
    getItemKey: keyOf,
    overscan,
    scrollMargin: topPx.current,
    initialRect: { width: innerWidth, height: innerHeight },
    initialOffset: () => scrollY,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    onChange: () => draw(0),
  };
  const kept = useRef<Virtualizer<Window, HTMLElement> | null>(null);
  kept.current ??= new Virtualizer(options);
  const virtualizer = kept.current;
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => {
    virtualizer._willUpdate();
    const top = body.current?.getBoundingClientRect().top;
    if (top === undefined || Math.abs(top + scrollY - topPx.current) < 1) return;
    topPx.current = top + scrollY;
    if (count > wholeRowsMax) draw(0);
  });
  if (count <= wholeRowsMax) {
    return {
      indexes: Array.from({ length: count }, (_, index) => index),
      abovePx: 0,
      belowPx: 0,
      measure: () => undefined,
    };
  }
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  return {
    indexes: items.map(({ index }) => index),
    abovePx: first === undefined ? 0 : first.start - topPx.current,
    belowPx: last === undefined ? 0 : virtualizer.getTotalSize() - (last.end - topPx.current),
    measure: (row) => virtualizer.measureElement(row),
  };
}
