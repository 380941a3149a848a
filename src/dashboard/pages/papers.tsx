/** The papers as a list. */
import { timeOf } from '../loose.ts';
import { useValue } from '../ui/context.tsx';
import {
  Chips,
  type Column,
  NarrowedTo,
  nothingTagged,
  OpenLink,
  PageTable,
} from '../ui/lists.tsx';
import { Split } from '../ui/pane.tsx';
import { Age, Mark, Section } from '../ui/parts.tsx';
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
  return (
    <Section title="Papers" count={papers?.rows.length === 0 ? 0 : null}>
      <RewriteBatches />
      <NarrowedTo place={place} />
      <PageTable
        name="Papers"
        columns={columns}
        page={papers}
        keyOf={({ paper_id: id }) => id}
        none={
          place.tags.length > 0
            ? nothingTagged(place.tags)
            : 'No paper yet. One is drafted when a completed run has a decision that its evidence carries.'
        }
      />
    </Section>
  );
}
