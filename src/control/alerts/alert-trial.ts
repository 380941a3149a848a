/** Alerts that are made up to prove the way from a rule to a phone. Of this process: a start ends those under way. */
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import type { Vitals } from '../common/index.ts';

/** Nothing is wrong, and an evaluation finds it as if something were. */
export interface AlertTrial {
  readonly testId: string;
  /** Who asked for it, and when (ISO 8601). */
  readonly by: string;
  readonly at: string;
}

const underWay = new WeakMap<Vitals, Map<string, AlertTrial>>();

/** From now on an evaluation finds it. Throws `overloaded` where there are too many. */
export function beginTrial(vitals: Vitals, trial: AlertTrial): void {
  const trials = underWay.get(vitals) ?? new Map<string, AlertTrial>();
  if (trials.size >= limits.alertTrialsMax) {
    const detail = `${trials.size} tests of the alerts are under way; ask again in a minute`;
    throw new ServiceError('overloaded', detail);
  }
  underWay.set(vitals, trials.set(trial.testId, trial));
}

/** The next evaluation finds it no more, and its incident says that it is over. */
export const endTrial = (vitals: Vitals, testId: string): void =>
  void underWay.get(vitals)?.delete(testId);

/** Those that an evaluation finds now. */
export const trialsUnderWay = (vitals: Vitals): readonly AlertTrial[] => [
  ...(underWay.get(vitals)?.values() ?? []),
];
