/** The replication in sentences: what the second run found, whether it agrees by the written rule, where and with which seed it ran. */
import { replicationOf } from '../../claims/replication.ts';
import type { Claim } from '../../claims/schema.ts';
import { declared, type Inline } from '../../document.ts';
import { cited, type DraftContext, labelText, line, listOf } from '../context.ts';
import { intervalName } from './headline.ts';

const citing = (claim: Claim): Inline => ({ kind: 'cite', ids: [claim.id] });

/**
 * `The experiment was run again as run …: the median of 5 [C60] values of speedup is 9.8 x [C59], …`, then whether
 * it agrees and by which rule; empty where nothing was run again.
 */
export function replicationSentences({ input }: DraftContext): Inline[] {
  const { replication: claim, count, interval, seeds } = replicationOf(input.ledger.claims);
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
      placeSentence(found, null),
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
    placeSentence(found, line(seedPhrase(seeds, found), ' ', citing(claim))),
  );
}

const rule =
  'By the rule of this program, a second run agrees where its verdict is that of the first, where its seed and its raw values are its own and where, if both have an interval, these have values in common.';

type Found = NonNullable<Claim['replication']>;

/** A name of a worker that can be printed as it is. */
const workerName = /^[A-Za-z][\w.-]{0,63}$/;

/** ` It ran on the worker beta, with seed 17 [C64], …`; empty where neither worker nor seed is known. */
function placeSentence({ worker }: Found, seed: readonly Inline[] | null): Inline[] {
  const place =
    worker != null && workerName.test(worker)
      ? line(' on the worker ', declared(worker, 'identifier', 'code'))
      : [];
  if (place.length === 0 && seed === null) return [];
  return line(
    ' It ran',
    place,
    seed === null ? '' : line(place.length === 0 ? ' ' : ', ', seed),
    '.',
  );
}

/** `with seed 17 [C64], not that of the first run`. */
function seedPhrase(seeds: readonly Claim[], { seed }: Found): Inline[] {
  if (seeds.length === 0) return line('and its result files record no seed');
  const said = seeds.map((claim) => {
    const name = (claim.quantity ?? 'seed').replace(/seeds$/i, 'seed');
    return line(labelText(name), ' ', cited(claim));
  });
  const beside = {
    other: ', not that of the first run',
    same: ', as the first run',
    unknown: ', while the files of the first run record no seed',
  }[seed ?? 'unknown'];
  return line('with ', listOf(said), beside);
}

const copiedWords = {
  no: '',
  file: ', but its result file is that of the first run',
  values: ', but its raw values are those of the first run',
} as const;

function verdictSentence(claim: Claim, found: Found): Inline[] {
  const { intervals, verdict, first_verdict, seed, copied = 'no', agrees } = found;
  const verdicts = verdict === first_verdict ? 'The verdicts are the same' : 'The verdicts differ';
  const ranges = {
    overlap: ', the intervals overlap',
    apart: ', the intervals are apart',
    none: ', not both runs have an interval',
  }[intervals];
  return line(
    `${verdicts}${ranges}${copied === 'no' && seed === 'same' ? ', but its seed is that of the first run' : copiedWords[copied]}: the replication ${agrees ? 'agrees' : 'disagrees'} `,
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
