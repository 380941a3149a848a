/** What lint and strict audit find in one paper now, each finding with its place in the files. */
import { ServiceError } from '../../domain/errors.ts';
import { stateWord } from '../../domain/state-words.ts';
import { type Needs, type PaperTools, stampOf } from '../common/index.ts';
import { paperIds } from './paper-ids.ts';

/** Throws `paper_not_found`, and `artifact_not_found` where there is no draft. */
export async function readFindings(
  { reads, clock }: Needs<'clock' | 'reads'>,
  papers: PaperTools,
  paperId: string,
) {
  const { ids, status } = await paperIds({ reads }, paperId);
  const found = await papers.findings(ids);
  if (found === null) {
    throw new ServiceError(
      'artifact_not_found',
      `${paperId} is ${stateWord(status)} and has no files to look into`,
    );
  }
  return {
    ok: true as const,
    paper_id: paperId,
    ...found,
    ...stampOf(clock, 'files'),
  };
}
