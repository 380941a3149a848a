/** A stretch of the history of an entity, however long that is: pages of events, joined where they meet. Pure. */

import type { Reply } from '../service/wire.ts';
import type { Step } from './machine-model.ts';

/** A page as the service tells it. */
export type HistoryPage = Reply<'actors.history'>;

/** Events without a gap between them, newest first. */
export interface HistoryWindow {
  readonly rows: readonly Step[];
  /** Where earlier ones are asked for; null: the first event is among them. */
  readonly next: number | null;
  /** No event up to this one is missing at the top; null: the last one there is is among them. */
  readonly to: number | null;
}

/** Events that one stretch may hold; what is further away is gone to by its moment. */
export const historyRowsMax = 1_000;

const idOf = (step: Step | undefined): number | null => step?.event_id ?? null;

/** A stretch of its own, of the newest events or of those up to a moment. */
export const windowOf = (page: HistoryPage, to: number | null = null): HistoryWindow => ({
  rows: page.rows ?? [],
  next: page.next_before ?? null,
  to,
});

/** With what has happened since, on top; what does not meet it any more is let go. */
export function withNewest(window: HistoryWindow | null, page: HistoryPage): HistoryWindow {
  const fresh = windowOf(page);
  if (window === null) return fresh;
  if (window.to !== null) return window;
  const oldest = idOf(fresh.rows.at(-1));
  const top = idOf(window.rows[0]);
  if (oldest === null || top === null || oldest > top) return fresh;
  const earlier = window.rows.filter((step) => (idOf(step) ?? 0) < oldest);
  if (earlier.length === 0) return fresh;
  return { ...window, rows: [...fresh.rows, ...earlier].slice(0, historyRowsMax) };
}

/** With the page before it. */
export const withEarlier = (window: HistoryWindow, page: HistoryPage): HistoryWindow => ({
  ...window,
  rows: [...window.rows, ...(page.rows ?? [])].slice(0, historyRowsMax),
  next: page.next_before ?? null,
});

/** Whether the event that counted at a moment is in it, or there is none before it. */
export function holds({ rows, next, to }: HistoryWindow, eventId: number): boolean {
  const oldest = idOf(rows.at(-1));
  return (oldest === null || eventId >= oldest || next === null) && (to === null || eventId <= to);
}

/** The event that counted at a moment; null where there is none so early. */
export const stepAt = ({ rows }: HistoryWindow, eventId: number): Step | null =>
  rows.find((step) => (idOf(step) ?? Number.POSITIVE_INFINITY) <= eventId) ?? null;
