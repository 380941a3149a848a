/** The numbers that the papers of two runs proved, side by side, each with its file and pointer. */
import { ask } from '../service/api.ts';
import type { Reply, RunFacts } from '../service/wire.ts';
import { type Column, Table } from '../ui/lists.tsx';
import { Empty, Trouble, Waiting } from '../ui/parts.tsx';
import { type Asked, useTold } from '../ui/told.ts';
import { endSentence } from '../words/words.ts';
import { type ProvenNumber, type ResultRow, resultRows } from './compare-results.ts';

/** The newest paper of a run takes its numbers apart; without one none of them is proven. */
function useClaims({
  papers = [],
}: RunFacts): Asked<Reply<'papers.trace'>> & { hasPaper: boolean } {
  const paper = papers[0]?.paper_id;
  const asked = useTold(paper === undefined ? null : `trace ${paper}`, (api) =>
    ask(
      api.get('/control/api/v1/papers/{paper_id}/trace', {
        params: { path: { paper_id: paper ?? '' }, query: {} },
      }),
    ),
  );
  return { ...asked, hasPaper: paper !== undefined };
}

/** Of the newest paper of each. */
export function Results({ left, right }: { readonly left: RunFacts; readonly right: RunFacts }) {
  const ours = useClaims(left);
  const theirs = useClaims(right);
  if (!ours.hasPaper && !theirs.hasPaper) {
    return <Empty>No paper was written of either, so no number of theirs is proven yet.</Empty>;
  }
  const problem = ours.problem ?? theirs.problem;
  if (problem !== null) return <Trouble>The results are not known: {endSentence(problem)}</Trouble>;
  if ([ours, theirs].some(({ hasPaper, told }) => hasPaper && told === null)) return <Waiting />;
  const { rows, leftOut, alike } = resultRows(ours.told?.claims ?? [], theirs.told?.claims ?? []);
  const cut = [ours, theirs].reduce((sum, { told }) => sum + (told?.left_out?.claims ?? 0), 0);
  const alone = !ours.hasPaper ? 'this run' : !theirs.hasPaper ? 'the other' : null;
  return (
    <>
      <h4>Results and settings in the evidence</h4>
      {alone !== null && (
        <p class="aside">No paper was written of {alone}: nothing of it is proven.</p>
      )}
      {rows.length === 0 && alike + cut > 0 ? null : rows.length === 0 ? (
        <Empty>Neither has a number that is proven.</Empty>
      ) : (
        <Table
          name="Results and settings in the evidence"
          columns={resultColumns}
          rows={rows}
          keyOf={() => null}
        />
      )}
      {leftOut > 0 && <p class="aside">{leftOut} more are in the papers.</p>}
      {alike > 0 && (
        <p class="aside">{alike} are left out: what they say of themselves, others say too.</p>
      )}
      {cut > 0 && (
        <p class="aside">
          {cut} claims of a long ledger are not looked at; a number may be among them.
        </p>
      )}
    </>
  );
}

const resultColumns: readonly Column<ResultRow>[] = [
  {
    name: 'What',
    cell: ({ name, isSetting }) => (
      <>
        <bdi>{name}</bdi> {isSetting && <span class="soft">setting</span>}
      </>
    ),
  },
  { name: 'This run', cell: ({ left }) => <Proven of={left} /> },
  { name: 'The other', cell: ({ right }) => <Proven of={right} /> },
  { name: 'Difference', cell: ({ difference }) => difference ?? '–' },
];

/** Places told of one number; a computed one may have hundreds. */
const sourcesShown = 2;

function Proven({ of }: { readonly of: ProvenNumber | null }) {
  if (of === null) return <span class="unknown">not among its proven numbers</span>;
  const { printed, sources } = of;
  return (
    <>
      <b class="figure">{printed}</b>
      {sources.slice(0, sourcesShown).map(({ place, isSame }) => (
        <small key={place} class="mono proof">
          <bdi>{place}</bdi>
          {!isSame && <span class="trouble"> the file is not what it was</span>}
        </small>
      ))}
      {sources.length > sourcesShown && (
        <small>and {sources.length - sourcesShown} more places</small>
      )}
    </>
  );
}
