/**
 * Looks at the files of papers without being asked, a few papers at a time: which of those that were drafted must be
 * evaluated again, and which of the corpus are not as they were imported. What is in the corpus is only named.
 */
import type { EffectHandler } from '../../actors/runtime/effect-handler.ts';
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { corpusEntrySchema, type PaperReview, paperReviewSchema } from '../../domain/records.ts';
import { asText } from '../../lib/as-text.ts';
import type { PaperWatchEvent, ReadAgain } from '../../machines/paper-watch/events.ts';
import { ask, type Needs } from '../common/index.ts';
import { type PaperEffectOptions, paperFolder } from '../papers/index.ts';
import { findMark } from './review-paper.ts';

const address = { kind: 'paper_watch', id: 'main' } as const;

/** Called at each start; begins what never began. */
export async function startPaperWatch({ actors, reads }: Needs<'actors' | 'reads'>): Promise<void> {
  if ((await reads.get(address.kind, address.id)) !== undefined) return;
  await ask(actors, address, { type: 'START' }, { by: 'service' });
}

type Looked = Extract<PaperWatchEvent, { type: 'LOOKED' }>;
type Published = PaperEffectOptions & { readonly folders: Readonly<Record<string, string>> };

/** Effect `papers.look`. One paper after the other, so that whoever works on papers meanwhile has its turn. */
export function createLookAtPapers(options: PaperEffectOptions): EffectHandler {
  const { reads, work, corpusDir } = options;
  return {
    async run(input, { signal }): Promise<Looked> {
      const ids = await reads.idsAfter('paper_review', asText(input['after']), limits.paperLookMax);
      const folders = await work.publishedFolders(corpusDir, signal);
      const changed: string[] = [];
      const published: ReadAgain[] = [];
      for (const id of ids) {
        const review = paperReviewSchema.safeParse(await reads.get('paper_review', id));
        // What cannot be read is told by the check of its actor.
        if (review.success && (await isChanged(options, review.data, signal))) changed.push(id);
        const again = await readAgain({ ...options, folders }, id, signal);
        if (again !== null) published.push(again);
      }
      const after = ids.length < limits.paperLookMax ? null : (ids.at(-1) ?? null);
      return { type: 'LOOKED', after, papers: ids.length, changed, published };
    },
  };
}

/** What is put away is left alone, and what is being evaluated anyway. */
async function isChanged(
  options: PaperEffectOptions,
  review: PaperReview,
  signal: AbortSignal,
): Promise<boolean> {
  if (review.paper_status === 'archived' || review.evaluated_at === null) return false;
  const mark = await findMark(options, await paperFolder(options, review), signal);
  return mark !== (review.evaluated_mark ?? null);
}

/** Null for a paper that is not in the corpus, and for one whose files are those that were read last. */
async function readAgain(
  { reads, work, corpusDir, folders }: Published,
  paperId: string,
  signal: AbortSignal,
): Promise<ReadAgain | null> {
  const entry = corpusEntrySchema.safeParse(await reads.get('corpus_entry', paperId));
  if (!entry.success || entry.data.status !== 'imported') return null;
  const { looked_mark: seen = null, manifest_sha256: manifestSha256 } = entry.data;
  const found = (read: { readonly mark: string; readonly drift: string | null } | null) =>
    read === null || read.mark === seen ? null : { paper_id: paperId, ...read };
  const dir = folders[paperId];
  if (dir === undefined)
    return found({ mark: 'gone', drift: 'no folder of the corpus says that it is this paper' });
  try {
    return found(await work.readPublished({ corpusDir, dir, seen, manifestSha256 }, signal));
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'paper_too_large') throw error;
    return found({ mark: 'too_large', drift: error.message });
  }
}
