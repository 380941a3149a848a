/** The first page: the answer, who is needed, what runs, the lanes, what happened. */
import { ageOf, type Child, el, mark } from '../dom.ts';
import { type ActiveRun, laneIds, type Overview, type PumpState, type TopItem } from '../model.ts';
import { queueAddress } from '../places.ts';
import { capital, countText, markOf, plainWord } from '../words.ts';

/** A part of a page named by its heading; a count of null is left out, a zero is shown. */
export function section(title: string, count: number | null, ...children: Child[]): HTMLElement {
  const id = `s-${title.replace(/\W+/g, '-')}`;
  const number = count === null ? null : el('span', { class: 'count' }, String(count));
  return el('section', { 'aria-labelledby': id }, el('h2', { id }, title, number), ...children);
}

/** Stands in the place of a list that has no rows, and says why. */
export function empty(text: string): HTMLElement {
  return el('p', { class: 'empty' }, text);
}

const notSaid = 'Unknown: the service did not send this part.';

/** The items that wait for a person, each with its next step and a link to its pane. */
export function needsPerson({ topItems, attention }: Overview): HTMLElement {
  const body =
    topItems === null
      ? empty(notSaid)
      : topItems.length > 0
        ? el('ul', { class: 'rows' }, ...topItems.map(topItemRow))
        : empty(
            attention === 0
              ? 'No item waits for a person. Items come here when a run asks a question, fails or is held back.'
              : 'The service counts items that need a person but did not list them.',
          );
  return section('Needs a person', attention, body);
}

/** Leads to the item's pane, where something can be done about it. */
function itemName(id: string | null): HTMLElement {
  if (id === null) return el('strong', {}, 'unknown project');
  return el('a', { class: 'item', href: queueAddress(id) }, el('strong', {}, id));
}

function topItemRow(item: TopItem): HTMLElement {
  return el(
    'li',
    { class: 'row' },
    el('div', { class: 'lead' }, mark(markOf(item.status), plainWord(item.status))),
    el(
      'div',
      { class: 'what' },
      itemName(item.projectId),
      el('span', {}, item.reason === null ? 'no reason given' : capital(item.reason)),
      item.nextStep === null
        ? null
        : el('span', { class: 'step' }, el('b', {}, 'Do: '), item.nextStep),
    ),
    el('div', { class: 'when' }, ageOf(item.sinceMs, 'span')),
  );
}

/** The runs under way; their readings are filled in by the feed. */
export function runningNow({ active, lanes, pump }: Overview): HTMLElement {
  const body =
    active === null
      ? empty(notSaid)
      : active.length > 0
        ? el('ul', { class: 'rows' }, ...active.map(activeRow))
        : empty(
            lanes.queued === 0
              ? 'No run is active, because nothing is queued.'
              : `No run is active. ${startWords(pump)}`,
          );
  return section('Running', active === null ? lanes.running : active.length, body);
}

function startWords({ dispatches, whyNot }: PumpState): string {
  if (dispatches === null) return 'Whether queued items start by themselves is unknown.';
  return dispatches
    ? 'Queued items start by themselves when a lane is open.'
    : `Nothing starts by itself: ${whyNot ?? 'the service did not say why'}.`;
}

function activeRow(run: ActiveRun): HTMLElement {
  return el(
    'li',
    { class: 'row' },
    el('div', { class: 'lead' }, mark(markOf(run.status), plainWord(run.status))),
    el(
      'div',
      { class: 'what' },
      itemName(run.projectId),
      el('span', { class: 'mono' }, run.worker ?? 'worker unknown'),
      el('div', { class: 'track', 'data-track': run.runId ?? '' }),
    ),
    el('div', { class: 'when' }, ageOf(run.startedMs, 'span')),
  );
}

const laneWords = {
  queued: 'queued',
  running: 'running',
  write: 'to write',
  finalize: 'to finalize',
  publish: 'to publish',
  imported: 'in the corpus',
} as const;

/** How many items are in each lane, with those that stand beside them. */
export function laneStrip({ lanes, paused, noPaper }: Overview): HTMLElement {
  const aside = [
    paused === null ? null : `${paused} paused`,
    noPaper === null ? null : `${noPaper} done without a paper`,
  ].filter((text) => text !== null);
  return section(
    'Lanes',
    null,
    el(
      'ol',
      { class: 'lanes' },
      ...laneIds.map((lane) =>
        el(
          'li',
          {
            class: lanes[lane] === null ? 'lane unknown' : lanes[lane] === 0 ? 'lane none' : 'lane',
          },
          el('span', { class: 'figure' }, countText(lanes[lane])),
          el('span', { class: 'name' }, laneWords[lane]),
        ),
      ),
    ),
    aside.length === 0 ? null : el('p', { class: 'aside' }, `Beside them: ${aside.join(', ')}.`),
  );
}

/** The frame of the recent events; its list is filled by `drawEvents`. */
export function justHappened(events: readonly unknown[] | null): HTMLElement {
  const body =
    events === null
      ? empty(notSaid)
      : events.length === 0
        ? empty('The event log is empty: nothing has been asked of this service yet.')
        : el('ol', { class: 'events' });
  return section('What just happened', null, body);
}
