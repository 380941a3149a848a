/** The event log: rows that are added to live, and filters that live in the address. */

import { type Child, el, syncRows } from '../dom.ts';
import type { LogEvent } from '../model.ts';
import { type EventFilter, eventsAddress, filterNames, noFilter, queryOf } from '../places.ts';
import { momentText, plainWord } from '../words.ts';
import { empty, section } from './overview.ts';

/** Brings a list of events up to date; rows that stay keep their elements. */
export function drawEvents(list: HTMLElement, events: readonly LogEvent[], nowMs: number): void {
  syncRows(
    list,
    events,
    (event) => String(event.id),
    (event) => eventRow(event, nowMs),
  );
}

function eventRow(event: LogEvent, nowMs: number): HTMLElement {
  const { type, entity, entityType } = event;
  return el(
    'li',
    {},
    el('span', { class: 'figure at' }, momentText(event.atMs, nowMs)),
    type === null
      ? el('span', { class: 'type unknown' }, 'unknown event')
      : el('a', { class: 'mono type', href: eventsAddress({ event_type: type }) }, type),
    entity === null
      ? el('span', { class: 'entity' })
      : el(
          'a',
          {
            class: 'entity',
            href: eventsAddress({ entity_id: entity, entity_type: entityType ?? '' }),
            title: `${entityType ?? ''} ${entity}`.trim(),
          },
          entityText(entity, entityType),
        ),
    el(
      'span',
      { class: 'summary' },
      event.summary ?? (event.actor === null ? '' : `by ${event.actor}`),
    ),
  );
}

/** Ids that only a program can read are cut; the address and the title have them whole. */
function entityText(id: string, kind: string | null): string {
  return /^[0-9a-f]{32,}$/.test(id) ? `${plainWord(kind)} ${id.slice(0, 8)}…` : id;
}

const labels: Readonly<Record<keyof EventFilter, string>> = {
  event_type: 'Type',
  entity_type: 'Kind',
  entity_id: 'Entity',
  search: 'Search',
};
const examples: Readonly<Record<keyof EventFilter, string>> = {
  event_type: 'run.started',
  entity_type: 'run',
  entity_id: 'id of a run, a paper …',
  search: 'any text',
};

/** The form above the log. What is typed goes into the address, on Enter or on leaving the field. */
export function filterForm(): HTMLElement {
  const form = el('form', { class: 'filters', role: 'search', 'aria-label': 'Filter the events' });
  const inputs = filterNames.map((name) => {
    const input = el('input', {
      name,
      type: name === 'search' ? 'search' : 'text',
      placeholder: examples[name],
      maxlength: '200',
      autocomplete: 'off',
      spellcheck: 'false',
    });
    form.append(el('label', {}, el('span', {}, labels[name]), input));
    return [name, input] as const;
  });
  const go = (): void => {
    const filter = { ...noFilter };
    for (const [name, input] of inputs) filter[name] = input.value.trim();
    location.hash = eventsAddress(filter);
  };
  form.append(el('a', { class: 'clear', href: '#/events' }, 'Show all'));
  form.addEventListener('change', go);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    go();
  });
  return form;
}

/** Shows the filter of the address in the form, unless someone is typing there. */
export function syncForm(form: HTMLElement, filter: EventFilter): void {
  for (const name of filterNames) {
    const input = form.querySelector<HTMLInputElement>(`[name="${name}"]`)!;
    if (document.activeElement !== input) input.value = filter[name];
  }
  form.querySelector<HTMLElement>('.clear')!.hidden = queryOf(filter).size === 0;
}

/** The page's frame; its parts are filled by name. */
export function eventFrame(): Child[] {
  return [
    section(
      'Events',
      null,
      filterForm(),
      el('div', { 'data-part': 'held', role: 'status' }),
      el('div', { 'data-part': 'none' }),
      el('ol', { class: 'events long' }),
      el('div', { class: 'more', 'data-part': 'more' }),
    ),
  ];
}

/** Says why the log is empty: nothing has happened, or nothing passes the filter. */
export function noEvents(filter: EventFilter): HTMLElement {
  return empty(
    queryOf(filter).size === 0
      ? 'The event log is empty: nothing has been asked of this service yet.'
      : 'No event passes these filters. A new one that does appears here by itself.',
  );
}
