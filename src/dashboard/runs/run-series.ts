/**
 * What a run's machine read over time: the history of the telemetry route, extended by live samples.
 * A moment that knows a reading holds it; one that does not leaves it out, and the stretch between
 * moments that are not joined is unknown. Pure; bounded in number.
 */
import type { LiveSample } from '../../http/live/protocol.ts';
import { type Fields, fieldsOf, listOf, numberOf, textOf, timeOf } from '../service/loose.ts';

/** What was read in one stretch of time; all three are equal for a single sample. */
export interface Reading {
  readonly min: number;
  readonly mean: number;
  readonly max: number;
}

/** `cpu`, `free` and `ram` (MiB), `alive`, `quiet` and `required` (s), and `use/…`, `vram/…`, `power/…` of a GPU by uuid. */
export type ReadingName = string;

/** One bucket of the history, or one live sample, whose two times are the same; times are the worker's. */
export interface Moment {
  readonly fromMs: number;
  readonly toMs: number;
  readonly values: Readonly<Record<ReadingName, Reading>>;
  /** State of the idle gate; null: not known. */
  readonly state: string | null;
  /** Why nothing was told; null when something was. */
  readonly problem: string | null;
}

/** A GPU as the latest word of it says; null where it was not told. */
export interface Gpu {
  readonly uuid: string;
  readonly index: number | null;
  readonly name: string | null;
  readonly totalMib: number | null;
}

/** All readings of one run, never changed in place. */
export interface Series {
  /** In order of time, without overlap. */
  readonly moments: readonly Moment[];
  readonly gpus: readonly Gpu[];
  /** False: the machine is known to have none. */
  readonly hasGpu: boolean;
  /** Moments further apart than this are not joined: what was between is not known. */
  readonly joinMs: number;
}

/** Nothing read yet; that there is a GPU is assumed until the machine says otherwise. */
export const emptySeries: Series = { moments: [], gpus: [], hasGpu: true, joinMs: 30_000 };

/** Most buckets asked for. */
export const historyPoints = 240;
/** Live moments kept beyond the history; past it the history is asked for anew. */
export const liveMomentsMax = 300;
const momentsMax = historyPoints + 2 * liveMomentsMax;
/** GPUs that are drawn. */
export const gpusMax = 16;
const samplesApartMax = 2.5;

/** The time that stands for a moment: that of a sample, the middle of a bucket. */
export const middleMs = ({ fromMs, toMs }: Moment): number => (fromMs + toMs) / 2;
const one = (value: number): Reading => ({ min: value, mean: value, max: value });

/** The history; what the feed told since stays behind it. */
export function withHistory(series: Series, json: unknown): Series {
  const history = readHistory(json);
  if (history === null) return series;
  const lastMs = history.moments.at(-1)?.fromMs ?? Number.NEGATIVE_INFINITY;
  const later = series.moments.filter(
    (moment) => moment.fromMs === moment.toMs && moment.fromMs > lastMs,
  );
  const unnamed = history.gpus.map((uuid) => ({ uuid, index: null, name: null, totalMib: null }));
  const gpus = new Map(
    [...unnamed, ...history.named, ...series.gpus].map((gpu) => [gpu.uuid, gpu]),
  );
  return {
    moments: [...cutAt(history.moments, later[0]?.fromMs), ...later].slice(-momentsMax),
    gpus: inOrder(gpus),
    hasGpu: series.hasGpu || history.gpus.length > 0,
    joinMs: history.joinMs,
  };
}

/** The last bucket reaches into what single samples tell better. */
function cutAt(moments: readonly Moment[], beginMs: number | undefined): readonly Moment[] {
  const last = moments.at(-1);
  if (beginMs === undefined || last === undefined || last.toMs <= beginMs) return moments;
  return [...moments.slice(0, -1), { ...last, toMs: beginMs }];
}

/** How many moments came from the feed since the history was asked for. */
export function liveCount({ moments }: Series): number {
  return moments.filter(({ fromMs, toMs }) => fromMs === toMs).length;
}

/** The series with one more sample of the feed. */
export function withSample(series: Series, frame: LiveSample): Series {
  const sample = fieldsOf(frame.sample);
  const atMs = timeOf(sample.at);
  if (atMs === null) return withSilence(series, frame);
  const before = beforeSample(series.moments, atMs);
  const last = before.at(-1);
  if (last !== undefined && atMs <= last.fromMs) return series;
  const idle = fieldsOf(frame.idle);
  const values: Record<ReadingName, Reading> = {};
  const put = (name: ReadingName, value: number | null): void => {
    if (value !== null) values[name] = one(value);
  };
  for (const [name, known] of Object.entries(machineNames)) put(known, numberOf(sample[name]));
  put('alive', numberOf(fieldsOf(sample.processes).alive));
  put('quiet', inSec(idle.window_progress_ms));
  put('required', inSec(idle.required_ms));
  const gpus = listOf(sample.gpus, (gpu) => gpu);
  for (const gpu of gpus ?? []) {
    const uuid = textOf(gpu.uuid);
    if (uuid === null) continue;
    put(`use/${uuid}`, numberOf(gpu.utilization_pct));
    put(`vram/${uuid}`, numberOf(gpu.memory_used_mib));
    put(`power/${uuid}`, numberOf(gpu.power_w));
  }
  const moment = {
    fromMs: atMs,
    toMs: atMs,
    values,
    state: textOf(idle.state),
    problem: textOf(frame.problem),
  };
  return {
    ...series,
    moments: [...cutAt(before, atMs), moment].slice(-momentsMax),
    gpus: gpus === null ? series.gpus : namedGpus(series.gpus, gpus),
    hasGpu: gpus === null ? series.hasGpu : gpus.length > 0 || series.gpus.length > 0,
  };
}

/** Silence noted by another clock than the worker's does not make its next sample a late one. */
function beforeSample(moments: readonly Moment[], atMs: number): readonly Moment[] {
  const last = moments.at(-1);
  const isAhead = last !== undefined && last.problem !== null && last.fromMs >= atMs;
  return isAhead ? moments.slice(0, -1) : moments;
}

/** Silence has no time on the worker's clock: it begins right behind what was told last. */
function withSilence(series: Series, frame: LiveSample): Series {
  const last = series.moments.at(-1);
  const isFurther = last !== undefined && last.problem !== null;
  const before = isFurther ? series.moments.slice(0, -1) : series.moments;
  const atMs = isFurther ? last.fromMs : (last?.toMs ?? timeOf(frame.observed_at));
  if (atMs === null) return series;
  const problem = textOf(frame.problem) ?? 'the worker told nothing';
  const fromMs = isFurther ? atMs : atMs + 1;
  const silence = { fromMs, toMs: fromMs, values: {}, state: null, problem };
  return { ...series, moments: [...before, silence] };
}

function inSec(ms: unknown): number | null {
  const value = numberOf(ms);
  return value === null ? null : value / 1000;
}

function namedGpus(before: readonly Gpu[], rows: readonly Fields[]): readonly Gpu[] {
  const gpus = new Map(before.map((gpu) => [gpu.uuid, gpu]));
  for (const row of rows) {
    const uuid = textOf(row.uuid);
    if (uuid === null) continue;
    gpus.set(uuid, {
      uuid,
      index: numberOf(row.index),
      name: textOf(row.name),
      totalMib: numberOf(row.memory_total_mib),
    });
  }
  return inOrder(gpus);
}

function inOrder(gpus: ReadonlyMap<string, Gpu>): readonly Gpu[] {
  const order = ({ index }: Gpu): number => index ?? Number.POSITIVE_INFINITY;
  return [...gpus.values()].sort((a, b) => order(a) - order(b) || 0).slice(0, gpusMax);
}

const gpuNames: Readonly<Record<string, string>> = {
  utilization_pct: 'use',
  memory_used_mib: 'vram',
  power_w: 'power',
};
/** Memory that is available, and all there is. */
const machineNames: Readonly<Record<string, string>> = {
  cpu_pct: 'cpu',
  memory_available_mib: 'free',
  memory_total_mib: 'ram',
};
const runNames: Readonly<Record<string, string>> = {
  alive: 'alive',
  window_progress_sec: 'quiet',
  window_required_sec: 'required',
};

interface Column {
  readonly name: ReadingName;
  readonly min: readonly unknown[];
  readonly mean: readonly unknown[];
  readonly max: readonly unknown[];
}

interface History {
  readonly moments: readonly Moment[];
  /** Of which there are readings. */
  readonly gpus: readonly string[];
  /** Those of them that the worker still has. */
  readonly named: readonly Gpu[];
  readonly joinMs: number;
}

function readHistory(json: unknown): History | null {
  const body = fieldsOf(json);
  const startMs = timeOf(body.from);
  const bucketSec = numberOf(body.bucket_sec);
  const buckets = numberOf(body.buckets);
  if (startMs === null || bucketSec === null || buckets === null) return null;
  const run = fieldsOf(body.run);
  const machine = fieldsOf(body.machine);
  const columns = [
    ...columnsOf(machine, (name, uuid) =>
      uuid === null ? (machineNames[name] ?? null) : gpuName(name, uuid),
    ),
    ...columnsOf(run, (name) => runNames[name] ?? null),
  ];
  const states = arrayOf(run.idle_states);
  const points = [arrayOf(machine.points), arrayOf(run.points)];
  const moments: Moment[] = [];
  for (let index = 0; index < buckets; index += 1) {
    // Nothing was recorded then: a hole, not a quiet stretch.
    if (points.every((counts) => (numberOf(counts[index]) ?? 0) === 0)) continue;
    moments.push({
      fromMs: startMs + index * bucketSec * 1000,
      toMs: startMs + (index + 1) * bucketSec * 1000,
      values: valuesAt(columns, index),
      state: textOf(states[index]),
      problem: null,
    });
  }
  const uuids = columns.flatMap(({ name }) => (name.startsWith('use/') ? [name.slice(4)] : []));
  const intervalSec = numberOf(body.sample_interval_sec) ?? 12;
  const named = namedGpus([], listOf(body.gpus, (gpu) => gpu) ?? []);
  return {
    moments,
    gpus: uuids,
    named: named.filter(({ uuid }) => uuids.includes(uuid)),
    joinMs: samplesApartMax * intervalSec * 1000,
  };
}

function valuesAt(columns: readonly Column[], index: number): Record<ReadingName, Reading> {
  const values: Record<ReadingName, Reading> = {};
  for (const { name, min, mean, max } of columns) {
    const middle = numberOf(mean[index]);
    if (middle === null) continue;
    const least = numberOf(min[index]) ?? middle;
    values[name] = { min: least, mean: middle, max: numberOf(max[index]) ?? middle };
  }
  return values;
}

function columnsOf(
  subject: Fields,
  rename: (name: string, uuid: string | null) => ReadingName | null,
): readonly Column[] {
  return (listOf(subject.readings, (row) => row) ?? []).flatMap((row) => {
    const name = rename(textOf(row.name) ?? '', textOf(row.gpu_uuid));
    if (name === null) return [];
    return [{ name, min: arrayOf(row.min), mean: arrayOf(row.mean), max: arrayOf(row.max) }];
  });
}

const gpuName = (name: string, uuid: string): ReadingName | null =>
  gpuNames[name] === undefined ? null : `${gpuNames[name]}/${uuid}`;

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The moment that a time falls into, or null where nothing is known of it. */
export function momentAt({ moments, joinMs }: Series, atMs: number): Moment | null {
  let best: Moment | null = null;
  let distance = Number.POSITIVE_INFINITY;
  for (const moment of moments) {
    const away = Math.max(moment.fromMs - atMs, atMs - moment.toMs, 0);
    if (away < distance) [best, distance] = [moment, away];
  }
  return distance <= joinMs / 2 ? best : null;
}

/** Stretches of known readings: within each, neighbours are joined. */
export function joined(
  { moments, joinMs }: Series,
  isKnownAt: (moment: Moment) => boolean,
): readonly (readonly Moment[])[] {
  const pieces: Moment[][] = [];
  let before: Moment | null = null;
  for (const moment of moments) {
    const isKnown = isKnownAt(moment);
    if (isKnown) {
      if (before !== null && moment.fromMs - before.toMs <= joinMs) pieces.at(-1)!.push(moment);
      else pieces.push([moment]);
    }
    before = isKnown ? moment : null;
  }
  return pieces;
}
