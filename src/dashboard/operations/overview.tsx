/** The first page: the answer, who is needed, what runs, the lanes, what goes on by itself, what happened. */
import { Fragment } from 'preact';
import { pumpWords } from '../acts/pump-words.ts';
import { addressOf, type Place } from '../places/places.ts';
import type { ActiveRun, Overview, PumpState, TopItem } from '../service/wire.ts';
import { isUnsure } from '../session/connection-words.ts';
import { useDashboard, useServiceMs, useValue } from '../ui/context.tsx';
import { later } from '../ui/later.tsx';
import {
  Age,
  Button,
  Empty,
  Listed,
  Mark,
  notSaid,
  Outcome,
  Section,
  Waiting,
  WhyNot,
} from '../ui/parts.tsx';
import { Titled } from '../ui/titled.tsx';
import { stateWord } from '../words/state-words.ts';
import { capital, countText, lastHeard, markOf, sentenceFor } from '../words/words.ts';
import { ActCopies, Foreseen, Reasons } from './reasons.tsx';

/** Not part of what is read first. */
const JustHappened = later(async () => (await import('../shell/extras.ts')).JustHappened);
const TrackLine = later(async () => (await import('../shell/extras.ts')).TrackLine);
const WorkersNow = later(async () => (await import('../shell/extras.ts')).WorkersNow);

/** Can it be left alone; if not, what comes first. */
export function Answer() {
  const overview = useValue((state) => state.overview);
  const isOld = useValue(isUnsure);
  if (overview === null) return null;
  const said = sentenceFor(overview);
  const { tone, verdict, because } = isOld ? lastHeard(said) : said;
  return (
    <div class="answer" role="status" data-tone={tone}>
      <p class="verdict">{verdict}</p>
      <p class="because">{because}</p>
    </div>
  );
}

export function OverviewPage() {
  const overview = useValue((state) => state.overview);
  if (overview === null) return <Waiting />;
  return (
    <>
      <div data-part="reasons">
        <Reasons reasons={overview.reasons} />
        <Foreseen forecast={overview.forecast} />
      </div>
      <div data-part="person">
        <NeedsPerson overview={overview} />
      </div>
      <div data-part="running">
        <RunningNow overview={overview} />
      </div>
      <div data-part="workers">
        <WorkersNow />
      </div>
      <div data-part="lanes">
        <Lanes counts={overview.operator_counts} at={null} />
      </div>
      <div data-part="pump">
        <ByItself pump={overview.pump} />
      </div>
      <div data-part="events">
        <JustHappened />
      </div>
    </>
  );
}

/** The items that wait for a person, each with a link to its pane; what to do stands at the causes above. */
function NeedsPerson({ overview }: { readonly overview: Overview }) {
  const { top_items: items, operator_counts: counts } = overview;
  const none =
    counts?.attention === 0
      ? 'No item waits for a person. One does when a run asks, fails or is held back.'
      : notSaid;
  return (
    <Section title="Needs a person" count={counts?.attention ?? null}>
      <Listed rows={items ?? null} none={none}>
        <ul class="rows">
          {items?.map((item) => (
            <TopItemRow key={item.project_id} item={item} />
          ))}
        </ul>
      </Listed>
    </Section>
  );
}

/** Leads to the item's pane, where something can be done about it. */
function ItemName({
  of: { project_id: id, project_name: title },
}: {
  readonly of: TopItem | ActiveRun;
}) {
  if (id === undefined) return <strong>unknown project</strong>;
  return (
    <a class="item" href={addressOf({ page: 'queue', id })}>
      <Titled id={id} title={title} />
    </a>
  );
}

function TopItemRow({ item }: { readonly item: TopItem }) {
  const { status, reason } = item;
  return (
    <li class="row">
      <div class="lead">
        <Mark kind={markOf(status)}>{stateWord(status)}</Mark>
      </div>
      <div class="what">
        <ItemName of={item} />
        <span>
          <bdi>{reason === undefined ? 'no reason given' : capital(reason)}</bdi>
        </span>
      </div>
      <div class="when">
        <Age of={item.since} as="span" />
      </div>
    </li>
  );
}

/** The runs under way; their readings come with the feed. */
function RunningNow({ overview }: { readonly overview: Overview }) {
  const { active, operator_counts: counts, pump } = overview;
  return (
    <Section title="Running" count={active?.length ?? counts?.running ?? null}>
      <Listed
        rows={active ?? null}
        none={
          counts?.queued === 0
            ? 'No run is active: nothing is queued.'
            : `No run is active. ${startWords(pump)}`
        }
      >
        <ul class="rows">
          {active?.map((run) => (
            <ActiveRow key={run.run_id ?? run.project_id} run={run} />
          ))}
        </ul>
      </Listed>
    </Section>
  );
}

function startWords(pump: PumpState | undefined): string {
  if (pump?.dispatches === undefined) return 'Whether any starts by itself is unknown.';
  return pump.dispatches
    ? 'Queued items start by themselves when a lane is open.'
    : `Nothing starts by itself: ${pump.why_not ?? 'the service did not say why'}.`;
}

function ActiveRow({ run }: { readonly run: ActiveRun }) {
  return (
    <li class="row">
      <div class="lead">
        <Mark kind={markOf(run.status)}>{stateWord(run.status)}</Mark>
      </div>
      <div class="what">
        <ItemName of={run} />
        <span class="mono">{run.worker_target ?? 'worker unknown'}</span>
        {run.run_id != null && (
          <TrackLine runId={run.run_id} name={run.project_name ?? run.project_id ?? 'the run'} />
        )}
      </div>
      <div class="when">
        <Age of={run.started_at} as="span" />
      </div>
    </li>
  );
}

/** The lanes in the order in which an idea goes through them, and where each is listed. */
const lanes = [
  ['queued', 'queued', { page: 'queue', view: 'queued' }],
  ['running', 'running', { page: 'queue', view: 'running' }],
  ['write', 'to write', { page: 'queue', view: 'write' }],
  ['finalize', 'to finalize', { page: 'papers', stage: 'finalize' }],
  ['publish', 'to publish', { page: 'papers', stage: 'publish' }],
  ['imported', 'in the corpus', { page: 'corpus' }],
] as const satisfies readonly (readonly [string, string, Partial<Place>])[];

/** What stands beside the lanes. */
const besides = [
  ['attention', 'for a person', { page: 'queue', view: 'person' }],
  ['paused', 'paused', { page: 'queue', view: 'paused' }],
  ['done_no_paper', 'done without a paper', { page: 'queue', view: 'done' }],
] as const satisfies readonly (readonly [string, string, Partial<Place>])[];

interface LanesProps {
  readonly counts: Overview['operator_counts'];
  readonly at: string | null;
}

/** How many items are in each lane, with those that stand beside them; each leads to its list. */
export function Lanes({ counts, at }: LanesProps) {
  const aside = besides.filter(([name]) => counts?.[name] !== undefined);
  return (
    <Section title="Lanes">
      <ol class="lanes">
        {lanes.map(([name, words, to]) => {
          const count = counts?.[name];
          const kind = count === undefined ? ' unknown' : count === 0 ? ' none' : '';
          return (
            <li key={name} class={`lane${kind}`}>
              <a href={addressOf({ ...to, at })}>
                <span class="figure">{countText(count)}</span>
                <span class="name">{words}</span>
              </a>
            </li>
          );
        })}
      </ol>
      {aside.length > 0 && (
        <p class="aside">
          Beside them:{' '}
          {aside.map(([name, words, to], index) => (
            <Fragment key={name}>
              {index > 0 && ', '}
              <a href={addressOf({ ...to, at })}>
                {counts?.[name]} {words}
              </a>
            </Fragment>
          ))}
          .
        </p>
      )}
    </Section>
  );
}

/** What goes on by itself, and the switch for it; what the service does not say is not guessed. */
function ByItself({ pump }: { readonly pump: PumpState | undefined }) {
  const { turn } = useDashboard();
  const act = useValue((state) => state.pumpAct);
  const nowMs = useServiceMs();
  if (pump?.enabled === undefined) {
    return (
      <Section title="By itself">
        <Empty>{notSaid}</Empty>
      </Section>
    );
  }
  const { enabled } = pump;
  const other = enabled ? 'off' : 'on';
  return (
    <Section title="By itself">
      <Empty>{pumpWords(pump, nowMs)}</Empty>
      <div class="choice">
        <Button
          needsService
          blocked={act?.phase === 'sending'}
          onPress={() => turn(`pump ${other}`)}
        >
          Switch the pump {other}
        </Button>
        <WhyNot />
      </div>
      <ActCopies of={other} />
      {act !== null && <Outcome failed={act.phase === 'failed'}>{act.words}</Outcome>}
    </Section>
  );
}
