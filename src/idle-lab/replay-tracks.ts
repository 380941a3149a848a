/** Cuts a recording into runs and each run's part into samples as the gate gets them. */
import type { ComputeOwners, IdleGpu, IdleSample } from '../machines/idle-gate/events.ts';
import { emptyRest, learnRest, type RestMemory } from '../machines/idle-gate/rest.ts';
import { type ProcessUsage, unknownProcesses } from '../sensing/sample.ts';
import type { Trace, TraceEntry } from './trace.ts';
import { invalidTrace } from './trace.ts';

/** A run's part of a trace. */
export interface Track {
  readonly run: string;
  readonly samples: readonly IdleSample[];
  /** What the recording shows of the machine at rest before the run's part begins. */
  readonly rest: RestMemory;
}

/** Which part of a recording is replayed, and what the recording itself does not say. */
export interface TrackOptions {
  /** Only this run. */
  readonly run?: string;
  /** The recorded machine is known to have no GPU, so that missing GPU output is no unknown. */
  readonly noGpu?: boolean;
}

/** Name given to a recording that names no run. */
const wholeMachine = 'machine';

/** Runs come from the process records, else from the phases, else the whole recording is one. */
export function runsOf(trace: Trace): readonly string[] {
  if (trace.recordedRuns.length > 0) return trace.recordedRuns;
  if (trace.phases.length > 0) return [...new Set(trace.phases.map((phase) => phase.run))];
  return [wholeMachine];
}

/** Throws `invalid_request` for a run that the trace does not have. Pure. */
export function selectTracks(trace: Trace, options: TrackOptions): Track[] {
  const runs = runsOf(trace);
  if (options.run !== undefined && !runs.includes(options.run)) {
    const known = runs.join(', ');
    throw invalidTrace(`the trace has no run ${JSON.stringify(options.run)}, only ${known}`);
  }
  return runs
    .filter((run) => options.run === undefined || run === options.run)
    .map((run) => toTrack(trace, run, options))
    .filter((track) => track.samples.length > 0);
}

function toTrack(trace: Trace, run: string, options: TrackOptions): Track {
  const entries = entriesOf(trace, run);
  const first = entries[0] === undefined ? 0 : trace.entries.indexOf(entries[0]);
  const toSample = (entry: TraceEntry): IdleSample => toIdleSample(entry, run, options);
  const rest = trace.entries
    .slice(0, first)
    .reduce((memory, entry) => learnRest(memory, toSample(entry), trace.coreCount), emptyRest);
  return { run, samples: entries.map(toSample), rest };
}

/** From a run's first sign on; to the end of its last phase when nothing else marks the runs. */
function entriesOf(trace: Trace, run: string): readonly TraceEntry[] {
  const { entries, phases, recordedRuns } = trace;
  if (recordedRuns.length > 0) {
    const first = entries.findIndex((entry) => entry.runs?.has(run));
    return first < 0 ? [] : entries.slice(first);
  }
  const own = phases.filter((phase) => phase.run === run);
  if (own.length === 0) return entries;
  const startMs = Math.min(...own.map((phase) => phase.start)) * 1000;
  const endMs = Math.max(...own.map((phase) => phase.end)) * 1000;
  return entries.filter((entry) => entry.wallMs >= startMs && entry.wallMs <= endMs);
}

const noProcesses: ProcessUsage = {
  alive: 0,
  cpu_pct: 0,
  rss_mib: 0,
  cpu_cores: 0,
  read_mib_s: 0,
  write_mib_s: 0,
};

function toIdleSample(entry: TraceEntry, run: string, options: TrackOptions): IdleSample {
  const { sample, runs, pidsByRun } = entry;
  const processes = runs === null ? unknownProcesses : (runs.get(run) ?? noProcesses);
  if (options.noGpu === true) return { ...sample, processes, gpus: [] };
  if (pidsByRun === null || sample.gpus === null) return { ...sample, processes };
  const gpus = sample.gpus.map((gpu): IdleGpu => {
    const owners = ownersOf(gpu.compute_pids, run, pidsByRun);
    return owners === undefined ? gpu : { ...gpu, compute_owners: owners };
  });
  return { ...sample, processes, gpus };
}

/**
 * A recording holds the processes of its runs only, so a pid that is in none of them may be
 * anybody's; while there is one, the owners are not known unless one of the run's is among them.
 */
function ownersOf(
  pids: readonly number[] | null,
  run: string,
  pidsByRun: ReadonlyMap<string, readonly number[]>,
): ComputeOwners | undefined {
  if (pids === null) return undefined;
  const ownPids = pidsByRun.get(run) ?? [];
  const allPids = [...pidsByRun.values()].flat();
  const own = pids.filter((pid) => ownPids.includes(pid)).length;
  if (own === 0 && pids.some((pid) => !allPids.includes(pid))) return undefined;
  return { run: own, others: pids.length - own, nobody: 0 };
}
