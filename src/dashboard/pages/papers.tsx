/** The papers as a list. */
import { timeOf } from '../loose.ts';
import { useValue } from '../ui/context.tsx';
import {
  Chips,
  type Column,
  More,
  NarrowedTo,
  nothingTagged,
  OpenLink,
  Table,
} from '../ui/lists.tsx';
import { Split } from '../ui/pane.tsx';
import { Age, Empty, Mark, notSaid, Section, Waiting } from '../ui/parts.tsx';
import type { PaperRow } from '../wire.ts';
import { markOf, plainWord } from '../words.ts';
import { PaperPane } from './paper.tsx';
import { RewriteBatches } from './rewrite-batches.tsx';

/** A paper opens beside the list. */
export function PapersPage() {
  return <Split name="papers" list={<PaperList />} pane={<PaperPane />} />;
}

function PaperList() {
  const papers = useValue((state) => state.papers);
  const place = useValue((state) => state.place);
  const columns: readonly Column<PaperRow>[] = [
    {
      name: 'Title',
      cell: ({ title, paper_id: id, tags }) => (
        <div>
          {id === undefined ? (
            <strong>{title ?? 'untitled'}</strong>
          ) : (
            <OpenLink id={id}>
              <strong>
                <bdi>{title ?? id}</bdi>
              </strong>
            </OpenLink>
          )}
          <Chips of={tags} page="papers" place={place} />
        </div>
      ),
    },
    {
      name: 'State',
      cell: ({ paper_status: status }) => <Mark kind={markOf(status)}>{plainWord(status)}</Mark>,
    },
    {
      name: 'Decision',
      cell: ({ decision }) =>
        decision?.project_decision === undefined ? '–' : plainWord(decision.project_decision),
    },
    { name: 'Project', cell: ({ project_id: id }) => id ?? 'unknown' },
    { name: 'Changed', cell: ({ updated_at: at }) => <Age of={timeOf(at)} /> },
  ];
  const isEmpty = papers?.rows.length === 0;
  return (
    <Section title="Papers" count={isEmpty ? 0 : null}>
      <RewriteBatches />
      <NarrowedTo place={place} />
      {papers === undefined ? (
        <Waiting />
      ) : papers === null ? (
        <Empty>{notSaid}</Empty>
      ) : isEmpty ? (
        <Empty>
          {place.tags.length > 0
            ? nothingTagged(place.tags)
            : 'No paper yet. One is drafted when a completed run has a decision that its evidence carries.'}
        </Empty>
      ) : (
        <>
          <Table
            name="Papers"
            columns={columns}
            rows={papers.rows}
            keyOf={({ paper_id: id }, index) => id ?? String(index)}
          />
          <More page={papers} />
        </>
      )}
    </Section>
  );
}
