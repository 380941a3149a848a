/**
 * What a paper says of its outcome: one sentence, computed, for the abstract and the conclusion. A word of
 * success is written where numbers gave it, or as the record's own word.
 */
import { directionWords } from '../../../domain/entities/evaluation.ts';
import { outcomeOf } from '../../claims/outcome.ts';
import type { Inline } from '../../document.ts';
import { cited, type DraftContext, labelText, line } from '../context.ts';

/**
 * `The criterion registered before the run is speedup at least a threshold of 2 x [C7]; measured was a value
 * of speedup of 0.54 x [C8], so the criterion is not met [C8].`
 */
export function outcomeHeadline(context: DraftContext): Inline[] {
  const { outcome: claim, threshold, count } = outcomeOf(context.input.ledger.claims);
  if (claim?.outcome === undefined)
    return line(
      'No criterion was registered before the run; what the decision record says of the hypothesis is its own word.',
    );
  const { metric, direction, verdict } = claim.outcome;
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
      ', so there is no verdict.',
    );
  return line(
    registered,
    '; measured was a value of ',
    labelText(metric),
    ' of ',
    cited(claim),
    count === undefined ? [] : line(', taken of ', cited(count), ' values'),
    verdict === 'met' ? ', so the criterion is met ' : ', so the criterion is not met ',
    cite,
    '.',
  );
}

/** How far the numbers carry the statement made; the last sentence of the conclusion's first paragraph. */
export function outcomeClosing(context: DraftContext): Inline[] {
  const { outcome: claim } = outcomeOf(context.input.ledger.claims);
  if (claim?.outcome === undefined)
    return line(
      'Within the limits above, the numbers stand for themselves; no criterion for the hypothesis was registered to be computed.',
    );
  const cite: Inline = { kind: 'cite', ids: [claim.id] };
  const said = {
    met: 'the criterion registered before the run is met by the recorded numbers ',
    not_met: 'the recorded numbers do not establish the hypothesis ',
    not_measured: 'the recorded numbers leave the hypothesis open ',
  };
  return line('Within the limits above, ', said[claim.outcome.verdict], cite, '.');
}
