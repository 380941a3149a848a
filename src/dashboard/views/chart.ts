/**
 * The chart of a run: one time axis, a lane for each reading, and a cursor that reads all of them at
 * a moment, by pointer and by keyboard. A table below says the same. Drawn anew only where it changed.
 */
import { gpusShownAtOnce, type Lane, lanesOf } from '../chart-lanes.ts';
import { plotHeight, plotWidth, type TimeRange, timeTicks, toX } from '../chart-paths.ts';
import { ageOf, type Child, drawing, el, fill, syncRows } from '../dom.ts';
import { type Moment, middleMs, momentAt, type Series } from '../run-series.ts';
import type { Judgement } from '../verdict-model.ts';
import { endSentence, momentText, spanText } from '../words.ts';
import { lanePaths } from './chart-drawing.ts';
import { createReadingsTable } from './readings-table.ts';

interface ChartView {
  readonly series: Series;
  readonly range: TimeRange;
  /** Now on the worker's clock, as all times of the chart are. */
  readonly nowMs: number;
  /** How far that is ahead of the service's clock, ms. */
  readonly aheadMs: number;
  /** The run is over: the chart ends with it. */
  readonly isOver: boolean;
  readonly judgement: Judgement | null;
  /** Why there is no newer reading; null when there is. */
  readonly silence: string | null;
}

/** The chart on the page; an `update` keeps the cursor while its moment is in the picture. */
export interface Chart {
  readonly root: HTMLElement;
  update(view: ChartView): void;
}

/** Room for one time below the axis, px. */
const tickPx = 90;
/** Width of its text at most, px; one that would be cut is left out. */
const tickLabelPx = 60;
const pageMoments = 10;

/** An empty chart, filled by its first `update`. */
export function createChart(): Chart {
  let view: ChartView | null = null;
  /** Null: the latest. */
  let cursorMs: number | null = null;
  /** The cursor stays where it is until the reader moves it, as by touch and keyboard. */
  let isPinned = false;
  let allGpus = false;

  const said = el('p', { class: 'chart-said' });
  const words = el('span');
  const latest = el('button', { type: 'button', hidden: '' }, 'Back to the latest');
  said.append(words, latest);
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
  const readings = createReadingsTable();
  table.append(
    el('summary', { 'data-focus': 'readings' }, 'The readings as a table'),
    readings.root,
  );
  table.addEventListener('toggle', () => draw());
  const body = el('div', { class: 'chart-body' }, lanes, el('div', { class: 'axis' }, ticks), over);
  const root = el('div', { class: 'chart' }, said, body, more, table);

  const draw = (): void => {
    if (view === null) return;
    // What is read at the cursor has left the picture.
    if (cursorMs !== null && cursorMs < view.range.fromMs) cursorMs = null;
    const shown = lanesOf(view.series, view.judgement, { allGpus });
    drawLanes(lanes, shown, view);
    drawTicks(ticks, view);
    drawMore();
    readOut(shown, view);
    if (table.open) readings.update(view.series, shown, view);
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
  const readOut = (shown: readonly Lane[], current: ChartView): void => {
    const { series, range } = current;
    const moments = visibleMoments(series, range);
    const newest = newestOf(current, moments);
    const at = cursorMs === null ? newest : momentAt(series, cursorMs);
    for (const [index, lane] of shown.entries()) {
      const value = lanes.children[index]!.querySelector<HTMLElement>('.strip-value')!;
      const text = at === null ? null : lane.text(at);
      setText(value, text ?? 'unknown');
      value.classList.toggle('unknown', text === null);
    }
    line.hidden = cursorMs === null;
    if (cursorMs !== null) line.style.left = `${(toX(cursorMs, range) / plotWidth) * 100}%`;
    latest.hidden = cursorMs === null || !isPinned;
    const head =
      cursorMs === null
        ? latestWords(current, newest, moments.at(-1) ?? null)
        : cursorWords(at, cursorMs, current.nowMs);
    fill(words, head, () => [head.text, head.sinceMs === null ? null : ageOf(head.sinceMs, 'ago')]);
    said.classList.toggle('trouble', head.isTrouble);
    const place = at === null ? moments.length - 1 : moments.indexOf(at);
    over.setAttribute('aria-valuemin', '0');
    over.setAttribute('aria-valuemax', String(Math.max(0, moments.length - 1)));
    over.setAttribute('aria-valuenow', String(Math.max(0, place)));
    const parts = shown.map((lane) => `${lane.name} ${(at && lane.text(at)) ?? 'unknown'}`);
    over.setAttribute('aria-valuetext', [head.text, ...parts].join(', '));
  };

  const moveTo = ({ clientX, pointerType }: PointerEvent): void => {
    if (view === null) return;
    isPinned = pointerType !== 'mouse';
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
  over.addEventListener('pointermove', moveTo);
  over.addEventListener('pointerdown', moveTo);
  latest.addEventListener('click', () => {
    clear();
    over.focus();
  });
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
    isPinned = true;
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

/**
 * The latest reading; null where what is now is not known. Of a run that is over it is the last that
 * its gate took part in: the machine is read further on.
 */
function newestOf({ nowMs, isOver, series }: ChartView, moments: readonly Moment[]): Moment | null {
  const watched = isOver ? moments.findLast(({ state }) => state !== null) : undefined;
  if (watched !== undefined) return watched;
  const last = moments.at(-1) ?? null;
  const isOld = last !== null && !isOver && nowMs - last.toMs > series.joinMs;
  return isOld || (last?.problem ?? null) !== null ? null : last;
}

/** Of when the figures are; `sinceMs`: an age is to follow the text. */
interface HeadWords {
  readonly text: string;
  readonly sinceMs: number | null;
  readonly isTrouble: boolean;
}

function cursorWords(at: Moment | null, cursorMs: number, nowMs: number): HeadWords {
  const plain = { sinceMs: null, isTrouble: false };
  if (at === null) return { ...plain, text: `At ${momentText(cursorMs, nowMs)}: no reading` };
  const { fromMs, toMs, problem } = at;
  const from = momentText(fromMs, nowMs);
  if (problem !== null) return { ...plain, text: `After ${from}: no reading (${problem})` };
  if (fromMs === toMs) return { ...plain, text: `At ${from}` };
  return { ...plain, text: `${from} to ${momentText(toMs, nowMs)}, mean (range)` };
}

function latestWords(
  { nowMs, aheadMs, isOver, silence }: ChartView,
  newest: Moment | null,
  last: Moment | null,
): HeadWords {
  if (last === null) {
    const because = silence === null ? '.' : `: ${endSentence(silence)}`;
    const text = isOver ? 'Nothing was read of it.' : `No reading yet${because}`;
    return { text, sinceMs: null, isTrouble: silence !== null && !isOver };
  }
  const lastMs = last.toMs;
  if (isOver) {
    const text = `At its last reading, ${momentText((newest ?? last).toMs, nowMs)}`;
    return { text, sinceMs: null, isTrouble: false };
  }
  if (newest !== null) {
    const sinceMs = Math.min(lastMs, nowMs) - aheadMs;
    return { text: 'The latest reading, ', sinceMs, isTrouble: false };
  }
  const why = silence ?? last.problem;
  const because = why === null ? '' : `: ${endSentence(why)}`;
  const text = `No reading for ${spanText(nowMs - lastMs)}${because}`;
  return { text, sinceMs: null, isTrouble: true };
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
        el('span', { class: 'strip-name' }, el('b'), el('small')),
        el('div', { class: 'plot' }),
        el('span', { class: 'strip-value figure' }),
      ),
  );
  const { series, range } = view;
  for (const [index, lane] of shown.entries()) {
    const strip = root.children[index] as HTMLElement;
    // A GPU has a better name once a live sample gave its number.
    setText(strip.querySelector<HTMLElement>('b')!, lane.name);
    setText(strip.querySelector<HTMLElement>('small')!, lane.note ?? '');
    const plot = strip.querySelector<HTMLElement>('.plot')!;
    const paths = lanePaths(series, lane, range);
    fill(plot, paths, () => [
      drawing({ class: 'plot-lines', width: plotWidth, height: plotHeight, paths }),
    ]);
  }
}

function drawTicks(root: HTMLElement, { range, nowMs }: ChartView): void {
  const width = root.clientWidth;
  const marks = timeTicks(range, Math.max(2, Math.floor(width / tickPx)));
  const withSeconds = range.toMs - range.fromMs < 600_000;
  const lastX = plotWidth * (1 - tickLabelPx / Math.max(tickLabelPx, width));
  const whole = marks.filter((atMs) => toX(atMs, range) <= lastX);
  fill(root, [whole, withSeconds, range], () =>
    whole.map((atMs): Child => {
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
