/** A paper beside its claims: a click on a number leads to file, place, hash and run, and from a file back. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { allFindings, type Finding, placeFindings } from '../paper-findings.ts';
import { proposedBy } from '../paper-possible.ts';
import type { PaperDetail } from '../paper-state.ts';
import { addressOf, eventsAddress } from '../places.ts';
import { Breakable } from '../ui/breakable.tsx';
import { useDashboard, useValue } from '../ui/context.tsx';
import { MachineLink, Pane, Settled } from '../ui/pane.tsx';
import { Age, Empty, Mark, Trouble, Waiting } from '../ui/parts.tsx';
import type { Reply } from '../wire.ts';
import { endSentence, type Mark as MarkName, markOf, plainWord } from '../words.ts';
import { PaperActs, usePaperWhy } from './paper-acts.tsx';
import { FindingsHere, FindingsList, useFindings } from './paper-findings.tsx';
import { PaperReview } from './paper-review.tsx';

type Facts = Reply<'papers.get'>;
type Trace = Reply<'papers.trace'>;
type Claim = NonNullable<Trace['claims']>[number];
type Source = NonNullable<Claim['sources']>[number];
type Sentence = NonNullable<Trace['sentences']>[number];

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
  const { id, told, trace } = paper;
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
        <FindingsList
          asked={findings}
          sentences={trace?.sentences ?? []}
          onWanted={() => setWanted(true)}
        />
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

function Text({ paper: { trace, problem, claim }, findings = [] }: TextProps) {
  if (trace !== null) return <Traced trace={trace} chosen={claim} findings={findings} />;
  return problem === null ? <Waiting /> : <Empty>{endSentence(problem)}</Empty>;
}

/** What is told of it as it was; its text is read from files, which have no past. */
function Then({ paper: { facts } }: { readonly paper: PaperDetail }) {
  const status = facts?.paper?.paper_status;
  return (
    <p>
      {facts === null ? 'Loading… ' : <Mark kind={markOf(status)}>It was {plainWord(status)}</Mark>}{' '}
      What it says and its files stand below as they are now.
    </p>
  );
}

interface TracedProps {
  readonly trace: Trace;
  readonly chosen: string | null;
  readonly findings: readonly Finding[];
}

function Traced({ trace, chosen, findings }: TracedProps) {
  const { run, state, claims = [], sentences = [], files = [] } = trace;
  const claim = claims.find(({ id }) => id === chosen);
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
      {run != null && (
        <p>
          Run <a href={addressOf({ page: 'runs', id: run.run_id ?? null })}>{run.run_id}</a>
          {run.worker_target != null && ` on ${run.worker_target}`}
          {run.ended_at != null && (
            <>
              , over <Age of={run.ended_at} />
            </>
          )}
          {run.run_id !== undefined && (
            <>
              {' · '}
              <a href={eventsAddress({ entity_id: run.run_id })}>its events</a>
            </>
          )}
        </p>
      )}
      {claim !== undefined && <ClaimCard claim={claim} sentences={sentences} />}
      <h3>What it says</h3>
      <Sentences of={sentences} chosen={chosen} findings={findings} />
    </>
  );
}

interface SentencesProps extends Omit<TracedProps, 'trace'> {
  readonly of: readonly Sentence[];
}

/** The sentences that cite something, by section, each with its claims as buttons and what is found against it. */
function Sentences(props: SentencesProps) {
  const { paper } = useDashboard();
  const found = placeFindings(props.of, props.findings);
  if (props.of.length === 0) return <Empty>No sentence of it cites a claim.</Empty>;
  return (
    <ol class="sentences">
      {props.of.map(({ position, section, text = '', claims = [] }, index) => (
        <li key={position} data-sentence={position} tabIndex={-1}>
          {section !== props.of[index - 1]?.section && <h4>{section}</h4>}
          <span>{withButtons(text, claims, props.chosen, paper.show)}</span>
          <FindingsHere of={found.get(position ?? -1) ?? []} />
        </li>
      ))}
    </ol>
  );
}

/** The text with every id of a claim as a button; nothing else of it changes. */
function withButtons(
  text: string,
  claims: readonly string[],
  chosen: string | null,
  show: (claim: string) => void,
): ComponentChildren[] {
  return text.split(/(C[1-9]\d{0,6})/).map((part, index) =>
    claims.includes(part) ? (
      <button
        key={index}
        type="button"
        class="claim"
        aria-pressed={part === chosen}
        onClick={() => show(part)}
      >
        {part}
      </button>
    ) : (
      <Breakable key={index} text={part} />
    ),
  );
}

function ClaimCard({ claim, sentences }: { claim: Claim; sentences: readonly Sentence[] }) {
  const { paper } = useDashboard();
  const { id, printed = '', unit, text, formula, sources = [], sentences: at = [] } = claim;
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
      <p class="aside">
        {cited.length === 1 ? 'One sentence rests' : `${cited.length} sentences rest`} on it.
      </p>
    </section>
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
