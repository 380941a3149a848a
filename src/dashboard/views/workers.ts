/** The workers: how each is and since when, its GPUs, what it does, and what a person can do. */
import { ageOf, type Child, el, fill, mark, syncRows } from '../dom.ts';
import { eventsAddress, queueAddress, runsAddress } from '../places.ts';
import { withUnit } from '../units.ts';
import { capital, endSentence, type Mark, plainWord } from '../words.ts';
import type { WorkerCalls } from '../worker-calls.ts';
import {
  type GpuReadings,
  type LiveReadings,
  newerReadings,
  type WorkerAct,
  type WorkerGpu,
  type WorkerRow,
} from '../worker-model.ts';
import {
  callbackWords,
  checkCount,
  checkWords,
  classLines,
  failsByItsRun,
  healthReason,
  healthWords,
  waitingWords,
} from '../worker-words.ts';
import { empty, section } from './overview.ts';

interface WorkersView {
  readonly workers: readonly WorkerRow[];
  readonly readings: LiveReadings;
  readonly acts: ReadonlyMap<string, WorkerAct>;
  /** The worker that the address names; null when it names none. */
  readonly named: string | null;
  readonly calls: WorkerCalls;
}

/** The page's frame with room for the cards, or why there are none; null: the service sent no list. */
export function workersFrame(workers: readonly WorkerRow[] | null): HTMLElement {
  const words =
    workers === null
      ? 'Unknown: the service did not send this part.'
      : 'No worker is configured. Set worker_wake_gate_url, or name workers in worker_targets.';
  const isEmpty = workers === null || workers.length === 0;
  return section(
    'Workers',
    workers?.length ?? null,
    isEmpty ? empty(words) : el('div', { class: 'workers' }),
  );
}

/** Brings the cards up to date; each by itself, so that nobody loses a place or a focus. */
export function drawWorkers(
  root: HTMLElement,
  { workers, readings, acts, named, calls }: WorkersView,
): void {
  const list = root.querySelector<HTMLElement>('.workers');
  if (list === null) return;
  syncRows(list, workers, ({ name }) => name, cardOf);
  for (const [index, worker] of workers.entries()) {
    const card = list.children[index] as HTMLElement;
    card.toggleAttribute('data-named', worker.name === named);
    drawCard(
      card,
      worker,
      newerReadings(worker, readings.get(worker.name)),
      acts.get(worker.name) ?? null,
      calls,
    );
  }
  showNamed(list, named);
}

/** Once for each worker that the address names: a place to read on from. */
function showNamed(list: HTMLElement, named: string | null): void {
  if ((list.dataset.shown ?? null) === named) return;
  if (named === null) delete list.dataset.shown;
  else list.dataset.shown = named;
  list.querySelector<HTMLElement>('[data-named] h3')?.focus();
}

const parts = ['head', 'state', 'gpus', 'work', 'callbacks', 'checks'] as const;

function cardOf({ name }: WorkerRow): HTMLElement {
  const title = el('h3', { id: `worker-${name}`, tabindex: '-1', class: 'mono' }, name);
  return el(
    'article',
    { class: 'worker', 'aria-labelledby': `worker-${name}` },
    el('div', { class: 'worker-bar' }, title, el('div', { 'data-part': 'head' })),
    ...parts.slice(1).map((part) => el('div', { 'data-part': part, class: `worker-${part}` })),
  );
}

function drawCard(
  card: HTMLElement,
  worker: WorkerRow,
  readings: GpuReadings,
  act: WorkerAct | null,
  calls: WorkerCalls,
): void {
  const part = (name: (typeof parts)[number]): HTMLElement =>
    card.querySelector<HTMLElement>(`[data-part="${name}"]`)!;
  const { readings: _readings, checks, ...rest } = worker;
  fill(part('head'), [worker.status, act], () => headParts(worker, act, calls));
  fill(part('state'), rest, () => stateParts(worker));
  fill(part('gpus'), [readings, worker.status, worker.telemetry], () => gpuParts(worker, readings));
  fill(part('work'), rest, () => workParts(worker));
  fill(part('callbacks'), [worker.callbacks, worker.status, act], () =>
    callbackParts(worker, act, calls),
  );
  fill(part('checks'), [checks, worker.status], () => checkParts(worker));
}

function headParts(worker: WorkerRow, act: WorkerAct | null, calls: WorkerCalls): Child[] {
  const { mark: kind, word } = healthWords(worker);
  const isBusy = act?.phase === 'sending';
  const attributes = {
    type: 'button',
    'data-focus': 'refresh',
    'aria-label': `Look at ${worker.name} now`,
    ...(isBusy ? { disabled: '' } : { 'data-needs-service': '' }),
  };
  const isOurs = act?.verb === 'refresh';
  return [
    mark(kind, word),
    el('span', { class: 'spring' }),
    isOurs ? el('span', { class: toneOf(act), role: 'status' }, act.words) : null,
    el('span', { class: 'why-not' }),
    el(
      'button',
      { ...attributes, onclick: () => calls.perform(worker.name, 'refresh') },
      'Look now',
    ),
  ];
}

const toneOf = ({ phase }: WorkerAct): string =>
  phase === 'failed' ? 'trouble' : phase === 'done' ? 'told' : 'soft';

function stateParts(worker: WorkerRow): Child[] {
  const { means } = healthWords(worker);
  const { status, sinceMs, observedMs, askedMs, failures, url, shares } = worker;
  const reason = healthReason(worker);
  const isDown = status === 'unreachable';
  return [
    el(
      'p',
      {},
      means,
      sinceMs === null ? null : ' It has been so for ',
      sinceMs === null ? null : ageOf(sinceMs, 'span'),
      sinceMs === null ? null : '.',
    ),
    reason === null ? null : el('p', { class: isDown ? 'trouble' : '' }, reason),
    isDown && (failures ?? 0) > 1
      ? el('p', { class: 'soft' }, `${failures} looks in a row without an answer.`)
      : null,
    isDown
      ? el(
          'p',
          {},
          el('b', {}, observedMs === null ? 'It never answered: ' : 'What is known of it is old: '),
          observedMs === null ? 'nothing is known of it.' : 'it answered last ',
          observedMs === null ? null : ageOf(observedMs, 'ago'),
          observedMs === null ? null : '.',
        )
      : null,
    worker.advice === null
      ? null
      : el('p', { class: 'step' }, el('b', {}, 'Do: '), endSentence(capital(worker.advice))),
    ...worker.notices.map(({ message }) =>
      message === null ? null : el('p', { class: 'notice' }, endSentence(capital(message))),
    ),
    el(
      'p',
      { class: 'soft' },
      isDown ? null : 'Answered ',
      isDown ? null : ageOf(observedMs, 'ago'),
      isDown ? 'Asked ' : ', asked ',
      ageOf(askedMs, 'ago'),
      '. ',
      el('span', { class: 'mono' }, url ?? 'address unknown'),
      shares.length === 0 ? null : ` (shared with ${shares.join(', ')})`,
    ),
    el(
      'p',
      {},
      el(
        'a',
        {
          class: 'soft',
          href: eventsAddress({ entity_type: 'worker_target', entity_id: worker.name }),
          'data-focus': 'changes',
        },
        'Changes of its health',
      ),
    ),
  ];
}

function gpuParts({ status, telemetry }: WorkerRow, { gpus, atMs }: GpuReadings): Child[] {
  const isDown = status === 'unreachable';
  const age =
    atMs === null
      ? null
      : el(
          'p',
          { class: isDown ? 'trouble' : 'soft' },
          isDown ? 'As it was ' : 'Read ',
          ageOf(atMs, 'ago'),
          '.',
        );
  const stale =
    telemetry?.status === 'stale' && telemetry.detail !== null
      ? el('p', { class: 'trouble' }, endSentence(capital(telemetry.detail)))
      : null;
  const title = el('h4', {}, 'GPUs');
  if (gpus === null) {
    return [
      title,
      empty(isDown ? 'Not known: it does not answer.' : 'Not known: they could not be read.'),
      stale,
    ];
  }
  if (gpus.length === 0) return [title, empty('This machine has none.'), age];
  return [
    title,
    el('ul', { class: isDown ? 'gpus old' : 'gpus' }, ...gpus.map(gpuRow)),
    age,
    stale,
  ];
}

function gpuRow(gpu: WorkerGpu): HTMLElement {
  const { index, name, use, usedMib, totalMib, watts } = gpu;
  const label = index === null ? 'GPU' : `GPU ${index}`;
  return el(
    'li',
    {},
    el('span', { class: 'gpu-name', title: name ?? '' }, el('b', {}, label), ` ${name ?? ''}`),
    meterOf(`${label} use`, use, 100, withUnit(use === null ? null : Math.round(use), '%')),
    meterOf(`${label} memory`, usedMib, totalMib, memoryText(usedMib, totalMib)),
    el(
      'span',
      { class: watts === null ? 'unknown watts' : 'figure watts' },
      watts === null ? 'power unknown' : withUnit(Math.round(watts), 'W'),
    ),
  );
}

function memoryText(used: number | null, total: number | null): string {
  if (used === null) return 'unknown';
  return total === null
    ? withUnit(used, 'MiB')
    : `${withUnit(used, 'MiB')} of ${withUnit(total, 'MiB')}`;
}

/** A reading with its bar; without a bar where it is not known. */
function meterOf(
  label: string,
  value: number | null,
  max: number | null,
  text: string,
): HTMLElement {
  if (value === null) return el('span', { class: 'gauge' }, el('span', { class: 'unknown' }, text));
  const bar =
    max === null || max <= 0
      ? null
      : el('progress', {
          max: String(max),
          value: String(Math.min(value, max)),
          'aria-label': label,
        });
  return el('span', { class: 'gauge' }, bar, el('span', { class: 'figure' }, text));
}

function workParts(worker: WorkerRow): Child[] {
  const { active, classes } = worker;
  const lines = classLines(worker);
  return [
    el('h4', {}, 'Work'),
    active === null ? el('p', {}, 'No run is active here.') : activeLine(active),
    el('p', {}, waitingWords(worker)),
    classes === null || lines.length === 0
      ? el('p', { class: 'soft' }, 'No class is routed here; an item that names it comes here.')
      : el(
          'dl',
          { class: 'classes' },
          ...lines.flatMap(({ words, names }) => [
            el('dt', {}, capital(words)),
            el('dd', {}, names),
          ]),
        ),
  ];
}

function activeLine({
  projectId,
  runId,
  status,
  sinceMs,
}: NonNullable<WorkerRow['active']>): HTMLElement {
  const name = projectId ?? runId ?? 'unknown';
  const href = runId === null ? queueAddress(projectId) : runsAddress(runId);
  return el(
    'p',
    {},
    mark('running', plainWord(status)),
    ' ',
    el('a', { href, 'data-focus': 'active' }, name),
    sinceMs === null ? null : ' for ',
    sinceMs === null ? null : ageOf(sinceMs, 'span'),
  );
}

function callbackParts(worker: WorkerRow, act: WorkerAct | null, calls: WorkerCalls): Child[] {
  const { words, parked } = callbackWords(worker);
  const isOurs = act?.verb === 'retry';
  const attributes = {
    type: 'button',
    'data-focus': 'retry',
    'aria-label': `Try the callbacks of ${worker.name} again`,
    ...(act?.phase === 'sending' ? { disabled: '' } : { 'data-needs-service': '' }),
  };
  const oldest = worker.callbacks?.oldestMs ?? null;
  return [
    el('h4', {}, 'Callbacks'),
    el(
      'p',
      { class: parked > 0 ? 'notice' : '' },
      capital(words),
      parked > 0 && oldest !== null ? ' The oldest is from ' : null,
      parked > 0 && oldest !== null ? ageOf(oldest, 'ago') : null,
      parked > 0 && oldest !== null ? '.' : null,
    ),
    parked === 0
      ? null
      : el(
          'div',
          { class: 'choice' },
          el(
            'button',
            { ...attributes, onclick: () => calls.perform(worker.name, 'retry') },
            'Try again',
          ),
          el('span', { class: 'why-not' }),
        ),
    isOurs ? el('p', { class: toneOf(act), role: 'status' }, act.words) : null,
  ];
}

function checkParts({ checks, status }: WorkerRow): Child[] {
  const failed: Mark = failsByItsRun(status) ? 'running' : 'failed';
  if (checks === null || checks.length === 0) return [];
  return [
    el(
      'details',
      {},
      el('summary', { 'data-focus': 'checks' }, checkCount(checks, status)),
      el(
        'ul',
        { class: 'checks' },
        ...checks.map(({ name, ok, advice, detail }) =>
          el(
            'li',
            {},
            mark(ok ? 'done' : advice ? 'person' : failed, checkWords(name)),
            el('span', { class: 'soft' }, detail ?? ''),
          ),
        ),
      ),
    ),
  ];
}
