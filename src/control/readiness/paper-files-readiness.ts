/** Whether the files of papers are still what they were, for readiness: what drifted, and whether anybody can look. */
import { limits } from '../../domain/limits.ts';
import { asText } from '../../lib/as-text.ts';
import type { DriftedPaper } from '../../store/ports/read-models.ts';
import { type Needs, ok, type Verdict } from '../common/index.ts';

/** Drafts and papers of the corpus alike; each is named, up to a bound. */
export async function judgePaperFiles({ reads }: Needs<'reads'>): Promise<Verdict> {
  const [watch, drifted] = await Promise.all([
    reads.get('paper_watch', 'main'),
    reads.driftedPapers(limits.driftPapersNamedMax),
  ]);
  const evidence = {
    round_ended_at: watch?.['round_ended_at'] ?? null,
    drifted: drifted.map(({ kind, ...paper }) => ({ ...paper, where: placeOf[kind] })),
  };
  const [first] = drifted;
  if (first !== undefined) {
    const since = drifted.map((paper) => paper.since ?? '').sort()[0] ?? '';
    return {
      status: 'failing',
      detail: `${wordsOf(first)}${othersOf(drifted.length - 1)}`,
      action:
        'put the files back as they were, or rewrite the draft; what the corpus holds stays there until it is removed with a reason',
      evidence,
      since: since === '' ? null : since,
    };
  }
  const error = asText(watch?.['last_error']);
  const failedAt = asText(watch?.['failed_at']);
  if (error !== '')
    return {
      status: 'failing',
      detail: `the files of papers could not be looked at: ${error}`,
      action: 'mend what it names; they are looked at again by themselves',
      evidence,
      since: failedAt === '' ? null : failedAt,
    };
  return ok('no paper is known to differ from what was written', evidence);
}

const placeOf = { paper_review: 'draft', corpus_entry: 'corpus' } as const;

const wordsOf = ({ kind, id, drift }: DriftedPaper): string =>
  kind === 'corpus_entry'
    ? `paper ${id} is in the corpus not as it was imported: ${drift}`
    : `paper ${id} is not what was written: ${drift}`;

function othersOf(count: number): string {
  if (count === 0) return '';
  const least = count + 1 < limits.driftPapersNamedMax ? '' : 'at least ';
  return `; and ${least}${count} more`;
}
