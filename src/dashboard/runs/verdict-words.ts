/** Signals and evidence of the idle gate in words an operator reads, with their units. Pure. */
import type { EvidenceName } from '../../domain/idle-evidence.ts';
import { type Unit, withUnit } from '../words/units.ts';
import { plainWord } from '../words/words.ts';
import type { EvidenceRow, SignalRow } from './verdict-model.ts';

interface Measure {
  readonly words: string;
  readonly unit: Unit;
  /** True: equal to the threshold still holds. */
  readonly upTo?: true;
}

const signals: Readonly<Record<string, Measure>> = {
  no_live_process: { words: 'Live processes of the run', unit: '', upTo: true },
  cpu_mean_pct: { words: 'CPU, mean', unit: '%' },
  gpu_mean_pct: { words: 'GPU use, mean', unit: '%' },
  gpu_peak_pct: { words: 'GPU use, highest reading', unit: '%' },
  vram_delta_mib: { words: 'GPU memory, largest change', unit: 'MiB', upTo: true },
};

const evidences: Readonly<Record<string, Measure>> = {
  compute_process: { words: 'Processes on a GPU', unit: '' },
  run_cpu: { words: 'CPU of the run', unit: 'cores' },
  machine_cpu: { words: 'CPU above rest', unit: 'cores' },
  io_pressure: { words: 'Waiting for storage', unit: '%' },
  run_io: { words: 'Storage read and written', unit: 'MiB/s' },
  gpu_power: { words: 'GPU power', unit: 'W' },
  gpu_clock: { words: 'GPU clock', unit: 'MHz' },
} satisfies Record<EvidenceName, Measure>;

/** One line of the table, every cell in words. */
export interface JudgedRow {
  readonly name: string;
  readonly value: string;
  readonly threshold: string;
  readonly margin: string;
  /** Whether it speaks for quiet; null: it does not apply, or nobody knows. */
  readonly holds: boolean | null;
  readonly standing: string;
}

/** A signal without words of its own is told by its name. */
export function signalRow(row: SignalRow): JudgedRow {
  const { words, unit, upTo } = signals[row.name ?? ''] ?? { words: plainWord(row.name), unit: '' };
  const { threshold, value } = row;
  const known = row.applies && value !== null;
  return {
    name: words,
    value: row.applies ? withUnit(value, unit) : '–',
    threshold:
      threshold === null ? 'unknown' : `${upTo ? 'at most' : 'below'} ${withUnit(threshold, unit)}`,
    margin: known && row.margin !== null ? withUnit(row.margin, unit) : '–',
    holds: known ? row.holds : null,
    standing: !row.applies
      ? 'does not apply'
      : !known
        ? 'unknown'
        : row.holds
          ? 'holds'
          : 'does not hold',
  };
}

const modes: Readonly<Record<string, string>> = {
  delay: 'makes quiet last longer',
  require: 'must be absent',
};

/** Evidence speaks for quiet when it was looked for and no reading showed it. */
export function evidenceRow(row: EvidenceRow): JudgedRow {
  const { words, unit } = evidences[row.name ?? ''] ?? {
    words: plainWord(row.name),
    unit: '' as Unit,
  };
  const { signs, unknown, value } = row;
  const seen =
    signs === null
      ? 'unknown'
      : signs > 0
        ? `seen in ${signs} ${signs === 1 ? 'reading' : 'readings'}, ${modes[row.mode ?? ''] ?? plainWord(row.mode)}`
        : value === null
          ? 'unknown'
          : 'absent';
  const blind = unknown !== null && unknown > 0 && value !== null ? `, unknown in ${unknown}` : '';
  return {
    name: words,
    value: withUnit(value, unit),
    threshold: row.threshold === null ? 'unknown' : `below ${withUnit(row.threshold, unit)}`,
    margin: row.margin === null ? '–' : withUnit(row.margin, unit),
    holds: signs === null || (signs === 0 && value === null) ? null : signs === 0,
    standing: seen + blind,
  };
}

/** A reason of the gate with the signals it names in words. */
export function plainSignals(reason: string): string {
  return reason.replace(/[a-z]+(?:_[a-z0-9]+)+/g, (name) => {
    const measure = signals[name] ?? evidences[name];
    return measure?.words ?? name;
  });
}

const marks: Readonly<Record<string, string>> = {
  root: 'the agent itself',
  cgroup: "in the run's control group",
  group: 'in its process group',
  session: 'in its session',
  working_dir: 'works in the project folder',
  environment: "bears the run's id",
  descendant: 'started by one of these',
};

/** By what a process is known to be of the run. */
export function markWords(mark: string | null): string {
  return marks[mark ?? ''] ?? plainWord(mark);
}

const modesOfTracking: Readonly<Record<string, string>> = {
  cgroup: 'its own control group',
  process_tree: 'its process tree',
};
/** How the worker tells which processes are of the run. */
export const trackedByWords = (word: string | null): string =>
  modesOfTracking[word ?? ''] ?? plainWord(word);
