/** Why a paper cannot be imported into the corpus: it is not finished, or not everything of it is known. */
import { ServiceError } from '../../domain/errors.ts';
import { stateWord } from '../../domain/state-words.ts';
import { asText } from '../../lib/as-text.ts';
import type { EntityRow } from '../../store/ports/read-models.ts';
import type { Needs, PaperTools } from '../common/index.ts';
import { publishingObstacle } from '../papers/index.ts';
import { readCorpusState } from './corpus.ts';

/** Throws `gates_failed` unless the paper is finalized with a package, `transition_refused` while it is written. */
export async function refuseUnfinished(
  context: Needs<'reads'>,
  paperId: string,
  review: EntityRow | undefined,
  packageDir: string,
): Promise<void> {
  const writing = await publishingObstacle(context.reads, paperId);
  if (writing !== null) {
    throw new ServiceError('transition_refused', writing.message, { reason: writing.reason });
  }
  const status = asText(review?.['status'], 'unknown');
  if (status === 'finalized' && packageDir !== '') return;
  const [detail, problem] =
    status === 'finalized'
      ? ['was set to finalized by hand and has no package', 'there is no finalization package']
      : ['is not finalized', `its review is ${stateWord(status)}, finalized is needed`];
  throw new ServiceError(
    'gates_failed',
    `${paperId} ${detail}; prepare its finalization package first`,
    { problems: [problem] },
  );
}

/** What is not known of the paper and of the corpus, without which nothing is published. */
export async function unknownStates(
  context: Needs<'reads'>,
  papers: PaperTools,
  review: EntityRow | undefined,
  dryRun: boolean,
): Promise<string[]> {
  const problems: string[] = [];
  const path = `/control/api/publication-automation/${asText(review?.['paper_id'])}/move`;
  // Every change of the paper has it evaluated; only what failed then is not on its way.
  const evaluate =
    (review?.['last_error'] ?? null) === null
      ? 'it is being worked out; ask again in a moment'
      : `have it worked out again with POST ${path} and {"move": "evaluate"}`;
  if ((review?.['lint_passes'] ?? null) === null) {
    problems.push(`whether the paper passes the lint is not known; ${evaluate}`);
  }
  if ((review?.['audit_verdict'] ?? null) === null) {
    problems.push(`whether the paper passes the strict audit is not known; ${evaluate}`);
  }
  // A dry run of one paper speaks of that paper.
  return dryRun ? problems : [...problems, ...(await whyCorpusRefuses(context, papers, false))];
}

/**
 * What of the corpus itself is not explicit, so that no paper at all is imported. A dry run writes nothing and
 * names nothing that building the index may bring; what is imported has it built first.
 */
export async function whyCorpusRefuses(
  context: Needs<'reads'>,
  papers: PaperTools,
  dryRun: boolean,
): Promise<string[]> {
  let { state } = await readCorpusState(context, papers);
  if (state.index.state !== 'built') {
    if (dryRun) return [];
    await papers.rebuildCorpusIndex();
    ({ state } = await readCorpusState(context, papers));
  }
  return (['index', 'lint', 'audit'] as const)
    .filter((part) => !['built', 'pass', 'fail'].includes(state[part].state))
    .map(
      (part) => `the ${part} state of the corpus is ${state[part].state}: ${state[part].detail}`,
    );
}
