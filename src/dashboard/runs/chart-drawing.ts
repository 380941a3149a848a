/** What is drawn in each lane of the chart of a run, as paths with a class each. Pure. */
import { boxPath, levelPath } from '../../lib/chart/svg.ts';
import type { Lane } from './chart-lanes.ts';
import {
  plotHeight,
  plotPaths,
  plotWidth,
  stateGaps,
  stateStretches,
  type TimeRange,
  toX,
  toY,
} from './chart-paths.ts';
import type { Series } from './run-series.ts';

/** Paths of one lane in the order in which they are drawn; the style sheet knows the classes. */
export type Paths = readonly { readonly class: string; readonly d: string }[];

/** In the units of the plot; the state of the gate is a ribbon, every other lane a line. */
export function lanePaths(series: Series, lane: Lane, range: TimeRange): Paths {
  return lane.kind === 'state' ? statePaths(series, range) : linePaths(series, lane, range);
}

function linePaths(series: Series, lane: Lane, range: TimeRange): Paths {
  const { reading: name, max, read, lines, kind } = lane;
  const paths = plotPaths(series, { range, name, max, ...(read === undefined ? {} : { read }) });
  return [
    { class: 'plot-gap', d: paths.gaps },
    { class: 'plot-floor', d: levelPath([0, plotHeight - 1], plotWidth) },
    { class: 'plot-band', d: kind === 'fill' ? downToFloor(paths.line) : paths.band },
    ...lines.map((value) => ({
      class: 'plot-limit',
      d: levelPath([0, toY(value, max)], plotWidth),
    })),
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
    const rect = boxPath([left, top], [right, plotHeight]);
    byState.set(state, (byState.get(state) ?? '') + rect);
  }
  return [
    { class: 'plot-gap', d: stateGaps(series, range) },
    ...[...byState].map(([state, d]) => ({ class: `ribbon ribbon-${state}`, d })),
  ];
}
