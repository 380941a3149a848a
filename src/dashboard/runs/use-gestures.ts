/**
 * Zooming and panning the chart of a run by wheel, by dragging and by two fingers. What is drawn follows at once;
 * the address, and with it the history that is asked for, follows when the stretch rests.
 */
import type { RefObject } from 'preact';
import { useEffect, useReducer, useRef } from 'preact/hooks';
import type { TimeRange } from './chart-paths.ts';
import { moved, spanOf, spread, zoomed } from './chart-range.ts';

interface GesturesOf {
  /** What is pointed at; its width is that of the stretch. */
  readonly over: RefObject<HTMLElement | null>;
  readonly range: TimeRange;
  readonly onRange: (range: TimeRange) => void;
}

/** Handlers of what is pointed at. */
interface Gestures {
  /** The stretch as it is drawn now. */
  readonly range: TimeRange;
  /** It is not yet in the address. */
  readonly isMoving: boolean;
  readonly onDown: (event: PointerEvent) => void;
  /** True: the stretch was moved by it, so no moment is read. */
  readonly onMove: (event: PointerEvent) => boolean;
  readonly onUp: (event: PointerEvent) => void;
  readonly onWheel: (event: WheelEvent) => void;
  /** Another stretch was asked for: what was moved counts no more. */
  readonly drop: () => void;
}

/** A stretch that is not moved for so long goes into the address. */
const restMs = 250;
/** A mouse that moved less was pressed, not dragged. */
const dragPx = 4;
/** Turns of the wheel that double the stretch, px; a line of a wheel that counts lines. */
const doublingPx = 400;
const linePx = 16;

interface Held {
  /** Where each pointer is, and was when this began, as shares of the width. */
  readonly now: Map<number, number>;
  readonly before: ReadonlyMap<number, number>;
  readonly range: TimeRange;
  readonly isDragged: boolean;
}

/** Arrows, plus and minus are for the keys of the chart. */
export function useGestures({ over, range, onRange }: GesturesOf): Gestures {
  // What comes between two pictures goes on from what came before it, not from what was drawn last.
  const latest = useRef<TimeRange | null>(null);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const setDraft = (to: TimeRange | null): void => {
    latest.current = to;
    draw(0);
  };
  const shown = (): TimeRange => latest.current ?? range;
  const held = useRef<Held | null>(null);
  const draft = latest.current;
  const address = spanOf(range);
  useEffect(() => {
    const { current } = latest;
    if (current !== null && spanOf(current) === address) setDraft(null);
  }, [draft, address]);
  // Not put off by a range that goes along with the time.
  const rest = useRef(onRange);
  rest.current = onRange;
  useEffect(() => {
    if (draft === null) return undefined;
    const timer = setTimeout(() => rest.current(draft), restMs);
    return () => clearTimeout(timer);
  }, [draft]);

  const placeOf = ({ clientX }: MouseEvent): { share: number; width: number } => {
    const box = over.current?.getBoundingClientRect();
    const width = Math.max(1, box?.width ?? 1);
    return { share: (clientX - (box?.left ?? 0)) / width, width };
  };
  const hold = (now: Map<number, number>): void => {
    held.current =
      now.size === 0 ? null : { now, before: new Map(now), range: shown(), isDragged: false };
  };
  const lift = ({ pointerId }: PointerEvent): void => {
    const { now } = held.current ?? {};
    if (now?.delete(pointerId) === true) hold(now);
  };
  return {
    range: shown(),
    isMoving: draft !== null,
    onDown(event) {
      if (event.button !== 0) return;
      const now = held.current?.now ?? new Map<number, number>();
      hold(now.set(event.pointerId, placeOf(event).share));
    },
    onMove(event) {
      const { pointerId, pointerType } = event;
      // It was let go outside of the chart.
      if (pointerType === 'mouse' && event.buttons === 0) lift(event);
      const of = held.current;
      const was = of?.before.get(pointerId);
      if (of === null || was === undefined) return false;
      const { share, width } = placeOf(event);
      of.now.set(pointerId, share);
      const [first, second] = [...of.now.keys()];
      if (first !== undefined && second !== undefined) {
        setDraft(spread(of.range, pairOf(of.before, first, second), pairOf(of.now, first, second)));
        return true;
      }
      // One finger reads the moments below it.
      if (pointerType !== 'mouse') return false;
      if (!of.isDragged && Math.abs(share - was) * width < dragPx) return false;
      if (!of.isDragged) {
        held.current = { ...of, isDragged: true };
        over.current?.setPointerCapture(pointerId);
      }
      setDraft(moved(of.range, (was - share) * (of.range.toMs - of.range.fromMs)));
      return true;
    },
    onUp: lift,
    drop: () => setDraft(null),
    onWheel(event) {
      const { deltaX, deltaY, deltaMode, shiftKey, ctrlKey } = event;
      const isAcross = shiftKey || Math.abs(deltaX) > Math.abs(deltaY);
      // Elsewhere a wheel scrolls the page, also over the chart.
      if (!isAcross && !ctrlKey && document.activeElement !== over.current) return;
      event.preventDefault();
      const px = (isAcross && deltaX !== 0 ? deltaX : deltaY) * (deltaMode === 0 ? 1 : linePx);
      const { share, width } = placeOf(event);
      const before = shown();
      const lengthMs = before.toMs - before.fromMs;
      setDraft(
        isAcross
          ? moved(before, (px / width) * lengthMs)
          : zoomed(before, 2 ** (px / doublingPx), before.fromMs + share * lengthMs),
      );
    },
  };
}

const pairOf = (
  places: ReadonlyMap<number, number>,
  first: number,
  second: number,
): readonly [number, number] => [places.get(first) ?? 0, places.get(second) ?? 0];
