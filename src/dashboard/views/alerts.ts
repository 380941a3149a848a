/** The alerts that fire, those that another explains, and the incidents with their messages and receipts. */
import type { AlertLists, AlertRow, IncidentRow } from '../alert-model.ts';
import { alertWords, deliveryWords, incidentMark, untoldWords } from '../alert-words.ts';
import { ageOf, type Child, el, mark } from '../dom.ts';
import type { ListPage } from '../model.ts';
import { plainWord } from '../words.ts';
import { more, table } from './lists.ts';
import { empty, section } from './overview.ts';

/** The three lists; each says so where it is empty, or not known. */
export function alertSections({ firing, suppressed, incidents }: AlertLists): HTMLElement[] {
  return [
    list('Firing', firing, 'Nothing is wrong that an alert knows of.', ['Told'], (row) => [
      deliveries(row.deliveries, 'Nobody yet.'),
    ]),
    list('Explained by another', suppressed, 'None.', ['Cause'], (row) => [
      el('span', { class: 'mono' }, row.explainedBy ?? 'unknown'),
    ]),
    incidentList(incidents),
  ];
}

const unknown = (title: string): HTMLElement =>
  section(title, null, empty('Unknown: the service did not send this part.'));

function list(
  title: string,
  page: ListPage<AlertRow> | null,
  none: string,
  head: readonly string[],
  cells: (row: AlertRow) => Child[],
): HTMLElement {
  if (page === null) return unknown(title);
  if (page.rows.length === 0) return section(title, 0, empty(none));
  const rows = page.rows.map((row) => [
    mark('failed', plainWord(row.severity)),
    el('strong', {}, row.subject ?? 'unknown'),
    el('span', {}, alertWords(row)),
    ageOf(row.sinceMs, 'ago'),
    ...cells(row),
  ]);
  const names = ['Severity', 'About', 'What is wrong', 'Since', ...head];
  return section(title, page.hasMore ? null : rows.length, table(title, names, rows), more(page));
}

function incidentList(page: ListPage<IncidentRow> | null): HTMLElement {
  const title = 'Incidents';
  if (page === null) return unknown(title);
  if (page.rows.length === 0) return section(title, 0, empty('Nobody had to be told anything.'));
  const head = ['State', 'Severity', 'Title', 'Opened', 'Messages and receipts'];
  const rows = page.rows.map((row) => {
    const { mark: kind, word } = incidentMark(row);
    return [
      mark(kind, word),
      el('span', {}, plainWord(row.severity)),
      el('strong', {}, row.title ?? row.id ?? 'unknown'),
      ageOf(row.openedMs, 'ago'),
      deliveries(row.deliveries, untoldWords(row)),
    ];
  });
  return section(title, null, table(title, head, rows), more(page));
}

function deliveries(rows: AlertRow['deliveries'], none: string): HTMLElement {
  if (rows === null) return el('span', { class: 'unknown' }, 'unknown');
  if (rows.length === 0) return el('span', {}, none);
  return el('div', {}, ...rows.map((row) => el('div', {}, deliveryWords(row))));
}
