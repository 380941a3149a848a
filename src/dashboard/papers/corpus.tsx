/** The corpus: what it holds, whether its index, lint and audit are known, its papers, and those that were removed. */

import { addressOf, machineAddress } from '../places/places.ts';
import { ask } from '../service/api.ts';
import { type CorpusRow, type CorpusShown, type ListPage, pageOf } from '../service/wire.ts';
import { useValue } from '../ui/context.tsx';
import { type Column, PageTable } from '../ui/lists.tsx';
import { Age, Empty, Mark, notSaid, Section } from '../ui/parts.tsx';
import { Renderings } from '../ui/renderings.tsx';
import { SearchForm } from '../ui/search.tsx';
import { useTold } from '../ui/told.ts';
import { stateWord } from '../words/state-words.ts';
import { countText, endSentence, type Mark as MarkName, plainWord } from '../words/words.ts';
import { CorpusChart } from './corpus-chart.tsx';
import { emptyLedger, formerIds, removalOf } from './corpus-words.ts';

export function CorpusPage() {
  const corpus = useValue((state) => state.corpus);
  const place = useValue((state) => state.place);
  const { search } = place.filter;
  // By itself: among all papers it might stand behind the last row shown.
  const { told } = useTold(
    `removed ${search}`,
    (api) =>
      ask(api.get('/control/api/v1/corpus', { params: { query: { search, status: 'removed' } } })),
    corpus,
  );
  const removed = told === null ? null : pageOf(told);
  const page = corpus == null ? corpus : { ...corpus.page, rows: corpus.page.rows.filter(isKept) };
  return (
    <>
      <Section title="Corpus" count={corpus?.counts?.imported ?? null}>
        <SearchForm
          name="Search the corpus"
          place={place}
          class="one-filter"
          placeholder="title, public id, lint, why removed"
        />
        {corpus != null && (
          <>
            <Standing corpus={corpus} />
            <CorpusChart corpus={corpus} search={search} />
          </>
        )}
        <PageTable
          name="Corpus"
          columns={columns}
          page={page}
          keyOf={({ paper_id: id }) => id}
          none={
            corpus == null || page == null
              ? null
              : emptyLedger({ page, removed, counts: corpus.counts }, search)
          }
        />
      </Section>
      {told !== null && <Removed removed={removed} />}
    </>
  );
}

const partMarks: Readonly<Record<string, MarkName>> = {
  passed: 'done',
  pass: 'done',
  built: 'done',
  ready: 'done',
  complete: 'done',
  known: 'done',
  failed: 'failed',
  stale: 'person',
};

const partNames = { import: 'Imports', index: 'Index', lint: 'Lint', audit: 'Audit' } as const;
const papersText = (count: number | null | undefined): string =>
  count === 1 ? 'one paper' : `${countText(count)} papers`;

/** Each part by itself: what is not known of one is no verdict on another. */
function Standing({ corpus: { state, counts } }: { readonly corpus: CorpusShown }) {
  if (state === undefined) return <Empty>{notSaid}</Empty>;
  const parts = ['import', 'index', 'lint', 'audit'] as const;
  return (
    <>
      <dl class="facts-list">
        {parts.map((name) => (
          <div key={name}>
            <dt>{partNames[name]}</dt>
            <dd>
              <Mark kind={partMarks[state[name]?.state ?? ''] ?? 'unknown'}>
                {stateWord(state[name]?.state)}
              </Mark>{' '}
              {name === 'index' && state.index_built_at != null ? (
                <>
                  {papersText(counts?.indexed_artifacts)}, built <Age of={state.index_built_at} />
                </>
              ) : (
                endSentence(state[name]?.detail ?? '')
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p class="aside">
        {countText(counts?.imported)} imported, {countText(counts?.importing)} on their way,{' '}
        {countText(counts?.failed)} failed, {countText(counts?.removed)} removed;{' '}
        {counts?.indexed_artifacts == null
          ? 'how many the index holds is not known.'
          : `${counts.indexed_artifacts} in the index, of which ${countText(counts.lint_passes)} pass lint and ${countText(counts.strict_audit_passes)} the strict audit.`}
      </p>
    </>
  );
}

const rowMarks: Readonly<Record<string, MarkName>> = {
  imported: 'done',
  importing: 'running',
  removing: 'running',
  failed: 'failed',
};

const titleColumn: Column<CorpusRow> = {
  name: 'Title',
  cell: (row) => {
    const { title, paper_id: id, public_id: publicId } = row;
    const former = formerIds(row);
    return (
      <div>
        {id === undefined ? (
          <strong>{title ?? 'untitled'}</strong>
        ) : (
          <a href={addressOf({ page: 'papers', id })}>
            <strong>
              <bdi>{title ?? id}</bdi>
            </strong>
          </a>
        )}
        {publicId != null && <div class="mono soft">{publicId}</div>}
        {former.length > 0 && id !== undefined && (
          <div class="soft">
            removed before as <span class="mono">{former.join(', ')}</span>:{' '}
            <a href={machineAddress('corpus_entry', id)}>its history</a>
          </div>
        )}
      </div>
    );
  },
};

const columns: readonly Column<CorpusRow>[] = [
  titleColumn,
  {
    name: 'State',
    cell: ({ status, last_error: error, drift }) => (
      <div>
        <Mark kind={rowMarks[status ?? ''] ?? 'unknown'}>{plainWord(status)}</Mark>
        {error != null && <div class="trouble">{endSentence(error)}</div>}
        {drift != null && (
          <div class="trouble">{endSentence(`Not as it was imported: ${drift}`)}</div>
        )}
      </div>
    ),
  },
  { name: 'Lint', cell: ({ lint }) => stateWord(lint) },
  { name: 'Audit', cell: ({ audit }) => stateWord(audit) },
  { name: 'Imported', cell: ({ imported_at: at }) => (at == null ? '–' : <Age of={at} />) },
  {
    name: 'Read it',
    cell: ({ paper_id: id }) => (id === undefined ? null : <Renderings id={id} short />),
  },
];

const isKept = ({ status }: CorpusRow): boolean => status !== 'removed';

interface RemovedProps {
  /** Null: not told. */
  readonly removed: ListPage<CorpusRow> | null;
}

const removedColumns: readonly Column<CorpusRow>[] = [
  titleColumn,
  { name: 'Removed', cell: ({ removed_at: at }) => <Age of={at} /> },
  { name: 'By', cell: (row) => <bdi>{removalOf(row).by}</bdi> },
  { name: 'Why', cell: (row) => <bdi>{removalOf(row).why}</bdi> },
];

/** Papers that were taken out, each with what its tombstone says; nothing where there is none. */
function Removed({ removed }: RemovedProps) {
  if (removed === null)
    return (
      <Section title="Removed">
        <Empty>{notSaid}</Empty>
      </Section>
    );
  if (removed.rows.length === 0) return null;
  return (
    <Section title="Removed" count={removed.hasMore ? null : removed.rows.length}>
      <p class="aside">
        Their files are no longer in the corpus, and their public ids are given to no other paper.
      </p>
      <PageTable
        name="Removed papers"
        columns={removedColumns}
        page={removed}
        keyOf={({ paper_id: id }) => id}
        none={null}
      />
    </Section>
  );
}
