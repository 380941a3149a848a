/** A paper as its files are asked for: by which its folder is found, and its status for what is said of it. */
import { asText } from '../../lib/as-text.ts';
import type { Needs, PaperIds } from '../common/index.ts';
import { requirePaper } from '../papers/index.ts';

/** Throws `paper_not_found`. */
export async function paperIds(
  { reads }: Needs<'reads'>,
  paperId: string,
): Promise<{ readonly ids: PaperIds; readonly status: string }> {
  const paper = await requirePaper({ reads }, paperId);
  return {
    ids: { project_id: asText(paper['project_id']), run_id: asText(paper['run_id']) },
    status: asText(paper['status']),
  };
}
