/** What a paper says, for a page that shows it. */
import { ServiceError } from '../../domain/errors.ts';
import { stateWord } from '../../domain/state-words.ts';
import { type Needs, type PaperTools, stampOf } from '../common/index.ts';
import { paperIds } from './paper-ids.ts';

/** Throws `paper_not_found`, `artifact_not_found` where it has no HTML, and `paper_too_large` where that is too long. */
export async function readText(
  { reads, clock }: Needs<'clock' | 'reads'>,
  papers: Pick<PaperTools, 'text'>,
  paperId: string,
) {
  const { ids, status } = await paperIds({ reads }, paperId);
  const read = await papers.text(ids);
  if (!read.ok) throw refusal[read.reason](paperId, status);
  return {
    ok: true as const,
    paper_id: paperId,
    children: read.children,
    ...stampOf(clock, 'files'),
  };
}

const refusal = {
  no_html: (id: string, status: string) =>
    new ServiceError(
      'artifact_not_found',
      `${id} is ${stateWord(status)} and has no paper.html to show`,
    ),
  too_long: (id: string) =>
    new ServiceError(
      'paper_too_large',
      `${id} is too long to be shown here; save its PDF or HTML instead`,
    ),
};
