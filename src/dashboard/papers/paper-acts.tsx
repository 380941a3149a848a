/** Why a paper does not go on, the act that would change that, and all else that the service would take now. */
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { CopyLine } from '../acts/copy-lines.ts';
import { type Answer, type Api, ask } from '../service/api.ts';
import type { Reply } from '../service/wire.ts';
import { useDashboard } from '../ui/context.tsx';
import { CopyLines } from '../ui/copy.tsx';
import { Button, Empty, Outcome, Trouble, WhyNot } from '../ui/parts.tsx';
import { type Asked, useTold } from '../ui/told.ts';
import { Why } from '../ui/why.tsx';
import { sentence } from '../words/words.ts';
import { createPaperActCalls, type PaperActCalls } from './paper-act-calls.ts';
import { type PaperActName, type PaperActShown, paperActRows } from './paper-acts.ts';
import { possibleActs, proposedBy, type Takes } from './paper-possible.ts';
import type { PaperDetail } from './paper-state.ts';

type Facts = Reply<'papers.get'>;

/** What is asked about a paper apart from its facts; each says the same until the paper has changed. */
export function usePaperWhy(id: string, facts: Facts) {
  const { paper, review, corpus_entry: entry, replication } = facts;
  const times = [paper?.updated_at, review?.updated_at, entry?.updated_at];
  const change = [...times, replication?.status].join(' ');
  const path = { kind: 'paper' as const, id };
  const why = useTold(
    `why paper ${id}`,
    (api) => ask(api.get('/control/api/v1/explain/{kind}/{id}', { params: { path } })),
    change,
  );
  const takes = useTold(`takes ${id}`, (api) => askTakes(api, id, review != null), change);
  return { why, takes, isIn: isIn(why) && isIn(takes) };
}

const isIn = ({ told, problem }: Pick<Asked<unknown>, 'told' | 'problem'>): boolean =>
  told !== null || problem !== null;

/** What the machines of a paper take now; where nothing is published yet, there is no machine of that. */
export async function askTakes(api: Api, id: string, hasReview: boolean): Promise<Answer<Takes>> {
  const of = (kind: 'paper' | 'paper_review') =>
    ask(api.get('/control/api/v1/actors/{kind}/{id}', { params: { path: { kind, id } } }));
  const [paper, review] = await Promise.all([of('paper'), hasReview ? of('paper_review') : null]);
  if (paper.kind !== 'ok') return paper;
  if (review !== null && review.kind !== 'ok') return review;
  return {
    kind: 'ok',
    told: {
      paper: paper.told.legal_events ?? [],
      paper_review: review?.told.legal_events ?? [],
    },
  };
}

interface PaperActsProps extends ReturnType<typeof usePaperWhy> {
  readonly paper: PaperDetail;
  readonly facts: Facts;
}

/** The proposed act and those of the paper itself stand open, the others are a click away. */
export function PaperActs({ paper: { id, act }, facts, why, takes, isIn: areIn }: PaperActsProps) {
  const dashboard = useDashboard();
  const calls = useMemo(() => createPaperActCalls(dashboard), [dashboard]);
  const possible = areIn && takes.told !== null ? possibleActs(facts, takes.told) : [];
  const proposed = why.told === null ? null : proposedBy(why.told);
  const first = proposed !== null && 'act' in proposed ? proposed.act : null;
  const isHeld = facts.paper?.paper_status === 'human_review_required';
  const isOpen = (name: PaperActName): boolean =>
    name === first || (isHeld && paperActRows[name].takenBy?.[0] === 'paper');
  const open = possible.filter(isOpen);
  const others = possible.filter((name) => !isOpen(name));
  const isBusy = act?.phase === 'trying' || act?.phase === 'sending';
  const row = (name: PaperActName) => (
    <li key={name} data-act={name}>
      <Button
        needsService
        blocked={isBusy}
        class={name === first ? 'primary' : ''}
        describedBy={`effect-${name}`}
        onPress={() => calls.press(name)}
      >
        {paperActRows[name].label}
      </Button>
      <span id={`effect-${name}`} class="effect">
        {paperActRows[name].effect}
      </span>
    </li>
  );
  return (
    <>
      {!areIn && <Empty>Asking why it does not go on…</Empty>}
      {why.told !== null && <Why why={why.told} />}
      {why.problem !== null && <p class="trouble">Why is not known: {sentence(why.problem)}</p>}
      {takes.problem !== null && (
        <p class="trouble">What can be done is not known: {sentence(takes.problem)}</p>
      )}
      {(open.length > 0 || others.length > 0) && <h3>What you can do</h3>}
      {open.length > 0 && <ul class="verbs">{open.map(row)}</ul>}
      {others.length > 0 && (
        <details>
          <summary>
            {open.length > 0 ? 'What else is' : 'What is'} possible now: {others.length}
          </summary>
          <ul class="verbs">{others.map(row)}</ul>
        </details>
      )}
      {areIn && takes.told !== null && possible.length === 0 && (
        <Empty>The service would take nothing about it now.</Empty>
      )}
      <WhyNot />
      {act !== null && <ActStep key={act.key} act={act} calls={calls} />}
      <CopyLines lines={copiesOf(id, open)} />
    </>
  );
}

/** Its reason as a command, and the requests that need no words of a person. */
function copiesOf(id: string, open: readonly PaperActName[]): readonly CopyLine[] {
  return [
    { name: 'why', command: ['why', 'paper', id] },
    ...open.flatMap((name): readonly CopyLine[] => {
      const { label, note, how, request } = paperActRows[name];
      if (note === 'needed') return [];
      const { path, body } = request(id, null);
      const live = how === 'tried' ? { ...body, dry_run: false } : body;
      return [{ name: `${label}, curl`, method: 'POST', path, body: live }];
    }),
  ];
}

/** The question before an act, that it is under way, or what came of it. */
function ActStep({ act, calls }: { readonly act: PaperActShown; readonly calls: PaperActCalls }) {
  const { name, phase, words } = act;
  if (phase === 'failed') return <Trouble>{words}</Trouble>;
  if (phase !== 'asked') return <Outcome>{words}</Outcome>;
  return <Question name={name} words={words} calls={calls} />;
}

interface QuestionProps {
  readonly name: PaperActName;
  readonly words: string;
  readonly calls: PaperActCalls;
}

/** The focus goes to what is needed first: the reason, or the way back. */
function Question({ name, words, calls }: QuestionProps) {
  const form = useRef<HTMLFormElement>(null);
  const { label, note } = paperActRows[name];
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>('input[required], button')?.focus();
  }, []);
  return (
    <form
      class="confirm"
      aria-label={label}
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        const said = new FormData(event.currentTarget).get('note');
        const text = typeof said === 'string' ? said.trim() : '';
        if (note !== 'needed' || text !== '') calls.carryOut(text === '' ? null : text);
      }}
    >
      <p>{words}</p>
      {note !== null && (
        <label class="answer-field">
          <span>{note === 'needed' ? 'Why, for the log' : 'Why, for the log, if you like'}</span>
          <input
            type="text"
            name="note"
            required={note === 'needed'}
            maxLength={noteCharsMax}
            autocomplete="off"
          />
        </label>
      )}
      <div class="choice">
        <Button onPress={calls.keep}>Leave it as it is</Button>
        <button type="submit" class={dangerous.has(name) ? 'danger' : 'primary'}>
          {label}
        </button>
      </div>
    </form>
  );
}

/** As long as the service takes it. */
const noteCharsMax = 4_000;
/** What nothing takes back, or only with work. */
const dangerous: ReadonlySet<PaperActName> = new Set(['reject', 'archive', 'remove']);
