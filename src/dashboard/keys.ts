/** What the keyboard does: digits open pages, j and k move through a list, Escape closes, t is the theme. */
import { pageInAddress, tagsInAddress } from './address.ts';
import type { DetailCalls } from './detail.ts';
import { pages, queueAddress, runsAddress } from './places.ts';
import type { RunCalls } from './run-detail.ts';
import type { Shell } from './shell.ts';
import type { Store } from './store.ts';

interface KeyContext {
  readonly shell: Shell;
  readonly store: Store;
  readonly detail: DetailCalls;
  readonly run: RunCalls;
}

/** Nothing happens while typing, except that Escape leaves the field. */
export function onKey(event: KeyboardEvent, { shell, store, detail, run }: KeyContext): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  const isTyping = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (isTyping) {
    if (event.key === 'Escape') target.blur();
    return;
  }
  const page = pages[Number(event.key) - 1];
  if (page !== undefined) location.hash = `#/${page}`;
  else if (event.key === 't') shell.toggleTheme();
  else if (event.key === 'Escape') close(store, detail, run);
  else if (event.key === 'j' || event.key === 'k') move(shell.content, event.key === 'j' ? 1 : -1);
}

/** What was asked last is taken back first. */
function close({ item, run: shown }: Store, detail: DetailCalls, run: RunCalls): void {
  if (shown?.act?.phase === 'asked') run.ask(null);
  else if (shown !== null) location.hash = runsAddress(null, { tags: tagsInAddress() });
  else if (item?.act?.phase === 'asked') detail.ask(null);
  else if (item !== null && pageInAddress() === 'queue')
    location.hash = queueAddress(null, tagsInAddress());
}

/** Focuses the next row of the list; Enter then opens it. */
function move(content: HTMLElement, by: 1 | -1): void {
  const rows = [...content.querySelectorAll<HTMLElement>('a.open')];
  const selected = content.querySelector<HTMLElement>('a.open[aria-current]');
  const { activeElement } = document;
  const focused = activeElement instanceof HTMLElement ? rows.indexOf(activeElement) : -1;
  const from = focused >= 0 ? focused : selected === null ? -1 : rows.indexOf(selected);
  const next = from < 0 ? (by === 1 ? 0 : rows.length - 1) : from + by;
  rows[Math.min(rows.length - 1, Math.max(0, next))]?.focus();
}
