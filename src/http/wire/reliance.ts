/** Why the service must not be left alone, and what is foreseen, as replies have them. */
import * as z from 'zod';
import { readinessCheckNames } from '../../control/readiness/index.ts';
import { cautionCodes, reasonCodes } from '../../control/reliance/index.ts';
import { alertSeverities } from '../../domain/records.ts';
import { count } from './parts.ts';
import { moment } from './rows.ts';

const actSchema = z
  .strictObject({
    verb: z.string().describe('A stable word for programs, such as `resume_queue`.'),
    label: z.string().describe('The same for people: what is to be done.'),
    button: z
      .string()
      .nullable()
      .describe('What `request` does, in a word for its button; null where there is none.'),
    target: z.string().nullable().describe('What it is done to; null: the service as a whole.'),
    consequence: z.string().describe('What follows from it, as a sentence.'),
    request: z
      .strictObject({
        method: z.literal('POST'),
        path: z.string(),
        body: z.record(z.string(), z.unknown()),
      })
      .nullable()
      .describe(
        'The request that does it, or draws up the plan that does it to many items; null where it is done elsewhere.',
      ),
  })
  .meta({ id: 'Act', description: 'The smallest act that ends a reason.' });

/** Reply member: one row a cause, the gravest first; empty: it can be left alone. */
export const reasonsSchema = z
  .array(
    z
      .strictObject({
        code: z.enum(reasonCodes),
        severity: z.enum(alertSeverities),
        subject: z.string().nullable().describe('A worker, an item, a paper; null: the service.'),
        title: z.string(),
        detail: z.string(),
        since: moment.nullable().describe('Null where nobody knows.'),
        known: z
          .boolean()
          .describe('False where it is not known to be wrong, but not known to be well either.'),
        holds_up: z
          .strictObject({
            items: count.describe('Queue items, running ones included.'),
            papers: count,
            at_least: z.boolean().describe('The queue is longer than was looked at.'),
            examples: z.array(z.string()).describe('Ids of the first of them.'),
          })
          .nullable()
          .describe('Null where nothing waits for it.'),
        act: actSchema,
      })
      .meta({ id: 'Reason', description: 'One cause why the service must not be left alone.' }),
  )
  .describe('Why it must not be left alone, one row a cause, the gravest first.');

/** Reply member: what is as it was configured, and goes unsaid or unsaved while nobody looks. */
export const cautionsSchema = z
  .array(
    z
      .strictObject({
        code: z.enum(cautionCodes),
        words: z.string().describe('Goes on after "You can leave it alone, but".'),
        remedy: z.string().describe('What would change it.'),
        check: z
          .enum(readinessCheckNames)
          .nullable()
          .describe(
            'The check of readiness that passes only because nothing is set up that it could check.',
          ),
      })
      .meta({ id: 'Caution', description: 'What nobody would hear of, or keep.' }),
  )
  .describe('What goes unsaid or unsaved while it is left alone, the gravest first.');

/** Reply member: the queue played on its lanes with the lengths of past runs. */
export const forecastSchema = z
  .strictObject({
    until: moment,
    hours: count,
    items: count.describe('What runs or is queued now, as far as was looked at.'),
    at_least: z.boolean().describe('The queue is longer than was looked at.'),
    will_have_run: count
      .nullable()
      .describe('Of these, how many will be over by then; null where nobody knows.'),
    waits: z
      .array(z.strictObject({ reason: z.string(), items: count }))
      .describe('Those that will not even begin, by what keeps them.'),
    basis: z.strictObject({
      runs: count.describe('Past runs that it rests on.'),
      median_seconds: count.nullable(),
    }),
    sentence: z.string(),
  })
  .meta({ id: 'Forecast', description: 'A forecast, not a promise.' });
