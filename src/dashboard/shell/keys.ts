/** What the keyboard does where nobody is typing. */

import { pages } from '../places/places.ts';
import { note, stateOf } from '../service/asking.ts';
import type { Dashboard } from '../session/session.ts';

/** What a key opens over the page. */
export type Overlay = 'palette' | 'keys';

interface KeyContext {
  readonly dashboard: Dashboard;
  readonly open: (overlay: Overlay) => void;
  readonly toggleTheme: () => void;
}

/** Nothing but Ctrl+K happens while typing, except that Escape leaves the field. */
export function onKey(event: KeyboardEvent, { dashboard, open, toggleTheme }: KeyContext): void {
  const { key, target } = event;
  if (document.querySelector('dialog[open], :popover-open') !== null) return;
  if (key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
    event.preventDefault();
    open('palette');
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(target)) {
    if (key === 'Escape') document.querySelector<HTMLElement>('.content')?.focus();
    return;
  }
  const page = pages[Number(key) - 1];
  if (page !== undefined) dashboard.go({ page });
  else if (key === 't') toggleTheme();
  else if (key === '?') open('keys');
  else if (key === 'Escape') close(dashboard);
  else if (key === 'j' || key === 'k') move(key === 'j' ? 1 : -1);
  else if (key === 'Enter') enter(target);
  else if (key === 'J' || key === 'K') reorder(key === 'J' ? 1 : -1);
  else if (key === 'x') focusedRow()?.querySelector<HTMLInputElement>('input.choose')?.click();
  else if (key === 'z') dashboard.undo.take();
  else if (key === '/') {
    event.preventDefault();
    const field = document.querySelector<HTMLInputElement>('input[type="search"]');
    if (field === null) open('palette');
    else field.select();
  }
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && target.type !== 'checkbox');

/** What was asked last is taken back first. */
function close(dashboard: Dashboard): void {
  const { item, run, paper, place, plan } = stateOf(dashboard);
  if (plan !== null) dashboard.plan.close();
  else if (run?.act?.phase === 'asked') dashboard.run.ask(null);
  else if (item?.act?.phase === 'asked') dashboard.item.ask(null);
  else if (paper?.act?.phase === 'asked') note(dashboard, { paper: { ...paper, act: null } });
  else if (place.id !== null) dashboard.change({ id: null, span: 'all' });
}

const focusedRow = (): Element | null => document.activeElement?.closest('tr') ?? null;
/** A row that knows what to do about it has a table that listens. */
const reorder = (detail: 1 | -1): void => {
  focusedRow()?.dispatchEvent(new CustomEvent('reorder', { bubbles: true, detail }));
};

/** What leads from a row to what it is about; a row without it has the focus itself. */
const opening = 'a.open, a.item, .events button.type';
const plainRows = ['.rows:is(.reasons, .checks, .bench) > li', 'tbody > tr', 'article.worker']
  .map((row) => `main ${row}:not(.spacer, .unread, aside *, :has(${opening}))`)
  .join(', ');

/** Focuses the next row; Enter then opens it. */
function move(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(`${opening}, ${plainRows}`)].filter(
    (row) => row.checkVisibility(),
  );
  const { activeElement } = document;
  const at = (found: (row: HTMLElement) => boolean): number => rows.findIndex(found);
  const focused = at((row) => row.contains(activeElement));
  const from = focused >= 0 ? focused : at((row) => row.ariaCurrent === 'true');
  const next = from < 0 ? (by === 1 ? 0 : rows.length - 1) : from + by;
  const row = rows[Math.min(rows.length - 1, Math.max(0, next))];
  if (row?.matches(plainRows)) row.tabIndex = -1;
  row?.focus();
}

/** A row that has the focus itself is opened by its link; what would do something is only gone to. */
function enter(row: EventTarget | null): void {
  if (!(row instanceof HTMLElement) || !row.matches(plainRows)) return;
  const link = row.querySelector<HTMLElement>('a[href]');
  if (link !== null) link.click();
  else row.querySelector<HTMLElement>('summary, button')?.focus();
}
