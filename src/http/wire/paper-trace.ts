/** The reply that takes a paper apart: sentences, claims, and the files that its numbers come from. */
import * as z from 'zod';
import { strictVerdicts } from '../../domain/statuses.ts';
import { count, okReply, stamp, text, textOrNull, time } from './parts.ts';

const fileState = z
  .enum(['same', 'changed', 'missing'])
  .describe('The file now, held against what it was when the claim was made.');
const positions = z.array(count).describe('Positions in `sentences`.');

const behind = z.int().nullable();

/** Reply: a paper taken apart. */
export const traceReply = okReply.extend({
  paper_id: text,
  state: z
    .enum(['sound', 'drifted'])
    .describe('drifted: a file changed or is gone, so that no gate lets the paper through.'),
  run: z
    .strictObject({
      run_id: text,
      worker_target: textOrNull,
      started_at: time.nullable(),
      ended_at: time.nullable(),
      registration_sha256: textOrNull.describe(
        'Of what the run is judged by, registered before it began; null: nothing was.',
      ),
      event_ids: z
        .strictObject({
          registered: behind,
          started: behind,
          ended: behind,
          decided: behind.describe('With the decision of its agent and what the gate made of it.'),
        })
        .describe('What the event log holds of it; null: no such event was found.'),
      telemetry: text.describe(
        'Where its telemetry is read: of the stretch from its start to its end, once both are known.',
      ),
    })
    .nullable()
    .describe('Null where the run is not known here.'),
  written_event_id: behind.describe('With which the present text appeared.'),
  sentences: z.array(
    z.strictObject({
      position: count,
      section: text,
      line: z.int().min(1).describe('Of paper.md.'),
      text,
      claims: z.array(text),
    }),
  ),
  claims: z.array(
    z.strictObject({
      id: text,
      kind: text,
      text,
      printed: text.describe('As the paper prints it; empty for a claim of words.'),
      unit: textOrNull,
      label: textOrNull,
      subject: textOrNull,
      quantity: textOrNull,
      formula: textOrNull.describe('Over the sources in order; null where it is read.'),
      sources: z.array(
        z.strictObject({
          file: text.describe('Relative to the paper folder.'),
          pointer: text.describe('RFC 6901; a segment * means every element.'),
          sha256: text,
          printed: text,
          value_now: z.union([z.number(), text, z.boolean()]).nullable(),
          state: fileState,
        }),
      ),
      sources_left_out: count,
      sentences: positions,
    }),
  ),
  files: z.array(
    z.strictObject({
      file: text,
      sha256: text,
      state: fileState,
      claims: z.array(text),
      sentences: positions,
    }),
  ),
  left_out: z.strictObject({ claims: count, sentences: count }),
  generated_at: time,
});

const found = {
  count: count.describe('All there are; the first 200 are told.'),
  findings: z.array(
    z.strictObject({
      rule: text,
      file: text.describe('Relative to the folder of the paper.'),
      line: count.describe('From 1; 0: it is about the whole file.'),
      excerpt: text.describe('What was found.'),
      fix: text.describe('What to do about it.'),
    }),
  ),
};

/** Reply: what lint and strict audit find in a paper. */
export const findingsReply = okReply.extend({
  paper_id: text,
  lint: z.strictObject(found),
  audit: z.strictObject({ verdict: z.enum(strictVerdicts), ...found }),
  ...stamp,
});
