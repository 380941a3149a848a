/**
 * What the service says of itself, held against what is so: that it can be left alone, and how its workers are. A
 * thing that is down is said to be down; it is never shown as well, and what is not known of it never as empty.
 */
import type { Trouble } from './troubles.ts';

/** What of the overview and of the list of workers is looked at. */
export interface Said {
  readonly overview: { readonly leave_alone: boolean; readonly headline: string };
  readonly workers: readonly {
    readonly name: string;
    readonly health: { readonly status: string };
    readonly gpus: readonly unknown[] | null;
  }[];
}

/**
 * The first statement that is not so, as a sentence; null: all are. `troubles` are those that were there when the service
 * was asked, at `askedMs` of the clock that never goes back, and still were when it had answered.
 */
export function whatIsNotSo(
  { overview, workers }: Said,
  troubles: readonly Trouble[],
  askedMs: number,
): string | null {
  const known = troubles.filter(({ knownFromMs }) => knownFromMs <= askedMs);
  const [trouble] = known;
  if (overview.leave_alone !== overview.headline.startsWith('You can leave it alone'))
    return `the headline says "${overview.headline}", and leave_alone is ${overview.leave_alone}`;
  if (overview.leave_alone && trouble !== undefined)
    return `the service says "${overview.headline}" while ${trouble.what}`;
  for (const { name, health, gpus } of workers) {
    if (!known.some(({ worker }) => worker === name)) continue;
    if (health.status === 'healthy')
      return `worker ${name} does not answer, and is said to be healthy`;
    if (gpus !== null && gpus.length === 0)
      return `worker ${name} does not answer, and is shown as one without GPUs`;
  }
  return null;
}

/** What held both before the service was asked and after it answered. */
export function stillSo(before: readonly Trouble[], after: readonly Trouble[]): readonly Trouble[] {
  const whats = new Set(after.map(({ what }) => what));
  return before.filter(({ what }) => whats.has(what));
}
