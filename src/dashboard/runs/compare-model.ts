/** Two runs held against each other: their readings since the start of each, and what they were set to. Pure. */

import type { RunRow } from '../service/wire.ts';
import { stateWord } from '../words/state-words.ts';
import { type Unit, withUnit } from '../words/units.ts';
import { plainWord, spanText } from '../words/words.ts';
import { memoryUsed } from './chart-lanes.ts';
import { plotPaths, roundUp } from './chart-paths.ts';
import { signed } from './compare-results.ts';
import { budgetWords, tookMs } from './run-model.ts';
import type { Moment, Reading, Series } from './run-series.ts';
import { readVerdict } from './verdict-model.ts';

/** One reading that both can be drawn by. */
export interface SharedLane {
  readonly id: string;
  readonly name: string;
  readonly unit: Unit;
  /** Value at the top, for both. */
  readonly max: number;
  readonly read: (moment: Moment) => Reading | null;
}

/** GPUs of two machines have nothing in common but their number: the busiest stands for all, their memory is added. */
const lanes: readonly Omit<SharedLane, 'max'>[] = [
  { id: 'cpu', name: 'CPU', unit: '%', read: ({ values }) => values['cpu'] ?? null },
  { id: 'memory', name: 'Memory', unit: 'MiB', read: memoryUsed },
  { id: 'gpu', name: 'Busiest GPU', unit: '%', read: (moment) => joinedGpus(moment, 'use', most) },
  {
    id: 'vram',
    name: 'GPU memory',
    unit: 'MiB',
    read: (moment) => joinedGpus(moment, 'vram', sum),
  },
  { id: 'power', name: 'GPU power', unit: 'W', read: (moment) => joinedGpus(moment, 'power', sum) },
];
type Join = (values: readonly number[]) => number;
const most: Join = (values) => Math.max(...values);
const sum: Join = (values) => values.reduce((total, value) => total + value, 0);

function joinedGpus({ values }: Moment, reading: string, join: Join): Reading | null {
  const known = Object.entries(values).flatMap(([name, value]) =>
    name.startsWith(`${reading}/`) ? [value] : [],
  );
  if (known.length === 0) return null;
  return {
    min: join(known.map(({ min }) => min)),
    mean: join(known.map(({ mean }) => mean)),
    max: join(known.map(({ max }) => max)),
  };
}

/** The lanes that at least one of both has readings for. */
export function sharedLanes(left: Series, right: Series): readonly SharedLane[] {
  return lanes.flatMap((lane) => {
    const tops = [left, right].flatMap(({ moments }) =>
      moments.flatMap((moment) => lane.read(moment)?.max ?? []),
    );
    if (tops.length === 0) return [];
    return [{ ...lane, max: lane.unit === '%' ? 100 : roundUp(Math.max(...tops)) }];
  });
}

/** A lane of one run as a path, from its own first reading on; empty where nothing is known. */
export function sharedLine(series: Series, { read, max }: SharedLane, lengthMs: number): string {
  const fromMs = series.moments[0]?.fromMs ?? 0;
  const moments = series.moments.map((moment) => {
    const shown = read(moment);
    return { ...moment, values: shown === null ? {} : { shown } };
  });
  const range = { fromMs, toMs: fromMs + lengthMs };
  return plotPaths({ ...series, moments }, { range, name: 'shown', max }).line;
}

/** How long the longer of both was read, ms. */
export function lengthOf(series: readonly Series[]): number {
  const lengths = series.map(({ moments }) => {
    const first = moments[0];
    const last = moments.at(-1);
    return first === undefined || last === undefined ? 0 : last.toMs - first.fromMs;
  });
  return Math.max(60_000, ...lengths);
}

/** What one run read of a lane over its whole length; null where nothing is known. */
function meanAndMost(
  { moments }: Series,
  { read }: Pick<SharedLane, 'read'>,
): { readonly mean: number; readonly most: number } | null {
  const known = moments.flatMap((moment) => read(moment) ?? []);
  if (known.length === 0) return null;
  return {
    mean: sum(known.map(({ mean }) => mean)) / known.length,
    most: most(known.map(({ max }) => max)),
  };
}

/** A line of a table of differences; null: it has no such thing, or it is not known. */
export interface DifferenceRow {
  readonly name: string;
  readonly left: string | null;
  readonly right: string | null;
  /** Right less left, in words; null where that means nothing. */
  readonly difference: string | null;
}

/** Readings of both, as means and what was highest. */
export function readingRows(left: Series, right: Series): readonly DifferenceRow[] {
  return sharedLanes(left, right).flatMap((lane) => {
    const [one, other] = [meanAndMost(left, lane), meanAndMost(right, lane)];
    return (['mean', 'most'] as const).map((statistic) =>
      rowOf(
        `${lane.name}, ${statistic === 'mean' ? 'mean' : 'highest'}`,
        one?.[statistic] ?? null,
        other?.[statistic] ?? null,
        (value) => withUnit(lane.unit === 'MiB' ? Math.round(value) : value, lane.unit),
      ),
    );
  });
}

function rowOf(
  name: string,
  left: number | null,
  right: number | null,
  say: (value: number) => string,
): DifferenceRow {
  return {
    name,
    left: left === null ? null : say(left),
    right: right === null ? null : say(right),
    difference: left === null || right === null ? null : signed(right - left, say),
  };
}

/** What both were set to, and how each ended, as the service knows the runs. */
export function settingRows(left: RunRow, right: RunRow): readonly DifferenceRow[] {
  const [one, other] = [left, right].map(({ idle_verdict: told }) => readVerdict(told));
  const words = (name: string, read: (run: RunRow) => string | null): DifferenceRow => ({
    name,
    left: read(left),
    right: read(right),
    difference: null,
  });
  return [
    words('State', ({ state }) => stateWord(state)),
    rowOf('Took', tookMs(left), tookMs(right), spanText),
    words('Exit code', ({ exit_code: code }) => (code == null ? null : String(code))),
    words('Worker', ({ worker_target: worker }) => worker ?? null),
    words('Class', ({ workload_class: kind }) => (kind === undefined ? null : plainWord(kind))),
    words('Session', ({ dispatch_mode: mode }) =>
      mode === undefined ? null : mode === 'resume' ? 'taken up again' : 'a new one',
    ),
    words('Budget', budgetWords),
    words('Tags', ({ tags }) => (tags === undefined ? null : tags.join(', ') || 'none')),
    rowOf('Quiet asked for', one?.requiredMs ?? null, other?.requiredMs ?? null, spanText),
    rowOf('Waited for quiet', one?.waitedMs ?? null, other?.waitedMs ?? null, spanText),
  ].filter(({ left: here, right: there }) => here !== null || there !== null);
}
