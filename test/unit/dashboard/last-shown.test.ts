/** What a tab keeps of what it showed, and what it shows of that. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { placeOf } from '../../../src/dashboard/places/places.ts';
import { emptyList } from '../../../src/dashboard/queue/queue-list.ts';
import { forgetShown, keepShown, lastShown } from '../../../src/dashboard/session/last-shown.ts';
import { emptyState, type State } from '../../../src/dashboard/session/state.ts';

const kept = new Map<string, string>();
const address = { hash: '#/events' };
beforeEach(() => {
  kept.clear();
  address.hash = '#/events';
  vi.stubGlobal('location', address);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const rows = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ event_id: id, summary: 'x'.repeat(1_000) }));
const shown = (part: Partial<State> = {}): State => ({
  ...emptyState,
  place: placeOf(address.hash),
  overview: { leave_alone: true },
  recent: rows(1),
  atMs: 5_000,
  skewMs: 7,
  events: { rows: rows(3), hasMore: false, nextCursor: null },
  ...part,
});
const last = () => lastShown(placeOf(address.hash));

describe('what was shown last', () => {
  it('is the list of the same address, with when it was told', () => {
    keepShown(shown());
    const { overview, recent, atMs, skewMs, events } = shown();
    expect(last()).toMatchObject({ overview, recent, atMs, skewMs, events });
  });

  it('is of another address only what every page has, and nothing of the past', () => {
    keepShown(shown());
    address.hash = '#/runs';
    expect(last()).toEqual({
      overview: { leave_alone: true },
      recent: rows(1),
      atMs: 5_000,
      skewMs: 7,
    });
    address.hash = '#/events?at=3';
    expect(last()).toBeNull();
  });

  it('reads a queue that it cut off from the beginning again', () => {
    address.hash = '#/queue';
    const place = placeOf(address.hash);
    const next = { status: 'queued', cursor: 'behind all' } as const;
    const items = (count: number) =>
      Array.from({ length: count }, (_, id) => ({ project_id: `item-${id}` }));
    const queue = (count: number) => ({ ...emptyList(place), rows: items(count), next });
    keepShown(shown({ place, queue: queue(700) }));
    expect(last()?.queue?.next).toEqual(next);
    keepShown(shown({ place, queue: queue(701) }));
    expect(last()?.queue?.rows).toHaveLength(700);
    expect(last()?.queue?.next).toEqual({ status: 'needs_review', cursor: null });
  });

  it('is nothing that another edition of the page kept', () => {
    keepShown(shown());
    for (const [key, text] of kept) kept.set(key, text.replace('last-shown', 'another'));
    expect(last()).toBeNull();
  });

  it('goes without its lists where they are too long', () => {
    keepShown(shown({ events: { rows: rows(1_100), hasMore: false, nextCursor: null } }));
    expect([...kept.values()].join('').length).toBeLessThan(1_000_000);
    expect(last()).toMatchObject({ atMs: 5_000 });
    expect(last()?.events).toBeUndefined();
  });

  it('is not overwritten by a page that has shown nothing, and is gone once it is forgotten', () => {
    keepShown(shown());
    keepShown(emptyState);
    expect(last()?.atMs).toBe(5_000);
    forgetShown();
    expect(last()).toBeNull();
  });

  it('is nothing where what is kept is no such thing, or nothing may be kept', () => {
    kept.set('orrery.shown', '{');
    expect(last()).toBeNull();
    vi.stubGlobal('sessionStorage', undefined);
    expect(() => keepShown(shown())).not.toThrow();
    expect(() => forgetShown()).not.toThrow();
    expect(last()).toBeNull();
  });
});
