/** Which drafts of a paper there are, and what the present one says otherwise than an earlier one. */
import { ServiceError } from '../../domain/errors.ts';
import { stateWord } from '../../domain/state-words.ts';
import { type Needs, type PaperTools, stampOf } from '../common/index.ts';
import { paperIds } from './paper-ids.ts';

/** Throws `paper_not_found`, and `artifact_not_found` where there is no draft, or none of the hash `from`. */
export async function readDrafts(
  { reads, clock }: Needs<'clock' | 'reads'>,
  papers: Pick<PaperTools, 'drafts'>,
  paperId: string,
  { from = null }: { readonly from?: string | null | undefined },
) {
  const { ids, status } = await paperIds({ reads }, paperId);
  const found = await papers.drafts(ids, from);
  if (found === null)
    throw new ServiceError(
      'artifact_not_found',
      `${paperId} is ${stateWord(status)} and has no draft`,
    );
  if (from !== null && found.since === null)
    throw new ServiceError('artifact_not_found', `${paperId} has no earlier draft ${from}`);
  return {
    ok: true as const,
    paper_id: paperId,
    ...found,
    ...stampOf(clock, 'files'),
  };
}
