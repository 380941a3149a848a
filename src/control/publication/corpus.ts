/** What the corpus holds and in which state it is, from its ledger and its index. */
import type {
  corpusCheckStates,
  corpusImportStates,
  corpusIndexStates,
} from '../../domain/statuses.ts';
import { toIsoTime } from '../../lib/clock.ts';
import type { EntityRow, ListQuery, Page } from '../../store/ports/read-models.ts';
import type { CorpusIndexReport, Needs, PaperTools } from '../common/index.ts';

import { toPlainRow } from '../reading/index.ts';

/** One part of the corpus: a word, and what it means here. */
export interface CorpusPart<State extends string> {
  readonly state: State;
  readonly detail: string;
}

/** Whether import, index, lint and audit are known, and what they say. */
export interface CorpusState {
  readonly counts: {
    /** Of the index; null while it is not known. */
    readonly indexed_artifacts: number | null;
    readonly lint_passes: number | null;
    readonly strict_audit_passes: number | null;
    /** Of the ledger. */
    readonly imported: number;
    readonly importing: number;
    readonly failed: number;
    readonly removed: number;
  };
  readonly state: {
    /** True when every part below is known and none stands against publishing. */
    readonly explicit: boolean;
    readonly index_built_at: string | null;
    readonly import: CorpusPart<(typeof corpusImportStates)[number]>;
    readonly index: CorpusPart<(typeof corpusIndexStates)[number]>;
    readonly lint: CorpusPart<(typeof corpusCheckStates)[number]>;
    readonly audit: CorpusPart<(typeof corpusCheckStates)[number]>;
  };
}

/** The state alone, for whoever only needs to know whether it is explicit. */
export async function readCorpusState(
  context: Needs<'reads'>,
  papers: PaperTools,
): Promise<CorpusState> {
  const [ledger, index] = await Promise.all([
    context.reads.countByStatus('corpus_entry'),
    papers.reportCorpusIndex(),
  ]);
  const imported = ledger['imported'] ?? 0;
  const importing = (ledger['importing'] ?? 0) + (ledger['removing'] ?? 0);
  const failed = ledger['failed'] ?? 0;
  const indexPart = indexPartOf(index, imported);
  const isEmpty = imported === 0 && !index.known && index.reason === 'not_built';
  const lint = checkPartOf(index, 'lint_passes', 'the lint');
  const audit = checkPartOf(index, 'strict_passes', 'the strict audit');
  const parts = [indexPart.state === 'built', lint.state === 'pass', audit.state === 'pass'];
  return {
    counts: {
      indexed_artifacts: index.known ? index.papers : null,
      lint_passes: index.known ? index.lint_passes : null,
      strict_audit_passes: index.known ? index.strict_passes : null,
      imported,
      importing,
      failed,
      removed: ledger['removed'] ?? 0,
    },
    state: {
      explicit: importing === 0 && (isEmpty || parts.every(Boolean)),
      index_built_at: index.known ? index.built_at : null,
      import: importPartOf({ imported, importing, failed }),
      index: indexPart,
      lint,
      audit,
    },
  };
}

function importPartOf(counts: {
  readonly imported: number;
  readonly importing: number;
  readonly failed: number;
}): CorpusState['state']['import'] {
  const { imported, importing, failed } = counts;
  if (importing > 0) {
    return {
      state: 'in_progress',
      detail: `${importing} being imported or removed, ${imported} done`,
    };
  }
  if (failed > 0) {
    return {
      state: 'failed',
      detail: `${failed} did not go through; last_error of each ledger row says why, and the import can be asked for again`,
    };
  }
  return imported === 0
    ? { state: 'empty', detail: 'nothing was imported yet' }
    : { state: 'complete', detail: `${imported} imported` };
}

function indexPartOf(index: CorpusIndexReport, imported: number): CorpusState['state']['index'] {
  if (!index.known && index.reason === 'unreadable') {
    return {
      state: 'unknown',
      detail: 'index.json of the corpus cannot be read; the next import builds it again',
    };
  }
  if (!index.known) {
    return { state: 'not_built', detail: 'there is no index.json; the first import builds it' };
  }
  return index.papers < imported
    ? {
        state: 'behind',
        detail: `the index holds ${index.papers} papers and the ledger ${imported}; the next import builds it again, and is refused while folders of the corpus are missing`,
      }
    : { state: 'built', detail: `${index.papers} papers, built at ${index.built_at}` };
}

function checkPartOf(
  index: CorpusIndexReport,
  member: 'lint_passes' | 'strict_passes',
  name: string,
): CorpusPart<(typeof corpusCheckStates)[number]> {
  if (!index.known) return { state: 'unknown', detail: `${name} is known from the index only` };
  const passes = index[member];
  return passes === index.papers
    ? {
        state: 'pass',
        detail: `${name} passes for ${index.papers === 1 ? 'the one indexed paper' : `all ${index.papers} indexed papers`}`,
      }
    : {
        state: 'fail',
        detail: `${name} fails for ${index.papers - passes} of ${index.papers} indexed papers`,
      };
}

/** State, counts and a bounded page of the ledger. */
export async function readCorpus(
  context: Needs<'clock' | 'reads'>,
  papers: PaperTools,
  query: ListQuery,
) {
  const [state, page] = await Promise.all([
    readCorpusState(context, papers),
    context.reads.list('corpus_entry', query),
  ]);
  return {
    ...state,
    page: page satisfies Page<EntityRow>,
    rows: page.rows.map(toLedgerRow),
    generatedAt: toIsoTime(context.clock.now()),
  };
}

/** A ledger row as the API shows it. */
function toLedgerRow(row: EntityRow) {
  const { paper_id: paperId } = row;
  return {
    ...toPlainRow('corpus_entry', row),
    links: { paper: `/control/api/v1/papers/${String(paperId)}` },
  };
}
