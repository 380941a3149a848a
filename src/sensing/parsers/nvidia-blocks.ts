/**
 * Groups the lines of an `nvidia-smi` query in loop mode into whole readings. The program writes
 * one line per GPU in ascending order of index and nothing between two rounds, so the end of a
 * round follows from the column `count`, and a round that stayed short from the next one's first
 * index. Lines of two rounds are never joined: whatever does not fit drops what was collected.
 */
import { createLineSplitter } from './line-splitter.ts';
import { quote } from './number.ts';
import {
  type GpuList,
  gpuCountField,
  gpusMax,
  parseNvidiaQueryGpu,
  splitGpuLine,
} from './nvidia-query-gpu.ts';

/** One round of the stream as far as it came: a reading, or why there is none. */
export interface GpuBlock {
  /** False: something was told that is no whole reading; the list is null and says why. */
  readonly whole: boolean;
  readonly list: GpuList;
}

/** Puts pieces of output together; what is left of one piece waits for the next. */
export interface NvidiaBlockReader {
  /** Blocks that this piece of output completes, oldest first. Never throws. */
  push(piece: Buffer): GpuBlock[];
}

/** A real line is below 300 bytes. */
const lineBytesMax = 4096;
const timestampPattern = /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d\.\d{3}$/;

interface Row {
  readonly line: string;
  readonly timestamp: string;
  readonly index: number;
  readonly count: number;
}

/** `fields` are those of the query, `count` among them. One reader for one run of the program. */
export function createNvidiaBlockReader(fields: readonly string[]): NvidiaBlockReader {
  const lines = createLineSplitter(lineBytesMax);
  let rows: Row[] = [];
  /** Time of the newest row; the format sorts as text. */
  let latest = '';

  const spoil = (problem: string): GpuBlock => {
    rows = [];
    return { whole: false, list: { gpus: null, problems: [`gpus: ${problem}`] } };
  };

  const finish = (): GpuBlock => {
    const text = rows.map((row) => row.line).join('\n');
    rows = [];
    const list = parseNvidiaQueryGpu(text, fields);
    return { whole: list.gpus !== null, list };
  };

  const addRow = (row: Row): GpuBlock[] => {
    const last = rows.at(-1);
    const isNewRound = last !== undefined && row.index <= last.index;
    const cutShort = isNewRound
      ? [spoil(`the stream told ${rows.length} of ${last.count} GPUs`)]
      : [];
    const before = latest;
    latest = row.timestamp;
    if (row.timestamp < before || (rows.length === 0 && row.timestamp === before)) {
      const what = row.timestamp < before ? 'went back' : 'stood still';
      return [...cutShort, spoil(`the time of the stream ${what} at ${row.timestamp}`)];
    }
    if (!isNewRound && last !== undefined && row.count !== last.count) {
      return [spoil(`the stream spoke of ${last.count} and of ${row.count} GPUs in one reading`)];
    }
    rows.push(row);
    return rows.length < row.count ? cutShort : [...cutShort, finish()];
  };

  return {
    push: (piece) =>
      lines.push(piece).flatMap((line) => {
        if (line === null) return [spoil(`a line has more than ${lineBytesMax} bytes`)];
        if (line.trim() === '') return [];
        const row = toRow(line.trim(), fields);
        return row === undefined ? [spoil(`malformed line ${quote(line.trim())}`)] : addRow(row);
      }),
  };
}

function toRow(line: string, fields: readonly string[]): Row | undefined {
  const columns = splitGpuLine(line, fields);
  const timestamp = columns?.get('timestamp') ?? '';
  const count = columns?.get(gpuCountField) ?? '';
  if (columns === undefined || !timestampPattern.test(timestamp)) return undefined;
  if (!/^[1-9]\d{0,2}$/.test(count) || Number(count) > gpusMax) return undefined;
  return { line, timestamp, index: Number(columns.get('index')), count: Number(count) };
}
