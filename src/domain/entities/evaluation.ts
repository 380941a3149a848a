/** The criterion of an idea: what is measured, and what it must reach. Registered before a run, it judges the run. */
import * as z from 'zod';
import { fingerprint } from '../../lib/hash.ts';
import { resultEndings } from '../result-formats.ts';
import { line } from '../texts.ts';
import { text } from './parts.ts';

/** How the measured value must stand to the threshold. */
export const evaluationDirections = ['at_least', 'at_most', 'above', 'below'] as const;
/** What is taken of the values at the source; `value` is the only one there. */
export const evaluationStatistics = ['value', 'median', 'mean'] as const;

const sourceRule = `must be a result file (${resultEndings.join(', ')}) and a JSON pointer with "#" between them, such as results/summary.json#/speedup; "*" stands for every element or row`;
const sourcePattern = new RegExp(
  `^[^#\\p{Cc}]{1,400}(?:${resultEndings.map((ending) => `\\${ending}`).join('|')})#(?:\\/(?:[^~/\\p{Cc}]|~[01])*){1,24}$`,
  'u',
);

/** Members in the order of the documentation. What is left out is not guessed. */
export const evaluationSchema = z
  .strictObject({
    metric: line(200)
      .trim()
      .min(1, 'must not be empty')
      .refine((text) => text.isWellFormed(), 'must not hold half characters')
      .describe('Name of what is measured'),
    source: line(1000)
      .regex(sourcePattern, sourceRule)
      .refine((source) => !source.split('#')[0]?.split('/').includes('..'), sourceRule)
      .optional()
      .describe(
        'Where it stands: `path#pointer`, where `*` means every element; found by its name when absent',
      ),
    statistic: z
      .enum(evaluationStatistics)
      .optional()
      .describe('What is taken of several values; `value` when absent: there must be one'),
    direction: z
      .enum(evaluationDirections)
      .describe('How the measured value must stand to the threshold'),
    threshold: z.number('must be a number').describe('In the unit given, or in that of the file'),
    unit: line(24)
      .trim()
      .min(1, 'must not be empty')
      .optional()
      .describe('Unit of the threshold; a file in another one is converted'),
  })
  .superRefine(({ source, statistic }, context) => {
    if (statistic !== undefined && statistic !== 'value') return;
    if (source?.split('#')[1]?.split('/').includes('*') !== true) return;
    const message = 'must be median or mean: the source names several values';
    context.addIssue({ code: 'custom', path: ['statistic'], message });
  });
/** A criterion, as ideas, projects, queue items and registrations hold it. */
export type Evaluation = z.output<typeof evaluationSchema>;
/** Names of its members, in the order of the documentation. */
export const evaluationMembers = Object.keys(
  evaluationSchema.shape,
) as readonly (keyof Evaluation)[];

/** A criterion as it stood in the turn that claimed a run, before its worker heard of it. */
export const registrationSchema = z.object({
  evaluation: evaluationSchema,
  /** Of the canonical JSON of `evaluation`. */
  sha256: text,
});
/** What a run keeps of its `run.registered` event. */
export type Registration = z.infer<typeof registrationSchema>;

/** The registration of a criterion: equal for equal criteria, whatever the order of their members. */
export const registrationOf = (evaluation: Evaluation): Registration => ({
  evaluation,
  sha256: fingerprint(evaluation),
});

const relations: Readonly<
  Record<
    Evaluation['direction'],
    { readonly words: string; holds(value: number, threshold: number): boolean }
  >
> = {
  at_least: { words: 'at least', holds: (value, threshold) => value >= threshold },
  at_most: { words: 'at most', holds: (value, threshold) => value <= threshold },
  above: { words: 'above', holds: (value, threshold) => value > threshold },
  below: { words: 'below', holds: (value, threshold) => value < threshold },
};

/** Whether a value in the unit of the threshold reaches it; of unrounded numbers. */
export const isMet = ({ direction, threshold }: Evaluation, value: number): boolean =>
  relations[direction].holds(value, threshold);

/** `at least`: the words of a direction. */
export const directionWords = (direction: Evaluation['direction']): string =>
  relations[direction].words;

/** `the median of speedup (results/summary.json#/speedups) is at least 2 x`: one line for people and agents. */
export function criterionText(evaluation: Evaluation): string {
  const { metric, source, statistic, direction, threshold, unit } = evaluation;
  const what =
    statistic === undefined || statistic === 'value' ? metric : `the ${statistic} of ${metric}`;
  const where = source === undefined ? '' : ` (${source})`;
  const measure = unit === undefined ? '' : ` ${unit}`;
  return `${what}${where} is ${directionWords(direction)} ${threshold}${measure}`;
}
