/** A paper beside its claims: a click on a number leads to file, place, hash and run, and from a file back. */
import { useState } from 'preact/hooks';
import { addressOf, eventsAddress, spanOf } from '../places/places.ts';
import type { Reply } from '../service/wire.ts';
import { Breakable } from '../ui/breakable.tsx';
import { useDashboard, useValue } from '../ui/context.tsx';
import { MachineLink, Pane, Settled } from '../ui/pane.tsx';
import { Age, Empty, Mark, Trouble, Waiting } from '../ui/parts.tsx';
import { stateWord } from '../words/state-words.ts';
import { endSentence, type Mark as MarkName, markOf, sentence } from '../words/words.ts';
import { PaperActs, usePaperWhy } from './paper-acts.tsx';
import { PaperDrafts } from './paper-drafts.tsx';
import { allFindings, type Finding } from './paper-findings.ts';
import { FindingsList, useFindings } from './paper-findings.tsx';
import { proposedBy } from './paper-possible.ts';
import { PaperReview } from './paper-review.tsx';
import type { PaperDetail } from './paper-state.ts';
import { PaperText, showLine } from './paper-text.tsx';

type Facts = Reply<'papers.get'>;
type Trace = Reply<'papers.trace'>;
type Claim = NonNullable<Trace['claims']>[number];
type Source = NonNullable<Claim['sources']>[number];

/** Beside the list of papers. */
export function PaperPane() {
  const paper = useValue((state) => state.paper);
  if (paper === null) return null;
  const { id, facts, at } = paper;
  return (
    <Pane id={id}>
      {at !== null && <Then paper={paper} />}
      <MachineLink kind="paper" id={id} at={at} />
      {facts !== null && at === null ? (
        <Now key={id} paper={paper} facts={facts} />
      ) : (
        <Text paper={paper} />
      )}
    </Pane>
  );
}

/** Why it does not go on and what can be done about it come first; what follows is pressed once these are there. */
function Now({ paper, facts }: { readonly paper: PaperDetail; readonly facts: Facts }) {
  const { id, told } = paper;
  const asked = usePaperWhy(id, facts);
  const [isWanted, setWanted] = useState(false);
  const findings = useFindings(id, isWanted, String(facts.review?.evaluated_at));
  const { told: why } = asked.why;
  const proposed = why === null ? null : proposedBy(why);
  return (
    <>
      <PaperActs {...{ paper, facts, ...asked }} />
      <Settled when={asked.isIn}>
        <PaperReview id={id} facts={facts} isStepNext={proposed !== null && 'trial' in proposed} />
        {told !== null && <Trouble>{endSentence(told)}</Trouble>}
        <PaperDrafts id={id} change={paper.trace?.written_event_id} />
        <FindingsList asked={findings} onWanted={() => setWanted(true)} />
        <Text
          paper={paper}
          findings={findings.told === null ? undefined : allFindings(findings.told)}
        />
      </Settled>
    </>
  );
}

interface TextProps {
  readonly paper: PaperDetail;
  /** Of lint and audit; none while they were not asked for. */
  readonly findings?: readonly Finding[] | undefined;
}

function Text({ paper: { id, trace, problem, claim }, findings = [] }: TextProps) {
  if (trace !== null) return <Traced id={id} trace={trace} chosen={claim} findings={findings} />;
  return problem === null ? <Waiting /> : <Empty>{sentence(problem)}</Empty>;
}

/** What is told of it as it was; its text is read from files, which have no past. */
function Then({ paper: { facts } }: { readonly paper: PaperDetail }) {
  const status = facts?.paper?.paper_status;
  return (
    <p>
      {facts === null ? 'Loading… ' : <Mark kind={markOf(status)}>It was {stateWord(status)}</Mark>}{' '}
      What it says and its files stand below as they are now.
    </p>
  );
}

interface TracedProps {
  readonly id: string;
  readonly trace: Trace;
  readonly chosen: string | null;
  readonly findings: readonly Finding[];
}

function Traced({ id, trace, chosen, findings }: TracedProps) {
  const { run, state, claims = [], files = [] } = trace;
  const claim = claims.find((each) => each.id === chosen);
  const drifted = files.filter((file) => file.state !== 'same');
  return (
    <>
      <p>
        <Mark kind={state === 'sound' ? 'done' : 'failed'}>
          {state === 'sound'
            ? 'Every file is what it was when the claims were made'
            : 'A file changed: no gate lets this paper through as it is'}
        </Mark>
      </p>
      {drifted.length > 0 && (
        <ul>
          {drifted.map(({ file, state: now }) => (
            <li key={file}>
              <bdi>{file}</bdi> is {now === 'missing' ? 'gone' : now}
            </li>
          ))}
        </ul>
      )}
      {run != null && <RunLine run={run} />}
      {/* The card lies over the text alone. */}
      <div>
        <PaperText id={id} trace={trace} chosen={chosen} findings={findings} />
        {claim !== undefined && <ClaimCard claim={claim} trace={trace} />}
      </div>
    </>
  );
}

interface ClaimCardProps {
  readonly claim: Claim;
  readonly trace: Trace;
}

/** Where a number comes from, and the sentences that rest on it. */
function ClaimCard({ claim, trace }: ClaimCardProps) {
  const { paper } = useDashboard();
  const { id = '', printed = '', unit, text, formula, sources = [], sentences: at = [] } = claim;
  const { sentences = [], run } = trace;
  const cited = sentences.filter(({ position }) => position !== undefined && at.includes(position));
  return (
    <section class="claim-card" aria-label={`Claim ${id}`} data-claim={id}>
      <p>
        <strong>
          {id} {printed} {unit}
        </strong>{' '}
        <button type="button" onClick={() => paper.show(null)}>
          Close
        </button>
      </p>
      <p>{endSentence(text ?? '')}</p>
      {formula != null && (
        <p>
          Computed: <code>{formula}</code>
        </p>
      )}
      <ul>
        {sources.map((source, index) => (
          <SourceLine key={index} source={source} />
        ))}
      </ul>
      {run != null && <RunLine run={run} />}
      <p class="aside">
        {cited.length === 1 ? 'One sentence rests' : `${cited.length} sentences rest`} on it:
      </p>
      <ul>
        {cited.map(({ position, section, line = 0, text: said }) => (
          <li key={position}>
            <button type="button" class="claim" onClick={() => showLine(line, id)}>
              {section}
            </button>{' '}
            <Breakable text={said ?? ''} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The run that it was read from, and what its worker saw while it ran. */
function RunLine({ run }: { readonly run: NonNullable<Trace['run']> }) {
  const { run_id: id = null, worker_target: worker, ended_at: ended } = run;
  return (
    <p>
      Run{' '}
      <a href={addressOf({ page: 'runs', id, span: spanOf(run.started_at, ended) })}>
        <bdi>{id}</bdi>
      </a>
      {worker != null && ` on ${worker}`}
      {ended != null && (
        <>
          , over <Age of={ended} />
        </>
      )}
      {id !== null && (
        <>
          {' · '}
          <a href={eventsAddress({ entity_id: id })}>its events</a>
        </>
      )}
    </p>
  );
}

const states: Readonly<Record<string, readonly [MarkName, string]>> = {
  same: ['done', 'the file is what it was'],
  changed: ['failed', 'the file changed since'],
  missing: ['failed', 'the file is gone'],
};

function SourceLine({ source }: { readonly source: Source }) {
  const { file, pointer = '', printed, value_now: now, sha256 = '', state = '' } = source;
  const [kind, words] = states[state] ?? ['unknown', 'unknown'];
  return (
    <li>
      <code>
        <bdi>{file}</bdi>#{pointer}
      </code>
      <span>
        {' '}
        printed {printed}
        {now != null && `, there stands ${String(now)}`}
      </span>{' '}
      <Mark kind={kind}>{words}</Mark> <code title={sha256}>{sha256.slice(0, 12)}</code>
    </li>
  );
}
