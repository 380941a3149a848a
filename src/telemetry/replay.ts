/** What the idle gate decides on recorded telemetry, and what it would with another profile. */
import { ServiceError } from '../domain/errors.ts';
import { type IdleState, type WorkloadClass, workloadClasses } from '../domain/statuses.ts';
import type { IdleSample } from '../machines/idle-gate/events.ts';
import { createIdleGate, type IdleGate } from '../machines/idle-gate/gate.ts';
import { baselineIdleProfiles, type IdleProfile } from '../machines/idle-gate/profile.ts';
import { type SignalName, signalNames } from '../machines/idle-gate/signals.ts';
import { type ProcessUsage, unknownProcesses } from './sample.ts';
import { readTrace, type Trace, type TraceEntry } from './trace.ts';

export interface ReplayOptions {
  /** Only this run. */
  readonly run?: string;
  /** Workload class whose profile is used; each run's own name, if it is one, unless told. */
  readonly profileName?: string;
  /** Profiles by class; the baseline unless told. */
  readonly profiles?: Readonly<Record<WorkloadClass, IdleProfile>>;
  /** Replaces the profile's sustain time, seconds. */
  readonly sustainSec?: number;
  /** Longest wait, ms; twelve hours unless told. */
  readonly maxWaitMs?: number;
  /** Goes on with a new gate after every verdict, to see them all; else the first one ends it. */
  readonly rearm?: boolean;
  /** The recorded machine is known to have no GPU, so that missing GPU output is no unknown. */
  readonly noGpu?: boolean;
}

export interface ReplayVerdict {
  readonly run: string;
  /** `idle`, `timed_out`, or the state in which the recording ended. */
  readonly state: IdleState;
  /** Time of the verdict, or of the run's last sample; ISO 8601. */
  readonly at: string;
  readonly window: {
    readonly start: string;
    readonly end: string;
    readonly duration_ms: number;
    readonly samples: number;
  } | null;
  /** Threshold less value, by signal; null: unknown or it does not apply. */
  readonly margins: Readonly<Record<SignalName, number | null>>;
  readonly reasons: readonly string[];
}

export interface ReplayResult {
  readonly verdicts: readonly ReplayVerdict[];
  /** The profile in use; by run where they differ. */
  readonly profile: IdleProfile | Readonly<Record<string, IdleProfile>>;
  readonly profile_name: string | null;
  readonly sample_interval_ms: number;
  /** False: the recording has no processes, so that signal was left out. */
  readonly processes_recorded: boolean;
}

const maxWaitMsDefault = 43_200_000;
/** Name given to a recording that names no run. */
const wholeMachine = 'machine';

/** A run's part of a trace, as the gate gets it. */
interface Track {
  readonly run: string;
  readonly samples: readonly IdleSample[];
}

/**
 * Replays a trace folder. Runs come from the process records, else from the phases, else the whole
 * recording is one. Throws `invalid_request` when the folder is no trace, or for an unknown run or
 * profile.
 */
export async function replayTrace(dir: string, options: ReplayOptions = {}): Promise<ReplayResult> {
  return replay(await readTrace(dir), options);
}

/** The same on a trace in memory. Pure. */
export function replay(trace: Trace, options: ReplayOptions = {}): ReplayResult {
  const tracks = selectTracks(trace, options);
  const profiles = new Map(tracks.map(({ run }) => [run, profileOf(run, options)]));
  const distinct = new Set([...profiles.values()].map((profile) => JSON.stringify(profile)));
  return {
    verdicts: tracks.flatMap((track) =>
      replayTrack(track, profiles.get(track.run)!, trace, options),
    ),
    profile: distinct.size === 1 ? [...profiles.values()][0]! : Object.fromEntries(profiles),
    profile_name: options.profileName ?? null,
    sample_interval_ms: trace.sampleIntervalMs,
    processes_recorded: trace.recordedRuns.length > 0,
  };
}

function isWorkloadClass(name: string): name is WorkloadClass {
  return workloadClasses.some((each) => each === name);
}

function profileOf(run: string, options: ReplayOptions): IdleProfile {
  const { profileName, profiles = baselineIdleProfiles, sustainSec } = options;
  const name = profileName ?? (isWorkloadClass(run) ? run : 'unknown');
  if (!isWorkloadClass(name)) {
    throw refusal(`profile ${JSON.stringify(name)} is not one of ${workloadClasses.join(', ')}`);
  }
  if (sustainSec !== undefined && !(Number.isFinite(sustainSec) && sustainSec > 0)) {
    throw refusal(`sustain seconds must be a positive number, not ${sustainSec}`);
  }
  const profile = profiles[name];
  return sustainSec === undefined ? profile : { ...profile, idle_sustain_sec: sustainSec };
}

function refusal(detail: string): ServiceError {
  return new ServiceError('invalid_request', detail);
}

function selectTracks(trace: Trace, options: ReplayOptions): Track[] {
  const runs = runsOf(trace);
  if (options.run !== undefined && !runs.includes(options.run)) {
    throw refusal(`the trace has no run ${JSON.stringify(options.run)}, only ${runs.join(', ')}`);
  }
  return runs
    .filter((run) => options.run === undefined || run === options.run)
    .map((run) => ({
      run,
      samples: entriesOf(trace, run).map((entry) => toIdleSample(entry, run, options)),
    }))
    .filter((track) => track.samples.length > 0);
}

function runsOf(trace: Trace): readonly string[] {
  if (trace.recordedRuns.length > 0) return trace.recordedRuns;
  if (trace.phases.length > 0) return [...new Set(trace.phases.map((phase) => phase.run))];
  return [wholeMachine];
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

const noProcesses: ProcessUsage = { alive: 0, cpu_pct: 0, rss_mib: 0 };

function toIdleSample(entry: TraceEntry, run: string, options: ReplayOptions): IdleSample {
  const { sample, runs } = entry;
  const processes = runs === null ? unknownProcesses : (runs.get(run) ?? noProcesses);
  return { ...sample, processes, ...(options.noGpu === true ? { gpus: [] } : {}) };
}

function replayTrack(
  track: Track,
  profile: IdleProfile,
  trace: Trace,
  options: ReplayOptions,
): ReplayVerdict[] {
  const openGate = (startedMonotonicMs: number): IdleGate =>
    createIdleGate({
      profile,
      sampleIntervalMs: trace.sampleIntervalMs,
      maxWaitMs: options.maxWaitMs ?? maxWaitMsDefault,
      startedMonotonicMs,
      requireNoProcess: trace.recordedRuns.length > 0,
    });
  const verdicts: ReplayVerdict[] = [];
  let gate = openGate(track.samples[0]!.monotonic_ms);
  let at = track.samples[0]!.at;
  for (const sample of track.samples) {
    // The next recorded sample is the fresh one that a live gate would take.
    const due = gate.current().needs_confirmation;
    const step = due ? gate.confirm(sample) : gate.next(sample);
    at = sample.at;
    if (step.receipt === undefined) continue;
    verdicts.push(toVerdict(track.run, gate, at));
    if (options.rearm !== true) return verdicts;
    gate = openGate(sample.monotonic_ms);
  }
  return [...verdicts, toVerdict(track.run, gate, at)];
}

function toVerdict(run: string, gate: IdleGate, at: string): ReplayVerdict {
  const { state, reasons } = gate.current();
  const measured = new Map(gate.signals().map((signal) => [signal.name, signal.margin]));
  const margins = Object.fromEntries(signalNames.map((name) => [name, measured.get(name) ?? null]));
  return {
    run,
    state,
    at,
    window: gate.window(),
    margins: margins as Record<SignalName, number | null>,
    reasons,
  };
}
