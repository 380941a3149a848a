/** The corpus: what it holds, whether its index, lint and audit are known, and its papers. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { addressOf } from '../places.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { type Column, More, Table } from '../ui/lists.tsx';
import { Age, Empty, Mark, notSaid, Section, Waiting } from '../ui/parts.tsx';
import { Renderings } from '../ui/renderings.tsx';
import type { CorpusRow, CorpusShown } from '../wire.ts';
import { countText, endSentence, type Mark as MarkName, plainWord } from '../words.ts';

export function CorpusPage() {
  const corpus = useValue((state) => state.corpus);
  return (
    <Section title="Corpus" count={corpus?.counts?.imported ?? null}>
      <Search />
      {corpus != null && <Standing corpus={corpus} />}
      {corpus === undefined ? (
        <Waiting />
      ) : corpus === null ? (
        <Empty>{notSaid}</Empty>
      ) : (
        <Ledger corpus={corpus} />
      )}
    </Section>
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
                {plainWord(state[name]?.state)}
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
        {countText(counts?.failed)} failed; in the index {countText(counts?.indexed_artifacts)}, of
        which lint passes {countText(counts?.lint_passes)} and the strict audit{' '}
        {countText(counts?.strict_audit_passes)}.
      </p>
    </>
  );
}

/** What is searched for goes into the address, on Enter or on leaving the field. */
function Search() {
  const { change } = useDashboard();
  const filter = useValue((state) => state.place.filter);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (field.current !== null && field.current !== document.activeElement)
      field.current.value = filter.search;
  }, [filter.search]);
  const apply = (): void => {
    const search = field.current?.value.trim() ?? '';
    if (search !== filter.search) change({ filter: { ...filter, search } });
  };
  return (
    <form
      class="filters one-filter"
      aria-label="Search the corpus"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <label>
        <span>Search</span>
        <input
          type="search"
          ref={field}
          maxLength={200}
          placeholder="title, public id, lint, audit"
          autocomplete="off"
          spellcheck={false}
          onChange={apply}
        />
      </label>
    </form>
  );
}

const rowMarks: Readonly<Record<string, MarkName>> = {
  imported: 'done',
  importing: 'running',
  failed: 'failed',
};

const columns: readonly Column<CorpusRow>[] = [
  {
    name: 'Title',
    cell: ({ title, paper_id: id, public_id: publicId }) => (
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
      </div>
    ),
  },
  {
    name: 'State',
    cell: ({ status, last_error: error }) => (
      <div>
        <Mark kind={rowMarks[status ?? ''] ?? 'unknown'}>{plainWord(status)}</Mark>
        {error != null && <div class="trouble">{endSentence(error)}</div>}
      </div>
    ),
  },
  { name: 'Lint', cell: ({ lint }) => plainWord(lint) },
  { name: 'Audit', cell: ({ audit }) => plainWord(audit) },
  { name: 'Imported', cell: ({ imported_at: at }) => (at == null ? '–' : <Age of={at} />) },
  {
    name: 'Read it',
    cell: ({ paper_id: id }) => (id === undefined ? null : <Renderings id={id} short />),
  },
];

function Ledger({ corpus: { page } }: { readonly corpus: CorpusShown }) {
  const search = useValue((state) => state.place.filter.search);
  if (page.rows.length === 0)
    return (
      <Empty>
        {search === ''
          ? 'No paper was imported yet. A finalized paper is imported from its page, or by the pump.'
          : 'No paper of the corpus has that in its texts.'}
      </Empty>
    );
  return (
    <>
      <Table
        name="Corpus"
        columns={columns}
        rows={page.rows}
        keyOf={({ paper_id: id }, index) => id ?? String(index)}
      />
      <More page={page} />
    </>
  );
}
