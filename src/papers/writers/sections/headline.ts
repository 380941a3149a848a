/**
 * What a paper found, in one sentence that abstract and conclusion share: the registered metric, its value,
 * how many values it rests on, their interval, the threshold, and what follows. Without a registered
 * criterion, the comparisons or numbers that tell most.
 */
import { directionWords } from '../../../domain/entities/evaluation.ts';
import { isSetting, levelText } from '../../claims/labels.ts';
import type { Comparison, NamedClaim } from '../../claims/ledger.ts';
import { outcomeOf } from '../../claims/outcome.ts';
import { claimPrint } from '../../claims/schema.ts';
import { intervalLevel, type Statistic } from '../../claims/statistics.ts';
import { declared, type Inline } from '../../document.ts';
import { wordsOf } from '../../verify/names.ts';
import {
  cited,
  type DraftContext,
  labelText,
  line,
  listOf,
  nameParts,
  scalarName,
  splitScalars,
} from '../context.ts';
import { alike, comparisonSentence, isOfList, isSpreadName, spokenName } from './comparison.ts';
import { trendSentences } from './trends.ts';

/** Results told where nothing was registered. */
const tellingMax = 3;

/**
 * The outcome where one was registered, else at most `countMax` telling results; empty where nothing was
 * measured.
 */
export function headline(context: DraftContext, countMax = tellingMax): Inline[] {
  const stated = outcomeSentence(context);
  return stated.length > 0 || context.isPlain ? stated : tellingResults(context, countMax);
}

/**
 * `The metric registered before the run is speedup: the median of 25 [C8] values is 10.6 x [C7], …, so the
 * criterion is met [C7].` Empty where nothing was registered.
 */
function outcomeSentence(context: DraftContext): Inline[] {
  const { outcome: claim, threshold, count, interval } = outcomeOf(context.input.ledger.claims);
  if (claim?.outcome === undefined) return [];
  const { metric, direction, verdict } = claim.outcome;
  const cite: Inline = { kind: 'cite', ids: [claim.id] };
  const limit = line(
    `a threshold of ${directionWords(direction)} `,
    threshold === undefined ? [] : cited(threshold),
  );
  const named = line('The metric registered before the run is ', labelText(metric));
  if (verdict === 'not_measured')
    return line(
      named,
      ', with ',
      limit,
      '; it cannot be taken from the result files ',
      cite,
      ', so there is no verdict.',
    );
  const statistic = seriesOfOutcome(context);
  // What the ends of the interval are of must be named, too.
  const measured = statistic?.median ?? interval?.[0];
  const series = measured === undefined ? undefined : nameParts(measured)[0];
  const taken = /^(?:convert\()?(median|mean)\(/.exec(claim.derived?.formula ?? '')?.[1] ?? 'value';
  return line(
    named,
    series === undefined || isNamedBy(metric, series)
      ? ''
      : line(' (', labelText(series), ' in the result file)'),
    `: the ${taken} `,
    count === undefined ? '' : line('of ', cited(count), ' values '),
    'is ',
    cited(claim),
    intervalPhrase(taken === 'median' ? (statistic?.interval ?? null) : interval),
    ', against ',
    limit,
    verdict === 'met' ? ', so the criterion is met ' : ', so the criterion is not met ',
    cite,
    '.',
  );
}

const isNamedBy = (metric: string, series: string): boolean => {
  const words = new Set(wordsOf(metric));
  return wordsOf(series).every((word) => words.has(word));
};

/** `, with a 95% interval from 10.41 [C9] to 11.38 [C10]`; empty where there is none. */
function intervalPhrase(interval: Statistic['interval']): Inline[] {
  if (interval === null) return [];
  const [low, high] = interval;
  return line(', with a ', intervalName(), ' from ', cited(low), ' to ', cited(high));
}

/** `95% interval`. */
export function intervalName(): Inline {
  return declared(levelText(intervalLevel), 'level');
}

/** The statistics of the raw values that the outcome was taken of. */
export function seriesOfOutcome({ input }: DraftContext): Statistic | undefined {
  const [ref] = outcomeOf(input.ledger.claims).outcome?.evidence_refs ?? [];
  return input.ledger.statistics.find(
    ({ source }) => source.path === ref?.path && source.pointer === ref.pointer,
  );
}

/** How far the numbers carry the statement made. */
export function closing(context: DraftContext): Inline[] {
  const { outcome: claim } = outcomeOf(context.input.ledger.claims);
  if (claim?.outcome === undefined)
    return line(
      'No criterion was registered before the run, so no verdict on the hypothesis is computed here.',
    );
  const cite: Inline = { kind: 'cite', ids: [claim.id] };
  const said = {
    met: 'the recorded numbers support the hypothesis as far as the criterion states it ',
    not_met: 'the recorded numbers do not establish the hypothesis ',
    not_measured: 'the recorded numbers leave the hypothesis open ',
  };
  return line('Within the limits above, ', said[claim.outcome.verdict], cite, '.');
}

/** Comparisons, else the first trend, else single values, else the spread of a series. */
function tellingResults({ input: { ledger } }: DraftContext, countMax: number): Inline[] {
  const telling = ledger.comparisons.filter((comparison) => {
    const [own, other] = comparison.operands.map(claimPrint);
    const isRepeated = isOfList(comparison, ledger.statistics);
    return own !== other && !isSpreadName(comparison.quantity) && !isRepeated;
  });
  const told = telling.length > 0 ? mostTelling(telling) : ledger.comparisons.slice(0, 1);
  if (told.length > 0)
    return joined(
      alike(told)
        .slice(0, countMax)
        .map((group) => comparisonSentence(group, ledger.results)),
    );
  const first = ledger.results
    .map((result) => splitScalars(result, isSetting).measured)
    .find((list) => list.length > 0);
  const trends = ledger.results
    .flatMap(({ tables }) => tables.map(trendSentences))
    .find((list) => list.length > 0);
  // Ranges of cases say something side by side alone.
  if (trends !== undefined) return joined(trends.slice(0, Math.max(2, countMax)));
  return first === undefined ? [] : scalarSentence(first.slice(0, tellingMax));
}

const joined = (sentences: readonly (readonly Inline[])[]): Inline[] =>
  sentences.flatMap((sentence, at) => line(at === 0 ? '' : ' ', sentence));

/** `The result files record throughput (2139 items/s [C12]) and …` */
export function scalarSentence(scalars: readonly NamedClaim[]): Inline[] {
  const phrases = scalars.map((scalar) =>
    line(spokenName(scalarName(scalar), scalar.claim.unit), ' (', cited(scalar.claim), ')'),
  );
  return line('The result files record ', listOf(phrases), '.');
}

/** The first quantity of up to three subjects, or the first three quantities of the only one. */
function mostTelling(comparisons: readonly Comparison[]): Comparison[] {
  const firsts = comparisons.filter(
    (comparison, at) =>
      comparisons.findIndex((other) => other.subject === comparison.subject) === at,
  );
  return (firsts.length > 1 ? firsts : comparisons).slice(0, tellingMax);
}
