/** Which lanes the chart of a run has, their scales and threshold lines, and what they say. Pure. */

import { type Unit, withUnit } from '../words/units.ts';
import { clockText, gateWord } from '../words/words.ts';
import { roundUp } from './chart-paths.ts';
import type { Gpu, Moment, Reading, ReadingName, Series } from './run-series.ts';
import type { Judgement } from './verdict-model.ts';

/** One lane of the chart, from which it is drawn, read out at the cursor and listed in the table. */
export interface Lane {
  readonly id: string;
  readonly name: string;
  /** What the lines in it mean; null: there are none. */
  readonly note: string | null;
  readonly kind: 'state' | 'line' | 'fill';
  readonly reading: ReadingName;
  /** Value at the top. */
  readonly max: number;
  /** The same in words, for the scale beside the lane; null: it has none. */
  readonly top: string | null;
  /** Threshold lines, by value. */
  readonly lines: readonly number[];
  /** What is drawn, where that is not the reading itself. */
  readonly read?: (moment: Moment) => Reading | null;
  /** What it says at a moment, without a unit left out. */
  readonly text: (moment: Moment) => string | null;
}

/** GPUs whose lanes are shown at once; further ones on request. */
export const gpusShownAtOnce = 2;

/** The lanes from top to bottom; a threshold that the judgement does not tell is left out. */
export function lanesOf(
  series: Series,
  judgement: Judgement | null,
  { allGpus }: { readonly allGpus: boolean },
): readonly Lane[] {
  const limit = (name: string): number | null =>
    judgement?.signals.find((signal) => signal.name === name && signal.applies)?.threshold ?? null;
  const evidence = (name: string): number | null =>
    judgement?.evidence?.find((each) => each.name === name)?.threshold ?? null;
  const gpus = allGpus ? series.gpus : series.gpus.slice(0, gpusShownAtOnce);
  const limits = {
    mean: limit('gpu_mean_pct'),
    peak: limit('gpu_peak_pct'),
    watts: series.gpus.length === 1 ? evidence('gpu_power') : null,
  };
  return [
    stateLane,
    quietLane,
    aliveLane(series),
    percentLane('cpu', 'CPU', meanNote(limit('cpu_mean_pct')), [limit('cpu_mean_pct')]),
    ...memoryLane(series),
    ...gpus.flatMap((gpu) => gpuLanes(series, gpu, limits)),
  ];
}

const stateLane: Lane = {
  id: 'state',
  name: 'Gate',
  note: null,
  kind: 'state',
  reading: 'state',
  max: 1,
  top: null,
  lines: [],
  text: ({ state }) => (state === null ? null : gateWord(state)),
};

/** Full when quiet has lasted long enough. */
const quietLane: Lane = {
  id: 'quiet',
  name: 'Quiet window',
  note: 'over when full',
  kind: 'fill',
  reading: 'quiet',
  max: 1,
  top: null,
  lines: [1],
  read(moment) {
    const share = (value: number | undefined): number | null => {
      const required = moment.values.required?.mean;
      return value === undefined || required === undefined || required <= 0
        ? null
        : value / required;
    };
    const quiet = moment.values.quiet;
    const mean = share(quiet?.mean);
    if (mean === null) return null;
    return { min: share(quiet?.min) ?? mean, mean, max: share(quiet?.max) ?? mean };
  },
  text({ values: { quiet, required } }) {
    if (quiet === undefined) return null;
    const whole = required === undefined ? '?' : clockText(required.mean * 1000);
    return `${clockText(quiet.mean * 1000)} of ${whole}`;
  },
};

function aliveLane(series: Series): Lane {
  const max = Math.max(2, greatest(series, 'alive'));
  return {
    id: 'alive',
    name: 'Processes',
    note: 'quiet at 0',
    kind: 'line',
    reading: 'alive',
    max,
    top: withUnit(max, ''),
    lines: [],
    text: textOf('alive', 'alive'),
  };
}

const meanNote = (limit: number | null): string | null =>
  limit === null ? null : `quiet below ${withUnit(limit, '%')}`;

function percentLane(
  reading: ReadingName,
  name: string,
  note: string | null,
  lines: readonly (number | null)[],
): Lane {
  return {
    id: reading,
    name,
    note,
    kind: 'line',
    reading,
    max: 100,
    top: withUnit(100, '%'),
    lines: lines.filter((line) => line !== null),
    text: textOf(reading, '%'),
  };
}

/** What the machine has in use; none where no reading told it. */
function memoryLane(series: Series): readonly Lane[] {
  const max = greatest(series, 'ram');
  if (max === 0) return [];
  const whole = withUnit(max, 'MiB');
  return [
    {
      id: 'memory',
      name: 'Memory',
      note: `of ${whole}`,
      kind: 'line',
      reading: 'free',
      max,
      top: whole,
      lines: [],
      read: memoryUsed,
      text(moment) {
        const used = memoryUsed(moment);
        return used && readingText(used, 'MiB');
      },
    },
  ];
}

/** All there is less what is available; null where one of them is not known. */
export function memoryUsed({ values: { free, ram } }: Moment): Reading | null {
  if (free === undefined || ram === undefined) return null;
  return { min: ram.mean - free.max, mean: ram.mean - free.mean, max: ram.mean - free.min };
}

interface GpuLimits {
  readonly mean: number | null;
  readonly peak: number | null;
  readonly watts: number | null;
}

function gpuLanes(series: Series, gpu: Gpu, { mean, peak, watts }: GpuLimits): readonly Lane[] {
  const { uuid, totalMib } = gpu;
  const name = gpuName(gpu);
  const vram = `vram/${uuid}`;
  const power = `power/${uuid}`;
  const mostMib = totalMib ?? roundUp(greatest(series, vram));
  const mostWatts = roundUp(Math.max(greatest(series, power), watts ?? 0));
  const note =
    mean === null || peak === null
      ? null
      : `mean below ${withUnit(mean, '%')}, each below ${withUnit(peak, '%')}`;
  return [
    percentLane(`use/${uuid}`, `${name} use`, note, [mean, peak]),
    {
      id: vram,
      name: `${name} memory`,
      note: totalMib === null ? null : `of ${withUnit(totalMib, 'MiB')}`,
      kind: 'line',
      reading: vram,
      max: mostMib,
      top: withUnit(mostMib, 'MiB'),
      lines: [],
      text: textOf(vram, 'MiB'),
    },
    {
      id: power,
      name: `${name} power`,
      note: watts === null ? null : `a sign of work from ${withUnit(Math.round(watts), 'W')}`,
      kind: 'line',
      reading: power,
      max: mostWatts,
      top: withUnit(mostWatts, 'W'),
      lines: watts === null ? [] : [watts],
      text: textOf(power, 'W'),
    },
  ];
}

/** A longer one is told by its beginning, as the driver's are. */
const uuidCharsMax = 16;

/** `GPU 0`; by its uuid, a long one cut, where its index is not known. */
export function gpuName({ index, uuid }: Pick<Gpu, 'index' | 'uuid'>): string {
  if (index !== null) return `GPU ${index}`;
  const bare = uuid.replace(/^GPU-/, '');
  return `GPU ${bare.length > uuidCharsMax ? bare.slice(0, 8) : bare}`;
}

/** The mean, and the range where a stretch of time has one worth telling. */
function textOf(name: ReadingName, unit: Unit): Lane['text'] {
  return ({ values }) => {
    const reading = values[name];
    return reading === undefined ? null : readingText(reading, unit);
  };
}

function readingText({ min, mean, max }: Reading, unit: Unit): string {
  const whole = unit === '%' || unit === 'W' ? Math.abs(mean) >= 10 : unit === 'alive';
  const text = withUnit(whole ? Math.round(mean) : mean, unit);
  // One process that lived for a moment is worth telling; a few percent are noise.
  const isWide = max - min > (unit === 'alive' ? 0 : Math.max(1, max * 0.05));
  return isWide ? `${text} (${rangeText(min, max, unit)})` : text;
}

function rangeText(min: number, max: number, unit: Unit): string {
  if (unit !== 'MiB' || max < 1024) return `${Math.round(min)}–${Math.round(max)}`;
  return `${(min / 1024).toFixed(1)}–${(max / 1024).toFixed(1)}`;
}

function greatest({ moments }: Series, name: ReadingName): number {
  return moments.reduce((most, { values }) => Math.max(most, values[name]?.max ?? 0), 0);
}
