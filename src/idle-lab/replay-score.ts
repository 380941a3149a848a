/** Compares a replay's verdicts with what a recording says was true. */
import type { ReplayVerdict } from './replay.ts';
import type { Phase, Trace } from './trace.ts';

interface PlacedVerdict {
  readonly at: string;
  readonly run: string;
  readonly phase: string;
}

/** How idle verdicts fit what was true. A verdict outside of all phases of its run is not counted. */
export interface ReplayScore {
  /** Idle verdicts while something was being computed. */
  readonly false_idle: readonly PlacedVerdict[];
  /** Idle verdicts while nothing was. */
  readonly true_idle: readonly PlacedVerdict[];
  /** Quiet phases without a verdict, though their samples span at least `neededSec`. */
  readonly missed: readonly {
    readonly run: string;
    readonly phase: string;
    readonly lasted_sec: number;
  }[];
  /** Quiet phases with a verdict, and how long after their first sample the first one came. */
  readonly delays: readonly (PlacedVerdict & { readonly delay_sec: number })[];
}

/**
 * Places each idle verdict in the phase of its run that held at that time. `neededSec` is the least
 * time that a verdict takes: the sustain time and two samples. Pure.
 */
export function scoreReplay(
  verdicts: readonly ReplayVerdict[],
  trace: Pick<Trace, 'phases' | 'entries'>,
  neededSec: number,
): ReplayScore {
  const { phases } = trace;
  const placed = verdicts
    .filter((verdict) => verdict.state === 'idle')
    .map((verdict) => ({ verdict, phase: phaseAt(phases, verdict) }))
    .filter((each): each is { verdict: ReplayVerdict; phase: Phase } => each.phase !== undefined);
  const told = (active: boolean): PlacedVerdict[] =>
    placed.filter(({ phase }) => phase.active === active).map(toPlaced);
  const quiet = phases.filter((phase) => !phase.active);
  return {
    false_idle: told(true),
    true_idle: told(false),
    missed: quiet
      .map((phase) => ({ phase, spanMs: spanOf(phase, trace) }))
      .filter(({ spanMs }) => spanMs.last - spanMs.first >= neededSec * 1000)
      .filter(({ phase }) => !placed.some((each) => each.phase === phase))
      .map(({ phase: { run, phase, start, end } }) => ({
        run,
        phase,
        lasted_sec: Math.round((end - start) * 10) / 10,
      })),
    delays: quiet.flatMap((phase) => {
      const first = placed.find((each) => each.phase === phase);
      if (first === undefined) return [];
      const delayMs = Date.parse(first.verdict.at) - spanOf(phase, trace).first;
      return { ...toPlaced(first), delay_sec: delayMs / 1000 };
    }),
  };
}

/** Unix times of the first and the last sample of a phase, ms; nothing lies between where it has none. */
function spanOf({ start, end }: Phase, { entries }: Pick<Trace, 'entries'>) {
  const own = entries.filter(({ wallMs }) => wallMs >= start * 1000 && wallMs < end * 1000);
  return { first: own[0]?.wallMs ?? Infinity, last: own.at(-1)?.wallMs ?? -Infinity };
}

function toPlaced({ verdict, phase }: { verdict: ReplayVerdict; phase: Phase }): PlacedVerdict {
  return { at: verdict.at, run: phase.run, phase: phase.phase };
}

function phaseAt(phases: readonly Phase[], verdict: ReplayVerdict): Phase | undefined {
  const sec = Date.parse(verdict.at) / 1000;
  return phases.find((phase) => phase.run === verdict.run && phase.start <= sec && sec < phase.end);
}
