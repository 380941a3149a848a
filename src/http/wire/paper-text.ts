/** Replies that hold what a paper says: as elements and texts of a closed list, and what changed since a draft. */
import * as z from 'zod';
import { type PaperTag, paperTags } from '../../domain/paper-tags.ts';
import { count, okReply, stamp, text, time } from './parts.ts';

const paperElement = z
  .strictObject({
    tag: z.enum(paperTags),
    attributes: z
      .record(text, text)
      .optional()
      .describe('Of a closed list: none that loads, leads, runs or styles.'),
    claim: text.optional().describe('Whose number or id it shows.'),
    evidence: text.optional().describe('What that claim is of, and where it was read.'),
    line: z.int().min(1).optional().describe('Of paper.md, which says the same there.'),
    get children(): z.ZodArray<z.ZodType<PaperChild>> {
      return z.array(z.union([text, paperElement]));
    },
  })
  .meta({ id: 'PaperElement', description: 'An element of a paper with what it holds.' });
type PaperChild = string | PaperElement;
interface PaperElement {
  readonly tag: PaperTag;
  readonly attributes?: Readonly<Record<string, string>> | undefined;
  readonly claim?: string | undefined;
  readonly evidence?: string | undefined;
  readonly line?: number | undefined;
  readonly children: readonly PaperChild[];
}

/** Reply: what a paper says. */
export const textReply = okReply.extend({
  paper_id: text,
  children: z.array(z.union([text, paperElement])),
  ...stamp,
});

const draft = z.strictObject({
  sha256: text.describe('Of its Markdown.'),
  written_at: time.nullable().describe('Null where its metadata does not say.'),
});

/** Reply: the drafts of a paper, and what became of one of them. */
export const draftsReply = okReply.extend({
  paper_id: text,
  now: draft,
  earlier: z.array(draft).describe('The newest first.'),
  since: draft
    .extend({
      unchanged: count.describe('Sentences that both have.'),
      changes: z.array(
        z.strictObject({ section: text, removed: z.array(text), added: z.array(text) }),
      ),
      left_out: count.describe('Changes and sentences that are not told.'),
    })
    .nullable()
    .describe('Null where there is no earlier draft.'),
  ...stamp,
});
