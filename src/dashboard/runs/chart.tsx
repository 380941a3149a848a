/**
 * The chart of a run: one time axis, a lane for each reading, and a cursor that reads all of them at
 * a moment, by pointer and by keyboard. A table below says the same.
 */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Age, Button, Drawing } from '../ui/parts.tsx';
import { clockTime, momentText } from '../words/words.ts';
import {
  type ChartView,
  cursorWords,
  latestWords,
  nearest,
  newestOf,
  targetOf,
  visibleMoments,
} from './chart-cursor.ts';
import { lanePaths } from './chart-drawing.ts';
import { gpusShownAtOnce, type Lane, lanesOf } from './chart-lanes.ts';
import { type ChartMark, wordsNear } from './chart-marks.ts';
import { plotHeight, plotWidth, type TimeRange, timeTicks, toX } from './chart-paths.ts';
import { type RangeStep, rangeSteps, stepOfKey, stepped } from './chart-range.ts';
import { ReadingsTable } from './readings-table.tsx';
import { type Moment, middleMs, momentAt, type Series } from './run-series.ts';
import { useGestures } from './use-gestures.ts';
import type { Judgement } from './verdict-model.ts';

interface ChartProps extends ChartView {
  readonly judgement: Judgement | null;
  /** What happened, oldest first. */
  readonly marks: readonly ChartMark[];
  /** The reader wants to see another stretch; null: the whole run. */
  readonly onRange: (range: TimeRange | null) => void;
}

/** Room for one time below the axis, px. */
const tickPx = 90;
/** Width of its text at most, px; one that would be cut is left out. */
const tickLabelPx = 60;

const percentOf = (atMs: number, range: TimeRange): string =>
  `${(toX(atMs, range) / plotWidth) * 100}%`;

/** The cursor stays while its moment is in the picture. */
export function Chart({ judgement, marks, onRange, ...given }: ChartProps) {
  const over = useRef<HTMLDivElement>(null);
  const { range, isMoving, ...gestures } = useGestures({ over, range: given.range, onRange });
  // What is moved ends where it ends, whatever comes.
  const view = { ...given, range, isOver: given.isOver || isMoving };
  const { series, nowMs } = view;
  /** Null: the latest. */
  const [chosenMs, setCursor] = useState<number | null>(null);
  /** The cursor stays where it is until the reader moves it, as by touch and keyboard. */
  const [isPinned, setPinned] = useState(false);
  const [allGpus, setAllGpus] = useState(false);
  const [isTableOpen, setTableOpen] = useState(false);
  const lanes = useMemo(
    () => lanesOf(series, judgement, { allGpus }),
    [series, judgement, allGpus],
  );
  const isSeen = chosenMs !== null && chosenMs >= range.fromMs && chosenMs <= range.toMs;
  const cursorMs = isSeen ? chosenMs : null;
  const moments = visibleMoments(series, range);
  const newest = newestOf(view, moments);
  const at = cursorMs === null ? newest : momentAt(series, cursorMs);
  const head =
    cursorMs === null ? latestWords(view, newest, moments) : cursorWords(at, cursorMs, nowMs);
  const happened = wordsNear(marks, cursorMs, range, nowMs);
  const place = at === null ? moments.length - 1 : moments.indexOf(at);
  const said = [
    ...lanes.map((lane) => `${lane.name} ${(at && lane.text(at)) ?? 'unknown'}`),
    ...(happened === null ? [] : [happened]),
  ];

  const moveTo = (event: PointerEvent): void => {
    if (gestures.onMove(event)) return;
    const { clientX, pointerType } = event;
    const box = over.current?.getBoundingClientRect();
    if (box === undefined) return;
    setPinned(pointerType !== 'mouse');
    const share = Math.min(1, Math.max(0, (clientX - box.left) / Math.max(1, box.width)));
    setCursor(range.fromMs + share * (range.toMs - range.fromMs));
  };
  const show = (to: TimeRange | null): void => {
    gestures.drop();
    onRange(to);
  };
  const goTo = (step: RangeStep): void =>
    show(stepped(range, step, cursorMs ?? (range.fromMs + range.toMs) / 2));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && cursorMs !== null) {
      event.stopPropagation();
      setCursor(null);
      return;
    }
    if (event.key === '0') show(null);
    const step = stepOfKey(event.key, event.shiftKey);
    if (step !== null) {
      event.preventDefault();
      goTo(step);
      return;
    }
    const from = cursorMs === null ? moments.length - 1 : nearest(moments, cursorMs);
    const to = targetOf(event.key, from, moments.length);
    if (to === null || moments.length === 0) return;
    event.preventDefault();
    setCursor(middleMs(moments[to]!));
    setPinned(true);
  };
  const hiddenGpus = series.gpus.length - gpusShownAtOnce;
  return (
    <div class="chart">
      <p class={head.isTrouble ? 'chart-said trouble' : 'chart-said'}>
        <span>
          {head.text}
          {head.sinceMs !== null && <Age of={head.sinceMs} />}
          {happened !== null && <bdi>{` · ${happened}`}</bdi>}
        </span>
        {cursorMs !== null && isPinned && (
          <Button
            onPress={() => {
              setCursor(null);
              over.current?.focus();
            }}
          >
            Back to the latest
          </Button>
        )}
      </p>
      <div class="chart-body">
        <div class="strips">
          {lanes.map((lane) => (
            <Strip key={lane.id} lane={lane} series={series} range={range} at={at} />
          ))}
        </div>
        <div class="axis">
          <Ticks range={range} nowMs={nowMs} />
        </div>
        <div
          class="chart-over"
          ref={over}
          tabIndex={0}
          role="slider"
          aria-label="Moment of the run; arrow keys move it, Escape goes back to the latest, plus and minus show less or more around it, Shift with an arrow shows what is beside, 0 the whole run"
          aria-valuemin={0}
          aria-valuemax={Math.max(0, moments.length - 1)}
          aria-valuenow={Math.max(0, place)}
          aria-valuetext={[head.text, ...said].join(', ')}
          onPointerMove={moveTo}
          onPointerDown={(event) => {
            gestures.onDown(event);
            moveTo(event);
          }}
          onPointerUp={gestures.onUp}
          onPointerCancel={gestures.onUp}
          onWheel={gestures.onWheel}
          onDblClick={() => show(null)}
          onPointerLeave={({ pointerType }) => {
            if (pointerType === 'mouse') setCursor(null);
          }}
          onKeyDown={onKeyDown}
        >
          {marks
            .filter(({ atMs }) => atMs >= range.fromMs && atMs <= range.toMs)
            .map(({ atMs, words, isReckoned }) => (
              <div
                key={`${atMs} ${words}`}
                class={isReckoned === true ? 'event-mark reckoned' : 'event-mark'}
                style={{ left: percentOf(atMs, range) }}
              />
            ))}
          {cursorMs !== null && <div class="cursor" style={{ left: percentOf(cursorMs, range) }} />}
        </div>
      </div>
      <div class="chart-more">
        {rangeSteps.map((step) => (
          <Button key={step} class="small" onPress={() => goTo(step)}>
            {stepWords[step]}
          </Button>
        ))}
        {hiddenGpus > 0 && (
          <Button onPress={() => setAllGpus(!allGpus)}>
            {allGpus
              ? 'Show fewer GPUs'
              : `Show ${hiddenGpus} more ${hiddenGpus === 1 ? 'GPU' : 'GPUs'}`}
          </Button>
        )}
      </div>
      <details class="readings" onToggle={(event) => setTableOpen(event.currentTarget.open)}>
        <summary>The readings as a table</summary>
        {isTableOpen && <ReadingsTable series={series} lanes={lanes} range={range} nowMs={nowMs} />}
      </details>
    </div>
  );
}

const stepWords: Readonly<Record<RangeStep, string>> = {
  nearer: 'Nearer',
  wider: 'Wider',
  earlier: 'Earlier',
  later: 'Later',
};

interface StripProps {
  readonly lane: Lane;
  readonly series: Series;
  readonly range: TimeRange;
  readonly at: Moment | null;
}

function Strip({ lane, series, range, at }: StripProps) {
  const { fromMs, toMs } = range;
  const paths = useMemo(
    () => lanePaths(series, lane, { fromMs, toMs }),
    [series, lane, fromMs, toMs],
  );
  const text = at === null ? null : lane.text(at);
  return (
    <div class={`strip strip-${lane.kind}`}>
      <span class="strip-name">
        <b>{lane.name}</b>
        <small>{lane.note}</small>
      </span>
      <div class="plot">
        <Drawing class="plot-lines" width={plotWidth} height={plotHeight} paths={paths} />
        {lane.top !== null && (
          <span class="scale" aria-hidden="true">
            <span>{lane.top}</span>
            <span>0</span>
          </span>
        )}
      </div>
      <span class={`strip-value figure${text === null ? ' unknown' : ''}`}>
        {text ?? 'unknown'}
      </span>
    </div>
  );
}

function Ticks({ range, nowMs }: { readonly range: TimeRange; readonly nowMs: number }) {
  const axis = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => setWidth(axis.current?.clientWidth ?? 0));
    if (axis.current !== null) observer.observe(axis.current);
    return () => observer.disconnect();
  }, []);
  const withSeconds = range.toMs - range.fromMs < 600_000;
  const lastX = plotWidth * (1 - tickLabelPx / Math.max(tickLabelPx, width));
  const marks = timeTicks(range, Math.max(2, Math.floor(width / tickPx)));
  return (
    <div class="ticks" aria-hidden="true" ref={axis}>
      {marks
        .filter((atMs) => toX(atMs, range) <= lastX)
        .map((atMs) => (
          <span key={atMs} style={{ left: percentOf(atMs, range) }}>
            {withSeconds ? momentText(atMs, nowMs) : clockTime(atMs)}
          </span>
        ))}
    </div>
  );
}
