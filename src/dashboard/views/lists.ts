/** The queue and the papers as tables; below 720 px the rows become cards. */
import { ageOf, type Child, el, mark } from '../dom.ts';
import type { ListPage, PaperRow, QueueRow } from '../model.ts';
import { queueAddress } from '../places.ts';
import { countText, markOf, plainWord } from '../words.ts';
import { empty, section } from './overview.ts';
import { chips, narrowedTo, nothingTagged } from './tags.ts';

/** One page of the queue, or what to do about an empty one. */
export function queueTable(page: ListPage<QueueRow>, tags: readonly string[]): HTMLElement {
  const narrowing = { page: 'queue', tags } as const;
  if (page.rows.length === 0) {
    const words =
      tags.length > 0
        ? nothingTagged(tags)
        : 'The queue is empty. Send ideas to the intake or create a project to fill it.';
    return section('Queue', 0, narrowedTo(narrowing), empty(words));
  }
  const head = ['Project', 'State', 'Priority · rank', 'Worker', 'What is next', 'Changed'];
  const rows = page.rows.map((row) => [
    el('div', {}, projectLink(row.projectId, tags), chips(row.tags, narrowing)),
    row.flagged && markOf(row.status) === 'waiting'
      ? mark('person', `${plainWord(row.status)}, held for review`)
      : mark(markOf(row.status), plainWord(row.status)),
    el('span', { class: 'figure' }, `${countText(row.priority)} · ${countText(row.rank)}`),
    el('span', { class: 'mono' }, row.target ?? 'any'),
    el('span', {}, row.nextStep ?? '–'),
    ageOf(row.updatedMs, 'ago'),
  ]);
  return section('Queue', null, narrowedTo(narrowing), table('Queue', head, rows), more(page));
}

/** Opens the item beside the list; the whole row can be clicked. */
function projectLink(id: string | null, tags: readonly string[]): HTMLElement {
  if (id === null) return el('strong', {}, 'unknown');
  const attributes = { class: 'open', href: queueAddress(id, tags), 'data-focus': `open-${id}` };
  return el('a', attributes, el('strong', {}, id));
}

/** Marks the row of the item that is shown beside the list. */
export function markSelected(list: HTMLElement, id: string | null): void {
  for (const link of list.querySelectorAll<HTMLElement>('a.open')) {
    if (link.dataset.focus === `open-${id}`) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}

/** One page of the papers, or how the first one comes about. */
export function paperTable(page: ListPage<PaperRow>, tags: readonly string[]): HTMLElement {
  const narrowing = { page: 'papers', tags } as const;
  if (page.rows.length === 0) {
    const words =
      tags.length > 0
        ? nothingTagged(tags)
        : 'No paper yet. One is drafted when a completed run has a decision that its evidence carries.';
    return section('Papers', 0, narrowedTo(narrowing), empty(words));
  }
  const head = ['Title', 'State', 'Decision', 'Project', 'Changed'];
  const rows = page.rows.map((row) => [
    el(
      'div',
      {},
      el('strong', {}, row.title ?? row.paperId ?? 'untitled'),
      chips(row.tags, narrowing),
    ),
    mark(markOf(row.status), plainWord(row.status)),
    el('span', {}, row.decision === null ? '–' : plainWord(row.decision)),
    el('span', {}, row.projectId ?? 'unknown'),
    ageOf(row.updatedMs, 'ago'),
  ]);
  return section('Papers', null, narrowedTo(narrowing), table('Papers', head, rows), more(page));
}

/** Says that the list goes on; null when it does not. */
export function more({ hasMore, rows }: ListPage<unknown>): HTMLElement | null {
  return hasMore
    ? el('p', { class: 'aside' }, `The first ${rows.length} are shown; the API lists the rest.`)
    : null;
}

/** A table whose cells bear the names of their columns, which the cards show. */
export function table(
  name: string,
  head: readonly string[],
  rows: readonly Child[][],
): HTMLElement {
  return el(
    'table',
    { 'aria-label': name },
    el('thead', {}, el('tr', {}, ...head.map((title) => el('th', { scope: 'col' }, title)))),
    el(
      'tbody',
      {},
      ...rows.map((cells) =>
        el(
          'tr',
          {},
          ...cells.map((cell, index) => el('td', { 'data-label': head[index] ?? '' }, cell)),
        ),
      ),
    ),
  );
}
