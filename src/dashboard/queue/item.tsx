/** The pane of one queue item: state, reason, what an operator can do, its runs, what happened. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { CopyLine } from '../acts/copy-lines.ts';
import {
  isActive,
  type VerbName,
  type VerbState,
  type VerbWords,
  verbs,
  verbWords,
} from '../acts/verbs.ts';
import { addressOf } from '../places/places.ts';
import { tookMs } from '../runs/run-model.ts';
import { RunMark } from '../runs/runs.tsx';
import type { Explanation, ItemFacts, RunRow } from '../service/wire.ts';
import { ActLine } from '../ui/acts.tsx';
import { useDashboard, useValue } from '../ui/context.tsx';
import { CopyLines } from '../ui/copy.tsx';
import { EventList } from '../ui/events.tsx';
import { Chips } from '../ui/lists.tsx';
import { MachineLink, Pane, Settled } from '../ui/pane.tsx';
import { Age, Button, Empty, Mark, WhyNot } from '../ui/parts.tsx';
import { Why } from '../ui/why.tsx';
import { stateWord } from '../words/state-words.ts';
import { capital, endSentence, markOf, spanText } from '../words/words.ts';
import type { ItemDetail } from './item-state.ts';

const eventsMax = 20;
const runsMax = 10;

/** What someone is typing in it stays, whatever comes in. */
export function ItemPane() {
  const item = useValue((state) => state.item);
  const calls = useDashboard().item;
  if (item === null) return null;
  const { id, facts, factsProblem, why, whyProblem, act } = item;
  const runId = isActive(facts?.queue_item?.status)
    ? (facts?.runs?.[0]?.run_id ?? 'its run')
    : null;
  const wordsOf = (verb: VerbName): VerbWords => verbWords(verb, runId);
  // Facts that came later would push what is pressed from under the pointer.
  const areFactsIn = facts !== null || factsProblem !== null;
  // Of a past moment nobody asks why.
  const isWhyIn = why !== null || whyProblem !== null || item.at !== null;
  return (
    <Pane id={id}>
      {facts !== null && <Head facts={facts} />}
      <Settled when={areFactsIn}>
        <MachineLink kind="queue_item" id={id} at={item.at} />
      </Settled>
      {factsProblem !== null && <p class="trouble">{endSentence(capital(factsProblem))}</p>}
      {!areFactsIn && <Empty>Loading…</Empty>}
      {areFactsIn && why !== null && <Why why={why} />}
      {whyProblem !== null && <p class="trouble">Why is not known: {endSentence(whyProblem)}</p>}
      {areFactsIn && why?.verbs !== undefined && <Verbs item={item} wordsOf={wordsOf} />}
      <ActLine
        act={act}
        wordsOf={wordsOf}
        onKeep={() => calls.ask(null)}
        onSure={(verb) => calls.act(verb, null)}
      />
      <Settled when={areFactsIn && isWhyIn}>
        <CopyLines lines={copiesOf(id, why)} />
        {facts?.runs !== undefined && <Runs runs={facts.runs} />}
        <h3>What happened to it</h3>
        {facts?.events?.length === 0 && <Empty>The log says nothing of it.</Empty>}
        <EventList kind="narrow" events={facts?.events?.slice(0, eventsMax) ?? []} />
      </Settled>
    </Pane>
  );
}

/** Its verbs that are possible now, as requests and as commands; those that need words are left out. */
function copiesOf(id: string, why: Explanation | null): readonly CopyLine[] {
  const possible = (why?.verbs ?? []).flatMap(({ verb, why_not: whyNot }) =>
    verb === undefined || whyNot !== null || verb === 'answer' || verb === 'edit' ? [] : [verb],
  );
  const path = (verb: string): string => `/control/api/v1/queue/${encodeURIComponent(id)}/${verb}`;
  return [
    { name: 'why', command: ['why', 'queue_item', id] },
    ...possible.flatMap((verb): readonly CopyLine[] => [
      { name: `${verb}, curl`, method: 'POST', path: path(verb), body: {} },
      { name: `${verb}, orrery`, command: ['queue', verb, id] },
    ]),
  ];
}

/** An item from before items had tags: those of its project are what an edit begins with. */
const tagsOf = ({ queue_item: item, project }: ItemFacts): readonly string[] =>
  item?.tags ?? project?.tags ?? [];

function Head({ facts }: { readonly facts: ItemFacts }) {
  const item = facts.queue_item;
  const {
    project_name: title,
    status,
    operator_next_step: next,
    last_result_summary: result,
  } = item ?? {};
  return (
    <div class="facts">
      {title !== undefined && (
        <p class="title">
          <bdi>{title}</bdi>
        </p>
      )}
      <p class="now">
        {status === undefined ? (
          <span class="unknown">not in the queue</span>
        ) : (
          <Mark kind={markOf(status)}>{stateWord(status)}</Mark>
        )}
        {item?.manual_review_required && <Mark kind="person">held for review</Mark>}
      </p>
      {next && (
        <p>
          <b>Next: </b>
          {endSentence(next)}
        </p>
      )}
      {result && (
        <p class="result">
          <bdi>{result}</bdi>
        </p>
      )}
      <Chips of={tagsOf(facts)} page="queue" />
    </div>
  );
}

interface VerbsProps {
  readonly item: ItemDetail;
  readonly wordsOf: (verb: VerbName) => VerbWords;
}

/** Verbs that this page does not know are left out. */
function Verbs({ item, wordsOf }: VerbsProps) {
  const { why, facts, act } = item;
  const calls = useDashboard().item;
  const answer = useRef<HTMLTextAreaElement>(null);
  const tags = useRef<HTMLInputElement>(null);
  const states = (why?.verbs ?? []).flatMap(({ verb: name, why_not: whyNot = null }) => {
    const verb = verbs.find((each) => each === name);
    return verb === undefined ? [] : [{ verb, whyNot }];
  });
  // An answer is what the agent waits for; its field stands above.
  const possible = states
    .filter(({ whyNot }) => whyNot === null)
    .sort((one, other) => Number(other.verb === 'answer') - Number(one.verb === 'answer'));
  const others = states.filter(({ whyNot }) => whyNot !== null);
  const can = (name: VerbName): boolean => possible.some(({ verb }) => verb === name);
  const press = (verb: VerbName): void => {
    if (verb === 'edit') calls.act(verb, tags.current?.value ?? '');
    else if (verb === 'answer') {
      if (answer.current?.reportValidity()) calls.act(verb, answer.current.value);
    } else if (wordsOf(verb).confirm === null) calls.act(verb, null);
    else calls.ask(verb);
  };
  const isBusy = act?.phase === 'sending' || act?.phase === 'asked';
  const row = (state: VerbState) => (
    <VerbRow key={state.verb} {...state} {...{ isBusy, wordsOf, press }} />
  );
  return (
    <>
      {can('answer') && <AnswerField field={answer} onSend={() => isBusy || press('answer')} />}
      {can('edit') && <TagsField field={tags} tags={facts === null ? [] : tagsOf(facts)} />}
      <h3>What you can do</h3>
      {facts?.queue_item?.status === 'queued' && (
        <p class="aside">
          <a href={addressOf({ page: 'dispatch', id: item.id })}>Start it now</a>, after a look at
          what would start, where, and with which words.
        </p>
      )}
      <ul class="verbs">{possible.map(row)}</ul>
      {others.length > 0 && (
        <details>
          <summary>{othersText(others.length, possible.length > 0)}: why</summary>
          <ul class="verbs">{others.map(row)}</ul>
        </details>
      )}
    </>
  );
}

interface AnswerFieldProps {
  readonly field: { current: HTMLTextAreaElement | null };
  readonly onSend: () => void;
}

/** What is typed next in a pane that was just opened is the answer; Ctrl+Enter sends it. */
function AnswerField({ field, onSend }: AnswerFieldProps) {
  useLayoutEffect(() => {
    if (document.activeElement?.id === 'detail-title') field.current?.focus();
  }, []);
  return (
    <label class="answer-field">
      <span>Your answer to the agent (Ctrl+Enter sends it)</span>
      <textarea
        rows={3}
        name="answer"
        maxLength={200_000}
        required
        ref={field}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.repeat && (event.ctrlKey || event.metaKey)) onSend();
        }}
      />
    </label>
  );
}

interface VerbRowProps extends VerbState {
  readonly isBusy: boolean;
  readonly wordsOf: (verb: VerbName) => VerbWords;
  readonly press: (verb: VerbName) => void;
}

function VerbRow({ verb, whyNot, isBusy, wordsOf, press }: VerbRowProps) {
  const { label, effect } = wordsOf(verb);
  return (
    <li>
      <Button
        id={`verb-${verb}`}
        describedBy={`why-${verb}`}
        needsService
        blocked={isBusy || whyNot !== null}
        class={verb === 'cancel' ? 'danger' : ''}
        onPress={() => press(verb)}
      >
        {label}
      </Button>
      <span id={`why-${verb}`} class="effect">
        {whyNot === null ? effect : capital(whyNot)}
      </span>
      {whyNot === null && <WhyNot />}
    </li>
  );
}

interface TagsFieldProps {
  readonly field: { current: HTMLInputElement | null };
  readonly tags: readonly string[];
}

/** Shown as they are, until someone types there. */
function TagsField({ field, tags }: TagsFieldProps) {
  const text = tags.join(', ');
  useLayoutEffect(() => {
    if (field.current !== null && field.current !== document.activeElement) {
      field.current.value = text;
    }
  }, [text]);
  return (
    <label class="answer-field">
      <span>Its tags, with commas between them</span>
      <input
        type="text"
        name="tags"
        ref={field}
        maxLength={2000}
        autocomplete="off"
        spellcheck={false}
      />
    </label>
  );
}

function Runs({ runs }: { readonly runs: readonly RunRow[] }) {
  return (
    <>
      <h3>
        Runs <span class="count">{runs.length}</span>
      </h3>
      {runs.length === 0 ? (
        <Empty>It has not been started yet.</Empty>
      ) : (
        <ul class="runs">
          {runs.slice(0, runsMax).map((run) => (
            <RunLine key={run.run_id} run={run} />
          ))}
        </ul>
      )}
      {runs.length > runsMax && <p class="aside">The newest {runsMax} are shown.</p>}
    </>
  );
}

function RunLine({ run }: { readonly run: RunRow }) {
  const { run_id: id, worker_target: worker, last_error: error } = run;
  const took = tookMs(run);
  return (
    <li>
      <RunMark run={run} />
      <span class="mono">{worker ?? 'worker unknown'}</span>
      {took === null ? (
        <Age of={run.started_at} />
      ) : (
        <span class="figure">took {spanText(took)}</span>
      )}
      {id !== undefined && (
        <a class="mono id" href={addressOf({ page: 'runs', id })}>
          {id}
        </a>
      )}
      {error != null && <p class="trouble">{endSentence(capital(error))}</p>}
    </li>
  );
}

const othersText = (count: number, isRest: boolean): string =>
  count === 1
    ? `${isRest ? 'The other one' : 'The one'} is not possible now`
    : `${isRest ? 'The other' : 'All'} ${count} are not possible now`;
