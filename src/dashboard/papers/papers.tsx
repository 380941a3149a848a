/** The papers as a list, narrowed to a stage of their way, to words and to tags. */

import { addressOf, type PaperStage, type Place, paperStages } from '../places/places.ts';
import { timeOf } from '../service/loose.ts';
import type { PaperRow } from '../service/wire.ts';
import { figuresOf, type State } from '../session/state.ts';
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
import { SearchForm } from '../ui/search.tsx';
import { ServiceTrial } from '../ui/trial.tsx';
import { stateWord } from '../words/state-words.ts';
import { markOf } from '../words/words.ts';
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
      cell: ({ paper_status: status }) => <Mark kind={markOf(status)}>{stateWord(status)}</Mark>,
    },
    {
      name: 'Decision',
      cell: ({ decision }) =>
        decision?.project_decision === undefined ? '–' : stateWord(decision.project_decision),
    },
    { name: 'Project', cell: ({ project_id: id }) => <bdi>{id ?? 'unknown'}</bdi> },
    { name: 'Changed', cell: ({ updated_at: at }) => <Age of={timeOf(at)} /> },
  ];
  return (
    <Section title="Papers" count={papers?.rows.length === 0 ? 0 : null}>
      {place.at === null && <RewriteBatches />}
      <Stages place={place} />
      <SearchForm
        name="Search the papers"
        place={place}
        class="one-filter"
        placeholder="title, project, decision, error"
      />
      <NarrowedTo place={place} />
      <PageTable
        name="Papers"
        columns={columns}
        page={papers}
        keyOf={({ paper_id: id }) => id}
        none={<EmptyWords place={place} />}
      />
      {place.at === null && <WriteMany search={place.filter.search} />}
    </Section>
  );
}

function WriteMany({ search }: { readonly search: string }) {
  return (
    <details>
      <summary>Write many drafts anew</summary>
      <p class="lede">
        {search === ''
          ? 'Of all papers; a search above narrows it.'
          : `Of those that the search for “${search}” finds.`}
      </p>
      <ServiceTrial name="rewrite_many" target={search} />
    </details>
  );
}

const stageWords: Readonly<Record<PaperStage, string>> = {
  '': 'All',
  held: 'For a person',
  finalize: 'To finalize',
  publish: 'To publish',
  imported: 'In the corpus',
  ended: 'Turned down',
};

function EmptyWords({ place: { tags, stage, filter } }: { readonly place: Place }) {
  const toWrite = useValue((state) => figuresOf(state)?.operator_counts?.write ?? 0);
  if (filter.search !== '') return 'No paper here has that in its texts.';
  if (tags.length > 0) return nothingTagged(tags);
  if (stage !== '') return 'No paper is at this stage now.';
  if (toWrite === 0)
    return 'No paper yet. One is drafted when a completed run has a decision that its evidence carries.';
  return (
    <>
      No paper yet. {toWrite === 1 ? 'One completed item waits' : `${toWrite} completed items wait`}{' '}
      for a draft: <a href={addressOf({ page: 'dispatch' })}>look what would be drafted</a>.
    </>
  );
}

/** How many papers are at a stage; null: the service did not say, or counts them with something else. */
function countOf(state: State, stage: PaperStage): number | null {
  const { operator_counts: lanes, operator_detail_counts: details } = figuresOf(state) ?? {};
  if (stage === 'held')
    return details?.papers === undefined ? null : (details.papers['human_review_required'] ?? 0);
  if (stage === '' || stage === 'ended') return null;
  return lanes?.[stage] ?? null;
}

function Stages({ place }: { readonly place: Place }) {
  return (
    <nav class="spans views" aria-label="What is shown">
      {paperStages.map((stage) => (
        <StageLink key={stage} stage={stage} place={place} />
      ))}
    </nav>
  );
}

function StageLink({ stage, place }: { readonly stage: PaperStage; readonly place: Place }) {
  const count = useValue((state) => countOf(state, stage));
  return (
    <a
      href={addressOf({ ...place, stage, id: null })}
      aria-current={stage === place.stage ? 'true' : undefined}
    >
      {stageWords[stage]} <span class="count">{count}</span>
    </a>
  );
}
