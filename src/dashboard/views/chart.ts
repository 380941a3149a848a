/**
 * The chart of a run: one time axis, a lane for each reading, and a cursor that reads all of them at
 * a moment, by pointer and by keyboard. A table below says the same. Drawn anew only where it changed.
 */
import { gpusShownAtOnce, type Lane, lanesOf } from '../chart-lanes.ts';
import {
  plotHeight,
  plotPaths,
  plotWidth,
  stateStretches,
  type TimeRange,
  timeTicks,
  toX,
  toY,
} from '../chart-paths.ts';
import { type Child, drawing, el, fill, syncRows } from '../dom.ts';
import { type Moment, middleMs, momentAt, type Series } from '../run-series.ts';
import type { Judgement } from '../verdict-model.ts';
import { momentText, spanText } from '../words.ts';
import { readingsTable } from './readings-table.ts';

export interface ChartView {
  readonly series: Series;
  readonly range: TimeRange;
  /** Now on the service's clock; what is older than it was. */
  readonly nowMs: number;
  /** The run is over: the chart ends with it. */
  readonly isOver: boolean;
  readonly judgement: Judgement | null;
  /** Why there is no newer reading; null when there is. */
  readonly silence: string | null;
}

export interface Chart {
  readonly root: HTMLElement;
  update(view: ChartView): void;
}

/** Room for one time below the axis, px. */
const tickPx = 90;
const pageMoments = 10;

export function createChart(): Chart {
  let view: ChartView | null = null;
  /** Null: the latest. */
  let cursorMs: number | null = null;
  let allGpus = false;

  const said = el('p', { class: 'chart-said' });
  const lanes = el('div', { class: 'strips' });
  const ticks = el('div', { class: 'ticks', 'aria-hidden': 'true' });
  const line = el('div', { class: 'cursor', hidden: '' });
  const over = el(
    'div',
    {
      class: 'chart-over',
      tabindex: '0',
      role: 'slider',
      'aria-label': 'Moment of the run; arrow keys move it, Escape goes back to the latest',
      'data-focus': 'chart',
    },
    line,
  );
  const more = el('div', { class: 'chart-more' });
  const table = el('details', { class: 'readings' });
  table.append(el('summary', { 'data-focus': 'readings' }, 'The readings as a table'), el('div'));
  table.addEventListener('toggle', () => draw());
  const body = el('div', { class: 'chart-body' }, lanes, el('div', { class: 'axis' }, ticks), over);
  const root = el('div', { class: 'chart' }, said, body, more, table);

  const draw = (): void => {
    if (view === null) return;
    const shown = lanesOf(view.series, view.judgement, { allGpus });
    drawLanes(lanes, shown, view);
    drawTicks(ticks, view);
    drawMore();
    readOut(shown, view);
    const holder = table.lastElementChild as HTMLElement;
    const { range, series, nowMs } = view;
    const key = table.open
      ? [range, series.moments.length, series.moments.at(-1)?.toMs, allGpus]
      : null;
    fill(holder, key, () => (table.open ? [readingsTable(series, shown, { range, nowMs })] : []));
  };
  const drawMore = (): void => {
    const hidden = (view?.series.gpus.length ?? 0) - gpusShownAtOnce;
    fill(more, [hidden, allGpus], () => {
      if (hidden <= 0) return [];
      const label = allGpus
        ? 'Show fewer GPUs'
        : `Show ${hidden} more ${hidden === 1 ? 'GPU' : 'GPUs'}`;
      const onclick = (): void => {
        allGpus = !allGpus;
        draw();
      };
      return [el('button', { type: 'button', 'data-focus': 'gpus', onclick }, label)];
    });
  };
  const readOut = (
    shown: readonly Lane[],
    { series, range, nowMs, isOver, silence }: ChartView,
  ): void => {
    const moments = visibleMoments(series, range);
    const last = moments.at(-1) ?? null;
    const isOld = last !== null && !isOver && nowMs - last.toMs > series.joinMs;
    const latest = isOld || (last?.problem ?? null) !== null ? null : last;
    const at = cursorMs === null ? latest : momentAt(series, cursorMs);
    for (const [index, lane] of shown.entries()) {
      const value = lanes.children[index]!.querySelector<HTMLElement>('.strip-value')!;
      const text = at === null ? null : lane.text(at);
      setText(value, text ?? 'unknown');
      value.classList.toggle('unknown', text === null);
    }
    line.hidden = cursorMs === null;
    if (cursorMs !== null) {
      const isRight = toX(cursorMs, range) > plotWidth / 2;
      line.style.left = `${(toX(cursorMs, range) / plotWidth) * 100}%`;
      line.classList.toggle('right', isRight);
    }
    const words = headWords({
      cursorMs,
      at,
      last,
      nowMs,
      isOver,
      silence,
      hasAny: moments.length > 0,
    });
    setText(said, words);
    said.classList.toggle(
      'trouble',
      cursorMs === null && !isOver && latest === null && last !== null,
    );
    const place = at === null ? moments.length - 1 : moments.indexOf(at);
    over.setAttribute('aria-valuemin', '0');
    over.setAttribute('aria-valuemax', String(Math.max(0, moments.length - 1)));
    over.setAttribute('aria-valuenow', String(Math.max(0, place)));
    const parts = shown.map((lane) => `${lane.name} ${(at && lane.text(at)) ?? 'unknown'}`);
    over.setAttribute('aria-valuetext', [words, ...parts].join(', '));
  };

  const moveTo = (clientX: number): void => {
    if (view === null) return;
    const { left, width } = over.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (clientX - left) / Math.max(1, width)));
    const { fromMs, toMs } = view.range;
    cursorMs = fromMs + share * (toMs - fromMs);
    draw();
  };
  const clear = (): void => {
    cursorMs = null;
    draw();
  };
  over.addEventListener('pointermove', (event) => moveTo(event.clientX));
  over.addEventListener('pointerdown', (event) => moveTo(event.clientX));
  over.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse') clear();
  });
  over.addEventListener('keydown', (event) => {
    if (view === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && cursorMs !== null) {
      event.stopPropagation();
      clear();
      return;
    }
    const moments = visibleMoments(view.series, view.range);
    const from = cursorMs === null ? moments.length - 1 : nearest(moments, cursorMs);
    const to = targetOf(event.key, from, moments.length);
    if (to === null || moments.length === 0) return;
    event.preventDefault();
    cursorMs = middleMs(moments[to]!);
    draw();
  });
  return {
    root,
    update(next) {
      view = next;
      draw();
    },
  };
}

function targetOf(key: string, from: number, count: number): number | null {
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: from - 1,
    ArrowDown: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from + 1,
    PageDown: from - pageMoments,
    PageUp: from + pageMoments,
    Home: 0,
    End: count - 1,
  };
  const to = moves[key];
  return to === undefined ? null : Math.min(count - 1, Math.max(0, to));
}

function nearest(moments: readonly Moment[], atMs: number): number {
  const away = (moment: Moment): number => Math.abs(middleMs(moment) - atMs);
  return moments.reduce(
    (best, moment, index) => (away(moment) < away(moments[best]!) ? index : best),
    0,
  );
}

function visibleMoments({ moments }: Series, { fromMs, toMs }: TimeRange): readonly Moment[] {
  return moments.filter((moment) => moment.toMs >= fromMs && moment.fromMs <= toMs);
}

interface HeadFacts {
  readonly cursorMs: number | null;
  readonly at: Moment | null;
  readonly last: Moment | null;
  readonly nowMs: number;
  readonly isOver: boolean;
  readonly silence: string | null;
  readonly hasAny: boolean;
}

/** Of when the figures are. */
function headWords({ cursorMs, at, last, nowMs, isOver, silence, hasAny }: HeadFacts): string {
  if (!hasAny) return 'No reading yet.';
  if (cursorMs !== null) {
    if (at === null) return `At ${momentText(cursorMs, nowMs)}: no reading`;
    const { fromMs, toMs } = at;
    return fromMs === toMs
      ? `At ${momentText(fromMs, nowMs)}`
      : `${momentText(fromMs, nowMs)} to ${momentText(toMs, nowMs)}, mean (range)`;
  }
  const lastMs = last?.toMs ?? nowMs;
  if (isOver) return `At its last reading, ${momentText(lastMs, nowMs)}`;
  if (at !== null) return 'Now';
  const why = silence ?? last?.problem ?? null;
  const because = why === null ? '' : `: ${why}`;
  return `No reading for ${spanText(nowMs - lastMs)}${because}`;
}

function drawLanes(root: HTMLElement, shown: readonly Lane[], view: ChartView): void {
  syncRows(
    root,
    shown,
    (lane) => lane.id,
    (lane) =>
      el(
        'div',
        { class: `strip strip-${lane.kind}` },
        el('span', { class: 'strip-name' }, el('b', {}, lane.name), el('small')),
        el('div', { class: 'plot' }),
        el('span', { class: 'strip-value figure' }),
      ),
  );
  const { series, range } = view;
  for (const [index, lane] of shown.entries()) {
    const strip = root.children[index] as HTMLElement;
    setText(strip.querySelector<HTMLElement>('small')!, lane.note ?? '');
    const plot = strip.querySelector<HTMLElement>('.plot')!;
    const paths =
      lane.kind === 'state' ? statePaths(series, range) : linePaths(series, lane, range);
    fill(plot, paths, () => [
      drawing({ class: 'plot-lines', width: plotWidth, height: plotHeight, paths }),
    ]);
  }
}

type Paths = readonly { readonly class: string; readonly d: string }[];

function linePaths(series: Series, lane: Lane, range: TimeRange): Paths {
  const { reading: name, max, read, lines, kind } = lane;
  const paths = plotPaths(series, { range, name, max, ...(read === undefined ? {} : { read }) });
  return [
    { class: 'plot-gap', d: paths.gaps },
    { class: 'plot-floor', d: `M0 ${plotHeight - 1}H${plotWidth}` },
    { class: 'plot-band', d: kind === 'fill' ? downToFloor(paths.line) : paths.band },
    ...lines.map((value) => {
      const y = toY(value, max).toFixed(1);
      return { class: 'plot-limit', d: `M0 ${y}H${plotWidth}` };
    }),
    { class: 'plot-line', d: paths.line },
  ];
}

/** Each stretch of a line closed along the floor. */
function downToFloor(line: string): string {
  return line
    .split('M')
    .filter((piece) => piece.includes('L'))
    .map((piece) => {
      const points = piece.split('L');
      const x = (point: string): string => point.split(' ')[0]!;
      const floor = plotHeight;
      return `M${x(points[0]!)} ${floor}L${points.join('L')}L${x(points.at(-1)!)} ${floor}Z`;
    })
    .join('');
}

/** How high each state stands in the ribbon, so that it is told by its shape too. */
const stateHeights: Readonly<Record<string, number>> = {
  warming: 25,
  busy: 100,
  quiet_candidate: 50,
  idle: 50,
  timed_out: 100,
  suspect_sensor: 75,
  sensor_unknown: 75,
};

function statePaths(series: Series, range: TimeRange): Paths {
  const stretches = stateStretches(series, range);
  const byState = new Map<string, string>();
  for (const { state, fromMs, toMs } of stretches) {
    const top = plotHeight - (stateHeights[state] ?? 50);
    const left = toX(fromMs, range);
    const right = Math.max(left + 1, toX(toMs, range));
    const rect = `M${left.toFixed(1)} ${top}H${right.toFixed(1)}V${plotHeight}H${left.toFixed(1)}Z`;
    byState.set(state, (byState.get(state) ?? '') + rect);
  }
  return [...byState].map(([state, d]) => ({ class: `ribbon ribbon-${state}`, d }));
}

function drawTicks(root: HTMLElement, { range, nowMs }: ChartView): void {
  const width = root.clientWidth;
  const marks = timeTicks(range, Math.max(2, Math.floor(width / tickPx)));
  const withSeconds = range.toMs - range.fromMs < 600_000;
  fill(root, [marks, withSeconds, range], () =>
    marks.map((atMs): Child => {
      const text = withSeconds ? momentText(atMs, nowMs) : clockOf(atMs);
      const tick = el('span', {}, text);
      tick.style.left = `${(toX(atMs, range) / plotWidth) * 100}%`;
      return tick;
    }),
  );
}

function clockOf(atMs: number): string {
  return new Date(atMs).toLocaleTimeString(undefined, {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
