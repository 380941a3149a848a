/** The pane of one run: what it does and why it is not over, its readings, the verdict, its log. */

import { tagsInAddress } from '../address.ts';
import type { TimeRange } from '../chart-paths.ts';
import { ageOf, type Child, el, fill, mark } from '../dom.ts';
import { queueAddress, runsAddress, type SpanName, spans, workersAddress } from '../places.ts';
import type { RunCalls } from '../run-detail.ts';
import { isOpenRun, type ProcessTree, type RunFacts } from '../run-model.ts';
import { type RunDetail, serviceTime } from '../run-state.ts';
import { type RunSentence, runSentence, type Silence } from '../run-words.ts';
import { stopWords } from '../verbs.ts';
import { markWords, trackedByWords } from '../verdict-words.ts';
import { capital, endSentence, plainWord, spanText } from '../words.ts';
import { actParts, placeFocus } from './acts.ts';
import { createChart } from './chart.ts';
import { drawEvents } from './events.ts';
import { table } from './lists.ts';
import { empty } from './overview.ts';
import { createLogView } from './run-log.ts';
import { chips } from './tags.ts';
import { signalsNow, verdictParts } from './verdict.ts';

/** The pane on the page, for one run; another run gets a pane of its own. */
export interface RunPane {
  readonly root: HTMLElement;
  update(detail: RunDetail, nowMs: number): void;
}

const eventsMax = 20;
const spanNames: Readonly<Record<SpanName, string>> = {
  all: 'Whole run',
  '1h': 'Last hour',
  '10m': 'Last 10 min',
};

/** The pane's frame; `update` fills it. Focus goes to its heading when it opens. */
export function createRunPane(id: string, calls: RunCalls): RunPane {
  const part = (): HTMLElement => el('div');
  const parts = {
    head: part(),
    act: part(),
    stop: part(),
    spans: el('nav', { class: 'spans', 'aria-label': 'Stretch of time' }),
    trouble: part(),
    verdict: part(),
    processes: part(),
  };
  const chart = createChart();
  const log = createLogView((paused) => calls.pauseLog(paused));
  const events = el('ol', { class: 'events narrow' });
  const root = el(
    'aside',
    { class: 'detail run-detail', 'aria-labelledby': 'detail-title', 'data-detail': id },
    el(
      'div',
      { class: 'detail-bar' },
      el('h2', { id: 'detail-title', tabindex: '-1', class: 'mono' }, id),
      el('a', { class: 'close', href: runsAddress(null), title: 'Close (Escape)' }, 'Close'),
    ),
    parts.head,
    parts.stop,
    parts.act,
    el('div', { class: 'chart-bar' }, el('h3', {}, 'Readings'), parts.spans),
    parts.trouble,
    chart.root,
    el('div', { class: 'pair' }, parts.verdict, parts.processes),
    log.root,
    el('h3', {}, 'What happened to it'),
    events,
  );
  return {
    root,
    update(detail, nowMs) {
      const { facts, why, act } = detail;
      drawHead(parts.head, detail);
      drawStop(parts.stop, detail, calls);
      fill(parts.act, act, () =>
        actParts(act, () => stopWords(id), {
          keep: () => calls.ask(null),
          sure: () => calls.stop(),
        }),
      );
      drawSpans(parts.spans, detail);
      drawSeriesTrouble(parts.trouble, detail);
      chart.update({
        series: detail.series,
        range: rangeOf(detail, nowMs + (detail.aheadMs ?? 0)),
        nowMs: nowMs + (detail.aheadMs ?? 0),
        aheadMs: detail.aheadMs ?? 0,
        isOver: facts !== null && !isOpenRun(facts),
        judgement: facts?.verdict ?? detail.judgement,
        silence: detail.silence,
      });
      drawVerdict(parts.verdict, detail, nowMs);
      const tree = why?.processes ?? null;
      const isSilent = silenceOf(detail) !== null;
      fill(parts.processes, [tree, facts?.state, isSilent], () =>
        processParts(tree, facts, isSilent),
      );
      if (detail.log !== null) log.update(detail.log);
      drawEvents(events, (facts?.events ?? []).slice(0, eventsMax), nowMs);
      placeFocus(root, act);
    },
  };
}

/** From the run's start, or the latest stretch, to its end or to now. */
export function rangeOf({ facts, series, span }: RunDetail, nowMs: number): TimeRange {
  const moments = series.moments;
  const lastMs = moments.at(-1)?.toMs ?? nowMs;
  const isOver = facts !== null && !isOpenRun(facts);
  const toMs = isOver ? Math.max(facts.endedMs ?? lastMs, lastMs) : Math.max(nowMs, lastMs);
  const lengthMs = spans[span];
  const firstMs = moments[0]?.fromMs ?? toMs;
  const startMs = facts?.startedMs ?? firstMs;
  const fromMs = lengthMs === null ? Math.min(startMs, firstMs) : toMs - lengthMs;
  return { fromMs: Math.min(fromMs, toMs - rangeMsMin), toMs };
}

/** A run that has only just begun has a picture of at least this length. */
const rangeMsMin = 60_000;

/** That the worker tells nothing now, by the feed or by its answer to why; null: it tells. */
function silenceOf(detail: RunDetail): Silence | null {
  const why = detail.silence ?? detail.why?.silence ?? null;
  const { readAtMs } = detail;
  if (why === null) return null;
  return { why, sinceMs: readAtMs === null ? null : serviceTime(detail, readAtMs) };
}

function drawHead(root: HTMLElement, detail: RunDetail): void {
  const { facts, factsProblem, why, whyProblem, gate } = detail;
  const trouble = factsProblem === null ? null : endSentence(capital(factsProblem));
  const silence = why?.silence ?? null;
  const sentence = facts === null ? null : runSentence(facts, why, gate, silenceOf(detail));
  fill(root, [facts && headKey(facts), sentence, trouble, silence, whyProblem], () => [
    facts && sentence && headParts(facts, sentence),
    silence === null || sentence?.because?.includes(silence)
      ? null
      : el('p', { class: 'trouble' }, `Its worker cannot say more: ${endSentence(silence)}`),
    whyProblem === null
      ? null
      : el('p', { class: 'trouble' }, `Why is not known: ${endSentence(whyProblem)}`),
    trouble === null ? null : el('p', { class: 'trouble' }, trouble),
    facts === null && trouble === null ? empty('Loading…') : null,
  ]);
}

const headKey = ({ verdict: _verdict, events: _events, ...rest }: RunFacts): object => rest;

function headParts(
  facts: RunFacts,
  { mark: kind, now, sinceMs, since, because, change }: RunSentence,
): HTMLElement {
  const isOpen = isOpenRun(facts);
  return el(
    'div',
    { class: 'facts' },
    facts.title === null ? null : el('p', { class: 'title' }, facts.title),
    el(
      'p',
      { class: 'run-now' },
      mark(kind, now),
      sinceMs === null
        ? null
        : el(
            'span',
            { class: 'soft' },
            `${since} `,
            ageOf(sinceMs, since === 'for' ? 'span' : 'ago'),
          ),
    ),
    because === null ? null : el('p', {}, el('b', {}, isOpen ? 'Not over: ' : 'Why: '), because),
    change === null
      ? null
      : el('p', {}, el('b', {}, isOpen ? 'What would change it: ' : 'Do: '), change),
    factLine(facts),
  );
}

function factLine(facts: RunFacts): HTMLElement {
  const { projectId, worker, workload, attempt, startedMs, endedMs, exitCode, state } = facts;
  const { budgets } = facts;
  const took = startedMs !== null && endedMs !== null ? spanText(endedMs - startedMs) : null;
  const fact = (name: string, value: Child): HTMLElement =>
    el('span', { class: 'fact' }, el('span', { class: 'soft' }, `${name} `), value);
  return el(
    'p',
    { class: 'fact-line' },
    projectId === null
      ? null
      : fact('Item', el('a', { href: queueAddress(projectId), 'data-focus': 'item' }, projectId)),
    worker === null
      ? fact('Worker', 'none yet')
      : fact('Worker', el('a', { href: workersAddress(worker), 'data-focus': 'worker' }, worker)),
    fact('State', plainWord(state)),
    workload === null ? null : fact('Class', plainWord(workload)),
    attempt === null ? null : fact('Attempt', String(attempt)),
    fact('Started', ageOf(startedMs, 'ago')),
    took === null ? null : fact('Took', took),
    exitCode === null ? null : fact('Exit code', String(exitCode)),
    budgets === null ? null : fact('Budget', budgets.join(', ')),
    chips(facts.tags, { page: 'runs', tags: [] }),
  );
}

function drawStop(root: HTMLElement, detail: RunDetail, calls: RunCalls): void {
  const { facts, why, act, id } = detail;
  const canBeAsked = facts !== null && isOpenRun(facts) && why?.runId === id;
  const whyNot = why?.whyNoStop;
  const busy = act?.phase === 'asked' || act?.phase === 'sending';
  fill(root, [canBeAsked, whyNot ?? null, whyNot === undefined, busy], () => {
    if (!canBeAsked || whyNot === undefined) return [];
    const { label, effect } = stopWords(id);
    const attributes = {
      type: 'button',
      class: 'danger',
      'data-focus': 'verb-cancel',
      'aria-describedby': 'stop-effect',
      ...(whyNot !== null || busy ? { disabled: '' } : { 'data-needs-service': '' }),
    };
    return [
      el(
        'div',
        { class: 'stop' },
        el('button', { ...attributes, onclick: () => calls.ask('cancel') }, label),
        el(
          'span',
          { class: 'effect', id: 'stop-effect' },
          whyNot === null ? effect : capital(whyNot),
        ),
        el('span', { class: 'why-not' }),
      ),
    ];
  });
}

function drawSpans(root: HTMLElement, { id, span }: RunDetail): void {
  const tags = tagsInAddress();
  fill(root, [span, tags], () =>
    (Object.keys(spans) as SpanName[]).map((name) =>
      el(
        'a',
        {
          href: runsAddress(id, { span: name, tags }),
          'data-focus': `span-${name}`,
          ...(name === span ? { 'aria-current': 'true' } : {}),
        },
        spanNames[name],
      ),
    ),
  );
}

function drawSeriesTrouble(root: HTMLElement, { seriesProblem, series }: RunDetail): void {
  const words =
    seriesProblem === null
      ? null
      : series.moments.length === 0
        ? `The history of its readings is not known: ${endSentence(seriesProblem)}`
        : `The history cannot be read anew: ${endSentence(seriesProblem)} What is drawn is what was told before.`;
  fill(root, words, () => [words === null ? null : el('p', { class: 'trouble' }, words)]);
}

function drawVerdict(root: HTMLElement, detail: RunDetail, nowMs: number): void {
  const { facts, judgement } = detail;
  const silence = silenceOf(detail);
  const verdict = facts?.verdict ?? null;
  const isOpen = facts !== null && isOpenRun(facts);
  fill(root, [verdict, isOpen, isOpen ? judgement : null, silence], () => {
    if (verdict !== null) return verdictParts(verdict, nowMs);
    if (!isOpen) {
      const words = 'The idle gate gave no verdict: the run ended in another way.';
      return facts === null ? [] : [el('h3', {}, 'Verdict'), empty(words)];
    }
    if (judgement !== null) return signalsNow(judgement, silence);
    const words = 'The worker has not told its signals; they come with the readings.';
    return [el('h3', {}, 'Signals'), empty(words)];
  });
}

function processParts(
  tree: ProcessTree | null,
  facts: RunFacts | null,
  isSilent: boolean,
): Child[] {
  if (facts === null) return [];
  const title = (count: number | null): HTMLElement =>
    el(
      'h3',
      {},
      'Processes ',
      count === null ? null : el('span', { class: 'count' }, String(count)),
    );
  if (!isOpenRun(facts)) return [title(null), empty('None is watched: the run is over.')];
  if (tree === null) {
    const words = isSilent
      ? 'Not known: its worker tells nothing now.'
      : 'Nobody watches its processes yet.';
    return [title(null), empty(words)];
  }
  const { processes, alive, trackedBy, atMs } = tree;
  const known = el(
    'p',
    { class: 'soft' },
    `Known by ${trackedByWords(trackedBy)}, seen `,
    ageOf(atMs, 'ago'),
    '.',
  );
  if (processes === null || alive === null) {
    return [title(null), empty('Not known: the process table could not be read.'), known];
  }
  const rows = processes.map(({ pid, name, mark: by }) => [
    el('span', { class: 'figure mono' }, pid === null ? 'unknown' : String(pid)),
    el('span', { class: 'mono' }, name ?? 'unknown'),
    el('span', {}, markWords(by)),
  ]);
  const rest = alive - processes.length;
  return [
    title(alive),
    known,
    rows.length === 0
      ? empty('None lives.')
      : table('Processes', ['Pid', 'Name', 'Of the run because'], rows),
    rest > 0
      ? el('p', { class: 'aside' }, `${rest} more live; the first ${rows.length} are told.`)
      : null,
  ];
}
