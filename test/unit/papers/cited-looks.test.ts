/** Sentences with citations in papers on real result files: what is found of the false ones, and what of the honest ones is blamed. */

import { describe, expect, it } from 'vitest';
import { verifyFolder } from '../../../src/papers/standalone/verify.mjs';
import { verifyPaper } from '../../../src/papers/verifier.ts';
import { judgeCitedLook } from '../../lies/cited-looks.ts';
import { rulesBroken, type Subject } from '../../lies/fresh.ts';
import { createSandbox, sampleDecision } from './support.ts';

/** Found of each kind and blamed when the sentences were judged for the first time; the rules were mended after it. The last is no look. */
const looks = [
  { name: 'eleventh', found: { d: [12, 12], u: [15, 15], w: [33, 29] }, honest: [60, 24] },
  { name: 'twelfth', found: { d: [6, 6], u: [7, 7], w: [17, 13] }, honest: [30, 5] },
  { name: 'thirteenth', found: { d: [12, 12], u: [12, 9], w: [38, 27] }, honest: [60, 18] },
  { name: 'fourteenth', found: { d: [6, 6], u: [6, 6], w: [18, 13] }, honest: [30, 5] },
  // As the rules are since: when they were judged first, 5 of 6 and 13 of 18 were found, and 10 blamed.
  { name: 'sixteenth', found: { d: [6, 6], u: [6, 6], w: [18, 16] }, honest: [20, 7] },
  { name: 'eighteenth', found: { d: [5, 5], u: [3, 3], w: [8, 5] }, honest: [10, 1] },
  // As the rules are since: 5 of 5, 5 of 5 and 7 of 10 were found, and 9 blamed; then 5, 4 and 3 of 5, and 7.
  { name: 'twentieth', found: { d: [5, 5], u: [5, 5], w: [10, 8] }, honest: [20, 2] },
  { name: 'twenty-second', found: { d: [5, 5], u: [5, 5], w: [5, 4] }, honest: [15, 4] },
  { name: 'licences', found: { d: [0, 0], u: [7, 7], w: [9, 9] }, honest: [14, 0] },
] as const;

describe.each(looks)('cited sentences of the $name look', ({ name, found, honest }) => {
  it('are judged no worse than they were then', async () => {
    const verdicts = await judgeCitedLook(name);
    const count = (mark: string): [number, number] => {
      const own = verdicts.filter((verdict) => verdict.mark === mark);
      return [own.length, own.filter(({ problem }) => problem !== null).length];
    };
    for (const mark of ['d', 'u', 'w'] as const) {
      const [all, least] = found[mark];
      expect([mark, count(mark)[0]]).toEqual([mark, all]);
      expect(count(mark)[1], mark).toBeGreaterThanOrEqual(least);
    }
    expect(count('+')[0]).toBe(honest[0]);
    expect(count('+')[1]).toBeLessThanOrEqual(honest[1]);
  }, 120_000);
});

describe('an honest paper is written', () => {
  it.each(['two_state', 'three_way', 'twice', 'four', 'two_towers', 'hold', 'leads'])(
    'where a case is called %s',
    async (name) => {
      const measured = (mae: number, us: number) => ({ mae_percent: mae, solve_us: us });
      const sandbox = createSandbox({
        'run_notes.md': '',
        'results/summary.json': JSON.stringify({
          filters: { baseline: measured(2.9, 14.5), [name]: measured(1.6, 22.1) },
          config: { lead_hours: 24, hold_s: 3 },
        }),
      });
      try {
        const { report } = await sandbox.write({
          decision: sampleDecision,
          projectName: 'Trials',
          hypothesis: '',
          fallbackEnabled: false,
        });
        expect(report['fallback_used']).toBe(false);
        expect(verifyPaper(sandbox.paperDir).problems).toEqual([]);
        expect(verifyFolder(sandbox.paperDir).problems).toEqual([]);
      } finally {
        sandbox.dispose();
      }
    },
  );
});

const subject: Subject = {
  title: 'A filter for rain',
  hypothesis: 'The filter has a lower error.',
  results: {
    cases: { plain: { error: 4, rate_kbps: 3 }, batched: { error: 3, rate_kbps: 3 } },
    config: { repeats: 5, duration_s: 60, temperature_c: 25, batch_size: 128, lead_min: 45 },
  },
  falsehoods: [],
  honest: [],
};

describe('what a run chose', () => {
  it.each([
    ['Each program was timed five times.', 'Each program was timed six times.'],
    ['It was run five times.', 'The error is five times as low.'],
    ['The program was built five times.', 'The error was multiplied five times.'],
    ['Flows share one link for sixty seconds.', 'Flows share one link for fifty seconds.'],
    ['It was heated for sixty seconds.', 'The filter answers within sixty seconds.'],
    ['Cells were kept at twenty-five degrees.', 'Cells were kept at thirty degrees.'],
    [
      'Keys were sent in a batch of a hundred and twenty-eight.',
      'Keys were sent in a batch of ninety.',
    ],
    ['The drift is taken to be zero.', 'The drift fell to zero.'],
  ])('is told, and nothing else: %s / %s', (told, claimed) => {
    const broken = (sentence: string): boolean => rulesBroken(subject, sentence).length > 0;
    expect([broken(told), broken(claimed)]).toEqual([false, true]);
  });
});

describe('a sentence', () => {
  it.each([
    ['A scene counts as solved when the arm reaches the target.', 'The arm reaches the target.'],
    ['A job is tardy when it leaves after its due date.', 'The job is tardy and slow.'],
    ['Regions that are hard to map were left out.', 'The filter is hard to beat.'],
    ['Rows that are hard to read were copied.', 'A gain that is hard to deny was seen.'],
    [
      'The filter was drawn, and each trains a net from new weights.',
      'The filter was drawn, and each trains well.',
    ],
    ['Volunteers were free to stop as often as they liked.', 'Volunteers liked it.'],
    ['The noise was recorded before the run.', 'Differences between seeds are within noise.'],
    ['The gap in the record was filled.', 'The gap closes on hard rows.'],
    ['All but the first row were read.', 'The queue is all but empty.'],
    ['Neighbours are not asked for together.', 'Farmers begged for more.'],
    ['Both were handled with the same cloth.', 'Hail is caught with equal certainty.'],
    ['Nothing is shown for other pumps.', 'Nothing comes near it.'],
    ['Line breaks are not counted.', 'The pump breaks when it is cold.'],
    ['Errors were not broken down by speaker.', 'The broken pump is a burden.'],
    ['The score counts additions and omissions alike.', 'Rows and columns fare alike.'],
    ['Groups may be served worse than the mean says.', 'Groups are served worse.'],
    ['It waits for its slowest row.', 'It waits for the slowest row.'],
    ['That it stops does not mean that it is false.', 'That it stops means that it is false.'],
    ['The index need not be larger.', 'Engineers need not think about rows again.'],
    ['A hit is a cell in which rain fell.', 'In this cell the error fell.'],
    ['Visitors were asked to pick a row.', 'Mathematicians would pick the same rows.'],
    ['Rows were squeezed once.', 'Sorting squeezes the last drop out of the disk.'],
    ['Stones fall on the roof.', 'Emissions fall with the stops.'],
    ['The filter was left out.', 'Stains leave the filter unimpressed.'],
    ['The rows are gone through by hand.', 'Blocks and ringing are gone.'],
    ['It was rarely used.', 'A page rarely needs a second look.'],
    ['Rows were kept apart in our prototype.', 'Our company kept the rows apart.'],
    [
      'Rows of the last epoch were kept rather than those of the best one.',
      'The best rows were those of the last epoch.',
    ],
    ['We did not search for a better one.', 'We found a better one.'],
    ['It drops rows and is read again.', 'It drops the error and is read again.'],
    ['Rows were dried under reduced pressure.', 'The error was reduced.'],
    ['Rows are sent independently.', 'The results hold independently of the machine.'],
    ['The error is printed; lower is better.', 'The accuracy is printed; lower is better.'],
    ['Every tenth row is held out.', 'Rows hold out longer.'],
    ['It is stopped when the error stays below it.', 'The error stays below it.'],
    ['Whenever the error falls the row is read.', 'When the row is read the error falls.'],
    ['The drift denotes the largest difference.', 'The drift has the largest difference.'],
    ['Each error is summed over all rows.', 'All errors fall.'],
    ['Rows arise from a binarization of the image.', 'The gain arises from the order of rows.'],
    ['A new row would be necessary.', 'A new row would be foolish.'],
    ['We let the film dry.', 'Restarts let the search escape the basin.'],
    ['The rows were sorted carefully.', 'The rows were sorted effectively.'],
    ['It was tested whether rows would last longer.', 'Rows would last longer with it.'],
    ['Rows were read at the same rate in each run.', 'Rows were read at the same rate as before.'],
    ['Rows are equally long.', 'Rows are read equally faithfully.'],
    ['The hash is the product of its parts.', 'The error is nothing but a consequence of it.'],
    ['Rows were of equal length.', 'The lost rows were of no importance.'],
    ['The rows were read often.', 'The rows were read more often.'],
  ])('may say what was done and not what came of it: %s / %s', (told, claimed) => {
    const broken = (sentence: string): boolean => rulesBroken(subject, sentence).length > 0;
    expect([broken(told), broken(claimed)]).toEqual([false, true]);
  });
});
