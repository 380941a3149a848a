/** Numbers in words that count the setup stand without a claim where they are recorded, and nowhere else. */
import { describe, expect, it } from 'vitest';
import { findQuantities } from '../../../src/papers/verify/quantities.ts';
import { isRecorded, recordedCounts } from '../../../src/papers/verify/recorded-counts.ts';
import { rulesBroken } from '../../lies/fresh.ts';

const results = {
  config: { layers: 12, num_attention_heads: 8, encoder_layers: 6, tile_cells: 64, min_calls: 3 },
  settings: {
    page_mb: 2,
    interval_minutes: 10,
    outage_seconds: 30,
    stress_hours: 2,
    covered_share: 0.5,
    builds: 2,
  },
  seeds: [17, 23, 31],
  variants: { plain: { latency_ms: 9 }, routed: { latency_ms: 4 } },
  trials: [{ latency_ms: 4 }, { latency_ms: 5 }, { latency_ms: 6 }, { latency_ms: 6 }],
  losses: [0.3, 0.2, 0.1],
  environment: { machine: '4 cores and 16 GiB, pinned' },
  failed_requests: 5,
  metrics: { speedup: 2, wins: 7 },
};
const subject = { title: 'Routing', hypothesis: 'Routing is three times faster.', results };
const isBlamed = (sentence: string): boolean =>
  rulesBroken({ ...subject, falsehoods: [], honest: [] }, sentence).includes(
    'number_without_claim',
  );

describe('a number in words', () => {
  it.each([
    ['The model has twelve layers.', 'The model has thirteen layers.'],
    ['Eight heads attend to each token.', 'Seven heads attend to each token.'],
    ['The six encoder layers were frozen.', 'There are twelve encoder layers.'],
    ['Three seeds were used.', 'Five seeds were used.'],
    ['Two variants were run.', 'Four variants were run.'],
    ['Each was run in four trials.', 'Each was run in five trials.'],
    ['The tile is sixty-four cells wide.', 'The tile is sixty-three cells wide.'],
    ['A pass is a run of at least three calls.', 'A pass is a run of at most three calls.'],
    ['Pages of two megabytes were requested.', 'Pages of two gigabytes were requested.'],
    ['The interval is ten minutes.', 'The interval is eleven minutes.'],
    ['The outage lasts thirty seconds.', 'The outage lasts thirty minutes.'],
    ['The stress lasted two hours.', 'The stress lasted three hours.'],
    ['Half of each swatch was covered.', 'Half of each swatch was burnt.'],
    ['Four cores were used.', 'Two cores were used.'],
    ['The builds were made twice.', 'The builds took twice as long.'],
    ['The builds were made twice.', 'The builds were made thrice.'],
  ])(
    'stands where it is recorded so, and is blamed where it is not: %s / %s',
    (recorded, other) => {
      expect([isBlamed(recorded), isBlamed(other)]).toEqual([false, true]);
    },
  );

  it.each([
    'Five requests failed.',
    'Three losses were seen.',
    'Seven wins were counted.',
    'It was three times faster.',
    'The speedup is twofold.',
    'Twelve heads were pruned.',
    'Twelve cores were pinned.',
  ])('is no setting where it was measured or is of something else: %s', (sentence) => {
    expect(isBlamed(sentence)).toBe(true);
  });

  it('is looked up in time that grows with the length of its sentence alone', () => {
    const config = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, at) => [`rows_${at}_of_cells`, at]),
    );
    const counts = recordedCounts([{ config }], undefined);
    const sentence = 'The twelve cells of five rows and half of them were read. '.repeat(100);
    for (const quantity of findQuantities(sentence, new Set()))
      expect(isRecorded(quantity, sentence, () => counts)).toBeTypeOf('boolean');
  });
});
