/** The criterion of an idea: what is refused with which member's name, and what is kept. */
import { describe, expect, it } from 'vitest';
import {
  criterionText,
  evaluationSchema,
  isMet,
  registrationOf,
} from '../../../src/domain/entities/evaluation.ts';
import { ideaSchema } from '../../../src/domain/entities/idea.ts';
import { resultEndings } from '../../../src/domain/result-formats.ts';

const whole = { metric: 'speedup', direction: 'at_least', threshold: 2 } as const;
/** `path: message` of what is wrong with an idea that has this evaluation. */
const problemsOf = (evaluation: unknown): string[] => {
  const parsed = ideaSchema.safeParse({ title: 'A', evaluation });
  return (parsed.error?.issues ?? []).map(({ path }) => path.join('.'));
};

describe('an evaluation', () => {
  it.each([...resultEndings, '.txt'])(
    'may name a source in every form that is read: %s',
    (ending) => {
      const source = `results/rows${ending}#/x`;
      expect(problemsOf({ ...whole, source })).toEqual(
        ending === '.txt' ? ['evaluation.source'] : [],
      );
    },
  );

  it.each<[string, unknown, string]>([
    ['no metric', { direction: 'above', threshold: 1 }, 'evaluation.metric'],
    ['an empty metric', { ...whole, metric: '  ' }, 'evaluation.metric'],
    ['no direction', { metric: 'x', threshold: 1 }, 'evaluation.direction'],
    ['a direction there is not', { ...whole, direction: 'faster' }, 'evaluation.direction'],
    ['no threshold', { metric: 'x', direction: 'above' }, 'evaluation.threshold'],
    ['a threshold in words', { ...whole, threshold: '2x' }, 'evaluation.threshold'],
    ['a threshold without end', { ...whole, threshold: Infinity }, 'evaluation.threshold'],
    ['a source without a pointer', { ...whole, source: 'results/a.json' }, 'evaluation.source'],
    ['a source outside', { ...whole, source: '../a.json#/x' }, 'evaluation.source'],
    ['a source of no file', { ...whole, source: '#/x' }, 'evaluation.source'],
    ['a broken pointer', { ...whole, source: 'results/a.json#/~2' }, 'evaluation.source'],
    ['a statistic there is not', { ...whole, statistic: 'best' }, 'evaluation.statistic'],
    [
      'one value of a series',
      { ...whole, source: 'results/a.json#/trials/*/x' },
      'evaluation.statistic',
    ],
    ['an empty unit', { ...whole, unit: '' }, 'evaluation.unit'],
    ['a member there is not', { ...whole, goal: 3 }, 'evaluation'],
    ['a text', 'speedup at least 2', 'evaluation'],
  ])('is refused with its member for %s', (_, given, path) => {
    expect(problemsOf(given)).toEqual([path]);
  });

  it('is kept as it was given, and hashes the same in any order', () => {
    const full = {
      ...whole,
      source: 'results/a.json#/s/*',
      statistic: 'median',
      unit: 'x',
    } as const;
    expect(evaluationSchema.parse(full)).toEqual(full);
    const turned = Object.fromEntries(Object.entries(full).reverse());
    expect(registrationOf(evaluationSchema.parse(turned)).sha256).toBe(registrationOf(full).sha256);
    expect(registrationOf({ ...full, threshold: 2.5 }).sha256).not.toBe(
      registrationOf(full).sha256,
    );
    expect(criterionText(full)).toBe('the median of speedup (results/a.json#/s/*) is at least 2 x');
  });

  it.each([
    ['at_least', [false, true, true]],
    ['at_most', [true, true, false]],
    ['above', [false, false, true]],
    ['below', [true, false, false]],
  ] as const)('%s is held below, at and beyond the threshold', (direction, held) => {
    const evaluation = { ...whole, direction };
    expect([1.99, 2, 2.01].map((value) => isMet(evaluation, value))).toEqual(held);
  });
});
