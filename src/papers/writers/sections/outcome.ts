/**
 * What a paper says of its outcome: one sentence, computed, for the abstract and the conclusion. A word of
 * success is written where numbers gave it, or as the record's own word.
 */
import { directionWords } from '../../../domain/entities/evaluation.ts';
import { outcomeOf } from '../../claims/outcome.ts';
import type { Claim } from '../../claims/schema.ts';
import type { Inline } from '../../document.ts';
import { cited, type DraftContext, labelText, line } from '../context.ts';

/** `Registered before the run was: speedup at least 2 x [C7]. Measured was 0.54 x [C8]: the criterion is not met.` */
export function outcomeHeadline(context: DraftContext): Inline[] {
  const { claims } = context.input.ledger;
  const claim = outcomeOf(claims);
  if (claim?.outcome === undefined)
    return line(
      'Nothing was registered before the run that it could be held against; what the decision record says of the hypothesis is its own word.',
    );
  const { metric, direction, verdict } = claim.outcome;
  const threshold = claims.find(
    ({ kind, label }, at) =>
      kind === 'setting' && label === 'threshold' && claims[at + 1] === claim,
  );
  const registered = line(
    'The criterion registered before the run is ',
    labelText(metric),
    ` ${directionWords(direction)} a threshold of `,
    threshold === undefined ? [] : cited(threshold),
  );
  const cite: Inline = { kind: 'cite', ids: [claim.id] };
  if (verdict === 'not_measured')
    return line(
      registered,
      '; it was not measured in the result files ',
      cite,
      ', so it is neither met nor missed.',
    );
  return line(
    registered,
    '; measured was a value of ',
    labelText(metric),
    ' of ',
    cited(claim),
    numberOfValues(claims, claim),
    verdict === 'met' ? ', so the criterion is met ' : ', so the criterion is not met ',
    cite,
    '.',
  );
}

/** ` (of 5 [C9] values)`, where it was taken of a series. */
function numberOfValues(claims: readonly Claim[], outcome: Claim): Inline[] {
  const next = claims[claims.indexOf(outcome) + 1];
  if (next?.kind !== 'statistic' || next.derived?.formula.startsWith('count(') !== true) return [];
  return line(', taken of ', cited(next), ' values');
}

/** How far the numbers carry the statement made; the last sentence of the conclusion's first paragraph. */
export function outcomeClosing(context: DraftContext): string {
  const verdict = outcomeOf(context.input.ledger.claims)?.outcome?.verdict;
  if (verdict === 'met')
    return 'Within the limits above, the recorded numbers meet what was registered before the run.';
  if (verdict === undefined)
    return 'Within the limits above, the numbers stand for themselves: whether they establish the hypothesis was not registered to be computed.';
  return 'Within the limits above, the recorded numbers do not establish the hypothesis.';
}
