/** The replication in sentences: what the second run found, and whether it agrees by the written rule. */
import { replicationOf } from '../../claims/replication.ts';
import type { Claim } from '../../claims/schema.ts';
import { declared, type Inline } from '../../document.ts';
import { cited, type DraftContext, labelText, line } from '../context.ts';
import { intervalName } from './headline.ts';

const citing = (claim: Claim): Inline => ({ kind: 'cite', ids: [claim.id] });

/**
 * `The experiment was run again as run …: the median of 5 [C60] values of speedup is 9.8 x [C59], …`, then whether
 * it agrees and by which rule; empty where nothing was run again.
 */
export function replicationSentences({ input }: DraftContext): Inline[] {
  const { replication: claim, count, interval } = replicationOf(input.ledger.claims);
  const found = claim?.replication;
  if (claim === undefined || found === undefined) return [];
  const again = line(
    'The experiment was run again as run ',
    declared(found.run_id, 'identifier', 'code'),
  );
  if (found.verdict === 'not_measured')
    return line(
      again,
      ', whose result files do not hold ',
      labelText(claim.quantity ?? 'the metric'),
      ' ',
      citing(claim),
      ', so there is no value to compare and the replication disagrees ',
      citing(claim),
      '. ',
      rule,
    );
  const taken = /^(?:convert\()?(median|mean)\(/.exec(claim.derived?.formula ?? '')?.[1] ?? 'value';
  return line(
    again,
    ': the ',
    taken,
    count === undefined ? ' of ' : line(' of ', cited(count), ' values of '),
    labelText(claim.quantity ?? 'the metric'),
    ' is ',
    cited(claim),
    interval === null
      ? ''
      : line(', with a ', intervalName(), ' from ', cited(interval[0]), ' to ', cited(interval[1])),
    found.verdict === 'met' ? ', so the criterion is met ' : ', so the criterion is not met ',
    citing(claim),
    '. ',
    verdictSentence(claim, found),
    rule,
  );
}

const rule =
  'By the rule written before both runs, a second run agrees where its verdict is that of the first and, where both have an interval, the two have values in common.';

function verdictSentence(claim: Claim, found: NonNullable<Claim['replication']>): Inline[] {
  const { intervals, verdict, first_verdict, agrees } = found;
  const verdicts = verdict === first_verdict ? 'The verdicts are the same' : 'The verdicts differ';
  const ranges = {
    overlap: ', the intervals overlap',
    apart: ', the intervals are apart',
    none: ', not both runs have an interval',
  }[intervals];
  return line(
    `${verdicts}${ranges}: the replication ${agrees ? 'agrees' : 'disagrees'} `,
    citing(claim),
    '. ',
  );
}

/** `A replication of the run agrees [C59]. ` for the abstract; empty where nothing was run again. */
export function replicationInShort({ input }: DraftContext): Inline[] {
  const { replication: claim } = replicationOf(input.ledger.claims);
  if (claim?.replication === undefined) return [];
  return line(
    `Run again, the replication ${claim.replication.agrees ? 'agrees' : 'disagrees'} `,
    citing(claim),
    '. ',
  );
}
