/** The claims that are made of result files: what each says, and what no claim is made of. */
import { describe, expect, it } from 'vitest';
import { at, check, draft, only, resultPath } from './support.ts';

const trials = (values: readonly number[]) =>
  values.map((latency_ms, seed) => ({ trial: seed + 1, seed, latency_ms, note: `no ${seed}` }));
const timing = {
  variants: {
    baseline: { trials: trials([10, 12, 11, 13, 10.5]) },
    routed: { trials: trials([8, 8.5, 7.5, 9, 8.25]) },
  },
};

/** What one function gives for one subject. */
function statistic(claims: Parameters<typeof only>[0], name: string, subject: string) {
  return only(
    claims,
    (claim) =>
      claim.kind === 'statistic' &&
      claim.subject === subject &&
      claim.derived?.formula.startsWith(`${name}(`) === true,
  );
}

describe('statistics over raw samples', () => {
  it('say of what they are, over how many values, and how to compute them again', () => {
    const { built, ledger } = draft(timing);
    expect(statistic(ledger.claims, 'median', 'routed')).toMatchObject({
      quantity: 'latency',
      unit: 'ms',
      n: 5,
      derived: {
        formula: `median("${resultPath}#/variants/routed/trials/*/latency_ms")`,
        recomputed_value: 8.25,
        quoted_value: '8.25',
      },
      evidence_refs: [
        {
          pointer: '/variants/routed/trials/*/latency_ms',
          recomputed_value: 5,
          quoted_value: '5',
        },
      ],
    });
    expect(statistic(ledger.claims, 'count', 'routed')).not.toHaveProperty('unit');
    expect(statistic(ledger.claims, 'boot_low', 'routed').derived?.formula).toMatch(/,0\.95,1\)$/);
    expect(ledger.statistics).toHaveLength(2);
    expect(check(built, ledger.claims)).toEqual([]);
  });

  it('are compared by their medians, with direction and which way is better', () => {
    const { ledger } = draft(timing);
    const { claim } = ledger.comparisons[0] ?? {};
    expect(claim?.comparison).toEqual({
      subject: 'routed',
      baseline: 'baseline',
      quantity: 'latency',
      direction: 'lower',
      better: 'lower',
    });
    expect(claim?.derived?.recomputed_value).toBe(8.25 / 11);
    expect(claim?.evidence_refs.map((ref) => ref.recomputed_value)).toEqual([5, 5]);
  });

  it.each([
    ['a list of seeds', { seeds: [1, 2, 3] }],
    ['a single sample', { trials: [{ ms: 1 }] }],
    ['samples without a common number', { trials: [{ a: 1 }, { b: 2 }] }],
    [
      'samples of different variants',
      {
        runs: [
          { variant: 'a', ms: 1 },
          { variant: 'b', ms: 2 },
        ],
      },
    ],
    ['named variants', { runs: { baseline: { ms: 1 }, routed: { ms: 2 } } }],
    ['a series over epochs', { accuracy: [0.1, 0.2, 0.3] }],
    ['sizes that were tried', { num_samples: [10, 100] }],
    [
      'settings of each trial',
      {
        trials: [
          { seed: 1, epoch: 1 },
          { seed: 2, epoch: 1 },
        ],
      },
    ],
  ])('are not made of %s', (_, result) => {
    expect(draft(result).ledger.statistics).toEqual([]);
  });

  it.each([
    ['numbers beside a unit', { latency: { samples: [1, 2, 4], unit: 'ms' } }, 'latency', 'ms'],
    ['a list that ends on samples', { wall_samples_ms: [1, 2, 4] }, 'wall samples', 'ms'],
    [
      'measures',
      { trials: [{ l: { value: 1, unit: 's' } }, { l: { value: 2, unit: 's' } }] },
      'l',
      's',
    ],
    ['numbered runs', { seeds: { 1: { acc: 0.5 }, 2: { acc: 0.25 } } }, 'acc', undefined],
    [
      'numbered names',
      {
        runs: [
          { name: 'run 1', acc: 1 },
          { name: 'run 2', acc: 0 },
        ],
      },
      'acc',
      undefined,
    ],
  ])('are made of %s', (_, result, quantity, unit) => {
    const { built, ledger } = draft(result);
    expect(ledger.statistics.map(({ mean }) => [mean.quantity, mean.unit])).toEqual([
      [quantity, unit],
    ]);
    expect(check(built, ledger.claims)).toEqual([]);
  });
});

describe('a setting', () => {
  it.each([
    ['by its name', { seed: 17 }, '/seed', 'result'],
    ['by a doubtful name', { max_length: 512 }, '/max_length', 'result'],
    ['below a configuration', { config: { dropout: 0.1 } }, '/config/dropout', 'configuration'],
    ['in words', { config: { optimizer: 'adam' } }, '/config/optimizer', 'configuration'],
    ['a threshold', { threshold: 0.5 }, '/threshold', 'result'],
  ])('%s', (_, result, pointer, source) => {
    const { built, ledger } = draft(result);
    expect(at(ledger.claims, pointer)).toMatchObject({ kind: 'setting', setting: { source } });
    expect(check(built, ledger.claims)).toEqual([]);
  });

  it.each([
    ['a doubtful name with a unit', { max_latency_ms: 12 }, '/max_latency_ms'],
    ['a doubtful name with a unit beside it', { warmup: { value: 3, unit: 's' } }, '/warmup/value'],
    ['a doubtful name among metrics', { metrics: { rank: 3 } }, '/metrics/rank'],
    ['what the file calls measured', { size: { measured: true, count: 3 } }, '/size/count'],
    ['a raw value', { warmup: { trials: [1, 2] } }, '/warmup/trials/0'],
  ])('is not %s', (_, result, pointer) => {
    expect(at(draft(result).ledger.claims, pointer).kind).toBe('measurement');
  });

  it('of the idea, and a number of its hypothesis, is a claim of its own', () => {
    const { built, ledger } = draft(
      { loss: 1 },
      {
        idea: {
          title: 'T',
          hypothesis: 'Loss falls by 5% within 300 ms.',
          settings: { batch_size: 32, optimizer: 'adam' },
        },
      },
    );
    const own = ledger.claims.filter((claim) => claim.setting?.source === 'idea');
    expect(
      own.map((claim) => [claim.quantity, claim.evidence_refs[0]?.quoted_value, claim.unit]),
    ).toEqual([
      ['batch size', '32', undefined],
      ['optimizer', 'adam', undefined],
      ['hypothesis', '5', '%'],
      ['hypothesis', '300', 'ms'],
    ]);
    expect(check(built, ledger.claims)).toEqual([]);
  });
});

describe('what the file says of a number', () => {
  it.each([
    [
      'a label beside a value',
      { loss: { value: 1, label: 'Validation loss' } },
      '/loss/value',
      { label: 'Validation loss', quantity: 'loss' },
    ],
    [
      'the name of an entry',
      {
        metrics: [
          { name: 'p95_ms', value: 1, unit: 'ms' },
          { name: 'loss', value: 2 },
        ],
      },
      '/metrics/0/value',
      { label: 'p95_ms', subject: 'p95', unit: 'ms' },
    ],
    [
      'an axis label',
      { x_label: 'Step', x: [1, 2], y_label: 'Loss', y: [3, 4] },
      '/y/1',
      { label: 'Loss', quantity: 'y' },
    ],
    [
      'an axis label further out',
      { y_label: 'Loss', y_unit: 'bits', points: [{ x: 1, y: 2 }] },
      '/points/0/y',
      { label: 'Loss', unit: 'bits' },
    ],
    [
      'a table of units',
      { units: { wall: 's' }, rows: [{ wall: 1 }, { wall: 2 }] },
      '/rows/0/wall',
      { unit: 's' },
    ],
    ['a table of labels', { labels: { acc: 'Accuracy' }, acc: 1 }, '/acc', { label: 'Accuracy' }],
    [
      'the unit of all values',
      { latency: { mean: 3, p95: 4, unit: 'ms' } },
      '/latency/p95',
      { unit: 'ms', subject: 'latency' },
    ],
    ['the number of values', { mean_ms: 3, n: 20 }, '/mean_ms', { n: 20 }],
    [
      'the row of a table',
      { variants: { a: { ms: 1 }, b: { ms: 2 } } },
      '/variants/b/ms',
      { subject: 'b', quantity: 'ms' },
    ],
    [
      'whose it is, before a shared ending',
      { baseline_wall_s: 1, routed_wall_s: 2 },
      '/routed_wall_s',
      { subject: 'routed', quantity: 'wall' },
    ],
  ])('is taken from %s', (_, result, pointer, expected) => {
    const { built, ledger } = draft(result);
    expect(at(ledger.claims, pointer)).toMatchObject(expected);
    expect(check(built, ledger.claims)).toEqual([]);
  });

  it('a unit is not that of the number of trials beside it', () => {
    const { ledger } = draft({ latency: { value: 3, unit: 'ms', trials: 20 } });
    expect(at(ledger.claims, '/latency/trials')).not.toHaveProperty('unit');
  });

  it('how it was measured is a claim, an entry of a list is not', () => {
    const result = {
      method: 'wall clock around the call',
      environment: { gpu: 'one accelerator', driver: 5 },
      rows: [
        { method: 'adam', loss: 1 },
        { method: 'sgd', loss: 2 },
      ],
    };
    const { built, ledger } = draft(result);
    const methods = ledger.claims.filter((claim) => claim.kind === 'method');
    expect(methods.map((claim) => claim.evidence_refs[0]?.pointer)).toEqual([
      '/method',
      '/environment/gpu',
    ]);
    expect(check(built, ledger.claims)).toEqual([]);
  });
});

describe('which way is better', () => {
  it.each([
    [{ name: 'accuracy' }, 'higher'],
    [{ name: 'val_loss' }, 'lower'],
    [{ name: 'p95_ms' }, 'lower'],
    [{ name: 'tokens_per_second' }, 'higher'],
    [{ name: 'depth' }, null],
    [{ name: 'accuracy_loss' }, null],
    [{ name: 'depth', higher_is_better: true }, 'higher'],
    [{ name: 'accuracy', goal: 'minimize' }, 'lower'],
  ])('%j is %s', ({ name, ...said }, better) => {
    const row = (value: number) => ({ ...said, [name]: value, other: 1 });
    const { ledger } = draft({ variants: { baseline: row(2), routed: row(3) } });
    const { claim } = ledger.comparisons[0] ?? {};
    expect(claim?.comparison).toMatchObject({ direction: 'higher', better });
  });
});
