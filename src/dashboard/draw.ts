/** From the store to what is shown. Changes only what has changed. */
import { filterInAddress, pageInAddress, tagsInAddress, workerInAddress } from './address.ts';
import { type ConnectionWords, connectionWords } from './connection-words.ts';
import type { DetailCalls } from './detail.ts';
import { el, fill } from './dom.ts';
import type { Overview } from './model.ts';
import { queueAddress, runsAddress } from './places.ts';
import type { PumpCalls } from './pump-calls.ts';
import type { RunCalls } from './run-detail.ts';
import type { Shell } from './shell.ts';
import type { Store } from './store.ts';
import { alertSections } from './views/alerts.ts';
import { detailPane, drawDetail } from './views/detail.ts';
import * as events from './views/events.ts';
import * as lists from './views/lists.ts';
import * as views from './views/overview.ts';
import { pumpSection } from './views/pump.ts';
import { createRunPane, type RunPane } from './views/run.ts';
import { drawDoings, runTable } from './views/runs.ts';
import { trackParts } from './views/track.ts';
import { drawWorkers, workersFrame } from './views/workers.ts';
import { agoText, lastHeard, sentenceFor, spanText } from './words.ts';
import type { WorkerCalls } from './worker-calls.ts';

/** What a reader may ask of the event log. */
interface LogCalls {
  /** Shows the events that were held back. */
  showHeld(): void;
  showOlder(): void;
}

/** What a reader may ask of the page. */
export interface DrawCalls extends LogCalls {
  readonly detail: DetailCalls;
  readonly run: RunCalls;
  readonly workers: WorkerCalls;
  readonly pump: PumpCalls;
}

/** Draws the frame and the page that the address names. */
export function draw(shell: Shell, store: Store, calls: DrawCalls): void {
  const page = pageInAddress();
  shell.setPage(page);
  if (store.overview !== null) drawFrame(shell, store, store.overview);
  shell.answer.hidden = page !== 'overview' || store.overview === null;
  if (page === 'events') drawLog(shell, store, calls);
  else if (store[page] === null) drawWaiting(shell, store);
  else if (page === 'overview') drawOverview(shell, store, { overview: store.overview!, calls });
  else if (page === 'queue') drawQueue(shell, store, calls);
  else if (page === 'runs') drawRuns(shell, store, calls);
  else if (page === 'workers') drawWorkerList(shell, store, calls);
  else if (page === 'alerts') drawAlerts(shell, store);
  else drawPapers(shell, store);
}

/** Now, by the clock of the service, which is what its times are compared with. */
function serviceMs(store: Store): number {
  return Date.now() + store.skewMs;
}

/** Nothing that is shown is known to be so any more. */
function isLost(store: Store): boolean {
  return connectionWords(store, { nowMs: Date.now(), retryMs: null }).state === 'offline';
}

function drawFrame(shell: Shell, store: Store, overview: Overview): void {
  shell.setCount('overview', overview.attention);
  shell.setCount('queue', overview.lanes.queued);
  shell.setCount('runs', overview.lanes.running);
  const said = sentenceFor(overview);
  const sentence = isLost(store) ? lastHeard(said) : said;
  shell.answer.dataset.tone = sentence.tone;
  fill(shell.answer, sentence, () => [
    el('p', { class: 'verdict' }, sentence.verdict),
    el('p', { class: 'because' }, sentence.because),
  ]);
}

function drawWaiting(shell: Shell, { lost, feed }: Store): void {
  const isLoading = lost === null && feed.state !== 'offline';
  const words = isLoading ? 'Loading…' : 'Nothing has been loaded yet.';
  fill(shell.content, words, () => [views.empty(words)]);
}

function partOf(root: HTMLElement, name: string): HTMLElement {
  return root.querySelector<HTMLElement>(`[data-part="${name}"]`)!;
}

/** Each part by itself, so that a new event does not rebuild the list someone reads. */
function drawOverview(
  shell: Shell,
  store: Store,
  { overview, calls }: { readonly overview: Overview; readonly calls: DrawCalls },
): void {
  fill(shell.content, 'overview', () =>
    ['person', 'running', 'lanes', 'pump', 'events'].map((name) =>
      el('div', { 'data-part': name }),
    ),
  );
  const part = (name: string): HTMLElement => partOf(shell.content, name);
  const { attention, topItems, active, lanes, paused, noPaper, pump } = overview;
  fill(part('person'), [attention, topItems], () => [views.needsPerson(overview)]);
  // Ages count by themselves; rows are rebuilt only when something else changes.
  const rows = active?.map(({ ageSec: _ageSec, ...row }) => row);
  fill(part('running'), [rows, lanes, pump.dispatches, pump.whyNot], () => [
    views.runningNow(overview),
  ]);
  drawTracks(part('running'), store, overview);
  fill(part('lanes'), [lanes, paused, noPaper], () => [views.laneStrip(overview)]);
  fill(part('pump'), [pump, store.pumpAct], () => [
    pumpSection(pump, { act: store.pumpAct, calls: calls.pump, nowMs: serviceMs(store) }),
  ]);
  drawRecent(part('events'), store, overview);
}

function drawTracks(root: HTMLElement, store: Store, { active }: Overview): void {
  for (const slot of root.querySelectorAll<HTMLElement>('[data-track]')) {
    const run = active?.find(({ runId }) => (runId ?? '') === slot.dataset.track);
    const track = (run?.runId != null && store.tracks.get(run.runId)) || null;
    const { quiet = null, problem = null, points = [] } = track ?? {};
    const key = [quiet, problem, points.at(-1), points[0]?.atMs];
    fill(slot, key, () => trackParts(track, run?.projectId ?? 'the run'));
  }
}

const recentShown = 12;

function drawRecent(root: HTMLElement, store: Store, overview: Overview): void {
  const { events: recent } = overview;
  fill(root, recent === null ? 'unknown' : recent.length === 0 ? 'none' : 'some', () => [
    views.justHappened(recent),
  ]);
  const list = root.querySelector<HTMLElement>('.events');
  if (list !== null && recent !== null) {
    events.drawEvents(list, recent.slice(0, recentShown), serviceMs(store));
  }
}

function drawAlerts(shell: Shell, { alerts }: Store): void {
  fill(shell.content, ['alerts', alerts], () => (alerts === null ? [] : alertSections(alerts)));
}

function drawPapers(shell: Shell, { papers }: Store): void {
  const tags = tagsInAddress();
  fill(shell.content, ['papers', papers, tags], () => [papers && lists.paperTable(papers, tags)]);
}

/** A list with room for a pane beside it. */
function splitFrame(name: 'queue' | 'runs'): HTMLElement {
  return el(
    'div',
    { class: `split split-${name}` },
    el('div', { 'data-part': 'list' }),
    el('div', { 'data-part': 'pane' }),
  );
}

/** A pane closes to the list as it is narrowed now. */
function setClose(pane: HTMLElement, address: string): void {
  pane.querySelector('a.close')?.setAttribute('href', address);
}

/** Panes of runs by their elements: each keeps its cursor and its place in the log. */
const runPanes = new WeakMap<Element, RunPane>();

/** The runs, and beside them the one that the address names. */
function drawRuns(shell: Shell, store: Store, { run: calls }: DrawCalls): void {
  const { runs, run } = store;
  fill(shell.content, 'runs', () => [splitFrame('runs')]);
  shell.content.querySelector('.split')!.classList.toggle('open', run !== null);
  const list = partOf(shell.content, 'list');
  const tags = tagsInAddress();
  fill(list, [runs, tags], () => [runs && runTable(runs, tags)]);
  drawDoings(list, store.tracks);
  lists.markSelected(list, run?.id ?? null);
  const pane = partOf(shell.content, 'pane');
  fill(pane, run?.id ?? null, () => {
    if (run === null) return [];
    const created = createRunPane(run.id, calls);
    runPanes.set(created.root, created);
    return [created.root];
  });
  if (run !== null) runPanes.get(pane.firstElementChild!)?.update(run, serviceMs(store));
  setClose(pane, runsAddress(null, { tags }));
}

function drawWorkerList(shell: Shell, store: Store, { workers: calls }: DrawCalls): void {
  const { workers, readings, workerActs: acts } = store;
  fill(shell.content, ['workers', workers?.length ?? null], () => [workersFrame(workers)]);
  if (workers === null) return;
  const named = workerInAddress();
  drawWorkers(shell.content, { workers, readings, acts, named, calls });
}

/** The list, and beside it the item that the address names. */
function drawQueue(shell: Shell, store: Store, { detail: calls }: DrawCalls): void {
  const { queue, item } = store;
  fill(shell.content, 'queue', () => [splitFrame('queue')]);
  shell.content.querySelector('.split')!.classList.toggle('open', item !== null);
  const list = partOf(shell.content, 'list');
  const tags = tagsInAddress();
  fill(list, [queue, tags], () => [queue && lists.queueTable(queue, tags)]);
  lists.markSelected(list, item?.id ?? null);
  const pane = partOf(shell.content, 'pane');
  fill(pane, item?.id ?? null, () => (item === null ? [] : [detailPane(item.id)]));
  const shown = pane.querySelector<HTMLElement>('.detail');
  if (item !== null && shown !== null) {
    drawDetail(shown, item, { calls, nowMs: serviceMs(store) });
  }
  setClose(pane, queueAddress(null, tags));
}

function drawLog(shell: Shell, store: Store, calls: LogCalls): void {
  fill(shell.content, 'events', events.eventFrame);
  const root = shell.content;
  const filter = filterInAddress();
  events.syncForm(root.querySelector<HTMLElement>('.filters')!, filter);
  const { held } = store;
  const rows = store.events?.rows ?? [];
  fill(partOf(root, 'held'), held.length, () => [
    held.length === 0
      ? null
      : el(
          'button',
          { type: 'button', class: 'held', 'data-focus': 'held', onclick: calls.showHeld },
          `${held.length === 1 ? 'One new event' : `${held.length} new events`}: show`,
        ),
  ]);
  fill(partOf(root, 'none'), [store.events === null, rows.length === 0, store.lost, filter], () => [
    store.events === null
      ? views.empty(store.lost === null ? 'Loading…' : 'Nothing has been loaded yet.')
      : rows.length === 0
        ? events.noEvents(filter)
        : null,
  ]);
  events.drawEvents(root.querySelector<HTMLElement>('.events')!, rows, serviceMs(store));
  fill(partOf(root, 'more'), [store.events?.hasMore, store.events?.nextCursor === null], () =>
    moreParts(store, calls),
  );
}

function moreParts({ events: page }: Store, { showOlder }: LogCalls) {
  if (page === null || !page.hasMore) return [];
  if (page.nextCursor === null) {
    return [el('p', { class: 'aside' }, 'Older ones are in the API; set a filter to find them.')];
  }
  const attributes = { type: 'button', 'data-focus': 'older', 'data-needs-service': '' };
  return [
    el('button', { ...attributes, onclick: showOlder }, 'Show older events'),
    el('span', { class: 'why-not' }),
  ];
}

/** Keeps ages and the state of the connection current; touches text only. */
export function tick(
  shell: Shell,
  store: Store,
  retry: { nextMs: number | null; now: () => void },
): void {
  for (const age of shell.root.querySelectorAll<HTMLElement>('[data-since]')) {
    const ms = serviceMs(store) - Number(age.dataset.since);
    setText(age, age.dataset.format === 'ago' ? agoText(ms) : spanText(ms));
  }
  const words = connectionWords(store, { nowMs: Date.now(), retryMs: retry.nextMs });
  shell.state.dataset.state = words.state;
  shell.state.title = words.title;
  setText(shell.state, words.label);
  document.documentElement.toggleAttribute('data-stale', words.state === 'offline');
  drawBar(shell, words, retry.now);
  for (const button of shell.root.querySelectorAll<HTMLButtonElement>('[data-needs-service]')) {
    button.disabled = words.cannotAsk !== null;
    const reason = button.parentElement?.querySelector<HTMLElement>('.why-not');
    if (reason != null) setText(reason, words.cannotAsk ?? '');
  }
}

function drawBar(shell: Shell, { bar, state }: ConnectionWords, retry: () => void): void {
  shell.lost.hidden = bar === null;
  shell.lost.dataset.state = state;
  fill(shell.lost, bar && [bar.why, bar.retry], () =>
    bar === null
      ? []
      : [
          el('p', {}, el('strong', {}, bar.why)),
          // Counts on each second: spoken once with the rest, not again and again.
          el('p', { class: 'stale-age', 'aria-hidden': 'true' }),
          bar.retry
            ? el('button', { type: 'button', 'data-focus': 'retry', onclick: retry }, 'Try now')
            : null,
        ],
  );
  const counting = shell.lost.querySelector<HTMLElement>('.stale-age');
  if (bar !== null && counting !== null) setText(counting, bar.now);
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
