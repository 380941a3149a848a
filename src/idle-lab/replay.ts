/** What the idle gate decides on recorded telemetry, and what it would with another profile. */
import { type IdleState, type WorkloadClass, workloadClasses } from '../domain/statuses.ts';
import { nearestName } from '../lib/nearest-name.ts';
import { createIdleGate, type IdleGate } from '../machines/idle-gate/gate.ts';
import { baselineIdleProfiles, type IdleProfile } from '../machines/idle-gate/profile.ts';
import type { EvidenceSummary } from '../machines/idle-gate/receipt.ts';
import { learnRest, type RestMemory } from '../machines/idle-gate/rest.ts';
import { type SignalName, signalNames } from '../machines/idle-gate/signals.ts';
import { selectTracks, type Track, type TrackOptions } from './replay-tracks.ts';
import { invalidTrace, type Trace } from './trace.ts';

/** Which runs are replayed, by which profile and with which bounds; all by their own if nothing is said. */
export interface ReplayOptions extends TrackOptions {
  /** Workload class whose profile is used; each run's own name, if it is one, unless told. */
  readonly profileName?: string;
  /** Profiles by class; the baseline unless told. */
  readonly profiles?: Readonly<Record<WorkloadClass, IdleProfile>>;
  /** Replaces the profile's sustain time, seconds; by run for those that are named here. */
  readonly sustainSec?: number;
  readonly sustainSecByRun?: Readonly<Record<string, number>>;
  /** False: the five signals alone decide. */
  readonly evidence?: boolean;
  /** Longest wait, ms; twelve hours unless told. */
  readonly maxWaitMs?: number;
  /** Goes on with a new gate after every verdict, to see them all; else the first one ends it. */
  readonly rearm?: boolean;
}

/** Where the gate stood when it decided on a run, or when the recording ended before it had. */
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
  readonly evidence: readonly EvidenceSummary[];
  readonly reasons: readonly string[];
}

/** A stretch of samples after which the gate was in one state. */
export interface StateSpan {
  readonly run: string;
  readonly state: IdleState;
  readonly startMs: number;
  readonly endMs: number;
}

/** What the gate decided on the selected runs, and by which profiles. */
export interface ReplayResult {
  readonly verdicts: readonly ReplayVerdict[];
  /** The profile in use; by run where they differ. */
  readonly profile: IdleProfile | Readonly<Record<string, IdleProfile>>;
  /** The same by run, always. */
  readonly profiles: Readonly<Record<string, IdleProfile>>;
  readonly profile_name: string | null;
  readonly sample_interval_ms: number;
  /** False: the recording has no processes, so that signal was left out. */
  readonly processes_recorded: boolean;
  /** In the order of time, by run. */
  readonly spans: readonly StateSpan[];
}

const maxWaitMsDefault = 43_200_000;

/** Replays a trace. Throws `invalid_request` for an unknown run or profile. Pure. */
export function replay(trace: Trace, options: ReplayOptions = {}): ReplayResult {
  const tracks = selectTracks(trace, options);
  const profiles = new Map(tracks.map(({ run }) => [run, profileOf(run, options)]));
  const distinct = new Set([...profiles.values()].map((profile) => JSON.stringify(profile)));
  const played = tracks.map((track) =>
    replayTrack(track, profiles.get(track.run)!, trace, options),
  );
  return {
    verdicts: played.flatMap(({ verdicts }) => verdicts),
    profile: distinct.size === 1 ? [...profiles.values()][0]! : Object.fromEntries(profiles),
    profiles: Object.fromEntries(profiles),
    profile_name: options.profileName ?? null,
    sample_interval_ms: trace.sampleIntervalMs,
    processes_recorded: trace.recordedRuns.length > 0,
    spans: played.flatMap(({ spans }) => spans),
  };
}

function isWorkloadClass(name: string): name is WorkloadClass {
  return workloadClasses.some((each) => each === name);
}

/** The profile by which a run is judged. Throws `invalid_request` for an unknown one. */
export function profileOf(run: string, options: ReplayOptions): IdleProfile {
  const { profileName, profiles = baselineIdleProfiles } = options;
  const sustainSec = options.sustainSecByRun?.[run] ?? options.sustainSec;
  const name = profileName ?? (isWorkloadClass(run) ? run : 'unknown');
  if (!isWorkloadClass(name)) {
    const nearest = nearestName(name, workloadClasses);
    const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
    const known = workloadClasses.join(', ');
    throw invalidTrace(`profile ${JSON.stringify(name)} is not one of ${known}${hint}`);
  }
  if (sustainSec !== undefined && !(Number.isFinite(sustainSec) && sustainSec > 0))
    throw invalidTrace(`sustain seconds must be a positive number, not ${sustainSec}`);
  const { evidence, ...thresholds } = profiles[name];
  const isUsed = evidence !== undefined && options.evidence !== false;
  const profile = isUsed ? { ...thresholds, evidence } : thresholds;
  return sustainSec === undefined ? profile : { ...profile, idle_sustain_sec: sustainSec };
}

function replayTrack(
  track: Track,
  profile: IdleProfile,
  trace: Trace,
  options: ReplayOptions,
): Pick<ReplayResult, 'verdicts' | 'spans'> {
  const openGate = (startedMonotonicMs: number, rest: RestMemory): IdleGate =>
    createIdleGate({
      profile,
      sampleIntervalMs: trace.sampleIntervalMs,
      maxWaitMs: options.maxWaitMs ?? maxWaitMsDefault,
      startedMonotonicMs,
      requireNoProcess: trace.recordedRuns.length > 0,
      coreCount: trace.coreCount,
      rest,
    });
  const verdicts: ReplayVerdict[] = [];
  const spans: StateSpan[] = [];
  const { run, samples } = track;
  let { rest } = track;
  let gate = openGate(samples[0]!.monotonic_ms, rest);
  let at = samples[0]!.at;
  for (const sample of samples) {
    // The next recorded sample is the fresh one that a live gate would take.
    const due = gate.current().needs_confirmation;
    const step = due ? gate.confirm(sample) : gate.next(sample);
    rest = learnRest(rest, sample, trace.coreCount);
    at = sample.at;
    addSpan(spans, { run, state: step.state, atMs: Date.parse(at) });
    if (step.receipt === undefined) continue;
    verdicts.push(toVerdict(run, gate, at));
    if (options.rearm !== true) return { verdicts, spans };
    gate = openGate(sample.monotonic_ms, rest);
  }
  return { verdicts: [...verdicts, toVerdict(run, gate, at)], spans };
}

function addSpan(
  spans: StateSpan[],
  { run, state, atMs }: { run: string; state: IdleState; atMs: number },
): void {
  const last = spans.at(-1);
  const span = { run, state, startMs: last?.endMs ?? atMs, endMs: atMs };
  if (last?.state === state) spans[spans.length - 1] = { ...last, endMs: atMs };
  else spans.push(span);
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
    evidence: gate.evidence(),
    reasons,
  };
}
