/** The replication of a paper: how it stands, which run did it again with what, by which rule it is judged, and what is next. */
import { addressOf } from '../places/places.ts';
import { Age, Mark } from '../ui/parts.tsx';
import { countText, sentence } from '../words/words.ts';
import { type ReplicationFacts, replicationSentence, workerWords } from './replication-words.ts';

/** Nothing where its experiment was never to be done again. */
export function PaperReplication({ facts }: { readonly facts: ReplicationFacts }) {
  const said = replicationSentence(facts);
  const { replication } = facts;
  if (said === null || replication == null) return null;
  const { comparison, ended_at: endedAt, child_project_id: project } = replication;
  return (
    <section aria-label="Replication">
      <h3>Replication</h3>
      <p class="now">
        <Mark kind={said.mark}>{said.now}</Mark> {endedAt != null && <Age of={endedAt} />}
      </p>
      {comparison?.text !== undefined && <p>{sentence(comparison.text)}</p>}
      {said.rule !== null && <p>{said.rule}</p>}
      {project != null && <Again facts={facts} project={project} />}
      <p>
        <b>Next: </b>
        {said.next}
      </p>
    </section>
  );
}

/** The run that does it again, beside the first. */
function Again({ facts, project }: { facts: ReplicationFacts; project: string }) {
  const { number, run_id: first, child_run_id: run, seed } = facts.replication ?? {};
  return (
    <dl class="facts-list">
      <div>
        <dt>First run</dt>
        <dd>{first === undefined ? 'unknown' : <RunLink id={first} />}</dd>
      </div>
      <div>
        <dt>Done again</dt>
        <dd>
          <a href={addressOf({ page: 'queue', id: project })}>
            <bdi>{project}</bdi>
          </a>
          {`, number ${countText(number)}; `}
          {run == null ? 'its run is not over' : <RunLink id={run} />}
        </dd>
      </div>
      <div>
        <dt>Seed</dt>
        <dd>{seed == null ? 'unknown' : `${seed}, another than that of the first run`}</dd>
      </div>
      <div>
        <dt>Worker</dt>
        <dd>{workerWords(facts)}</dd>
      </div>
    </dl>
  );
}

const RunLink = ({ id }: { readonly id: string }) => (
  <a href={addressOf({ page: 'runs', id })}>
    <bdi>{id}</bdi>
  </a>
);
