/** Several profiles on one recording, side by side. */
import type { IdleState } from '../domain/statuses.ts';
import { type ReplayOptions, type ReplayResult, replay } from './replay.ts';
import { type ReplayScore, scoreReplay } from './replay-score.ts';
import type { Trace } from './trace.ts';

/** One replay of a comparison. */
export interface NamedReplay {
  /** The profile's, or `by run` where each run has the one of its name. */
  readonly name: string;
  readonly result: ReplayResult;
  /** By run; only for a recording whose phases are known. */
  readonly scores: readonly RunScore[];
}

/** How the replay of one run did. */
export interface RunScore extends ReplayScore {
  readonly run: string;
  readonly sustain_sec: number;
  /** Sustain time and two samples: a verdict of a quiet phase should not come later. */
  readonly needed_sec: number;
}

/** A run's first verdict under each profile. */
export interface ComparisonRow {
  readonly run: string;
  readonly profiles: Readonly<
    Record<string, { readonly state: IdleState; readonly at: string; readonly verdicts: number }>
  >;
}

const byRun = 'by run';

/** With the additional evidence, without it, or once each. */
export const evidenceChoices = ['on', 'off', 'both'] as const;
type EvidenceChoice = (typeof evidenceChoices)[number];

/** Replays once for each name, or once with each run's own profile when there is none. Pure. */
export function replayProfiles(
  trace: Trace,
  names: readonly string[],
  options: Omit<ReplayOptions, 'profileName' | 'evidence'> & { readonly evidence: EvidenceChoice },
): readonly NamedReplay[] {
  const distinct = [...new Set(names)];
  const chosen = distinct.length === 0 ? [undefined] : distinct;
  const ways = options.evidence === 'both' ? [true, false] : [options.evidence === 'on'];
  return chosen.flatMap((profileName) =>
    ways.map((evidence) => {
      const named = profileName === undefined ? {} : { profileName };
      const result = replay(trace, { ...options, ...named, evidence });
      const name = `${profileName ?? byRun}${evidence ? '' : ', signals alone'}`;
      return { name, result, scores: scoresOf(trace, result) };
    }),
  );
}

function scoresOf(trace: Trace, result: ReplayResult): RunScore[] {
  if (trace.phases.length === 0) return [];
  const runs = [...new Set(result.verdicts.map(({ run }) => run))];
  return runs.map((run) => {
    const sustainSec = result.profiles[run]!.idle_sustain_sec;
    const neededSec = sustainSec + (2 * trace.sampleIntervalMs) / 1000;
    const phases = trace.phases.filter((phase) => phase.run === run);
    const verdicts = result.verdicts.filter((verdict) => verdict.run === run);
    const score = scoreReplay(verdicts, { phases, entries: trace.entries }, neededSec);
    return { run, sustain_sec: sustainSec, needed_sec: neededSec, ...score };
  });
}

/** One row for each run. Pure. */
export function compareReplays(replays: readonly NamedReplay[]): readonly ComparisonRow[] {
  const runs = [...new Set(replays.flatMap(({ result }) => result.verdicts.map(({ run }) => run)))];
  return runs.map((run) => ({
    run,
    profiles: Object.fromEntries(
      replays.flatMap(({ name, result }) => {
        const own = result.verdicts.filter((verdict) => verdict.run === run);
        const first = own[0];
        if (first === undefined) return [];
        const idle = own.filter(({ state }) => state === 'idle').length;
        return [[name, { state: first.state, at: first.at, verdicts: idle }]];
      }),
    ),
  }));
}

/** JSON for one replay or several; the scores where they are asked for. */
export function toReplayJson(replays: readonly NamedReplay[], withScore: boolean): object {
  const [only] = replays;
  const shared = {
    sample_interval_ms: only!.result.sample_interval_ms,
    processes_recorded: only!.result.processes_recorded,
  };
  const score = Object.fromEntries(replays.map(({ name, scores }) => [name, scores]));
  if (replays.length === 1) {
    const { verdicts, profile } = only!.result;
    return { verdicts, profile, ...shared, ...(withScore ? { score: only!.scores } : {}) };
  }
  return {
    verdicts: replays.flatMap(({ name, result }) =>
      result.verdicts.map((verdict) => ({ ...verdict, profile: name })),
    ),
    profile: Object.fromEntries(replays.map(({ name, result }) => [name, result.profile])),
    ...shared,
    comparison: compareReplays(replays),
    ...(withScore ? { score } : {}),
  };
}
