/** Compares a replay's verdicts with what a recording says was true. */
import type { ReplayVerdict } from './replay.ts';
import type { Phase } from './trace.ts';

export interface ReplayScore {
  /** Idle verdicts while something was being computed. */
  readonly false_idle: readonly {
    readonly at: string;
    readonly run: string;
    readonly phase: string;
  }[];
  /** Idle verdicts while nothing was. */
  readonly true_idle: readonly {
    readonly at: string;
    readonly run: string;
    readonly phase: string;
  }[];
  /** Quiet phases in which no verdict came, though they were at least so long as `neededSec`. */
  readonly missed: readonly {
    readonly run: string;
    readonly phase: string;
    readonly lasted_sec: number;
  }[];
}

/**
 * Places each idle verdict in the phase of its run that held at that time. `neededSec` is the least
 * time that a verdict takes: the sustain time and two samples. Pure.
 */
export function scoreReplay(
  verdicts: readonly ReplayVerdict[],
  phases: readonly Phase[],
  neededSec: number,
): ReplayScore {
  const placed = verdicts
    .filter((verdict) => verdict.state === 'idle')
    .map((verdict) => ({ verdict, phase: phaseAt(phases, verdict) }))
    .filter((each): each is { verdict: ReplayVerdict; phase: Phase } => each.phase !== undefined);
  const told = (active: boolean): ReplayScore['true_idle'] =>
    placed
      .filter(({ phase }) => phase.active === active)
      .map(({ verdict, phase }) => ({ at: verdict.at, run: phase.run, phase: phase.phase }));
  return {
    false_idle: told(true),
    true_idle: told(false),
    missed: phases
      .filter((phase) => !phase.active && phase.end - phase.start >= neededSec)
      .filter((phase) => !placed.some((each) => each.phase === phase))
      .map(({ run, phase, start, end }) => ({ run, phase, lasted_sec: end - start })),
  };
}

function phaseAt(phases: readonly Phase[], verdict: ReplayVerdict): Phase | undefined {
  const sec = Date.parse(verdict.at) / 1000;
  return phases.find((phase) => phase.run === verdict.run && phase.start <= sec && sec < phase.end);
}
