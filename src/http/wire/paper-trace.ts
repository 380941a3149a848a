/** The reply that takes a paper apart: sentences, claims, and the files that its numbers come from. */
import * as z from 'zod';
import { count, okReply, text, textOrNull, time } from './parts.ts';

const fileState = z
  .enum(['same', 'changed', 'missing'])
  .describe('The file now, held against what it was when the claim was made.');
const positions = z.array(count).describe('Positions in `sentences`.');

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
      telemetry: text.describe('Where its telemetry is read.'),
    })
    .nullable()
    .describe('Null where the run is not known here.'),
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
