/** Texts that people and programs send, each with the words that say what would be right. */
import * as z from 'zod';
import { isIdentifier } from './ids.ts';
import { limits } from './limits.ts';
import { priorityWords } from './statuses.ts';

const identifierRule = 'must be 1 to 128 letters, digits, ".", "_" or "-"';

/** A project, run or paper id. */
export const identifier = z
  .string()
  .max(limits.identifierCharsMax, { error: identifierRule, abort: true })
  .refine(isIdentifier, identifierRule);

/** Text of at most `max` characters, line breaks allowed. */
export const words = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !text.includes('\u0000'), 'must not hold NUL characters');

/** A name or a short remark: it ends up in environments, file names and titles. */
export const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text), 'must not hold control characters');

const tagsMax = 20;
const tagCharsMax = 64;

/** Words to find something by: trimmed, each once, in the order in which they were given. */
export const tagList = z
  .array(
    line(tagCharsMax)
      .trim()
      .min(1, 'must not be empty')
      .refine(
        (tag) => !tag.includes(','),
        'must not hold commas: in queries they stand between tags',
      ),
  )
  .superRefine((tags, context) => {
    const first = new Map<string, string>();
    for (const [index, tag] of tags.entries()) {
      const known = first.get(tag.toLowerCase());
      if (known === undefined) first.set(tag.toLowerCase(), tag);
      if (known === undefined || known === tag) continue;
      const message = `is number ${tags.indexOf(known) + 1} of the list in other letters (upper or lower case); write both the same way, or give one`;
      context.addIssue({ code: 'custom', path: [index], message });
      return;
    }
  })
  .overwrite((tags) => [...new Set(tags)])
  .max(tagsMax)
  .describe(
    `Words to find it by, at most ${tagsMax} of ${tagCharsMax} characters, without commas; trimmed, and each kept once`,
  );

/** A priority as a word or a number; low numbers go first. */
export const priority = z
  .union(
    [
      z.enum(Object.keys(priorityWords) as (keyof typeof priorityWords)[]),
      z.int().min(0).max(1000),
    ],
    { error: `must be ${Object.keys(priorityWords).join(', ')} or a whole number from 0 to 1000` },
  )
  .describe('A word (high, medium, low) or a number; lower numbers are dispatched first');

/** As items store it. */
export const toPriority = (given: z.output<typeof priority>): number =>
  typeof given === 'number' ? given : priorityWords[given];
