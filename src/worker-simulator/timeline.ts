/** What a run script does at which time after its start: its steps, phases and loads. Pure. */
import { noiseAt } from './noise.ts';
import type { Phase, RunScript } from './scenario.ts';

/** One thing that happens in a run, in order of time. */
export type Step = { readonly atMs: number } & (
  | { readonly type: 'phase'; readonly phase: Phase; readonly index: number }
  | { readonly type: 'log'; readonly line: string }
  /** The agent leaves its files and ends. */
  | { readonly type: 'root_exit' }
  /** The last process ends. */
  | { readonly type: 'child_exit' }
  | { readonly type: 'over' }
);

/** Steps of equal time come in this order: what was said and left behind comes before the end. */
const order: readonly Step['type'][] = ['log', 'root_exit', 'child_exit', 'phase', 'over'];

/** All steps of a script. */
export function stepsOf(script: RunScript): readonly Step[] {
  const ends = endsOf(script);
  const steps: Step[] = script.log.map(({ at_sec: atSec, line }) => ({
    type: 'log',
    line,
    // What is said after the agent's end would be lost.
    atMs: Math.min(atSec * 1000, ends.rootMs),
  }));
  let atMs = 0;
  for (const [index, phase] of script.phases.entries()) {
    steps.push({ type: 'phase', atMs, phase, index });
    atMs += phase.seconds * 1000;
  }
  steps.push({ type: 'root_exit', atMs: ends.rootMs });
  if (ends.childMs > ends.rootMs) steps.push({ type: 'child_exit', atMs: ends.childMs });
  steps.push({ type: 'over', atMs });
  return steps.sort(
    (left, right) => left.atMs - right.atMs || order.indexOf(left.type) - order.indexOf(right.type),
  );
}

/** When the agent and the last of its processes end, ms after the start. */
export function endsOf(script: RunScript): { readonly rootMs: number; readonly childMs: number } {
  const until = (alive: readonly Phase['alive'][]): number =>
    script.phases
      .filter((phase) => alive.includes(phase.alive))
      .reduce((sum, phase) => sum + phase.seconds * 1000, 0);
  return { rootMs: until(['root']), childMs: until(['root', 'child']) };
}

/** The phase of a time, and how far it has come; undefined before the start and after the end. */
export function phaseAt(
  script: RunScript,
  elapsedMs: number,
): { readonly phase: Phase; readonly intoMs: number } | undefined {
  let startMs = 0;
  if (elapsedMs < 0) return undefined;
  for (const phase of script.phases) {
    const endMs = startMs + phase.seconds * 1000;
    if (elapsedMs < endMs) return { phase, intoMs: elapsedMs - startMs };
    startMs = endMs;
  }
  return undefined;
}

/** A burst and the rest after it, ms each. */
const burstMs = 10_000;
/** Steady loads waver by this share, noisy ones by the other. */
const steadyShare = 0.02;
const noiseShare = 0.5;

/** What a load of `full` is at this time of its phase. Never negative; 0 stays 0. */
export function shapeLoad(
  full: number,
  phase: Pick<Phase, 'pattern' | 'seconds'>,
  at: { readonly intoMs: number; readonly seed: number; readonly channel: number },
): number {
  const noise = noiseAt(at.seed, at.channel, at.intoMs);
  switch (phase.pattern) {
    case 'steady':
      return full * (1 + noise * steadyShare);
    case 'bursts':
      return Math.floor(at.intoMs / burstMs) % 2 === 0 ? full * (1 + noise * steadyShare) : 0;
    case 'ramp':
      return full * Math.min(1, at.intoMs / (phase.seconds * 1000));
    case 'noise':
      return Math.max(0, full * (1 + noise * noiseShare));
  }
}

/** CPU time used by the run until now, core-seconds; it never falls. */
export function cpuSecondsUntil(script: RunScript, elapsedMs: number): number {
  let startMs = 0;
  let used = 0;
  for (const phase of script.phases) {
    const lengthMs = phase.seconds * 1000;
    const intoMs = Math.min(Math.max(0, elapsedMs - startMs), lengthMs);
    used += phase.cpu_cores * meanShareMs(phase, intoMs, lengthMs);
    startMs += lengthMs;
  }
  return used / 1000;
}

/** Time of full load that `intoMs` of a phase amount to. */
function meanShareMs(phase: Phase, intoMs: number, lengthMs: number): number {
  if (phase.pattern === 'ramp') return (intoMs * intoMs) / (2 * lengthMs);
  if (phase.pattern !== 'bursts') return intoMs;
  const rounds = Math.floor(intoMs / (2 * burstMs));
  return rounds * burstMs + Math.min(burstMs, intoMs - rounds * 2 * burstMs);
}
