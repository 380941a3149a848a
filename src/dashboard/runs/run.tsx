/** The pane of one run: what it does and why it is not over, its readings, the verdict, its log. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { stopWords } from '../acts/verbs.ts';
import { addressOf, type SpanName, spans, windowOf } from '../places/places.ts';
import { timeOf } from '../service/loose.ts';
import type { RunRow } from '../service/wire.ts';
import { ActLine } from '../ui/acts.tsx';
import { useDashboard, useServiceMs, useValue } from '../ui/context.tsx';
import { EventList } from '../ui/events.tsx';
import { Chips, Table } from '../ui/lists.tsx';
import { MachineLink, Pane, Settled } from '../ui/pane.tsx';
import { Age, Button, Empty, Mark, WhyNot } from '../ui/parts.tsx';
import { TrialPanel } from '../ui/trial.tsx';
import { stateWord } from '../words/state-words.ts';
import { capital, endSentence, plainWord, spanText } from '../words/words.ts';
import { Chart } from './chart.tsx';
import { marksOf, reckonedMark } from './chart-marks.ts';
import { rangeOf, spanOf } from './chart-range.ts';
import { Compare } from './compare.tsx';
import { Reckoning } from './reckoning.tsx';
import { LogView } from './run-log.tsx';
import { budgetWords, type ProcessTree, tookMs } from './run-model.ts';
import { isOpen, lastKnownMs, type RunDetail, serviceTime } from './run-state.ts';
import { runSentence, type Silence } from './run-words.ts';
import { SignalsNow, VerdictParts } from './verdict.tsx';
import { markWords, trackedByWords } from './verdict-words.ts';

const eventsMax = 20;
const spanNames: Readonly<Record<SpanName, string>> = {
  all: 'Whole run',
  '1h': 'Last hour',
  '10m': 'Last 10 min',
};

/** Another run gets a pane of its own, with a cursor and a place in the log of its own. */
export function RunPane() {
  const detail = useValue((state) => state.run);
  const calls = useDashboard().run;
  if (detail === null) return null;
  const { id, facts, act, log } = detail;
  const isLogIn = log === null || log.nextOffset !== null || log.problem !== null;
  return (
    <Pane id={id} class="detail run-detail">
      <Head detail={detail} />
      <Stop detail={detail} />
      <ActLine
        act={act}
        wordsOf={() => stopWords(id)}
        onKeep={() => calls.ask(null)}
        onSure={() => calls.stop()}
      />
      {detail.at === null ? (
        <>
          <div class="chart-bar">
            <h3>Readings</h3>
            <Settled when={isHeadIn(detail)}>
              <Spans />
            </Settled>
          </div>
          <SeriesTrouble detail={detail} />
          <Readings detail={detail} />
          <div class="pair">
            <div>
              <Judged detail={detail} />
            </div>
            <div>
              <Processes detail={detail} />
            </div>
          </div>
          {log !== null && <LogView runId={id} log={log} />}
        </>
      ) : (
        <p class="aside">Readings and log are of the whole run: go back to now to see them.</p>
      )}
      <h3>What happened to it</h3>
      <Settled when={isHeadIn(detail) && isLogIn}>
        <EventList kind="narrow" events={facts?.events?.slice(0, eventsMax) ?? []} />
      </Settled>
      {/* Last, since what is told of another run comes bit by bit. */}
      {detail.at === null && facts !== null && <Compare id={id} facts={facts} />}
    </Pane>
  );
}

/** Nothing is to come any more that makes the head longer; a run that is not known is not asked about further. */
const isHeadIn = ({ at, facts, factsProblem, why, whyProblem }: RunDetail): boolean =>
  facts === null ? factsProblem !== null : at !== null || why !== null || whyProblem !== null;

/** That the worker tells nothing now, by the feed or by its answer to why; null: it tells. */
function silenceOf(detail: RunDetail): Silence | null {
  const why = detail.silence ?? detail.why?.silence ?? null;
  const { readAtMs } = detail;
  if (why === null) return null;
  return { why, sinceMs: readAtMs === null ? null : serviceTime(detail, readAtMs) };
}

function Trouble({ children }: { readonly children: ComponentChildren }) {
  return <p class="trouble">{children}</p>;
}

function Head({ detail }: { readonly detail: RunDetail }) {
  const { facts, factsProblem, why, whyProblem, gate } = detail;
  const run = facts?.run;
  const silence = why?.silence ?? null;
  const sentence = run === undefined ? null : runSentence(run, why, gate, silenceOf(detail));
  const isSaid = silence === null || sentence?.because?.includes(silence);
  return (
    <>
      {run !== undefined && sentence !== null && (
        <div class="facts">
          {facts?.project?.project_name !== undefined && (
            <p class="title">
              <bdi>{facts.project.project_name}</bdi>
            </p>
          )}
          <p class="run-now">
            <Mark kind={sentence.mark}>{sentence.now}</Mark>
            {sentence.sinceMs !== null && (
              <span class="soft">
                {sentence.since}{' '}
                <Age of={sentence.sinceMs} as={sentence.since === 'for' ? 'span' : 'ago'} />
              </span>
            )}
          </p>
          {sentence.because !== null && (
            <p>
              <b>{isOpen(detail) ? 'Not over: ' : 'Why: '}</b>
              {sentence.because}
            </p>
          )}
          {sentence.change !== null && (
            <p>
              <b>{isOpen(detail) ? 'What would change it: ' : 'Do: '}</b>
              {sentence.change}
            </p>
          )}
          <Settled when={isHeadIn(detail)}>
            <FactLine run={run} />
          </Settled>
        </div>
      )}
      {!isSaid && <Trouble>Its worker cannot say more: {endSentence(silence)}</Trouble>}
      {whyProblem !== null && <Trouble>Why is not known: {endSentence(whyProblem)}</Trouble>}
      {factsProblem !== null && <Trouble>{endSentence(capital(factsProblem))}</Trouble>}
      {facts === null && factsProblem === null && <Empty>Loading…</Empty>}
      <Settled when={isHeadIn(detail)}>
        <MachineLink kind="run" id={detail.id} at={detail.at} />
      </Settled>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <span class="fact">
      <span class="soft">{name} </span>
      {children}
    </span>
  );
}

function FactLine({ run }: { readonly run: RunRow }) {
  const { project_id: item, worker_target: worker, exit_code: exitCode } = run;
  const took = tookMs(run);
  const budget = budgetWords(run);
  return (
    <p class="fact-line">
      {item !== undefined && (
        <Fact name="Item">
          <a href={addressOf({ page: 'queue', id: item })}>{item}</a>
        </Fact>
      )}
      <Fact name="Worker">
        {worker == null ? (
          'none yet'
        ) : (
          <a href={addressOf({ page: 'workers', id: worker })}>{worker}</a>
        )}
      </Fact>
      <Fact name="State">{stateWord(run.state)}</Fact>
      {run.workload_class !== undefined && (
        <Fact name="Class">{plainWord(run.workload_class)}</Fact>
      )}
      {run.attempt !== undefined && <Fact name="Attempt">{run.attempt}</Fact>}
      <Fact name="Started">
        <Age of={run.started_at} />
      </Fact>
      {took !== null && <Fact name="Took">{spanText(took)}</Fact>}
      {exitCode != null && <Fact name="Exit code">{exitCode}</Fact>}
      {budget !== null && <Fact name="Budget">{budget}</Fact>}
      <Chips of={run.tags} page="runs" />
    </p>
  );
}

function Stop({ detail }: { readonly detail: RunDetail }) {
  const calls = useDashboard().run;
  const { why, act, id } = detail;
  const whyNot = why?.whyNoStop;
  if (isOpen(detail) !== true || why?.runId !== id || whyNot === undefined) return null;
  const { label, effect } = stopWords(id);
  const isBusy = act?.phase === 'asked' || act?.phase === 'sending';
  return (
    <div class="stop">
      <Button
        id="verb-cancel"
        class="danger"
        describedBy="stop-effect"
        needsService
        blocked={isBusy || whyNot !== null}
        onPress={() => calls.ask('cancel')}
      >
        {label}
      </Button>
      <span class="effect" id="stop-effect">
        {whyNot === null ? effect : capital(whyNot)}
      </span>
      {whyNot === null && <WhyNot />}
    </div>
  );
}

function Spans() {
  const place = useValue((state) => state.place);
  return (
    <nav class="spans" aria-label="Stretch of time">
      {(Object.keys(spans) as SpanName[]).map((span) => (
        <a
          key={span}
          href={addressOf({ ...place, span })}
          aria-current={span === place.span ? 'true' : undefined}
        >
          {spanNames[span]}
        </a>
      ))}
      {windowOf(place.span) !== null && <span aria-current="true">As chosen</span>}
    </nav>
  );
}

function SeriesTrouble({ detail: { seriesProblem, series } }: { readonly detail: RunDetail }) {
  if (seriesProblem === null) return null;
  const why = endSentence(seriesProblem);
  return (
    <Trouble>
      {lastKnownMs(series) === null
        ? `The history of its readings is not known: ${why}`
        : `The history cannot be read anew: ${why} What is drawn is what was told before.`}
    </Trouble>
  );
}

/** All times of the chart are those of the worker's clock. */
function Readings({ detail }: { readonly detail: RunDetail }) {
  const { change } = useDashboard();
  const aheadMs = detail.aheadMs ?? 0;
  const nowMs = useServiceMs() + aheadMs;
  const [reckonedMs, setReckoned] = useState<number | null>(null);
  const { id, facts, series, span, verdict } = detail;
  const isOver = isOpen(detail) === false;
  const range = rangeOf({
    series,
    span,
    nowMs,
    startMs: timeOf(facts?.run?.started_at),
    endMs: timeOf(facts?.run?.ended_at),
    isOver,
  });
  const happened = marksOf(facts?.events ?? [], range, aheadMs);
  return (
    <>
      <Chart
        series={series}
        range={range}
        marks={reckonedMs === null ? happened : [...happened, reckonedMark(reckonedMs)]}
        nowMs={nowMs}
        aheadMs={aheadMs}
        // A stretch that was chosen ends where it ends, whatever comes.
        isOver={isOver || windowOf(span) !== null}
        onRange={(to) => change({ span: to === null ? 'all' : spanOf(to) })}
        judgement={verdict ?? detail.judgement}
        silence={detail.silence}
      />
      {verdict !== null && (
        <Reckoning
          id={id}
          profile={facts?.run?.workload_class ?? 'unknown'}
          sustainSec={verdict.sustainSec ?? (verdict.requiredMs ?? 0) / 1000}
          nowMs={nowMs}
          onReckoned={setReckoned}
        />
      )}
    </>
  );
}

function Judged({ detail }: { readonly detail: RunDetail }) {
  const { verdict, judgement } = detail;
  const nowMs = useServiceMs();
  const open = isOpen(detail);
  if (verdict !== null) return <VerdictParts verdict={verdict} nowMs={nowMs} />;
  if (open === null) return null;
  if (!open) {
    return (
      <>
        <h3>Verdict</h3>
        <Empty>The idle gate gave no verdict: the run ended in another way.</Empty>
      </>
    );
  }
  if (judgement !== null) return <SignalsNow judgement={judgement} silence={silenceOf(detail)} />;
  return (
    <>
      <h3>Signals</h3>
      <Empty>The worker has not told its signals; they come with the readings.</Empty>
    </>
  );
}

function Processes({ detail }: { readonly detail: RunDetail }) {
  const open = isOpen(detail);
  const tree = detail.why?.processes ?? null;
  if (open === null) return null;
  const alive = open ? (tree?.alive ?? null) : null;
  return (
    <>
      <h3>Processes {alive !== null && <span class="count">{alive}</span>}</h3>
      {!open ? (
        <Empty>None is watched: the run is over.</Empty>
      ) : tree === null ? (
        <Empty>
          {silenceOf(detail) !== null
            ? 'Not known: its worker tells nothing now.'
            : 'Nobody watches its processes yet.'}
        </Empty>
      ) : (
        <>
          <Tree tree={tree} />
          {detail.facts?.run?.state === 'awaiting_wake' &&
            tree.processes?.map(({ pid }) => (
              <TrialPanel
                key={pid}
                name="end"
                target={`${detail.id} ${pid}`}
                look={`End it: process ${pid}`}
                act="End it"
                whyNot={silenceOf(detail)?.why}
              />
            ))}
        </>
      )}
    </>
  );
}

function Tree({ tree: { processes, alive, trackedBy, atMs } }: { readonly tree: ProcessTree }) {
  const known = (
    <p class="soft">
      Known by {trackedByWords(trackedBy)}, seen <Age of={atMs} />.
    </p>
  );
  if (processes === null || alive === null) {
    return (
      <>
        <Empty>Not known: the process table could not be read.</Empty>
        {known}
      </>
    );
  }
  const rest = alive - processes.length;
  return (
    <>
      {known}
      {processes.length === 0 ? (
        <Empty>None lives.</Empty>
      ) : (
        <Table
          name="Processes"
          columns={[
            { name: 'Pid', cell: ({ pid }) => <span class="figure mono">{pid ?? 'unknown'}</span> },
            { name: 'Name', cell: ({ name }) => <span class="mono">{name ?? 'unknown'}</span> },
            { name: 'Of the run because', cell: ({ mark }) => markWords(mark) },
          ]}
          rows={processes}
          keyOf={({ pid }) => pid}
        />
      )}
      {rest > 0 && (
        <p class="aside">
          {rest} more live; the first {processes.length} are told.
        </p>
      )}
    </>
  );
}
