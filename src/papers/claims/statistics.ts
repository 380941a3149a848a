/** Statistics over the raw samples of result files, each a formula that anyone can compute again. */
import type { Evaluation } from '../../domain/entities/evaluation.ts';
import type { BuiltBundle } from '../evidence/bundle.ts';
import { workingOn } from '../work/working-on.ts';
import type { ClaimEvidence } from './evidence.ts';
import { callText, type Source, sourceText } from './formula/grammar.ts';
import { type Made, makeStatistic } from './make.ts';
import type { AddClaim } from './results.ts';
import { findSamples } from './samples.ts';
import type { Claim } from './schema.ts';

/** Series of one run that get statistics. */
const seriesMax = 40;
/** Raw values of one run that are resampled for an interval; each is drawn two thousand times. */
const resampledValuesMax = 10_000;
/** Share of the resamples within an interval. */
export const intervalLevel = 0.95;
/** Of the resampling; it stands in every formula that resamples. */
const seed = 1;

/** What was made of one series; `interval` is null where there are too many values to resample. */
export interface Statistic {
  readonly source: Source;
  readonly count: Claim;
  readonly median: Claim;
  readonly mean: Claim;
  readonly sd: Claim;
  readonly min: Claim;
  readonly max: Claim;
  /** The standard deviation in percent of the mean; null where the mean is zero. */
  readonly spread: Claim | null;
  /** How many values lie beyond Tukey's fences. */
  readonly outliers: Claim;
  /** How much of the variance a cut into two groups explains, from 0 to 1. */
  readonly split: Claim;
  readonly interval: readonly [low: Claim, high: Claim] | null;
}

/** Adds the statistics of every series; one of which any part has no value gets none. */
export function drawStatistics(
  { copies }: BuiltBundle,
  evidence: ClaimEvidence,
  add: AddClaim,
): Statistic[] {
  const statistics: Statistic[] = [];
  let resampled = 0;
  for (const { file, json } of copies) {
    if (file.role !== 'result' && file.role !== 'metrics') continue;
    workingOn(file.path);
    for (const pointer of findSamples(json, file.path)) {
      if (statistics.length >= seriesMax) return statistics;
      const source = { path: file.public_path, pointer };
      const count = evidence.formulas.countOf(source) ?? 0;
      const isResampled = resampled + count <= resampledValuesMax;
      const statistic = drawStatistic(source, isResampled, evidence, add);
      if (statistic === undefined) continue;
      statistics.push(statistic);
      if (isResampled) resampled += count;
    }
  }
  return statistics;
}

/** The ends of the interval of a series: of its median by resampling, of its mean by Student's t. */
export const intervalEnds = (
  evidence: ClaimEvidence,
  source: Source,
  statistic: Evaluation['statistic'] = 'median',
): readonly Made[] => {
  const series = sourceText(source);
  const formulas =
    statistic === 'mean'
      ? (['t_low', 't_high'] as const).map((name) => callText(name, series, intervalLevel))
      : (['boot_low', 'boot_high'] as const).map((name) =>
          callText(name, series, intervalLevel, seed),
        );
  return formulas.map((formula) => makeStatistic(evidence, formula));
};

function drawStatistic(
  source: Source,
  isResampled: boolean,
  evidence: ClaimEvidence,
  add: AddClaim,
): Statistic | undefined {
  const series = sourceText(source);
  const made = (['count', 'median', 'mean', 'sd', 'min', 'max'] as const).map((name) =>
    makeStatistic(evidence, callText(name, series)),
  );
  const ends = isResampled ? intervalEnds(evidence, source) : [];
  if (![...made, ...ends].every((claim) => claim.ok)) return undefined;
  const [count, median, mean, sd, min, max] = made.map((claim) => add(claim, 'measured'));
  const [low, high] = ends.map((claim) => add(claim, 'measured'));
  const [outliers, split] = (['outliers', 'split'] as const).map((name) =>
    add(makeStatistic(evidence, callText(name, series)), 'measured'),
  );
  const share = callText('percent_of', callText('sd', series), callText('mean', series));
  const spread = add(makeStatistic(evidence, share), 'measured') ?? null;
  if (!count || !median || !mean || !sd || !min || !max || !outliers || !split) return undefined;
  const interval = low && high ? ([low, high] as const) : null;
  return { source, count, median, mean, sd, min, max, spread, outliers, split, interval };
}
